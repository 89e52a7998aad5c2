package games

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/football"
	"croupier/bff/mock/games/rounds"
)

// footballTester plays the football game of one session.
type footballTester struct{ player[seenMatch] }

func newFootballTester(t *testing.T) *footballTester {
	f := &footballTester{newPlayer[seenMatch](t, "football", "football3d", 91, 200)}
	f.wallet.now = f.round().Ends // bets open
	return f
}

func (f *footballTester) round() rounds.Round {
	return football.Clock.At(f.wallet.session.GameID, f.wallet.now)
}

// seenMatch is an answer as a page reads it.
type seenMatch struct {
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
	placed := f.post("bet", picksOf(round.Number, "3", "1", "X", "2"), http.StatusOK)
	if len(placed.Bets) != 3 || placed.Balance != "91" {
		t.Fatalf("placed: %+v", placed)
	}
	f.wallet.now = round.Closes.Add(football.Clock.Grace)
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
	f.wallet.now = round.Settles
	over := f.state()
	balance, won := bff.MinorUnits(9100), 0
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
	f.wallet.now = round.Ends
	if got := f.state(); got.Past[0].Score != score || got.Phase != "betting" {
		t.Errorf("the match is remembered as %v, was %v", got.Past[0], score)
	}
}

func TestTheClockPaysMatchesOfAClosedPage(t *testing.T) {
	f := newFootballTester(t)
	won := 0
	for range 30 {
		round := f.round()
		f.wallet.session.Balance = 1000
		f.post("bet", picksOf(round.Number, "2", "over", "under"), http.StatusOK)
		f.wallet.now = round.Ends.Add(48 * time.Hour)
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
	many := make([]football.Pick, maxPicks+1)
	for i := range many {
		many[i] = "1"
	}
	f.refuses("bet", map[string]string{
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
	})
	f.wallet.now = round.Closes.Add(football.Clock.Grace)
	f.refuses("bet", map[string]string{picksOf(n, "2", "1"): "closed"})
	if got := f.state(); len(got.Bets) != 0 || got.Balance != "100" {
		t.Errorf("something was staked: %+v", got)
	}
}
