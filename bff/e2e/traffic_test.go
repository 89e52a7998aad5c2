package e2e_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// traffic is the sum of the points of a class of a brand.
type traffic struct {
	upstream                          string
	count, errors, cached, violations int
	p95                               float64
}

func (c staffClient) trafficOf(t *testing.T, brand, class string) (sum traffic) {
	t.Helper()
	var all []struct {
		Brand, Class, Upstream string
		Points                 []struct {
			Count, Errors, Cached, Violations int
			P95                               float64 `json:"p95_ms"`
		}
	}
	c.must(t, http.MethodGet, "/traffic?minutes=60", "", http.StatusOK, &all)
	for _, one := range all {
		if one.Brand != brand || one.Class != class {
			continue
		}
		sum.upstream = one.Upstream
		for _, p := range one.Points {
			sum.count, sum.errors, sum.cached = sum.count+p.Count, sum.errors+p.Errors, sum.cached+p.Cached
			sum.violations, sum.p95 = sum.violations+p.Violations, max(sum.p95, p.P95)
		}
	}
	return sum
}

// A read that is cached by one instance is a hit at the other, until staff purge the cache at one of them.
// The traffic of both is in the console.
func TestInstancesShareCacheAndTraffic(t *testing.T) {
	d := pair(t)
	support := d.staff(t, 1, "destek")
	var id string // of the last call
	call := func(i int, name string, want int) (state string) {
		t.Helper()
		status, header, raw, err := d.visitorAt(i).client().Call(name, nil, nil)
		require.True(t, err == nil && status == want, "%s: %d %v %s", name, status, err, raw)
		id = header.Get("X-Request-Id")
		return header.Get("Croupier-Cache")
	}
	assert.Equal(t, "MISS", call(0, "casino/provider_list", http.StatusOK), "first request")
	calls := 21
	for range calls - 1 {
		call(0, "casino/provider_list", http.StatusOK)
	}
	eventually(t, "a hit on the other instance", func() bool {
		calls++
		return call(1, "casino/provider_list", http.StatusOK) == "HIT"
	})
	support.must(t, http.MethodGet, "/requests/"+id, "", http.StatusNotFound, nil) // a cached response is not recorded
	hits := calls - 1
	for _, name := range []string{"livecasino/provider_list", "casino/category_list"} {
		control(t, d.platform, "fault", `{"call":"`+name+`","kind":"malformed","times":1}`)
		call(1, name, http.StatusBadGateway)
		support.must(t, http.MethodGet, "/requests/"+id, "", http.StatusOK, nil)
	}
	eventually(t, "the traffic of the other instance", func() bool { return support.trafficOf(t, d.brand, "casino").count > calls })
	got := support.trafficOf(t, d.brand, "casino")
	assert.True(t, got.upstream != "" && got.count == calls+1 && got.errors == 1 && got.cached == hits && got.violations == 0 && !(got.p95 <= 0),
		"casino: %+v, want %d calls, %d from the cache", got, calls+1, hits)
	if got := support.trafficOf(t, d.brand, "livecasino"); got.count != 1 || got.errors != 1 || got.cached != 0 {
		t.Errorf("livecasino: %+v", got)
	}
	d.staff(t, 0, "yonetici").must(t, http.MethodPost, "/cache/purge", `{"brand":"`+d.brand+`"}`, http.StatusOK, nil)
	eventually(t, "a miss on the other instance", func() bool { return call(1, "casino/provider_list", http.StatusOK) == "MISS" })
}

// An instance that is stopped has written its access log, and has shared the requests for staff.
func TestStoppedInstanceLosesNoRequest(t *testing.T) {
	d := pair(t)
	token := d.visitorAt(0).login(t, "", "demo", "Demo123")
	var ids []string
	for range 120 { // fewer than the burst of a session
		status, header, raw, err := d.visitorAt(0).client().Call("system/ping", nil, map[string]string{"Cookie": "croupier=" + token})
		require.True(t, err == nil && status == http.StatusOK, "%d %v %s", status, err, raw)
		ids = append(ids, header.Get("X-Request-Id"))
	}
	stopped := d.instances[0]
	require.NoError(t, stopped.Stop())
	d.startAgain(t, 0)
	support, log := d.staff(t, 1, "destek"), stopped.Log()
	for i, id := range ids {
		var found struct {
			Call   string
			Player struct{ Username string }
		}
		support.must(t, http.MethodGet, "/requests/"+id, "", http.StatusOK, &found)
		require.True(t, found.Call == "system/ping" && found.Player.Username == "demo",
			"request %d of %d: %+v", i, len(ids), found)
		require.Contains(t, log, id, "request %d of %d is not in the log", i, len(ids))
	}
}
