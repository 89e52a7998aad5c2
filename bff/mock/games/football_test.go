package games

import (
	"net/http"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/football"
)

type footballState struct {
	Phase   string
	Prices  map[football.Pick]int64
	Attacks []football.Attack
	Past    []struct{ Score football.Score }
	Bets    []struct {
		Pick    football.Pick
		Price   int64
		Settled bool
		Win     bff.MinorUnits
	}
	Balance bff.MinorUnits
}

// TestFootballPublishesMatchWhenBetsAreClosed bets on every result of a match, and follows it.
func TestFootballPublishesMatchWhenBetsAreClosed(t *testing.T) {
	c := newClient[footballState](t, "football", "football3d", 91, 200)
	c.wallet.now = football.Clock.At(c.wallet.session.GameID, c.wallet.now).Ends
	round := football.Clock.At(c.wallet.session.GameID, c.wallet.now)
	before := c.state()
	if before.Phase != "betting" || len(before.Attacks) != 0 || len(before.Prices) != len(football.Picks) || len(before.Past) != footballPast {
		t.Fatalf("at the opening: %+v", before)
	}
	placed := c.post("bet", picksBody[football.Pick](round.Number, "3", "1", "X", "2"), http.StatusOK)
	if len(placed.Bets) != 3 || placed.Balance != 9_100 {
		t.Fatalf("placed: %+v", placed)
	}
	c.wallet.now = round.Shut
	playing := c.state()
	if playing.Phase != "playing" || len(playing.Attacks) != football.Moments || playing.Bets[0].Settled {
		t.Fatalf("playing: %+v", playing)
	}
	var score football.Score
	for _, a := range playing.Attacks {
		if a.End == football.EndGoal {
			score[a.Side]++
		}
	}
	c.wallet.now = round.Settles
	over := c.state()
	balance, won := bff.MinorUnits(9_100), 0
	for _, b := range over.Bets {
		if b.Price != before.Prices[b.Pick] || !b.Settled {
			t.Errorf("settled %+v, priced at %d before", b, before.Prices[b.Pick])
		}
		pays := b.Pick.Pays(score, 300, b.Price)
		if b.Win != pays {
			t.Errorf("%+v at %v, want %s", b, score, pays)
		}
		if pays > 0 {
			won++
		}
		balance += pays
	}
	if won != 1 || over.Balance != balance || over.Phase != "over" {
		t.Errorf("over: %+v, want %s", over, balance)
	}
	c.wallet.now = round.Ends
	if got := c.state(); got.Past[0].Score != score || got.Phase != "betting" {
		t.Errorf("the past has %v, want %v", got.Past[0], score)
	}
}
