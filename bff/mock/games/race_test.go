package games

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/race"
)

// raceTester bets on the races of one session.
type raceTester struct{ player[seenRace] }

func newRaceTester(t *testing.T) *raceTester {
	c := &raceTester{newPlayer[seenRace](t, "race", "goldenrace", 90, 200)}
	c.wallet.now = race.Clock.At(0, c.wallet.now).Opens
	return c
}

type seenRace struct {
	Round   int64
	Phase   string
	Starts  int64
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

func betsOn(round int64, bets string) string {
	return fmt.Sprintf(`{"round":%d,"bets":%s}`, round, bets)
}

// TestARaceIsTheOneThatWasPriced bets on every runner, closes the page, and finds the bets
// settled by the order and the prices that pages are shown.
func TestARaceIsTheOneThatWasPriced(t *testing.T) {
	c := newRaceTester(t)
	open := c.state()
	if open.Phase != "betting" || open.Order != nil || open.Legs != nil || len(open.History) != raceHistory {
		t.Fatalf("before the race: %+v", open)
	}
	var bets []string
	for i := range race.Runners {
		bets = append(bets, fmt.Sprintf(`{"kind":"win","runner":%d,"stake":3},{"kind":"place","runner":%d,"stake":5}`, i, i))
	}
	placed := c.post("stake", betsOn(open.Round, "["+strings.Join(bets, ",")+"]"), http.StatusOK)
	if len(placed.Bets) != 12 || placed.Balance != 10_000-6*800 {
		t.Fatalf("placed: %+v", placed)
	}
	c.wallet.now = c.wallet.now.Add(race.Clock.Betting)
	running := c.state()
	if running.Phase != "running" || len(running.Order) != race.Runners || len(running.Legs) != race.Runners || running.Bets[0].Settled {
		t.Fatalf("the race: %+v", running)
	}
	c.wallet.now = c.wallet.now.Add(race.Clock.Playing)
	over := c.state()
	first, second := over.Order[0], over.Order[1]
	won := bff.MinorUnits(3*over.Runners[first].Win + 5*over.Runners[first].Place + 5*over.Runners[second].Place)
	if over.Phase != "result" || over.Balance != placed.Balance+won {
		t.Errorf("%s with %s, want %s and %s more", over.Phase, over.Balance, placed.Balance, won)
	}
	if over.History[0].Order != [2]int{first, second} || fmt.Sprint(over.Order) != fmt.Sprint(running.Order) {
		t.Errorf("the history says %v, the race %v", over.History[0], over.Order)
	}
	for _, bet := range over.Bets {
		wins := bet.Runner == first || bet.Kind == "place" && bet.Runner == second
		if !bet.Settled || (bet.Win > 0) != wins {
			t.Errorf("%+v where %d comes before %d", bet, first, second)
		}
	}
}

func TestRaceBetsAreAllOrNone(t *testing.T) {
	c := newRaceTester(t)
	n := c.state().Round
	good := `{"kind":"win","runner":0,"stake":5}`
	c.refuses("stake", map[string]string{
		betsOn(n, `[]`): "bad request",
		betsOn(n, `[`+good+`,{"kind":"win","runner":6,"stake":5}]`):    "bad request",
		betsOn(n, `[`+good+`,{"kind":"win","runner":-1,"stake":5}]`):   "bad request",
		betsOn(n, `[`+good+`,{"kind":"third","runner":1,"stake":5}]`):  "bad request",
		betsOn(n, `[`+good+`,{"kind":"place","runner":1,"stake":1}]`):  "bad stake",
		betsOn(n, `[`+good+`,{"kind":"place","runner":1,"stake":-5}]`): "bad stake",
		betsOn(n, `[`+good+`,{"kind":"win","runner":1,"stake":2.5}]`):  "bad stake",
		betsOn(n, `[`+good+`,{"kind":"win","runner":1,"stake":96}]`):   "insufficient funds",
		betsOn(n, `[`+strings.Repeat(good+",", raceMost)+good+`]`):     "busy",
		betsOn(n+1, "["+good+"]"):                                      "closed", // the next race
	})
	c.wallet.now = c.wallet.now.Add(race.Clock.Betting)
	c.refuses("stake", map[string]string{betsOn(n, "["+good+"]"): "closed"})
	if got := c.state(); got.Balance != 10_000 || len(got.Bets) != 0 {
		t.Errorf("something was staked: %+v", got)
	}
}

func TestAMovedClockSettlesARaceOnce(t *testing.T) {
	c := newRaceTester(t)
	n := c.state().Round
	c.post("stake", betsOn(n, `[{"kind":"win","runner":2,"stake":5}]`), http.StatusOK)
	c.wallet.now = c.wallet.now.Add(-time.Hour)
	if got := c.state(); got.Bets[0].Settled || got.Balance != 9500 {
		t.Errorf("an hour back: %+v", got.Bets)
	}
	c.wallet.now = c.wallet.now.Add(72 * time.Hour)
	first := c.state()
	c.wallet.now = c.wallet.now.Add(-24 * time.Hour)
	if again := c.state(); !first.Bets[0].Settled || again.Balance != first.Balance {
		t.Errorf("settled %v, then %s after %s", first.Bets[0].Settled, again.Balance, first.Balance)
	}
}
