package games

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/bingo"
	"croupier/bff/mock/games/rounds"
)

// bingoTester plays bingo from one session.
type bingoTester struct{ player[seenHall] }

func newBingoTester(t *testing.T) *bingoTester {
	b := &bingoTester{newPlayer[seenHall](t, "bingo", "bingo", 92, 100)}
	b.wallet.session.MaxBet = 20_000
	b.wallet.now = b.round().Ends // a sale begins
	return b
}

func (b *bingoTester) round() rounds.Round {
	return bingo.Clock.At(b.wallet.session.GameID, b.wallet.now)
}

// seenHall is an answer as a page reads it.
type seenHall struct {
	Error string
	Round int64
	Phase string
	Calls []int
	Bets  []struct {
		Cards   []bingo.Card
		Settled bool
		Win     json.Number
	}
	Past []struct {
		Round int64
		Cards int
		Win   json.Number
	}
	Others  []struct{ Cards int }
	Balance json.Number
}

func (b *bingoTester) buy(body string, status int) seenHall {
	b.t.Helper()
	return b.post("buy", body, status)
}

func cardsOf(round int64, n int, price string) string {
	return fmt.Sprintf(`{"round":%d,"cards":%d,"price":%s}`, round, n, price)
}

// TestCardsStayAndAreCalledInTheOpen buys, looks again, and goes through the calls: the cards
// stay the same, and no ball is told before its call.
func TestCardsStayAndAreCalledInTheOpen(t *testing.T) {
	b := newBingoTester(t)
	round := b.round()
	bought := b.buy(cardsOf(round.Number, 3, "2"), http.StatusOK)
	if bought.Phase != "buying" || bought.Balance != "94" || len(bought.Bets) != 1 || len(bought.Bets[0].Cards) != 3 || len(bought.Calls) != 0 {
		t.Fatalf("bought: %+v", bought)
	}
	again := b.buy(cardsOf(round.Number, 1, "5"), http.StatusOK)
	if len(again.Bets) != 2 || again.Bets[1].Cards[0] == again.Bets[0].Cards[0] {
		t.Fatalf("bought again: %+v", again)
	}
	var called []int
	for n := range bingo.Calls + 1 {
		if b.wallet.now = round.Closes; n > 0 {
			b.wallet.now = bingo.Steps.At(round, n)
		}
		got := b.state()
		if got.Phase != fmt.Sprintf("call.%d", n) || len(got.Calls) != n || fmt.Sprint(got.Calls[:len(called)]) != fmt.Sprint(called) {
			t.Fatalf("at call %d: %s %v", n, got.Phase, got.Calls)
		}
		if fmt.Sprint(got.Bets[0].Cards) != fmt.Sprint(bought.Bets[0].Cards) {
			t.Fatal("the cards have changed")
		}
		called = got.Calls
	}
	if got := b.state(); got.Bets[0].Settled || len(got.Others) == 0 {
		t.Errorf("before the end: %+v", got)
	}
	b.wallet.now = round.Settles
	over := b.state()
	table := bingo.NewTable(92)
	var want bff.MinorUnits
	for i, price := range []bff.MinorUnits{200, 500} {
		for _, c := range over.Bets[i].Cards {
			want += table.Win(price, c, called)
		}
	}
	if over.Phase != "over" || !over.Bets[0].Settled || over.Past[0].Cards != 4 || over.Past[0].Win.String() != trimmed(want) {
		t.Errorf("over: %+v, want %s", over.Past, want)
	}
}

// TestTheClockPaysCardsOfAClosedPage buys for round after round and compares what the books
// pay long after with what the cards were worth.
func TestTheClockPaysCardsOfAClosedPage(t *testing.T) {
	b := newBingoTester(t)
	won := 0
	for range 40 {
		round := b.round()
		b.wallet.session.Balance = 10_000
		got := b.buy(cardsOf(round.Number, 24, "1"), http.StatusOK)
		draw := bingo.NewDraw(b.wallet.Chance(round.Number))
		var want bff.MinorUnits
		for _, c := range got.Bets[0].Cards {
			want += bingo.NewTable(92).Win(100, c, draw)
		}
		b.wallet.now = round.Ends.Add(3 * bingo.Clock.Length())
		past := b.state().Past
		if past[0].Round != round.Number || past[0].Win.String() != trimmed(want) {
			t.Fatalf("paid %+v, want %s", past[0], want)
		}
		if want > 0 {
			won++
		}
		if len(past) > bingoPast {
			t.Fatalf("%d rounds are told", len(past))
		}
	}
	if won == 0 {
		t.Error("nothing was ever won")
	}
}

func TestBingoRefusesWhatIsNoPurchase(t *testing.T) {
	b := newBingoTester(t)
	b.wallet.session.Balance = 30_000
	round := b.round()
	n := round.Number
	b.buy(cardsOf(n, 20, "1"), http.StatusOK)
	b.refuses("buy", map[string]string{
		cardsOf(n, 5, "1"):          "bad stake", // 25 cards
		cardsOf(n, 2, "100"):        "bad stake", // above the limit of a round
		cardsOf(n, 0, "1"):          "bad request",
		cardsOf(n, 25, "1"):         "bad request",
		cardsOf(n, -1, "1"):         "bad request",
		cardsOf(n, 1, "0.5"):        "bad stake",
		cardsOf(n, 1, "1.5"):        "bad stake",
		cardsOf(n, 1, "201"):        "bad stake",
		cardsOf(n+1, 1, "1"):        "closed",
		cardsOf(n-1, 1, "1"):        "closed",
		`{"round":1,"numbers":[1]}`: "bad request",
	})
	b.wallet.session.Balance = 100
	if got := b.buy(cardsOf(n, 4, "1"), http.StatusPaymentRequired); got.Error != "insufficient funds" {
		t.Errorf("too dear: %+v", got)
	}
	b.wallet.now = round.Closes.Add(time.Second)
	if got := b.buy(cardsOf(n, 1, "1"), http.StatusConflict); got.Error != "closed" {
		t.Errorf("after the sale: %+v", got)
	}
	if got := b.state(); len(got.Bets) != 1 || got.Balance != "1" {
		t.Errorf("something was bought: %+v", got)
	}
}
