package games

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/draw"
	"croupier/bff/mock/games/rounds"
)

// drawTester plays the draw of one session.
type drawTester struct{ player[seenDraw] }

func newDrawTester(t *testing.T) *drawTester {
	d := &drawTester{newPlayer[seenDraw](t, "draw", "betongames", 95, 100)}
	d.wallet.now = d.round().Ends // bets open
	return d
}

func (d *drawTester) round() rounds.Round {
	return draw.Clock.At(d.wallet.session.GameID, d.wallet.now)
}

// seenDraw is an answer as a page reads it.
type seenDraw struct {
	Phase string
	Balls []int
	Past  []struct{ Balls draw.Result }
	Bets  []struct {
		Round   int64
		Pick    draw.Pick
		Price   int64
		Settled bool
		Win     json.Number
	}
	Balance json.Number
}

func ballsOf(round int64, stake string, picks ...draw.Pick) string {
	list, _ := json.Marshal(picks)
	return fmt.Sprintf(`{"round":%d,"picks":%s,"stake":%s}`, round, list, stake)
}

// TestBallsAreToldOnceTheyAreDrawn bets on a draw of which some bets must win, and follows it.
func TestBallsAreToldOnceTheyAreDrawn(t *testing.T) {
	d := newDrawTester(t)
	round := d.round()
	before := d.state()
	if before.Phase != "betting" || len(before.Balls) != 0 || len(before.Past) != drawPast {
		t.Fatalf("before: %+v", before)
	}
	picks := []draw.Pick{"sum.odd", "sum.even", "in 4 17", "out 30", "first.red"}
	placed := d.post("bet", ballsOf(round.Number, "2", picks...), http.StatusOK)
	if len(placed.Bets) != len(picks) || placed.Balance != "90" {
		t.Fatalf("placed: %+v", placed)
	}
	d.wallet.now = round.Closes // bets on their way are still taken
	if got := d.state(); got.Phase != "betting" || len(got.Balls) != 0 {
		t.Errorf("within the grace: %+v", got)
	}
	d.wallet.now = round.Closes.Add(draw.Clock.Grace)
	for n := range draw.Drawn + 1 {
		if n > 0 {
			d.wallet.now = draw.Steps.At(round, n)
		}
		if got := d.state(); got.Phase != fmt.Sprintf("draw.%d", n) || len(got.Balls) != n || got.Bets[0].Settled {
			t.Fatalf("with %d balls: %+v", n, got)
		}
	}
	balls := draw.Result(d.state().Balls)
	d.wallet.now = round.Settles
	over := d.state()
	balance := bff.MinorUnits(9000)
	for i, b := range over.Bets {
		pays := picks[i].Pays(balls, 200, picks[i].Price(95))
		if b.Pick != picks[i] || b.Price != picks[i].Price(95) || !b.Settled || b.Win.String() != trimmed(pays) {
			t.Errorf("%+v at %v, want %s", b, balls, pays)
		}
		balance += pays
	}
	if over.Balance.String() != trimmed(balance) || over.Phase != "over" {
		t.Errorf("over: %+v, want %s", over, balance)
	}
	d.wallet.now = round.Ends
	if got := d.state(); got.Past[0].Balls != balls || got.Phase != "betting" || len(got.Bets) != len(picks) {
		t.Errorf("the draw is remembered as %v, was %v", got.Past[0], balls)
	}
}

func TestTheClockPaysDrawsOfAClosedPage(t *testing.T) {
	d := newDrawTester(t)
	won := 0
	for range 30 {
		round := d.round()
		d.wallet.session.Balance = 1000
		d.post("bet", ballsOf(round.Number, "2", "sum.low", "sum.high"), http.StatusOK)
		d.wallet.now = round.Ends.Add(48 * time.Hour)
		got := d.state()
		low, high := got.Bets[len(got.Bets)-2], got.Bets[len(got.Bets)-1]
		if (low.Win == "0") == (high.Win == "0") || !low.Settled || !high.Settled {
			t.Fatalf("low %+v, high %+v", low, high)
		}
		if low.Win != "0" {
			won++
		}
	}
	if won == 0 || won == 30 {
		t.Errorf("low won %d of 30", won)
	}
}

// TestDrawRefusesWhatIsNoBet also holds moves of several picks to all or nothing.
func TestDrawRefusesWhatIsNoBet(t *testing.T) {
	d := newDrawTester(t)
	round := d.round()
	n := round.Number
	many := slices.Repeat([]draw.Pick{"in 1"}, maxPicks+1)
	d.refuses("bet", map[string]string{
		ballsOf(n, "2"):                       "bad request",
		ballsOf(n, "2", "in 37"):              "bad request",
		ballsOf(n, "2", "sum.odd", "none"):    "bad request",
		ballsOf(n, "2", many...):              "bad request",
		ballsOf(n, "0.5", "in 1"):             "bad stake",
		ballsOf(n, "2.5", "in 1"):             "bad stake",
		ballsOf(n, "501", "in 1"):             "bad stake",
		ballsOf(n, "300", "in 1", "in 2"):     "bad stake", // above the limit of a draw
		ballsOf(n, "60", "in 1", "first.red"): "insufficient funds",
		ballsOf(n+1, "2", "in 1"):             "closed",
		`{"round":1,"number":7}`:              "bad request",
	})
	d.wallet.now = round.Closes.Add(draw.Clock.Grace)
	d.refuses("bet", map[string]string{ballsOf(n, "2", "in 1"): "closed"}) // the drum turns
	if got := d.state(); len(got.Bets) != 0 || got.Balance != "100" {
		t.Errorf("something was staked: %+v", got)
	}
}
