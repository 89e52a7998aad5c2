package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"croupier/bff/e2e"
)

// trafficOf adds up the points of a class of marmara.
func (c staffClient) trafficOf(t *testing.T, class string) (upstream string, count, errors, cached, violations int, p95 float64) {
	t.Helper()
	status, raw := c.do(t, http.MethodGet, "/traffic?minutes=60", "")
	var all []struct {
		Brand, Class, Upstream string
		Points                 []struct {
			Count, Errors, Cached, Violations int
			P95                               float64 `json:"p95_ms"`
		}
	}
	if err := json.Unmarshal(raw, &all); err != nil || status != http.StatusOK {
		t.Fatalf("traffic: %d %v %s", status, err, raw)
	}
	for _, one := range all {
		if one.Brand != "marmara" || one.Class != class {
			continue
		}
		upstream = one.Upstream
		for _, p := range one.Points {
			count, errors, cached, violations, p95 = count+p.Count, errors+p.Errors, cached+p.Cached, violations+p.Violations, max(p95, p.P95)
		}
	}
	return upstream, count, errors, cached, violations, p95
}

func TestTrafficCoversAllInstances(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	call := func(i int, name string, want int) {
		t.Helper()
		if status, _, raw, err := e2e.NewClient(d.instances[i].Address, "localhost", "").Call(name, nil, nil); err != nil || status != want {
			t.Fatalf("%s: %d %v %s", name, status, err, raw)
		}
	}
	call(0, "casino/provider_list", http.StatusOK)
	for range 20 {
		call(0, "casino/provider_list", http.StatusOK) // from the cache
	}
	control(t, d.platform, "fault", `{"call":"livecasino/provider_list","kind":"malformed","times":1}`)
	call(1, "livecasino/provider_list", http.StatusBadGateway)
	control(t, d.platform, "fault", `{"call":"casino/category_list","kind":"malformed","times":1}`)
	call(1, "casino/category_list", http.StatusBadGateway)
	viewer := staffLogin(t, d.instances[1].Address, "localhost", "izleyici", "Izleyici123!")
	eventually(t, "the traffic of the other instance", func() bool {
		_, count, _, _, _, _ := viewer.trafficOf(t, "casino")
		return count >= 22
	})
	if upstream, count, errors, cached, violations, p95 := viewer.trafficOf(t, "casino"); upstream == "" || count != 22 || errors != 1 || cached != 20 || violations != 0 || p95 <= 0 {
		t.Errorf("casino: upstream %q, %d requests, %d errors, %d cached, %d violations, p95 %v ms", upstream, count, errors, cached, violations, p95)
	}
	if _, count, errors, cached, _, _ := viewer.trafficOf(t, "livecasino"); count != 1 || errors != 1 || cached != 0 {
		t.Errorf("livecasino: %d requests, %d errors, %d cached", count, errors, cached)
	}
}
