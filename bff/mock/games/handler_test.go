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

func TestInvalidSpinsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, token, body string
		prepare           func(*fakeWallet)
		status            int
		code, contains    string // contains is part of the message
	}{
		{name: "an unknown token", token: "t-2", body: `{"stake":1}`, status: 404, code: "no session"},
		{name: "a stake below the minimum", body: `{"stake":0.2}`, status: 400, code: "bad stake", contains: "0,50\u00a0TL"},
		{name: "a stake above the maximum", body: `{"stake":600}`, status: 400, code: "bad stake", contains: "500,00\u00a0TL"},
		{name: "a stake between the steps", body: `{"stake":0.7}`, status: 400, code: "bad stake", contains: "Bahis"},
		{name: "a negative stake", body: `{"stake":-1}`, status: 400, code: "bad stake"},
		{name: "a stake of zero", body: `{"stake":0}`, status: 400, code: "bad stake"},
		{name: "a stake with three decimals", body: `{"stake":1.005}`, status: 400, code: "bad stake"},
		{name: "a stake as text", body: `{"stake":"1"}`, status: 400, code: "bad stake"},
		{name: "a stake in exponential notation", body: `{"stake":1e2}`, status: 400, code: "bad stake"},
		{name: "a stake that overflows", body: `{"stake":99999999999999999999}`, status: 400, code: "bad stake"},
		{name: "an empty body", body: ``, status: 400, code: "bad request"},
		{name: "something else than an object", body: `[1]`, status: 400, code: "bad request"},
		{name: "a stake inside a list", body: `["stake",1,2]`, status: 400, code: "bad request"},
		{name: "a key in another case", body: `{"Stake":1}`, status: 400, code: "bad request"},
		{name: "a duplicate key", body: `{"stake":1,"stake":2}`, status: 400, code: "bad request"},
		{name: "another key", body: `{"stake":1,"win":100}`, status: 400, code: "bad request"},
		{name: "trailing data", body: `{"stake":1}{}`, status: 400, code: "bad request"},
		{name: "a truncated body", body: `{"stake":1`, status: 400, code: "bad request"},
		{name: "an oversized body", body: `{"stake":1` + strings.Repeat(" ", maxBody) + `}`, status: 400, code: "bad request"},
		{
			name: "a stake that the balance does not cover", body: `{"stake":400}`, status: 402, code: "insufficient funds",
			prepare: func(f *fakeWallet) { f.session.Balance = 39_999 },
		},
		{
			name: "a stake that the wallet refuses", body: `{"stake":1}`, status: 400, code: "bad stake",
			prepare: func(f *fakeWallet) { f.err = ErrStake },
		},
		{
			name: "a session that has ended", body: `{"stake":1}`, status: 404, code: "no session",
			prepare: func(f *fakeWallet) { f.err = ErrNoSession },
		},
		{
			name: "a wallet that fails", body: `{"stake":1}`, status: 500, code: "internal",
			prepare: func(f *fakeWallet) { f.err = errors.New("disk on fire") },
		},
		{
			name: "a session in English", body: `{"stake":0}`, status: 400, code: "bad stake", contains: "The stake must be between 0.50\u00a0TL",
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
			if w.Code != c.status || got.Error != c.code {
				t.Errorf("answered %d %q, want %d %q", w.Code, got.Error, c.status, c.code)
			}
			if got.Message == "" || !strings.Contains(got.Message, c.contains) {
				t.Errorf("message %q does not contain %q", got.Message, c.contains)
			}
			if strings.Contains(w.Body.String(), "fire") {
				t.Error("the message contains the cause of the error")
			}
			if wallet.session.Balance != before || wallet.rounds != 0 {
				t.Error("money moved")
			}
		})
	}
}

func TestSpinRefusesOtherMediaTypes(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, Prefix+"slot/"+fakeToken+"/spin", strings.NewReader(`{"stake":1}`))
	r.Header.Set("Content-Type", "text/plain")
	w := httptest.NewRecorder()
	Handler(newFakeWallet()).ServeHTTP(w, r)
	if w.Code != http.StatusUnsupportedMediaType {
		t.Errorf("answered %d", w.Code)
	}
}

// TestSpinsMatchGoldenFile plays forty rounds of a fixed seed, free spins included.
func TestSpinsMatchGoldenFile(t *testing.T) {
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
			t.Errorf("the amounts do not add up: %s", w.Body)
		}
		got.Write(w.Body.Bytes())
	}
	if free == 0 {
		t.Error("no free spins in forty rounds of this seed: choose another")
	}
	compareGolden(t, "spins.jsonl", got.Bytes())
}

func TestConcurrentSpinIsRefused(t *testing.T) {
	wallet := newFakeWallet()
	release, began := make(chan struct{}), make(chan struct{}, 1)
	wallet.release, wallet.began = release, began
	h := Handler(wallet)
	first := make(chan int)
	go func() { first <- spin(h, fakeToken, `{"stake":1}`).Code }()
	<-began
	if w := spin(h, fakeToken, `{"stake":1}`); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), `"busy"`) {
		t.Errorf("the second was answered %d: %s", w.Code, w.Body)
	}
	close(release)
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

func TestBalance(t *testing.T) {
	h := Handler(newFakeWallet())
	if w := get(h, Prefix+"slot/"+fakeToken+"/balance"); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"balance":100,"currency":"TRY"}` {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
	if w := get(h, Prefix+"slot/unknown/balance"); w.Code != 404 {
		t.Errorf("an unknown token was answered %d", w.Code)
	}
}

func TestEveryOriginMayCall(t *testing.T) {
	h := Handler(newFakeWallet())
	r := httptest.NewRequest(http.MethodOptions, Prefix+"slot/"+fakeToken+"/spin", nil)
	r.Header.Set("Origin", "null")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Headers") != "Content-Type" {
		t.Errorf("preflight answered %d %v", w.Code, w.Header())
	}
	for _, path := range []string{Prefix + "slot/" + fakeToken, assetPath("slot/slot.js"), Prefix + "slot/unknown/balance"} {
		if got := get(h, path).Header().Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s: allowed origin %q", path, got)
		}
	}
}

func TestStakeLadder(t *testing.T) {
	for _, c := range []struct {
		name               string
		least, most        bff.MinorUnits
		count              int
		first, last, usual bff.MinorUnits
	}{
		{"round stakes between the limits", 50, 50_000, 13, 60, 50_000, 500},
		{"limits between the steps move inwards", 55, 1_999, 7, 60, 1_980, 500},
		{"a single stake", 100, 100, 1, 100, 100, 100},
		{"high limits", 100_000, 1_000_000, 5, 100_000, 1_000_000, 100_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			ladder := stakeLadder(c.least, c.most, 20)
			if ladder[0] != c.first || ladder[len(ladder)-1] != c.last || len(ladder) != c.count {
				t.Errorf("offered %v", ladder)
			}
			if got := ladder[usualStake(ladder)]; got != c.usual {
				t.Errorf("starts at %s, want %s", got, c.usual)
			}
		})
	}
	if got := stakeLadder(101, 119, 20); got != nil {
		t.Errorf("offered %v where no whole step lies within the limits", got)
	}
}
