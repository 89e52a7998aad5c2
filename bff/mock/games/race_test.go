package games

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/race"
)

type raceTester struct {
	t      *testing.T
	ledger *fakeLedger
	h      http.Handler
}

func newRaceTester(t *testing.T) *raceTester {
	l := newFakeLedger()
	l.kind, l.seat.Type, l.seat.RTP, l.seat.MinBet = "race", "goldenrace", 90, 200
	_, began := race.At(l.now)
	l.now = began
	return &raceTester{t, l, Handler(l)}
}

type seenRace struct {
	Error   string
	Round   int64
	Phase   string
	Starts  int64
	Runners []struct{ Win, Place int64 }
	Order   []int
	Legs    []struct{ Time int64 }
	Balance bff.Kurus
	Bets    []struct {
		Kind    string
		Runner  int
		Settled bool
		Win     bff.Kurus
	}
	History []struct{ Order [2]int }
}

func (c *raceTester) read(w *httptest.ResponseRecorder, status int) seenRace {
	c.t.Helper()
	var s seenRace
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != status {
		c.t.Fatalf("HTTP %d, want %d: %v %s", w.Code, status, err, w.Body)
	}
	return s
}

func (c *raceTester) state() seenRace {
	c.t.Helper()
	return c.read(get(c.h, Prefix+"race/"+fakeToken+"/state"), http.StatusOK)
}

func (c *raceTester) stake(round int64, bets string, status int) seenRace {
	c.t.Helper()
	body := fmt.Sprintf(`{"round":%d,"bets":%s}`, round, bets)
	r := httptest.NewRequest(http.MethodPost, Prefix+"race/"+fakeToken+"/stake", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	c.h.ServeHTTP(w, r)
	return c.read(w, status)
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
	placed := c.stake(open.Round, "["+strings.Join(bets, ",")+"]", http.StatusOK)
	if len(placed.Bets) != 12 || placed.Balance != 10_000-6*800 {
		t.Fatalf("placed: %+v", placed)
	}
	c.ledger.now = c.ledger.now.Add(race.Betting)
	running := c.state()
	if running.Phase != "running" || len(running.Order) != race.Runners || len(running.Legs) != race.Runners || running.Bets[0].Settled {
		t.Fatalf("the race: %+v", running)
	}
	c.ledger.now = c.ledger.now.Add(race.Running)
	over := c.state()
	first, second := over.Order[0], over.Order[1]
	won := bff.Kurus(3*over.Runners[first].Win + 5*over.Runners[first].Place + 5*over.Runners[second].Place)
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
	for bets, want := range map[string]string{
		`[]`: "bad request",
		`[` + good + `,{"kind":"win","runner":6,"stake":5}]`:    "bad request",
		`[` + good + `,{"kind":"win","runner":-1,"stake":5}]`:   "bad request",
		`[` + good + `,{"kind":"third","runner":1,"stake":5}]`:  "bad request",
		`[` + good + `,{"kind":"place","runner":1,"stake":1}]`:  "bad stake",
		`[` + good + `,{"kind":"place","runner":1,"stake":-5}]`: "bad stake",
		`[` + good + `,{"kind":"win","runner":1,"stake":2.5}]`:  "bad stake",
		`[` + good + `,{"kind":"win","runner":1,"stake":96}]`:   "insufficient funds",
		`[` + strings.Repeat(good+",", raceMost) + good + `]`:   "busy",
	} {
		status := map[string]int{"bad request": 400, "bad stake": 400, "insufficient funds": 402, "busy": 409}[want]
		if got := c.stake(n, bets, status); got.Error != want {
			t.Errorf("%s: %q, want %q", bets, got.Error, want)
		}
	}
	if got := c.stake(n+1, "["+good+"]", http.StatusConflict); got.Error != "closed" {
		t.Errorf("on the next race: %q", got.Error)
	}
	c.ledger.now = c.ledger.now.Add(race.Betting)
	if got := c.stake(n, "["+good+"]", http.StatusConflict); got.Error != "closed" {
		t.Errorf("on a race that runs: %q", got.Error)
	}
	if got := c.state(); got.Balance != 10_000 || len(got.Bets) != 0 {
		t.Errorf("something was staked: %+v", got)
	}
}

func TestAMovedClockSettlesARaceOnce(t *testing.T) {
	c := newRaceTester(t)
	n := c.state().Round
	c.stake(n, `[{"kind":"win","runner":2,"stake":5}]`, http.StatusOK)
	c.ledger.now = c.ledger.now.Add(-time.Hour)
	if got := c.state(); got.Bets[0].Settled || got.Balance != 9500 {
		t.Errorf("an hour back: %+v", got.Bets)
	}
	c.ledger.now = c.ledger.now.Add(72 * time.Hour)
	first := c.state()
	c.ledger.now = c.ledger.now.Add(-24 * time.Hour)
	if again := c.state(); !first.Bets[0].Settled || again.Balance != first.Balance {
		t.Errorf("settled %v, then %s after %s", first.Bets[0].Settled, again.Balance, first.Balance)
	}
}
