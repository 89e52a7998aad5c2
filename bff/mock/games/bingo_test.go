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
	"croupier/bff/mock/games/bingo"
	"croupier/bff/mock/games/live"
)

// bingoTester plays bingo from one seat.
type bingoTester struct {
	t      *testing.T
	ledger *fakeLedger
	h      http.Handler
}

func newBingoTester(t *testing.T) *bingoTester {
	l := newFakeLedger()
	l.kind, l.seat.Type, l.seat.RTP, l.seat.MinBet, l.seat.MaxBet = "bingo", "bingo", 92, 100, 20_000
	b := &bingoTester{t, l, Handler(l)}
	b.ledger.now = b.round().Ends // a sale begins
	return b
}

func (b *bingoTester) round() live.Round { return bingo.Clock.At(b.ledger.seat.GameID, b.ledger.now) }

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

func (b *bingoTester) read(w *httptest.ResponseRecorder, status int) seenHall {
	b.t.Helper()
	if w.Code != status {
		b.t.Fatalf("answered %d: %s", w.Code, w.Body)
	}
	var got seenHall
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		b.t.Fatal(err)
	}
	return got
}

func (b *bingoTester) state() seenHall {
	b.t.Helper()
	return b.read(get(b.h, Prefix+"bingo/"+fakeToken+"/state"), http.StatusOK)
}

func (b *bingoTester) buy(body string, status int) seenHall {
	b.t.Helper()
	r := httptest.NewRequest(http.MethodPost, Prefix+"bingo/"+fakeToken+"/buy", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	b.h.ServeHTTP(w, r)
	return b.read(w, status)
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
		if b.ledger.now = round.Closes; n > 0 {
			b.ledger.now = bingo.Call(round, n)
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
	b.ledger.now = round.Settles
	over := b.state()
	table := bingo.NewTable(92)
	var want bff.Kurus
	for i, price := range []bff.Kurus{200, 500} {
		for _, c := range over.Bets[i].Cards {
			want += table.Win(price, c, called)
		}
	}
	if over.Phase != "over" || !over.Bets[0].Settled || over.Past[0].Cards != 4 || over.Past[0].Win.String() != trimmed(want) {
		t.Errorf("over: %+v, want %s", over.Past, want)
	}
}

// trimmed writes an amount as answers do.
func trimmed(k bff.Kurus) string {
	raw, _ := json.Marshal(k)
	return string(raw)
}

// TestTheClockPaysCardsOfAClosedPage buys for round after round and compares what the books
// pay long after with what the cards were worth.
func TestTheClockPaysCardsOfAClosedPage(t *testing.T) {
	b := newBingoTester(t)
	won := 0
	for range 40 {
		round := b.round()
		b.ledger.seat.Balance = 10_000
		got := b.buy(cardsOf(round.Number, 24, "1"), http.StatusOK)
		draw := bingo.NewDraw(b.ledger.Chance(round.Number))
		var want bff.Kurus
		for _, c := range got.Bets[0].Cards {
			want += bingo.NewTable(92).Win(100, c, draw)
		}
		b.ledger.now = round.Ends.Add(3 * bingo.Clock.Length())
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
	b.ledger.seat.Balance = 30_000
	round := b.round()
	n := round.Number
	b.buy(cardsOf(n, 20, "1"), http.StatusOK)
	for body, want := range map[string]string{
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
	} {
		r := httptest.NewRequest(http.MethodPost, Prefix+"bingo/"+fakeToken+"/buy", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		b.h.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), `"error":"`+want+`"`) {
			t.Errorf("%s: %d %s, want %q", body, w.Code, w.Body, want)
		}
	}
	b.ledger.seat.Balance = 100
	if got := b.buy(cardsOf(n, 4, "1"), http.StatusPaymentRequired); got.Error != "insufficient funds" {
		t.Errorf("too dear: %+v", got)
	}
	b.ledger.now = round.Closes.Add(time.Second)
	if got := b.buy(cardsOf(n, 1, "1"), http.StatusConflict); got.Error != "closed" {
		t.Errorf("after the sale: %+v", got)
	}
	if got := b.state(); len(got.Bets) != 1 || got.Balance != "1" {
		t.Errorf("something was bought: %+v", got)
	}
}
