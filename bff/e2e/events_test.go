package e2e_test

import (
	"encoding/json"
	"testing"

	"croupier/bff/e2e"
)

// An event stream sends the jackpots when it opens and after each change, those of the mock
// world in the cookie.
func TestEventsIncludeJackpots(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	tester := e2e.NewClient(p.Address, "localhost", "tester")
	control(t, tester, "clock", `{"advance":"2400h"}`)
	type jackpot struct {
		JackpotID int
		Amount    float64
	}
	received := map[string][]jackpot{}
	for name, page := range map[string]*eventStream{
		"visitor": openEvents(t, p.Address, "localhost", ""),
		"tester":  openEvents(t, p.Address, "localhost", "none; mock_world=tester"),
	} {
		var jackpots []jackpot
		if got := page.waitFor("jackpots"); json.Unmarshal([]byte(got), &jackpots) != nil || len(jackpots) == 0 || jackpots[0].Amount <= 0 {
			t.Fatalf("%s: jackpots %q", name, got)
		}
		received[name] = jackpots
		if page.waitFor("jackpots") == "" {
			t.Errorf("%s: no second jackpots event", name)
		}
	}
	if received["visitor"][0] == received["tester"][0] {
		t.Error("both worlds have the same jackpots although their clocks differ")
	}
}
