package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/slots"
)

var slotKinds = []string{"slot", "ways", "cluster"}

func TestInvalidSpinsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, body     string
		prepare        func(*fakeWallet)
		status         int
		code, contains string // contains is part of the message
	}{
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
		for _, kind := range slotKinds {
			wallet := newFakeWallet()
			if c.prepare != nil {
				c.prepare(wallet)
			}
			before := wallet.session.Balance
			w := post(Handler(wallet), page(kind, "/spin"), c.body)
			var got struct{ Error, Message string }
			err := json.Unmarshal(w.Body.Bytes(), &got)
			require.NoError(t, err, "%v: %s", err, w.Body)
			assert.True(t, w.Code == c.status && got.Error == c.code && got.Message != "" && strings.Contains(got.Message, c.contains),
				"%s, %s: %d %+v, want %d %q %q", kind, c.name, w.Code, got, c.status, c.code, c.contains)
			assert.NotContains(t, w.Body.String(), "fire", "the message contains the cause of the error")
			assert.True(t, wallet.session.Balance == before && wallet.rounds == 0, "%s, %s: money moved", kind, c.name)
		}
	}
	h := Handler(newFakeWallet())
	plain := send(h, http.MethodPost, page("slot", "/spin"), `{"stake":1}`, "Content-Type", "text/plain")
	assert.Equal(t, http.StatusUnsupportedMediaType, plain.Code, "another media type is answered with %d", plain.Code)
	for _, path := range []string{"/spin", "/balance"} {
		w := post(h, Prefix+"slot/unknown"+path, `{"stake":1}`)
		if path == "/balance" {
			w = get(h, Prefix+"slot/unknown"+path)
		}
		assert.True(t, w.Code == http.StatusNotFound && strings.Contains(w.Body.String(), `"no session"`),
			"%s of an unknown token is answered with %d %s", path, w.Code, w.Body)
	}
	if w := get(h, page("slot", "/balance")); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"balance":100,"currency":"TRY"}` {
		t.Errorf("balance: %d %s", w.Code, w.Body)
	}
}

// part is a spin or a cascade.
type part struct {
	SpinWin, Win bff.MinorUnits
	Multiplier   int64
	Wins         []struct{ Win bff.MinorUnits }
	Grid         [][]string
}

func (p *part) sum() bff.MinorUnits {
	var sum bff.MinorUnits
	for _, won := range p.Wins {
		sum += won.Win
	}
	return sum
}

// TestSlotRoundsMatchGoldenFiles plays forty rounds of a fixed seed, rare features included, and adds up each.
func TestSlotRoundsMatchGoldenFiles(t *testing.T) {
	for _, c := range []struct {
		kind, golden string
		seed         uint64
		rare         func(free, cascades int) bool
	}{
		{"slot", "spins.jsonl", 2, func(free, _ int) bool { return free > 0 }},
		{"ways", "ways.jsonl", 9, func(free, _ int) bool { return free > 0 }},
		{"cluster", "cluster.jsonl", 7, func(_, cascades int) bool { return cascades >= 4 }},
	} {
		wallet := newFakeWallet()
		wallet.rng = rand.New(rand.NewPCG(c.seed, 18))
		h := Handler(wallet)
		var got bytes.Buffer
		rare := false
		for range 40 {
			before := wallet.session.Balance
			w := post(h, page(c.kind, "/spin"), `{"stake":2}`)
			var a struct {
				part
				FreeSpins, Cascades []part
				Stake, Win, Balance bff.MinorUnits
				RoundID             string
			}
			err := json.Unmarshal(w.Body.Bytes(), &a)
			require.True(t, err == nil && w.Code == http.StatusOK, "answered %d: %v %s", w.Code, err, w.Body)
			sum := a.SpinWin
			if c.kind != "slot" && a.SpinWin != a.sum() {
				t.Errorf("the wins do not add up to the spin's: %s", w.Body)
			}
			for i, s := range a.FreeSpins {
				sum += s.SpinWin
				if c.kind != "slot" && (s.SpinWin != s.sum() || s.Multiplier != int64(i+1)) {
					t.Errorf("free spin %d does not add up: %s", i+1, w.Body)
				}
			}
			for i, s := range a.Cascades {
				sum += s.Win
				assert.True(t, s.Win == s.sum() && s.Win > 0, "cascade %d does not add up: %s", i+1, w.Body)
			}
			assert.True(t, a.Stake == 200 && a.Win == sum && a.Balance == before-a.Stake+a.Win && a.Balance == wallet.session.Balance && a.RoundID != "",
				"the amounts do not add up: %s", w.Body)
			rare = rare || c.rare(len(a.FreeSpins), len(a.Cascades))
			got.Write(w.Body.Bytes())
		}
		assert.True(t, rare, "%s: no rare feature in forty rounds of this seed: choose another", c.kind)
		compareGolden(t, c.golden, got.Bytes())
	}
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
	assert.True(t, w.Code == http.StatusConflict && strings.Contains(w.Body.String(), `"busy"`),
		"the second was answered %d: %s", w.Code, w.Body)
	close(release)
	code := <-first
	assert.True(t, code == http.StatusOK && wallet.rounds == 1,
		"the first was answered %d, %d rounds were played", code, wallet.rounds)
	code = spin()
	assert.Equal(t, http.StatusOK, code, "the next was answered %d", code)
}

// TestSlotDescriptions checks the initial data of the pages for every volatility.
func TestSlotDescriptions(t *testing.T) {
	for _, kind := range []string{"slot", "ways", "cluster"} {
		for _, v := range []slots.Volatility{"", slots.LowVolatility, slots.MediumVolatility, slots.HighVolatility} {
			wallet := newFakeWallet()
			wallet.session.Volatility = string(v)
			w := get(Handler(wallet), page(kind, ""))
			found := bootScript.FindStringSubmatch(w.Body.String())
			require.True(t, w.Code == http.StatusOK && found != nil, "%s %q: answered %d", kind, v, w.Code)
			var b struct {
				Game struct {
					Table    map[string][]int64
					Stakes   []float64
					Stake    int
					RTP      float64
					MaxTimes int64
				}
				Texts map[string]string
			}
			require.NoError(t, json.Unmarshal([]byte(found[1]), &b))
			g := b.Game
			assert.True(t, !(g.RTP < 96.199999) && !(g.RTP > 96.200001) && g.MaxTimes >= 50 && g.Stakes[g.Stake] == 5 && len(g.Table) >= 7,
				"%s %q: the game is %+v", kind, v, g)
			for symbol, pays := range g.Table {
				for i := 1; i < len(pays); i++ {
					assert.True(t, pays[i] >= pays[i-1], "%s %q: more of %s pay less: %v", kind, v, symbol, pays)
				}
			}
			for _, key := range []string{"spin", "table.note", "table.max"} {
				assert.NotEqual(t, "", b.Texts[key], "%s: no text for %q", kind, key)
			}
			for _, style := range []string{"/reels/cabinet.css", "/reels/controls.css"} {
				assert.Contains(t, w.Body.String(), style, "%s: the page lacks %s", kind, style)
			}
		}
		wallet := newFakeWallet()
		wallet.session.Volatility = "wild"
		if w := get(Handler(wallet), page(kind, "")); w.Code != http.StatusInternalServerError {
			t.Errorf("%s: an unknown volatility answers %d", kind, w.Code)
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
			assert.True(t, ladder[0] == c.first && ladder[len(ladder)-1] == c.last && len(ladder) == c.count,
				"offered %v", ladder)
			got := ladder[usualStake(ladder)]
			assert.Equal(t, c.usual, got, "starts at %s, want %s", got, c.usual)
		})
	}
	if got := stakeLadder(101, 119, 20); got != nil {
		t.Errorf("offered %v where no whole step lies within the limits", got)
	}
}

func TestFormatMoney(t *testing.T) {
	for _, c := range []struct{ lang, currency, want string }{
		{"tr", "TRY", "1.234.567,05\u00a0TL"}, {"ru", "EUR", "€1\u00a0234\u00a0567,05"}, {"de", "CHF", "CHF\u00a01.234.567,05"},
	} {
		assert.Equal(t, c.want, formatMoney(c.lang, c.currency, 123_456_705), c.lang)
	}
}
