package games

import (
	"fmt"
	"net/http"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/draw"
)

type drawState struct {
	Phase string
	Balls []int
	Past  []struct{ Balls draw.Result }
	Bets  []struct {
		Pick    draw.Pick
		Price   int64
		Settled bool
		Win     bff.MinorUnits
	}
	Balance bff.MinorUnits
}

// TestDrawPublishesBallsWhenTheyAreDrawn bets on a draw of which some bets must win, and follows it.
func TestDrawPublishesBallsWhenTheyAreDrawn(t *testing.T) {
	c := newClient[drawState](t, "draw", "betongames", 95, 100)
	c.wallet.now = draw.Clock.At(c.wallet.session.GameID, c.wallet.now).Ends
	round := draw.Clock.At(c.wallet.session.GameID, c.wallet.now)
	if got := c.state(); got.Phase != "betting" || len(got.Balls) != 0 || len(got.Past) != drawPast {
		t.Fatalf("at the opening: %+v", got)
	}
	picks := []draw.Pick{"sum.odd", "sum.even", "in 4 17", "out 30", "first.red"}
	placed := c.post("bet", picksBody(round.Number, "2", picks...), http.StatusOK)
	if len(placed.Bets) != len(picks) || placed.Balance != 9_000 {
		t.Fatalf("placed: %+v", placed)
	}
	c.wallet.now = round.Closes
	if got := c.state(); got.Phase != "betting" || len(got.Balls) != 0 {
		t.Errorf("within the grace period: %+v", got)
	}
	for n := range draw.Drawn + 1 {
		c.wallet.now = round.Shut
		if n > 0 {
			c.wallet.now = draw.Steps.At(round, n)
		}
		if got := c.state(); got.Phase != fmt.Sprintf("draw.%d", n) || len(got.Balls) != n || got.Bets[0].Settled {
			t.Fatalf("with %d balls: %+v", n, got)
		}
	}
	balls := draw.Result(c.state().Balls)
	c.wallet.now = round.Settles
	over := c.state()
	balance := bff.MinorUnits(9_000)
	for i, b := range over.Bets {
		pays := picks[i].Pays(balls, 200, picks[i].Price(95))
		if b.Pick != picks[i] || b.Price != picks[i].Price(95) || !b.Settled || b.Win != pays {
			t.Errorf("%+v at %v, want %s", b, balls, pays)
		}
		balance += pays
	}
	if over.Balance != balance || over.Phase != "over" || len(over.Balls) != draw.Drawn {
		t.Errorf("over: %+v, want %s", over, balance)
	}
	c.wallet.now = round.Ends
	if got := c.state(); got.Past[0].Balls != balls || got.Phase != "betting" || len(got.Bets) != len(picks) {
		t.Errorf("the past has %v, want %v", got.Past[0], balls)
	}
}
