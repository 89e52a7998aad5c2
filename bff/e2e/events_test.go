package e2e_test

import (
	"encoding/json"
	"testing"

	"croupier/bff/e2e"
)

// A page need not ask for jackpots: it is told how they stand once it listens, and then as
// they move; a tester hears those of the world it is in.
func TestPagesHearOfJackpots(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	tester := e2e.NewClient(p.Address, "localhost", "tester")
	control(t, tester, "clock", `{"advance":"2400h"}`)
	type jackpot struct {
		JackpotID int
		Amount    float64
	}
	heard := map[string][]jackpot{}
	for name, page := range map[string]*eventStream{
		"visitor": openEvents(t, p.Address, "localhost", ""),
		"tester":  openEvents(t, p.Address, "localhost", "none; mock_world=tester"),
	} {
		var all []jackpot
		if said := page.waitFor("jackpots"); json.Unmarshal([]byte(said), &all) != nil || len(all) == 0 || all[0].Amount <= 0 {
			t.Fatalf("the %s hears %q", name, said)
		}
		heard[name] = all
		if page.waitFor("jackpots") == "" {
			t.Errorf("the %s does not hear that they have moved", name)
		}
	}
	if heard["visitor"][0] == heard["tester"][0] {
		t.Error("a world a hundred days on has the same jackpots")
	}
}
