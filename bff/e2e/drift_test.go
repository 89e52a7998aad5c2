package e2e_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff/e2e"
)

// A platform with a null in one provider and an object instead of the categories: the providers are
// served and cached, the categories fail by themselves, and both are listed, counted and logged.
func TestDeviatingPlatformIsServedAndListed(t *testing.T) {
	t.Parallel()
	var providers atomic.Int64
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		data := `[]`
		switch text := string(body); {
		case strings.Contains(text, `"provider_list"`) && strings.Contains(text, `"casino"`):
			providers.Add(1)
			data = `[{"providerID":1,"providerName":"Gizli Ad","logo":"","gameCount":2},{"providerID":2,"providerName":null,"logo":"gizli","gameCount":"gizli"}]`
		case strings.Contains(text, `"category_list"`):
			data = `{"0":[]}`
		}
		_, _ = io.WriteString(w, `{"result":true,"message":"","code":200,"data":`+data+`,"pagination":{"limit":100,"offset":0,"total":2}}`)
	}))
	t.Cleanup(platform.Close)
	dir := t.TempDir()
	p := startServer(t, inFrontOf(platform.Listener.Addr().String()), dir)
	c := e2e.NewClient(p.Address, "localhost", "")
	before := providers.Load() // the pages' initial data may have asked
	for i := range 3 {
		status, h, raw, err := c.Call("casino/provider_list", nil, nil)
		if err != nil || status != http.StatusOK || !strings.Contains(string(raw), `"providerName":null`) {
			t.Fatalf("%d %v %s", status, err, raw)
		}
		if state := h.Get("Croupier-Cache"); i > 0 && state != "HIT" {
			t.Errorf("call %d: %s", i, state)
		}
	}
	if n := providers.Load() - before; n > 1 {
		t.Errorf("the platform received %d calls", n)
	}
	status, answer := mustCall(t, c, "casino/category_list", nil, nil)
	if status != http.StatusBadGateway || string(answer["debug"]) != `"bad upstream answer"` {
		t.Errorf("category_list: %d %s", status, answer["debug"])
	}

	runStaff(t, dir, nil, "Uzun bir parola\n", "add", "bakan", "--role", "viewer", "--password-file", "-")
	viewer := staffLogin(t, p.Address, "localhost", "bakan", "Uzun bir parola")
	status, raw := viewer.do(t, http.MethodGet, "/drift?call=casino", "")
	var listed []struct {
		Call, Path, Got, Want, Example string
		Count                          int
		First, Last                    time.Time
	}
	if err := json.Unmarshal(raw, &listed); err != nil || status != http.StatusOK {
		t.Fatalf("drift: %d %v %s", status, err, raw)
	}
	found := map[string]string{}
	for _, d := range listed {
		found[d.Call+" "+d.Path] = d.Got
		if d.Count < 1 || d.First.IsZero() || d.Last.Before(d.First) || d.Want == "" || d.Example == "" {
			t.Errorf("%+v", d)
		}
	}
	if found["casino/provider_list $[*].providerName"] != "null" || found["casino/provider_list $[*].gameCount"] != "string" || found["casino/category_list $"] != "object" {
		t.Errorf("listed %v", found)
	}
	if _, count, _, _, violations, _ := viewer.trafficOf(t, "casino"); count != 4 || violations < 2 {
		t.Errorf("traffic: %d requests, %d answers with violations", count, violations)
	}
	_, _, metrics, err := e2e.NewClient(p.Admin, "127.0.0.1", "").Do(http.MethodGet, "/metrics", nil, nil)
	if err != nil || !strings.Contains(string(metrics), `croupier_contract_violations_total{call="casino/provider_list",path="$[*].providerName"} `) {
		t.Errorf("metrics: %v", err)
	}
	eventually(t, "the log message", func() bool { return strings.Contains(p.Log(), "answer deviates from the contract") })
	if shown := string(raw) + p.Log(); strings.Contains(shown, "izli") {
		t.Errorf("a value of the platform is shown:\n%s", shown)
	}
}
