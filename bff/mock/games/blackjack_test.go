package games

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// newBlackjack seats somebody at a blackjack table just before a hand whose start pleases.
func newBlackjack(t *testing.T, pleases func(live.Hand) bool) (*fakeLedger, http.Handler) {
	t.Helper()
	f := newFakeLedger()
	f.kind = "blackjack"
	f.seat.MinBet, f.seat.MaxBet = 200, 5000
	for range 10_000 {
		if pleases(live.PlayHand(f.Chance(f.now.UnixMilli()), "")) {
			return f, Handler(f)
		}
		f.now = f.now.Add(time.Millisecond)
	}
	t.Fatal("no such hand comes")
	return nil, nil
}

func open(h live.Hand) bool { return h.End == "" }

type blackjackSeen struct {
	Balance bff.Kurus
	Hand    *struct {
		ID             string
		Stake, Win     bff.Kurus
		Step           int
		Player, Dealer []string
		End            string
	}
	Error string
}

func blackjackCall(t *testing.T, h http.Handler, action, body string) (int, blackjackSeen) {
	t.Helper()
	path := Prefix + "blackjack/" + fakeToken + "/" + action
	var w *httptest.ResponseRecorder
	if body == "" {
		w = get(h, path)
	} else {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w = httptest.NewRecorder()
		h.ServeHTTP(w, r)
	}
	var s blackjackSeen
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return w.Code, s
}

func TestAHandIsPlayedToItsEnd(t *testing.T) {
	f, h := newBlackjack(t, open)
	expected := live.PlayHand(f.Chance(f.now.UnixMilli()), "s")
	status, s := blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`)
	if status != http.StatusOK || s.Balance != 9500 || len(s.Hand.Dealer) != 1 || s.Hand.End != "" {
		t.Fatalf("dealt: HTTP %d %+v", status, s)
	}
	if status, again := blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`); status != http.StatusOK || again.Hand.ID != s.Hand.ID || f.rounds != 1 {
		t.Errorf("dealt twice: HTTP %d, %d hands", status, f.rounds)
	}
	if status, s := blackjackCall(t, h, "deal", `{"stake":5,"key":"b"}`); status != http.StatusConflict || s.Error != "busy" {
		t.Errorf("another hand meanwhile: HTTP %d %+v", status, s)
	}
	for range 2 { // the second one is the first one's echo
		status, s = blackjackCall(t, h, "move", `{"id":"round-1","step":0,"move":"stand"}`)
		want := 500 * bff.Kurus(expected.Pays()) / 100
		if status != http.StatusOK || s.Hand.End != expected.End || s.Hand.Win != want || s.Balance != 9500+want || len(s.Hand.Dealer) < 2 {
			t.Fatalf("stood: HTTP %d %+v, want %+v", status, s, expected)
		}
	}
	if status, s := blackjackCall(t, h, "move", `{"id":"round-1","step":1,"move":"hit"}`); status != http.StatusConflict || s.Error != "no bet" {
		t.Errorf("a move after the end: HTTP %d %+v", status, s)
	}
}

func TestDoublingStakesAgainAndPaysBoth(t *testing.T) {
	f, h := newBlackjack(t, open)
	expected := live.PlayHand(f.Chance(f.now.UnixMilli()), "d")
	blackjackCall(t, h, "deal", `{"stake":20,"key":"a"}`)
	status, s := blackjackCall(t, h, "move", `{"id":"round-1","step":0,"move":"double"}`)
	want := 4000 * bff.Kurus(expected.Pays()) / 100
	if status != http.StatusOK || s.Hand.Stake != 4000 || s.Hand.Win != want || s.Balance != 6000+want || len(s.Hand.Player) != 3 {
		t.Errorf("HTTP %d %+v, want %+v", status, s, expected)
	}

	f, h = newBlackjack(t, open)
	f.seat.Balance = 3000
	blackjackCall(t, h, "deal", `{"stake":20,"key":"a"}`)
	if status, _ := blackjackCall(t, h, "move", `{"id":"round-1","step":0,"move":"double"}`); status != http.StatusPaymentRequired {
		t.Errorf("beyond the purse: HTTP %d", status)
	}
	if _, s := blackjackCall(t, h, "hand", ""); s.Hand.End != "" || s.Hand.Step != 0 || s.Balance != 1000 {
		t.Errorf("the hand after it: %+v", s)
	}
}

func TestAHandLeftAloneStands(t *testing.T) {
	f, h := newBlackjack(t, open)
	expected := live.PlayHand(f.Chance(f.now.UnixMilli()), "s")
	blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`)
	f.now = f.now.Add(live.HandTime)
	want := 500 * bff.Kurus(expected.Pays()) / 100
	if _, s := blackjackCall(t, h, "hand", ""); s.Hand.End != expected.End || s.Hand.Win != want || s.Balance != 9500+want {
		t.Errorf("%+v, want %+v", s, expected)
	}
}

func TestABlackjackIsPaidAtOnce(t *testing.T) {
	_, h := newBlackjack(t, func(hand live.Hand) bool { return hand.End == live.EndBlackjack })
	if _, s := blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`); s.Hand.End != live.EndBlackjack || s.Balance != 9500+1250 || s.Hand.Win != 1250 {
		t.Errorf("%+v", s)
	}
}

func TestBlackjackRefuses(t *testing.T) {
	for _, c := range []struct {
		action, body string
		status       int
		word         string
	}{
		{"deal", `{"stake":1,"key":"a"}`, 400, "bad stake"},
		{"deal", `{"stake":51,"key":"a"}`, 400, "bad stake"},
		{"deal", `{"stake":2.5,"key":"a"}`, 400, "bad stake"},
		{"deal", `{"stake":5}`, 400, "bad request"},
		{"move", `{"id":"round-1","step":0,"move":"hit"}`, 409, "no bet"},
		{"move", `{"id":"round-1","step":0,"move":"split"}`, 400, "bad request"},
	} {
		f, h := newBlackjack(t, open)
		if status, s := blackjackCall(t, h, c.action, c.body); status != c.status || s.Error != c.word || f.rounds != 0 {
			t.Errorf("%s %s: HTTP %d %q", c.action, c.body, status, s.Error)
		}
	}
}
