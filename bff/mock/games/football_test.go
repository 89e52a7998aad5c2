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
	"croupier/bff/mock/games/football"
	"croupier/bff/mock/games/live"
)

// footballTester plays the football game of one seat.
type footballTester struct {
	t      *testing.T
	ledger *fakeLedger
	h      http.Handler
}

func newFootballTester(t *testing.T) *footballTester {
	l := newFakeLedger()
	l.kind, l.seat.Type, l.seat.RTP, l.seat.MinBet = "football", "football3d", 91, 200
	f := &footballTester{t, l, Handler(l)}
	f.ledger.now = f.round().Ends // bets open
	return f
}

func (f *footballTester) round() live.Round {
	return football.Clock.At(f.ledger.seat.GameID, f.ledger.now)
}

// seenMatch is an answer as a page reads it.
type seenMatch struct {
	Error   string
	Phase   string
	Home    football.Team
	Away    football.Team
	Prices  map[football.Pick]int64
	Attacks []football.Attack
	Past    []struct{ Score football.Score }
	Bets    []struct {
		Pick    football.Pick
		Price   int64
		Settled bool
		Win     json.Number
	}
	Balance json.Number
}

func (f *footballTester) ask(r *http.Request) (int, seenMatch) {
	f.t.Helper()
	w := httptest.NewRecorder()
	f.h.ServeHTTP(w, r)
	var got seenMatch
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		f.t.Fatalf("%v: %s", err, w.Body)
	}
	return w.Code, got
}

func (f *footballTester) state() seenMatch {
	f.t.Helper()
	code, got := f.ask(httptest.NewRequest(http.MethodGet, Prefix+"football/"+fakeToken+"/state", nil))
	if code != http.StatusOK {
		f.t.Fatalf("answered %d", code)
	}
	return got
}

func (f *footballTester) bet(body string) (int, seenMatch) {
	f.t.Helper()
	r := httptest.NewRequest(http.MethodPost, Prefix+"football/"+fakeToken+"/bet", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return f.ask(r)
}

func picksOf(round int64, stake string, picks ...football.Pick) string {
	list, _ := json.Marshal(picks)
	return fmt.Sprintf(`{"round":%d,"picks":%s,"stake":%s}`, round, list, stake)
}

// TestAMatchIsPlayedOnceBetsAreClosed bets on every result of a match, and follows it.
func TestAMatchIsPlayedOnceBetsAreClosed(t *testing.T) {
	f := newFootballTester(t)
	round := f.round()
	before := f.state()
	if before.Phase != "betting" || len(before.Attacks) != 0 || len(before.Prices) != len(football.Picks) || len(before.Past) != footballPast {
		t.Fatalf("before: %+v", before)
	}
	code, placed := f.bet(picksOf(round.Number, "3", "1", "X", "2"))
	if code != http.StatusOK || len(placed.Bets) != 3 || placed.Balance != "91" {
		t.Fatalf("%d, placed: %+v", code, placed)
	}
	f.ledger.now = round.Closes.Add(football.Clock.Grace)
	playing := f.state()
	if playing.Phase != "playing" || len(playing.Attacks) != football.Moments || playing.Bets[0].Settled {
		t.Fatalf("playing: %+v", playing)
	}
	var score football.Score
	for _, a := range playing.Attacks {
		if a.End == football.EndGoal {
			score[a.Side]++
		}
	}
	f.ledger.now = round.Settles
	over := f.state()
	balance, won := bff.Kurus(9100), 0
	for _, b := range over.Bets {
		if b.Price != before.Prices[b.Pick] || !b.Settled {
			t.Errorf("settled %+v, priced at %d before", b, before.Prices[b.Pick])
		}
		pays := b.Pick.Pays(score, 300, b.Price)
		if b.Win.String() != trimmed(pays) {
			t.Errorf("%+v at %v, want %s", b, score, pays)
		}
		if pays > 0 {
			won++
		}
		balance += pays
	}
	if won != 1 || over.Balance.String() != trimmed(balance) || over.Phase != "over" {
		t.Errorf("over: %+v, want %s", over, balance)
	}
	f.ledger.now = round.Ends
	if got := f.state(); got.Past[0].Score != score || got.Phase != "betting" {
		t.Errorf("the match is remembered as %v, was %v", got.Past[0], score)
	}
}

func TestTheClockPaysMatchesOfAClosedPage(t *testing.T) {
	f := newFootballTester(t)
	won := 0
	for range 30 {
		round := f.round()
		f.ledger.seat.Balance = 1000
		if code, got := f.bet(picksOf(round.Number, "2", "over", "under")); code != http.StatusOK {
			t.Fatalf("%d %+v", code, got)
		}
		f.ledger.now = round.Ends.Add(48 * time.Hour)
		got := f.state()
		over, under := got.Bets[len(got.Bets)-2], got.Bets[len(got.Bets)-1]
		if (over.Win == "0") == (under.Win == "0") || !over.Settled || !under.Settled {
			t.Fatalf("over %+v, under %+v", over, under)
		}
		if over.Win != "0" {
			won++
		}
	}
	if won == 0 || won == 30 {
		t.Errorf("over won %d of 30", won)
	}
}

// TestFootballRefusesWhatIsNoBet also holds moves of several picks to all or nothing.
func TestFootballRefusesWhatIsNoBet(t *testing.T) {
	f := newFootballTester(t)
	round := f.round()
	n := round.Number
	many := make([]football.Pick, maxFootball+1)
	for i := range many {
		many[i] = "1"
	}
	for body, want := range map[string]string{
		picksOf(n, "2"):              "bad request",
		picksOf(n, "2", "3"):         "bad request",
		picksOf(n, "2", "1", "none"): "bad request",
		picksOf(n, "2", many...):     "bad request",
		picksOf(n, "1", "1"):         "bad stake",
		picksOf(n, "2.5", "1"):       "bad stake",
		picksOf(n, "501", "1"):       "bad stake",
		picksOf(n, "300", "1", "X"):  "bad stake", // above the limit of a match
		picksOf(n, "60", "1", "X"):   "insufficient funds",
		picksOf(n+1, "2", "1"):       "closed",
		`{"round":1,"score":"1-0"}`:  "bad request",
	} {
		if code, got := f.bet(body); got.Error != want || code < 400 {
			t.Errorf("%s: %d %q, want %q", body, code, got.Error, want)
		}
	}
	f.ledger.now = round.Closes.Add(football.Clock.Grace)
	if _, got := f.bet(picksOf(n, "2", "1")); got.Error != "closed" {
		t.Errorf("after kick-off: %+v", got)
	}
	if got := f.state(); len(got.Bets) != 0 || got.Balance != "100" {
		t.Errorf("something was staked: %+v", got)
	}
}
