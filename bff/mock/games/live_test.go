package games

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// newLiveTable seats somebody at a roulette table at the beginning of a round.
func newLiveTable() (*fakeWallet, http.Handler) {
	f := newFakeWallet()
	f.kind = "roulette"
	f.session.Type, f.session.Dealer, f.session.Guests, f.session.MinBet, f.session.MaxBet = "roulette", "Elif", 40, 200, 5000
	f.now = roulette.Clock.At(f.session.GameID, f.now).Ends
	return f, Handler(f)
}

type seenLiveBet struct {
	Stake   bff.MinorUnits
	Bets    live.Play
	Settled bool
	Win     bff.MinorUnits
}

type liveSeen struct {
	Round, Opens, Closes, Settles, Ends int64
	Outcome                             *struct{ Number int }
	Past                                []string
	Guests                              int
	Players                             []liveGuest
	Mine                                []seenLiveBet
	Balance                             bff.MinorUnits
	Error, Message                      string
}

func seen(t *testing.T, w *httptest.ResponseRecorder) (s liveSeen) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return s
}

func lookAt(t *testing.T, h http.Handler) liveSeen {
	t.Helper()
	w := get(h, Prefix+"roulette/"+fakeToken+"/table")
	if w.Code != http.StatusOK {
		t.Fatalf("HTTP %d %s", w.Code, w.Body)
	}
	return seen(t, w)
}

func lay(h http.Handler, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, Prefix+"roulette/"+fakeToken+"/bet", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func layAt(round int64, key, bets string) string {
	return `{"round":` + strconv.FormatInt(round, 10) + `,"key":"` + key + `","bets":` + bets + `}`
}

func TestALiveBetIsPaidByTheClock(t *testing.T) {
	f, h := newLiveTable()
	s := lookAt(t, h)
	if s.Outcome != nil || s.Balance != 10_000 || len(s.Past) != 100 || s.Guests != 40 || len(s.Players) != shownGuests {
		t.Fatalf("before the round: %+v", s)
	}
	number := roulette.Draw(f.Chance(s.Round)).Brief()
	if w := lay(h, layAt(s.Round, "a", `{"`+number+`":2,"red":5,"black":5}`)); w.Code != http.StatusOK {
		t.Fatalf("HTTP %d %s", w.Code, w.Body)
	}
	s = lookAt(t, h)
	if s.Balance != 8800 || len(s.Mine) != 1 || s.Mine[0].Stake != 1200 || s.Mine[0].Bets[number] != 200 || s.Mine[0].Settled {
		t.Fatalf("with the bet: %+v", s)
	}
	f.now = time.UnixMilli(s.Closes).Add(roulette.Clock.Grace)
	if s = lookAt(t, h); s.Outcome == nil || strconv.Itoa(s.Outcome.Number) != number || s.Balance != 8800 {
		t.Fatalf("while the ball runs: %+v", s)
	}
	f.now = time.UnixMilli(s.Settles)
	want := bff.MinorUnits(7200)
	if number != "0" {
		want += 1000
	}
	if s = lookAt(t, h); !s.Mine[0].Settled || s.Mine[0].Win != want || s.Balance != 8800+want {
		t.Fatalf("paid: %+v", s)
	}
	// Whoever comes back in the next round still learns it; the board shows the number.
	f.now = time.UnixMilli(s.Ends)
	if s = lookAt(t, h); len(s.Mine) != 1 || s.Past[0] != number || s.Outcome != nil {
		t.Fatalf("in the next round: %+v", s)
	}
}

func TestALiveBetSentTwiceIsOne(t *testing.T) {
	f, h := newLiveTable()
	round := lookAt(t, h).Round
	for range 2 {
		if w := lay(h, layAt(round, "same", `{"red":5}`)); w.Code != http.StatusOK || len(seen(t, w).Mine) != 1 {
			t.Fatalf("HTTP %d %s", w.Code, w.Body)
		}
	}
	if w := lay(h, layAt(round, "other", `{"red":5}`)); w.Code != http.StatusOK || f.session.Balance != 9000 {
		t.Errorf("HTTP %d, balance %s", w.Code, f.session.Balance)
	}
	// The answer may have been lost until the round was over.
	f.now = f.now.Add(time.Minute)
	if w := lay(h, layAt(round, "same", `{"red":5}`)); w.Code != http.StatusOK || f.rounds != 2 {
		t.Errorf("HTTP %d, %d bets", w.Code, f.rounds)
	}
}

func TestALiveTableRefuses(t *testing.T) {
	for _, c := range []struct {
		name, bets string
		round      int64 // from the running one
		after      time.Duration
		status     int
		word       string
	}{
		{name: "a spot that is none", bets: `{"0-36":5}`, status: 400, word: "bad request"},
		{name: "no chips", bets: `{}`, status: 400, word: "bad request"},
		{name: "a chip below the least", bets: `{"red":1}`, status: 400, word: "bad stake"},
		{name: "less than nothing", bets: `{"red":-5,"black":10}`, status: 400, word: "bad stake"},
		{name: "broken chips", bets: `{"red":2.5}`, status: 400, word: "bad stake"},
		{name: "more than the most in one", bets: `{"red":51}`, status: 400, word: "bad stake"},
		{name: "more than the most in all", bets: `{"red":30,"black":30}`, status: 400, word: "bad stake"},
		{name: "the round before", bets: `{"red":5}`, round: -1, status: 409, word: "closed"},
		{name: "a round to come", bets: `{"red":5}`, round: 1, status: 409, word: "closed"},
		{name: "after the close", bets: `{"red":5}`, after: 19 * time.Second, status: 409, word: "closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, h := newLiveTable()
			round := lookAt(t, h).Round + c.round
			f.now = f.now.Add(c.after)
			w := lay(h, layAt(round, "k", c.bets))
			if s := seen(t, w); w.Code != c.status || s.Error != c.word || s.Message == "" {
				t.Errorf("HTTP %d %+v", w.Code, s)
			}
			if f.session.Balance != 10_000 || f.rounds != 0 {
				t.Error("money moved")
			}
		})
	}
	f, h := newLiveTable()
	f.session.Balance = 400
	if w := lay(h, layAt(lookAt(t, h).Round, "k", `{"red":5}`)); w.Code != http.StatusPaymentRequired {
		t.Errorf("beyond the purse: HTTP %d", w.Code)
	}
}

func TestBetsOfOneRoundKeepTheTablesLimitTogether(t *testing.T) {
	f, h := newLiveTable()
	round := lookAt(t, h).Round
	if w := lay(h, layAt(round, "a", `{"red":30}`)); w.Code != http.StatusOK {
		t.Fatalf("HTTP %d %s", w.Code, w.Body)
	}
	if w := lay(h, layAt(round, "b", `{"red":30}`)); w.Code != http.StatusBadRequest || f.session.Balance != 7000 {
		t.Errorf("HTTP %d, balance %s", w.Code, f.session.Balance)
	}
}

func TestGuestsStayAndAreTheSameForAll(t *testing.T) {
	f, h := newLiveTable()
	names := func() (all []string) {
		taken := map[string]bool{}
		for _, p := range lookAt(t, h).Players {
			all = append(all, p.Name)
			if taken[p.Name] {
				t.Errorf("%s sits on two chairs", p.Name)
			}
			taken[p.Name] = true
			for spot, amount := range p.Bets {
				if _, ok := roulette.Spots[spot]; !ok || amount < f.session.MinBet {
					t.Errorf("%s has %s on %q", p.Name, amount, spot)
				}
			}
		}
		return all
	}
	first, again := names(), names()
	f.now = f.now.Add(roulette.Clock.Length())
	next := names()
	changed := 0
	for i := range first {
		if first[i] != again[i] {
			t.Errorf("chair %d: %s, then %s", i, first[i], again[i])
		}
		if first[i] != next[i] {
			changed++
		}
	}
	if changed > 1 {
		t.Errorf("%d of the guests left at once", changed)
	}
	f.session.Guests = 0
	if left := names(); len(left) != 0 {
		t.Errorf("at an empty table session %v", left)
	}
}
