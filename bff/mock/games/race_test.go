package games

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/race"
)

type raceState struct {
	Round   int64
	Phase   string
	Runners []struct{ Win, Place int64 }
	Order   []int
	Legs    []struct{ Time int64 }
	Balance bff.MinorUnits
	Bets    []struct {
		Kind    string
		Runner  int
		Settled bool
		Win     bff.MinorUnits
	}
	History []struct{ Order [2]int }
}

// TestRaceSettlesBetsByItsOrderAndPrices bets on every runner.
func TestRaceSettlesBetsByItsOrderAndPrices(t *testing.T) {
	c := newClient[raceState](t, "race", "goldenrace", 90, 200)
	c.wallet.now = race.Clock.At(0, c.wallet.now).Opens
	open := c.state()
	if open.Phase != "betting" || open.Order != nil || open.Legs != nil || len(open.History) != raceHistory {
		t.Fatalf("at the opening: %+v", open)
	}
	var bets []string
	for i := range race.Runners {
		bets = append(bets, fmt.Sprintf(`{"kind":"win","runner":%d,"stake":3},{"kind":"place","runner":%d,"stake":5}`, i, i))
	}
	placed := c.post("stake", bodyf(`{"round":%d,"bets":[%s]}`, open.Round, strings.Join(bets, ",")), http.StatusOK)
	if len(placed.Bets) != 12 || placed.Balance != 10_000-6*800 {
		t.Fatalf("placed: %+v", placed)
	}
	c.wallet.now = c.wallet.now.Add(race.Clock.Betting)
	running := c.state()
	if running.Phase != "running" || len(running.Order) != race.Runners || len(running.Legs) != race.Runners || running.Bets[0].Settled {
		t.Fatalf("running: %+v", running)
	}
	c.wallet.now = c.wallet.now.Add(race.Clock.Playing)
	over := c.state()
	first, second := over.Order[0], over.Order[1]
	won := bff.MinorUnits(3*over.Runners[first].Win + 5*over.Runners[first].Place + 5*over.Runners[second].Place)
	if over.Phase != "result" || over.Balance != placed.Balance+won {
		t.Errorf("%s with %s, want %s and %s more", over.Phase, over.Balance, placed.Balance, won)
	}
	if over.History[0].Order != [2]int{first, second} || fmt.Sprint(over.Order) != fmt.Sprint(running.Order) {
		t.Errorf("the history has %v, the race %v", over.History[0], over.Order)
	}
	for _, bet := range over.Bets {
		wins := bet.Runner == first || bet.Kind == "place" && bet.Runner == second
		if !bet.Settled || (bet.Win > 0) != wins {
			t.Errorf("%+v where %d comes before %d", bet, first, second)
		}
	}
}
