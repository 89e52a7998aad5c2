package games

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/slots"
)

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

// TestSlotRoundsMatchGoldenFiles plays forty rounds of a fixed seed, rare features included, and
// adds up each.
func TestSlotRoundsMatchGoldenFiles(t *testing.T) {
	for _, c := range []struct {
		kind string
		seed uint64
		rare func(free, cascades int) bool
	}{
		{"ways", 9, func(free, _ int) bool { return free > 0 }},
		{"cluster", 7, func(_, cascades int) bool { return cascades >= 4 }},
	} {
		t.Run(c.kind, func(t *testing.T) {
			wallet := newFakeWallet()
			wallet.rng = rand.New(rand.NewPCG(c.seed, 18))
			h := Handler(wallet)
			var got bytes.Buffer
			rare := false
			for range 40 {
				before := wallet.session.Balance
				w := post(h, Prefix+c.kind+"/"+fakeToken+"/spin", `{"stake":2}`)
				if w.Code != http.StatusOK {
					t.Fatalf("answered %d: %s", w.Code, w.Body)
				}
				var a struct {
					part
					FreeSpins, Cascades []part
					Stake, Win, Balance bff.MinorUnits
					RoundID             string
				}
				if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
					t.Fatal(err)
				}
				sum := a.SpinWin
				if a.SpinWin != a.sum() {
					t.Errorf("the wins do not add up to the spin's: %s", w.Body)
				}
				for i, s := range a.FreeSpins {
					sum += s.SpinWin
					if s.SpinWin != s.sum() || s.Multiplier != int64(i+1) {
						t.Errorf("free spin %d does not add up: %s", i+1, w.Body)
					}
				}
				for i, s := range a.Cascades {
					sum += s.Win
					if s.Win != s.sum() || s.Win <= 0 {
						t.Errorf("cascade %d does not add up: %s", i+1, w.Body)
					}
				}
				if a.Stake != 200 || a.Win != sum || a.Balance != before-a.Stake+a.Win || a.Balance != wallet.session.Balance || a.RoundID == "" {
					t.Errorf("the amounts do not add up: %s", w.Body)
				}
				rare = rare || c.rare(len(a.FreeSpins), len(a.Cascades))
				got.Write(w.Body.Bytes())
			}
			if !rare {
				t.Error("no rare feature in forty rounds of this seed: choose another")
			}
			compareGolden(t, c.kind+".jsonl", got.Bytes())
		})
	}
}

func TestSlotsRefuseInvalidStakes(t *testing.T) {
	for _, kind := range []string{"ways", "cluster"} {
		for _, c := range []struct {
			body   string
			status int
			code   string
		}{
			{`{"stake":0.2}`, 400, "bad stake"},
			{`{"stake":600}`, 400, "bad stake"},
			{`{"stake":0.7}`, 400, "bad stake"},
			{`{"stake":-1}`, 400, "bad stake"},
			{`{"stake":1,"win":9}`, 400, "bad request"},
			{`{"stake":400}`, 402, "insufficient funds"},
		} {
			wallet := newFakeWallet()
			before := wallet.session.Balance
			w := post(Handler(wallet), Prefix+kind+"/"+fakeToken+"/spin", c.body)
			if w.Code != c.status || !strings.Contains(w.Body.String(), `"`+c.code+`"`) {
				t.Errorf("%s %s: answered %d %s", kind, c.body, w.Code, w.Body)
			}
			if wallet.session.Balance != before || wallet.rounds != 0 {
				t.Errorf("%s %s: money moved", kind, c.body)
			}
		}
	}
}

// TestSlotDescriptions checks the initial data of the pages for every volatility.
func TestSlotDescriptions(t *testing.T) {
	for _, kind := range []string{"slot", "ways", "cluster"} {
		for _, v := range []slots.Volatility{"", slots.LowVolatility, slots.MediumVolatility, slots.HighVolatility} {
			wallet := newFakeWallet()
			wallet.session.Volatility = string(v)
			w := get(Handler(wallet), Prefix+kind+"/"+fakeToken)
			found := bootScript.FindStringSubmatch(w.Body.String())
			if w.Code != http.StatusOK || found == nil {
				t.Fatalf("%s %q: answered %d", kind, v, w.Code)
			}
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
			if err := json.Unmarshal([]byte(found[1]), &b); err != nil {
				t.Fatal(err)
			}
			g := b.Game
			if g.RTP < 96.199999 || g.RTP > 96.200001 || g.MaxTimes < 50 || g.Stakes[g.Stake] != 5 || len(g.Table) < 7 {
				t.Errorf("%s %q: the game is %+v", kind, v, g)
			}
			for symbol, pays := range g.Table {
				for i := 1; i < len(pays); i++ {
					if pays[i] < pays[i-1] {
						t.Errorf("%s %q: more of %s pay less: %v", kind, v, symbol, pays)
					}
				}
			}
			for _, key := range []string{"spin", "table.note", "table.max"} {
				if b.Texts[key] == "" {
					t.Errorf("%s: no text for %q", kind, key)
				}
			}
			for _, style := range []string{"/reels/cabinet.css", "/reels/controls.css"} {
				if !strings.Contains(w.Body.String(), style) {
					t.Errorf("%s: the page lacks %s", kind, style)
				}
			}
		}
		wallet := newFakeWallet()
		wallet.session.Volatility = "wild"
		if w := get(Handler(wallet), Prefix+kind+"/"+fakeToken); w.Code != http.StatusInternalServerError {
			t.Errorf("%s: an unknown volatility answers %d", kind, w.Code)
		}
	}
}
