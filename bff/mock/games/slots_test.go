package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/lines"
	"croupier/bff/mock/world"
	"croupier/bff/test/testkit"
)

func TestInvalidSpinsAreRefused(t *testing.T) {
	refused := func(name, body string, prepare func(*fakeWallet), status int, code, contains string) {
		t.Helper()
		wallet := newFakeWallet()
		prepare(wallet)
		before := wallet.session.Balance
		w := post(Handler(wallet), page("slot", "/spin"), body)
		var got struct{ Error, Message string }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got), w.Body)
		assert.Equal(t, fmt.Sprint(status, code), fmt.Sprint(w.Code, got.Error), name)
		assert.NotEmpty(t, got.Message)
		assert.Contains(t, got.Message, contains, name)
		assert.NotContains(t, w.Body.String(), "fire", "the message contains the cause of the error")
		assert.True(t, wallet.session.Balance == before && wallet.rounds == 0, "%s: money moved", name)
	}
	plain := func(*fakeWallet) {}
	refused("a stake below the minimum", `{"stake":0.2}`, plain, 400, "bad stake", "0,50\u00a0TL")
	refused("a stake above the maximum", `{"stake":600}`, plain, 400, "bad stake", "500,00\u00a0TL")
	refused("a stake between the steps", `{"stake":0.7}`, plain, 400, "bad stake", "Bahis")
	for _, stake := range []string{`-1`, `0`, `1.005`, `"1"`, `1e2`, `99999999999999999999`} {
		refused(stake, `{"stake":`+stake+`}`, plain, 400, "bad stake", "")
	}
	for _, body := range []string{
		``, `[1]`, `["stake",1,2]`, `{"Stake":1}`, `{"stake":1,"stake":2}`, `{"stake":1,"win":100}`, `{"stake":1}{}`, `{"stake":1`,
		`{"stake":1` + strings.Repeat(" ", maxBody) + `}`,
	} {
		refused(body, body, plain, 400, "bad request", "")
	}
	refused("above the balance", `{"stake":400}`, func(f *fakeWallet) { f.session.Balance = 39_999 }, 402, "insufficient funds", "")
	refused("refused by the wallet", `{"stake":1}`, func(f *fakeWallet) { f.err = world.ErrStake }, 400, "bad stake", "")
	refused("an ended session", `{"stake":1}`, func(f *fakeWallet) { f.err = world.ErrSession }, 404, "no session", "")
	refused("a broken wallet", `{"stake":1}`, func(f *fakeWallet) { f.err = errors.New("disk on fire") }, 500, "internal", "")
	english := func(f *fakeWallet) { f.session.Lang = "en" }
	refused("in English", `{"stake":0}`, english, 400, "bad stake", "The stake must be between 0.50\u00a0TL")

	h := Handler(newFakeWallet())
	text := send(h, http.MethodPost, page("slot", "/spin"), `{"stake":1}`, "Content-Type", "text/plain")
	assert.Equal(t, http.StatusUnsupportedMediaType, text.Code)
	for _, w := range []*httptest.ResponseRecorder{
		post(h, Prefix+"slot/unknown/spin", `{"stake":1}`), get(h, Prefix+"slot/unknown/balance"),
	} {
		assert.Equal(t, http.StatusNotFound, w.Code)
		assert.Contains(t, w.Body.String(), `"no session"`)
	}
	balance := get(h, page("slot", "/balance"))
	assert.Equal(t, http.StatusOK, balance.Code)
	assert.JSONEq(t, `{"balance":100,"currency":"TRY"}`, balance.Body.String())
}

// TestSlotRoundsMatchGoldenFile plays forty rounds of a fixed seed, free spins included. Tests of the machine compare
// what a round pays with its grids.
func TestSlotRoundsMatchGoldenFile(t *testing.T) {
	wallet := newFakeWallet()
	wallet.rng = rand.New(rand.NewPCG(2, 18))
	h := Handler(wallet)
	var got bytes.Buffer
	free := 0
	for range 40 {
		before := wallet.session.Balance
		w := post(h, page("slot", "/spin"), `{"stake":2}`)
		var a struct {
			FreeSpins                    []struct{ SpinWin bff.MinorUnits }
			SpinWin, Stake, Win, Balance bff.MinorUnits
			RoundID                      string
		}
		require.Equal(t, http.StatusOK, w.Code, w.Body)
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &a))
		sum := a.SpinWin
		for _, s := range a.FreeSpins {
			sum += s.SpinWin
		}
		assert.True(t, a.Stake == 200 && a.Win == sum && a.RoundID != "", "the amounts do not add up: %s", w.Body)
		assert.True(t, a.Balance == before-a.Stake+a.Win && a.Balance == wallet.session.Balance, "balance: %s", w.Body)
		free += len(a.FreeSpins)
		got.Write(w.Body.Bytes())
	}
	assert.NotZero(t, free, "no free spins in forty rounds of this seed: choose another")
	testkit.Golden(t, filepath.Join("testdata", "spins.jsonl"), got.String())
}

func TestConcurrentSpinIsRefused(t *testing.T) {
	wallet := newFakeWallet()
	release, began := make(chan struct{}), make(chan struct{}, 1)
	wallet.release, wallet.began = release, began
	h := Handler(wallet)
	spin := func() int { return post(h, page("slot", "/spin"), `{"stake":1}`).Code }
	first := make(chan int)
	go func() { first <- spin() }()
	<-began
	w := post(h, page("slot", "/spin"), `{"stake":1}`)
	assert.Equal(t, http.StatusConflict, w.Code)
	assert.Contains(t, w.Body.String(), `"busy"`)
	close(release)
	assert.Equal(t, http.StatusOK, <-first)
	assert.Equal(t, 1, wallet.rounds)
	assert.Equal(t, http.StatusOK, spin(), "the next spin")
}

// TestSlotDescriptions checks the initial data of the page for every volatility.
func TestSlotDescriptions(t *testing.T) {
	for _, v := range []lines.Volatility{"", lines.LowVolatility, lines.MediumVolatility, lines.HighVolatility} {
		wallet := newFakeWallet()
		wallet.session.Volatility = string(v)
		body, b := bootData(t, wallet, "slot")
		g := b.Game
		assert.InDelta(t, 96.2, g.RTP, 1e-6)
		assert.True(t, g.MaxTimes >= 50 && g.Stakes[g.Stake] == 5 && len(g.Table) == 9, "%q: the game is %+v", v, g)
		for symbol, pays := range g.Table {
			assert.True(t, slices.IsSorted(pays), "%q: more of %s pay less: %v", v, symbol, pays)
		}
		for _, key := range []string{"spin", "table.note", "table.max"} {
			assert.NotEmpty(t, b.Texts[key], "no text for %q", key)
		}
		for _, style := range []string{"/reels/cabinet.css", "/reels/controls.css"} {
			assert.Contains(t, body, style)
		}
	}
	wallet := newFakeWallet()
	wallet.session.Volatility = "wild"
	assert.Equal(t, http.StatusInternalServerError, get(Handler(wallet), page("slot", "")).Code)
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
		ladder := stakeLadder(c.least, c.most, 20)
		assert.Equal(t, c.first, ladder[0], c.name)
		assert.Equal(t, c.last, ladder[len(ladder)-1], c.name)
		assert.Len(t, ladder, c.count, c.name)
		assert.Equal(t, c.usual, ladder[usualStake(ladder)], c.name)
	}
	assert.Nil(t, stakeLadder(101, 119, 20), "no whole step lies within the limits")
}
