package games

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// dealing returns the next round after moves.
type dealing func(moves string) *live.Blackjack

// newBlackjack returns a wallet and a handler just before a round that matches.
func newBlackjack(t *testing.T, matches func(dealing) bool) (*fakeWallet, http.Handler) {
	t.Helper()
	f := newFakeWallet()
	f.kind = "blackjack"
	f.session.MinBet, f.session.MaxBet = 200, 5000
	for range 10_000 {
		if matches(next(f)) {
			return f, Handler(f)
		}
		f.now = f.now.Add(time.Millisecond)
	}
	t.Fatal("no such round")
	return nil, nil
}

func next(f *fakeWallet) dealing {
	return func(moves string) *live.Blackjack { return live.DealBlackjack(f.Chance(f.now.UnixMilli()), moves) }
}

// after returns the next round after moves and a timeout.
func after(f *fakeWallet, moves string) *live.Blackjack {
	round := next(f)(moves)
	round.TimeUp()
	return round
}

func going(deal dealing) bool { return deal("").May(live.MoveStand) }

func pair(deal dealing) bool { return deal("").May(live.MoveSplit) && !deal("p").Over }

func offered(deal dealing) bool { return deal("").May(live.MoveInsure) }

type blackjackSeen struct {
	Balance bff.MinorUnits
	Round   *struct {
		ID                      string
		Stake, Win              bff.MinorUnits
		Insurance, InsuranceWin bff.MinorUnits
		Step, Turn              int
		Hands                   []struct {
			Cards      []string
			Stake, Win bff.MinorUnits
			End        string
		}
		Dealer, May []string
		Over        bool
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
		w = post(h, path, body)
	}
	var s blackjackSeen
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return w.Code, s
}

// moveBody is a move of the first round.
func moveBody(step int, move string) string {
	return fmt.Sprintf(`{"id":"round-1","step":%d,"move":"%s"}`, step, move)
}

func TestBlackjackRound(t *testing.T) {
	f, h := newBlackjack(t, going)
	expected := after(f, "s")
	status, s := blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`)
	if status != http.StatusOK || s.Balance != 9500 || len(s.Round.Dealer) != 1 || s.Round.Over || s.Round.Hands[0].Stake != 500 {
		t.Fatalf("dealt: HTTP %d %+v", status, s)
	}
	if status, again := blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`); status != http.StatusOK || again.Round.ID != s.Round.ID || f.rounds != 1 {
		t.Errorf("dealt twice: HTTP %d, %d rounds", status, f.rounds)
	}
	if status, s := blackjackCall(t, h, "deal", `{"stake":5,"key":"b"}`); status != http.StatusConflict || s.Error != "busy" {
		t.Errorf("another round meanwhile: HTTP %d %+v", status, s)
	}
	for range 2 { // the second request is a repetition
		status, s = blackjackCall(t, h, "move", moveBody(0, "stand"))
		want := 500 * bff.MinorUnits(expected.Pays(live.StakeFirst)) / 100
		if status != http.StatusOK || s.Round.Hands[0].End != expected.Hands[0].End || s.Round.Win != want || s.Balance != 9500+want || len(s.Round.Dealer) < 2 {
			t.Fatalf("stood: HTTP %d %+v, want %+v", status, s, expected)
		}
	}
	if status, s := blackjackCall(t, h, "move", moveBody(1, "hit")); status != http.StatusConflict || s.Error != "no bet" {
		t.Errorf("a move after the end: HTTP %d %+v", status, s)
	}
}

func TestDoubleStakesAgain(t *testing.T) {
	f, h := newBlackjack(t, going)
	expected := after(f, "d")
	blackjackCall(t, h, "deal", `{"stake":20,"key":"a"}`)
	for range 2 { // the second request is a repetition
		status, s := blackjackCall(t, h, "move", moveBody(0, "double"))
		want := 4000 * bff.MinorUnits(expected.Pays(live.StakeDouble)) / 100
		if status != http.StatusOK || s.Round.Stake != 4000 || s.Round.Win != want || s.Balance != 6000+want || len(s.Round.Hands[0].Cards) != 3 || f.rounds != 2 {
			t.Errorf("HTTP %d %+v, want %+v", status, s, expected)
		}
	}
}

// TestSplitStakesAgain splits a pair and doubles its second hand: three stakes.
func TestSplitStakesAgain(t *testing.T) {
	f, h := newBlackjack(t, func(deal dealing) bool {
		return pair(deal) && deal("p").Turn == 0 && deal("ps").Turn == 1 // no hand is 21
	})
	expected := after(f, "psd")
	blackjackCall(t, h, "deal", `{"stake":20,"key":"a"}`)
	for range 2 {
		status, s := blackjackCall(t, h, "move", moveBody(0, "split"))
		if status != http.StatusOK || s.Balance != 6000 || f.rounds != 2 || len(s.Round.Hands) != 2 || s.Round.Turn != 0 ||
			s.Round.Hands[0].Stake != 2000 || s.Round.Hands[1].Stake != 2000 || slices.Contains(s.Round.May, "split") {
			t.Fatalf("split: HTTP %d %+v", status, s)
		}
	}
	blackjackCall(t, h, "move", moveBody(1, "stand"))
	if _, s := blackjackCall(t, h, "hand", ""); s.Round.Turn != 1 || s.Round.Step != 2 || s.Round.Over {
		t.Fatalf("reloaded: %+v", s)
	}
	for range 2 {
		status, s := blackjackCall(t, h, "move", moveBody(2, "double"))
		first, second := 20*bff.MinorUnits(expected.Pays(live.StakeFirst)), 40*bff.MinorUnits(expected.Pays(live.StakeSplit))
		if status != http.StatusOK || f.rounds != 3 || !s.Round.Over || s.Round.Stake != 6000 || s.Round.Hands[1].Stake != 4000 ||
			s.Round.Hands[0].Win != first || s.Round.Hands[1].Win != second || s.Balance != 4000+first+second {
			t.Errorf("doubled: HTTP %d %+v, want %+v", status, s, expected)
		}
	}
}

// TestInsurance stakes half of the first stake, which may be less than the minimum.
func TestInsurance(t *testing.T) {
	for _, hit := range []bool{true, false} {
		f, h := newBlackjack(t, func(deal dealing) bool { return offered(deal) && deal("i").Over == hit })
		if _, s := blackjackCall(t, h, "deal", `{"stake":3,"key":"a"}`); !slices.Equal(s.Round.May, []string{"decline", "insure"}) || len(s.Round.Dealer) != 1 {
			t.Fatalf("offered: %+v", s.Round)
		}
		var s blackjackSeen
		for range 2 {
			_, s = blackjackCall(t, h, "move", moveBody(0, "insure"))
		}
		if s.Round.Insurance != 150 || f.rounds != 2 || s.Round.Over != hit {
			t.Errorf("insured: %+v", s.Round)
		}
		if hit && (s.Balance != 10_000 || s.Round.InsuranceWin != 450 || s.Round.Hands[0].End != live.EndLose) {
			t.Errorf("against a blackjack: %+v", s)
		}
		if !hit && (s.Balance != 9550 || s.Round.Win != 0 || !slices.Contains(s.Round.May, "stand")) {
			t.Errorf("against none: %+v", s)
		}
	}
}

func TestEvenMoney(t *testing.T) {
	f, h := newBlackjack(t, func(deal dealing) bool { return deal("").May(live.MoveEven) })
	if _, s := blackjackCall(t, h, "deal", `{"stake":20,"key":"a"}`); !slices.Equal(s.Round.May, []string{"decline", "even"}) {
		t.Fatalf("offered: %+v", s.Round)
	}
	if _, s := blackjackCall(t, h, "move", moveBody(0, "even")); s.Round.Hands[0].End != live.EndEven || s.Balance != 12_000 || f.rounds != 1 {
		t.Errorf("taken: %+v", s)
	}
}

func TestUncoveredMoveLeavesRoundUnchanged(t *testing.T) {
	for _, c := range []struct {
		move    string
		matches func(dealing) bool
	}{
		{"double", going}, {"split", pair}, {"insure", offered},
	} {
		f, h := newBlackjack(t, c.matches)
		f.session.Balance = 2999
		blackjackCall(t, h, "deal", `{"stake":20,"key":"a"}`)
		if status, _ := blackjackCall(t, h, "move", moveBody(0, c.move)); status != http.StatusPaymentRequired {
			t.Errorf("%s: HTTP %d", c.move, status)
		}
		if _, s := blackjackCall(t, h, "hand", ""); s.Round.Over || s.Round.Step != 0 || s.Balance != 999 || f.rounds != 1 {
			t.Errorf("the round after %s: %+v", c.move, s)
		}
	}
}

func TestRoundTimesOut(t *testing.T) {
	for name, c := range map[string]struct {
		matches func(dealing) bool
		moves   []string
		runes   string
		stakes  bff.MinorUnits
	}{
		"without a move":    {matches: going, stakes: 1},
		"offered insurance": {matches: offered, stakes: 1},
		"after the split":   {matches: pair, moves: []string{"split"}, runes: "p", stakes: 2},
	} {
		t.Run(name, func(t *testing.T) {
			f, h := newBlackjack(t, c.matches)
			expected := after(f, c.runes)
			blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`)
			for step, move := range c.moves {
				blackjackCall(t, h, "move", moveBody(step, move))
			}
			f.now = f.now.Add(live.HandTime)
			want := 5 * bff.MinorUnits(expected.Pays(live.StakeFirst))
			if c.stakes == 2 {
				want += 5 * bff.MinorUnits(expected.Pays(live.StakeSplit))
			}
			_, s := blackjackCall(t, h, "hand", "")
			if !s.Round.Over || s.Round.Win != want || s.Balance != 10_000-500*c.stakes+want || s.Round.Insurance != 0 || len(s.Round.May) != 0 {
				t.Errorf("%+v, want %+v", s, expected)
			}
			for i, hand := range s.Round.Hands {
				if hand.End != expected.Hands[i].End {
					t.Errorf("hand %d: %s, want %s", i+1, hand.End, expected.Hands[i].End)
				}
			}
		})
	}
}

func TestBlackjackIsPaidAtOnce(t *testing.T) {
	_, h := newBlackjack(t, func(deal dealing) bool { return deal("").Over && deal("").Hands[0].End == live.EndBlackjack })
	if _, s := blackjackCall(t, h, "deal", `{"stake":5,"key":"a"}`); s.Round.Hands[0].End != live.EndBlackjack || s.Balance != 9500+1250 || s.Round.Win != 1250 {
		t.Errorf("%+v", s)
	}
}

func TestInvalidBlackjackRequestsAreRefused(t *testing.T) {
	for _, c := range []struct {
		action, body string
		status       int
		code         string
	}{
		{"deal", `{"stake":1,"key":"a"}`, 400, "bad stake"},
		{"deal", `{"stake":51,"key":"a"}`, 400, "bad stake"},
		{"deal", `{"stake":2.5,"key":"a"}`, 400, "bad stake"},
		{"deal", `{"stake":5}`, 400, "bad request"},
		{"move", `{"id":"round-1","step":0,"move":"hit"}`, 409, "no bet"},
		{"move", `{"id":"round-1","step":0,"move":"surrender"}`, 400, "bad request"},
	} {
		f, h := newBlackjack(t, going)
		if status, s := blackjackCall(t, h, c.action, c.body); status != c.status || s.Error != c.code || f.rounds != 0 {
			t.Errorf("%s %s: HTTP %d %q", c.action, c.body, status, s.Error)
		}
	}
}
