package games

import (
	"fmt"
	"net/http"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/bingo"
)

type bingoState struct {
	Phase string
	Calls []int
	Bets  []struct {
		Cards   []bingo.Card
		Settled bool
	}
	Past []struct {
		Round int64
		Cards int
		Win   bff.MinorUnits
	}
	Others  []struct{ Cards int }
	Balance bff.MinorUnits
}

func bingoBody(round int64, cards int, price string) string {
	return bodyf(`{"round":%d,"cards":%d,"price":%s}`, round, cards, price)
}

// TestBingoPublishesCallsWhenTheyAreMade buys cards and follows the calls. The cards must not
// change.
func TestBingoPublishesCallsWhenTheyAreMade(t *testing.T) {
	c := newClient[bingoState](t, "bingo", "bingo", 92, 100)
	c.wallet.now = bingo.Clock.At(c.wallet.session.GameID, c.wallet.now).Ends
	round := bingo.Clock.At(c.wallet.session.GameID, c.wallet.now)
	bought := c.post("buy", bingoBody(round.Number, 3, "2"), http.StatusOK)
	if bought.Phase != "buying" || bought.Balance != 9_400 || len(bought.Bets) != 1 || len(bought.Bets[0].Cards) != 3 || len(bought.Calls) != 0 {
		t.Fatalf("bought: %+v", bought)
	}
	again := c.post("buy", bingoBody(round.Number, 1, "5"), http.StatusOK)
	if len(again.Bets) != 2 || again.Bets[1].Cards[0] == again.Bets[0].Cards[0] {
		t.Fatalf("bought again: %+v", again)
	}
	c.refuses("buy", map[string]string{bingoBody(round.Number, 21, "1"): "bad stake"}) // 25 cards
	var called []int
	for n := range bingo.Calls + 1 {
		if c.wallet.now = round.Closes; n > 0 {
			c.wallet.now = bingo.Steps.At(round, n)
		}
		got := c.state()
		if got.Phase != fmt.Sprintf("call.%d", n) || len(got.Calls) != n || fmt.Sprint(got.Calls[:len(called)]) != fmt.Sprint(called) {
			t.Fatalf("at call %d: %s %v", n, got.Phase, got.Calls)
		}
		if fmt.Sprint(got.Bets[0].Cards) != fmt.Sprint(bought.Bets[0].Cards) {
			t.Fatal("the cards have changed")
		}
		called = got.Calls
	}
	if got := c.state(); got.Bets[0].Settled || len(got.Others) == 0 {
		t.Errorf("before the end: %+v", got)
	}
	c.wallet.now = round.Settles
	over := c.state()
	table := bingo.NewTable(92)
	var want bff.MinorUnits
	for i, price := range []bff.MinorUnits{200, 500} {
		for _, card := range over.Bets[i].Cards {
			want += table.Win(price, card, called)
		}
	}
	if over.Phase != "over" || !over.Bets[0].Settled || over.Past[0].Cards != 4 || over.Past[0].Win != want {
		t.Errorf("over: %+v, want %s", over.Past, want)
	}
}

// TestBingoListsPastRounds buys the most cards of many rounds.
func TestBingoListsPastRounds(t *testing.T) {
	c := newClient[bingoState](t, "bingo", "bingo", 92, 100)
	won := 0
	for range bingoPast + 5 {
		c.wallet.now = bingo.Clock.At(c.wallet.session.GameID, c.wallet.now).Ends
		round := bingo.Clock.At(c.wallet.session.GameID, c.wallet.now)
		c.wallet.session.Balance = 10_000
		got := c.post("buy", bingoBody(round.Number, 24, "1"), http.StatusOK)
		balls := bingo.NewDraw(c.wallet.Chance(round.Number))
		var want bff.MinorUnits
		for _, card := range got.Bets[0].Cards {
			want += bingo.NewTable(92).Win(100, card, balls)
		}
		c.wallet.now = round.Ends.Add(3 * bingo.Clock.Length())
		past := c.state().Past
		if past[0].Round != round.Number || past[0].Win != want || len(past) > bingoPast {
			t.Fatalf("%d rounds, paid %+v, want %s", len(past), past[0], want)
		}
		if want > 0 {
			won++
		}
	}
	if won == 0 {
		t.Error("no round has won")
	}
}
