package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"croupier/bff"
)

func spin(h http.Handler, token, body string) *httptest.ResponseRecorder {
	return post(h, Prefix+"slot/"+token+"/spin", body)
}

func TestSpinRefuses(t *testing.T) {
	for _, c := range []struct {
		name, token, body string
		prepare           func(*fakeWallet)
		status            int
		word, tells       string // the message holds tells
	}{
		{name: "an unknown token", token: "t-2", body: `{"stake":1}`, status: 404, word: "no session"},
		{name: "a stake below the least", body: `{"stake":0.2}`, status: 400, word: "bad stake", tells: "₺0,50"},
		{name: "a stake above the most", body: `{"stake":600}`, status: 400, word: "bad stake", tells: "₺500,00"},
		{name: "a stake between the steps", body: `{"stake":0.7}`, status: 400, word: "bad stake", tells: "Bahis"},
		{name: "a negative stake", body: `{"stake":-1}`, status: 400, word: "bad stake"},
		{name: "no stake to speak of", body: `{"stake":0}`, status: 400, word: "bad stake"},
		{name: "a stake with three decimals", body: `{"stake":1.005}`, status: 400, word: "bad stake"},
		{name: "a stake as text", body: `{"stake":"1"}`, status: 400, word: "bad stake"},
		{name: "a stake in powers of ten", body: `{"stake":1e2}`, status: 400, word: "bad stake"},
		{name: "a stake beyond all money", body: `{"stake":99999999999999999999}`, status: 400, word: "bad stake"},
		{name: "an empty body", body: ``, status: 400, word: "bad request"},
		{name: "something else than an object", body: `[1]`, status: 400, word: "bad request"},
		{name: "a stake inside a list", body: `["stake",1,2]`, status: 400, word: "bad request"},
		{name: "another case of the name", body: `{"Stake":1}`, status: 400, word: "bad request"},
		{name: "the name twice", body: `{"stake":1,"stake":2}`, status: 400, word: "bad request"},
		{name: "a name besides", body: `{"stake":1,"win":100}`, status: 400, word: "bad request"},
		{name: "something after the object", body: `{"stake":1}{}`, status: 400, word: "bad request"},
		{name: "a cut-off body", body: `{"stake":1`, status: 400, word: "bad request"},
		{name: "a body without end", body: `{"stake":1` + strings.Repeat(" ", maxBody) + `}`, status: 400, word: "bad request"},
		{
			name: "a stake that the balance does not cover", body: `{"stake":400}`, status: 402, word: "insufficient funds",
			prepare: func(f *fakeWallet) { f.session.Balance = 39_999 },
		},
		{
			name: "a stake that the casino refuses", body: `{"stake":1}`, status: 400, word: "bad stake",
			prepare: func(f *fakeWallet) { f.err = ErrStake },
		},
		{
			name: "a session that was just left", body: `{"stake":1}`, status: 404, word: "no session",
			prepare: func(f *fakeWallet) { f.err = ErrNoSession },
		},
		{
			name: "a casino that fails", body: `{"stake":1}`, status: 500, word: "internal",
			prepare: func(f *fakeWallet) { f.err = errors.New("disk on fire") },
		},
		{
			name: "in the session's own language", body: `{"stake":0}`, status: 400, word: "bad stake", tells: "The stake must be between ₺0.50",
			prepare: func(f *fakeWallet) { f.session.Lang = "en" },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			wallet := newFakeWallet()
			if c.prepare != nil {
				c.prepare(wallet)
			}
			before := wallet.session.Balance
			token := c.token
			if token == "" {
				token = fakeToken
			}
			w := spin(Handler(wallet), token, c.body)
			var got struct{ Error, Message string }
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatalf("%v: %s", err, w.Body)
			}
			if w.Code != c.status || got.Error != c.word {
				t.Errorf("answered %d %q, want %d %q", w.Code, got.Error, c.status, c.word)
			}
			if got.Message == "" || !strings.Contains(got.Message, c.tells) {
				t.Errorf("message %q does not tell %q", got.Message, c.tells)
			}
			if strings.Contains(w.Body.String(), "fire") {
				t.Error("the cause of a failure reached the player")
			}
			if wallet.session.Balance != before || wallet.rounds != 0 {
				t.Error("money moved")
			}
		})
	}
}

func TestSpinRefusesABodyThatIsNotJSON(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, Prefix+"slot/"+fakeToken+"/spin", strings.NewReader(`{"stake":1}`))
	r.Header.Set("Content-Type", "text/plain")
	w := httptest.NewRecorder()
	Handler(newFakeWallet()).ServeHTTP(w, r)
	if w.Code != http.StatusUnsupportedMediaType {
		t.Errorf("answered %d", w.Code)
	}
}

// TestSpinAnswersAsBefore holds the answers of forty rounds of a fixed seed, with free spins
// among them, against a file.
func TestSpinAnswersAsBefore(t *testing.T) {
	wallet := newFakeWallet()
	h := Handler(wallet)
	var got bytes.Buffer
	free := 0
	for range 40 {
		before := wallet.session.Balance
		w := spin(h, fakeToken, `{"stake":2}`)
		if w.Code != http.StatusOK {
			t.Fatalf("answered %d: %s", w.Code, w.Body)
		}
		var a struct {
			Stake, Win, Balance, SpinWin bff.MinorUnits
			FreeSpins                    []struct{ SpinWin bff.MinorUnits }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		sum := a.SpinWin
		for _, s := range a.FreeSpins {
			sum += s.SpinWin
			free++
		}
		if a.Stake != 200 || a.Win != sum || a.Balance != before-a.Stake+a.Win || a.Balance != wallet.session.Balance {
			t.Errorf("the round does not add up: %s", w.Body)
		}
		got.Write(w.Body.Bytes())
	}
	if free == 0 {
		t.Error("no free spins in forty rounds of this seed: choose another")
	}
	holdAgainst(t, "spins.jsonl", got.Bytes())
}

func TestSecondSpinWhileTheFirstRunsIsRefused(t *testing.T) {
	wallet := newFakeWallet()
	hold, began := make(chan struct{}), make(chan struct{}, 1)
	wallet.hold, wallet.began = hold, began
	h := Handler(wallet)
	first := make(chan int)
	go func() { first <- spin(h, fakeToken, `{"stake":1}`).Code }()
	<-began
	if w := spin(h, fakeToken, `{"stake":1}`); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), `"busy"`) {
		t.Errorf("the second was answered %d: %s", w.Code, w.Body)
	}
	close(hold)
	if code := <-first; code != http.StatusOK {
		t.Errorf("the first was answered %d", code)
	}
	if wallet.rounds != 1 {
		t.Errorf("%d rounds were played", wallet.rounds)
	}
	if w := spin(h, fakeToken, `{"stake":1}`); w.Code != http.StatusOK {
		t.Errorf("the next was answered %d: %s", w.Code, w.Body)
	}
}

func TestBalanceIsTold(t *testing.T) {
	h := Handler(newFakeWallet())
	if w := get(h, Prefix+"slot/"+fakeToken+"/balance"); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"balance":100,"currency":"TRY"}` {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
	if w := get(h, Prefix+"slot/nobody/balance"); w.Code != 404 {
		t.Errorf("an unknown token was answered %d", w.Code)
	}
}

func TestAnyOriginMayCall(t *testing.T) {
	h := Handler(newFakeWallet())
	r := httptest.NewRequest(http.MethodOptions, Prefix+"slot/"+fakeToken+"/spin", nil)
	r.Header.Set("Origin", "null")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Headers") != "Content-Type" {
		t.Errorf("preflight answered %d %v", w.Code, w.Header())
	}
	for _, path := range []string{Prefix + "slot/" + fakeToken, assetPath("slot/slot.js"), Prefix + "slot/nobody/balance"} {
		if got := get(h, path).Header().Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s: allowed origin %q", path, got)
		}
	}
}

func TestStakesOnOffer(t *testing.T) {
	for _, c := range []struct {
		name             string
		least, most      bff.MinorUnits
		count            int
		first, last, usu bff.MinorUnits
	}{
		{"round stakes between the limits", 50, 50_000, 13, 60, 50_000, 500},
		{"limits that are no whole steps move inward", 55, 1_999, 7, 60, 1_980, 500},
		{"one stake alone", 100, 100, 1, 100, 100, 100},
		{"a game for the rich", 100_000, 1_000_000, 5, 100_000, 1_000_000, 100_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			ladder := stakeLadder(c.least, c.most, 20)
			if ladder[0] != c.first || ladder[len(ladder)-1] != c.last || len(ladder) != c.count {
				t.Errorf("offered %v", ladder)
			}
			if got := ladder[usualStake(ladder)]; got != c.usu {
				t.Errorf("starts at %s, want %s", got, c.usu)
			}
		})
	}
	if got := stakeLadder(101, 119, 20); got != nil {
		t.Errorf("offered %v where no whole step lies within the limits", got)
	}
}
