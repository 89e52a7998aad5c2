package e2e_test

import (
	"net/http"
	"testing"

	"croupier/bff/e2e"
)

// Whoever switches the built-in mock back to happy finds the deployment open with the very next
// call; what staff declared stays.
func TestScenarioEndClearsDetectedMaintenance(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startDemo(t, dir)
	page := e2e.NewClient(p.Address, "localhost", "")
	call := func() int {
		status, _ := mustCall(t, page, "user/forgot", map[string]any{"email": "demo@marmara.test"}, nil)
		return status
	}
	for _, ends := range [][2]string{
		{"scenario", `{"name":"happy"}`}, {"scenario", `{"name":"happy","brand":"marmara"}`}, {"reset", `{}`},
	} {
		control(t, page, "scenario", `{"name":"maintenance","brand":"marmara"}`)
		if got := call(); got != http.StatusServiceUnavailable {
			t.Fatalf("under maintenance: %d", got)
		}
		if open, _ := siteState(t, p.Address, "localhost"); open {
			t.Fatal("the site is open under maintenance")
		}
		control(t, page, ends[0], ends[1])
		if open, _ := siteState(t, p.Address, "localhost"); !open {
			t.Errorf("%s %s: the site is still closed", ends[0], ends[1])
		}
	}

	runMaintenance(t, dir, "on", "--brand", "marmara")
	control(t, page, "scenario", `{"name":"happy"}`)
	if open, _ := siteState(t, p.Address, "localhost"); open || call() != http.StatusServiceUnavailable {
		t.Error("what staff declared ended with a scenario")
	}
}
