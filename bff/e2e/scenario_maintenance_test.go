package e2e_test

import (
	"net/http"
	"testing"

	"croupier/bff/e2e"
)

// A scenario that ends in the built-in mock ends the maintenance that was detected from it at
// once. Maintenance declared by staff stays.
func TestScenarioEndClearsDetectedMaintenance(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	page := e2e.NewClient(p.Address, "localhost", "")
	call := func() int {
		status, _ := mustCall(t, page, "user/forgot", map[string]any{"email": "demo@marmara.test"}, nil)
		return status
	}
	for _, reset := range [][2]string{
		{"scenario", `{"name":"happy"}`}, {"scenario", `{"name":"happy","brand":"marmara"}`}, {"reset", `{}`},
	} {
		control(t, page, "scenario", `{"name":"maintenance","brand":"marmara"}`)
		if got := call(); got != http.StatusServiceUnavailable {
			t.Fatalf("call during maintenance: %d", got)
		}
		if open, _ := siteState(t, p.Address, "localhost"); open {
			t.Fatal("maintenance was not detected")
		}
		control(t, page, reset[0], reset[1])
		if open, _ := siteState(t, p.Address, "localhost"); !open {
			t.Errorf("%s %s: still in maintenance", reset[0], reset[1])
		}
	}

	runMaintenance(t, dir, "on", "--brand", "marmara")
	control(t, page, "scenario", `{"name":"happy"}`)
	if open, _ := siteState(t, p.Address, "localhost"); open || call() != http.StatusServiceUnavailable {
		t.Error("declared maintenance ended with a scenario")
	}
}
