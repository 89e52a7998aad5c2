package world

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCatalogueSizes(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2, math.MaxUint64} {
		c := catalogue(t, seed)
		require.True(t, len(c.Providers) == 24 && len(c.Slots) >= 624 && len(c.Tables) == 120,
			"seed %d: %d providers, %d slots, %d tables", seed, len(c.Providers), len(c.Slots), len(c.Tables))
		for _, p := range c.Providers {
			assert.True(t, p.Games >= 20 && p.Live == (p.Tables > 0),
				"seed %d: %s has %d slots and %d tables, live %v", seed, p.Name, p.Games, p.Tables, p.Live)
		}
		for category, least := range map[int]int{27: 48, 58: 20, 63: 20, 64: 48, 72: 50, 76: 48, 78: 48} {
			n := len(c.FindSlots(Filter{Category: category}))
			assert.True(t, n >= least, "seed %d: category %d has %d slots, want at least %d", seed, category, n, least)
		}
		for _, k := range append(c.SlotCategories(), c.LiveCategories()...) {
			assert.True(t, len(c.FindSlots(Filter{Category: k.ID}))+len(c.FindTables(Filter{Category: k.ID})) >= 5,
				"seed %d: category %d is nearly empty", seed, k.ID)
		}
	}
}

func TestGameNamesAreUnique(t *testing.T) {
	c := catalogue(t, 1)
	seen := map[string]bool{}
	for i, s := range c.Slots {
		if i > 0 && s.Provider == c.Slots[i-1].Provider {
			t.Errorf("%q and %q are neighbours and both by %s", c.Slots[i-1].Name, s.Name, s.Provider.Name)
		}
		assert.True(t, !seen[Fold(s.Name)], "two slots are called %q", s.Name)
		seen[Fold(s.Name)] = true
		n := utf8.RuneCountInString(s.Name)
		assert.True(t, n >= 6 && n <= 40, "%q does not fit a tile", s.Name)
		assert.True(t, s.MinBet > 0 && s.MaxBet > s.MinBet && !(s.RTP < 90) && !(s.RTP > 98),
			"%q: bets %s–%s, rtp %v", s.Name, s.MinBet, s.MaxBet, s.RTP)
	}
	clear(seen)
	for _, table := range c.Tables {
		assert.True(t, !seen[table.Name], "two tables are called %q", table.Name)
		seen[table.Name] = true
	}
}

func TestSearchFoldsTurkishLetters(t *testing.T) {
	c := catalogue(t, 1)
	for _, pair := range [][2]string{{"IŞIL", "isil"}, {"İPEK", "ipek"}, {"Çöl", "COL"}, {"GÜNEŞ", "gunes"}, {"ığdır", "IGDIR"}, {"i̇pek", "ipek"}} {
		assert.Equal(t, Fold(pair[1]), Fold(pair[0]),
			"%q folds to %q, %q to %q", pair[0], Fold(pair[0]), pair[1], Fold(pair[1]))
	}
	turkish, plain := c.FindSlots(Filter{Search: Fold("ÇÖL")}), c.FindSlots(Filter{Search: Fold("col")})
	assert.True(t, len(turkish) != 0 && slices.Equal(turkish, plain), "ÇÖL finds %d slots, col %d", len(turkish), len(plain))
}

func TestTableSeatsDependOnTheHour(t *testing.T) {
	c := catalogue(t, 1)
	closed := 0
	for h := range 24 {
		at := noon.Add(time.Duration(h) * time.Hour)
		for _, x := range c.Tables {
			taken := x.SeatsTaken(at)
			require.True(t, taken >= 0 && taken <= x.Seats, "%s has %d of %d seats taken", x.Name, taken, x.Seats)
			if !x.Open(at) {
				closed++
				require.Equal(t, 0, taken, "%s is closed and has guests", x.Name)
			}
		}
	}
	assert.NotEqual(t, 0, closed, "no table ever closes")
}

func TestJackpotsGrowAndReset(t *testing.T) {
	c := catalogue(t, 1)
	fell := false
	for _, j := range c.Jackpots {
		assert.True(t, j.Amount(noon) >= j.floor, "%s is below its floor", j.Name)
		start, end := j.schedule.Current(noon)
		a, b := j.Amount(start.Add(time.Minute)), j.Amount(end.Add(-time.Second))
		assert.True(t, a < b, "%s does not grow: %s, then %s", j.Name, a, b)
		fell = fell || j.Amount(end) < j.Amount(end.Add(-time.Second))
	}
	assert.True(t, fell, "no jackpot is ever won")
	order := View{}.Jackpots(JackpotAmounts{catalogue: c}, noon)
	assert.True(t, slices.IsSortedFunc(order, func(a, b JackpotState) int { return int(b.Amount(noon) - a.Amount(noon)) }),
		"the largest jackpot is not first")
}

func TestScheduleOccurrences(t *testing.T) {
	weekly := Schedule{Every: 7 * day, Duration: 2 * day, Offset: 5 * day}
	for _, c := range []struct {
		about string
		at    time.Time
		index int
	}{
		{"before the first", epoch, -1},
		{"the moment it starts", epoch.Add(5 * day), 0},
		{"just before the second", epoch.Add(12*day - 1), 0},
		{"the second", epoch.Add(12 * day), 1},
	} {
		got := weekly.Index(c.at)
		assert.Equal(t, c.index, got, "%s: index %d, want %d", c.about, got, c.index)
	}
	running, _ := weekly.Nearest(epoch.Add(6*day), 0)
	over, _ := weekly.Nearest(epoch.Add(8*day), 0)
	coming, _ := weekly.Nearest(epoch.Add(8*day), 5*day)
	assert.True(t, running == over && coming == running.Add(7*day), "running %s, over %s, coming %s", running, over, coming)
}

func TestTournamentsFollowTheClock(t *testing.T) {
	c := catalogue(t, 1)
	for _, at := range []time.Time{noon, noon.Add(3 * day), noon.Add(40 * day)} {
		phases := map[int]int{}
		seen := map[int]bool{}
		for _, x := range c.Tournaments(at) {
			phase := x.phase(at)
			phases[phase]++
			assert.True(t, !seen[x.ID] && (phase == 1) == (len(x.Board) == 0) && len(x.Games) != 0,
				"%s at %s: id twice %v, phase %d, %d on the board, %d games", x.Key, at, seen[x.ID], phase, len(x.Board), len(x.Games))
			seen[x.ID] = true
			for i := 1; i < len(x.Board); i++ {
				assert.True(t, x.Board[i].Points <= x.Board[i-1].Points && x.Board[i].Prize <= x.Board[i-1].Prize,
					"%s: rank %d is better than the one before", x.Key, i+1)
			}
		}
		assert.True(t, phases[0] != 0 && phases[1] != 0 && phases[2] != 0,
			"at %s there are %v active, upcoming and concluded ones", at, phases)
	}
}

func TestSpecialDaysRecurEveryYear(t *testing.T) {
	for _, at := range []time.Time{noon, time.Date(2027, 1, 2, 12, 0, 0, 0, Zone), time.Date(2026, 12, 31, 23, 0, 0, 0, Zone)} {
		on := 0
		for _, d := range SpecialDays(at) {
			assert.True(t, at.Before(d.End) && d.On == !at.Before(d.Start),
				"%s at %s: %s to %s, on %v", d.Key, at, d.Start, d.End, d.On)
			if d.On {
				on++
			}
		}
		assert.Equal(t, at.Month() == time.December || at.Month() == time.January, on == 1,
			"at %s %d special days are on", at, on)
	}
}

func TestBrandsHaveOwnContent(t *testing.T) {
	first := map[string]bool{}
	for i := range Brands {
		h := &Brands[i]
		active, hidden := 0, 0
		for _, s := range h.Sliders(noon) {
			if s.On && !noon.Before(s.Start) && noon.Before(s.End) {
				active++
			} else {
				hidden++
			}
		}
		assert.True(t, active >= 5 && hidden >= 2, "%s: %d sliders to show and %d to leave out", h.ID, active, hidden)
		tabs := map[string]int{}
		for _, p := range h.Promotions(noon) {
			switch {
			case !p.On:
				tabs["off"]++
			case noon.Before(p.Start):
				tabs["coming"]++
			case noon.After(p.End):
				tabs["finished"]++
			default:
				tabs["active"]++
			}
		}
		assert.True(t, tabs["active"] != 0 && tabs["coming"] != 0 && tabs["finished"] != 0 && tabs["off"] != 0,
			"%s: promotions by tab %v", h.ID, tabs)
		key := h.Sliders(noon)[0].Key
		assert.True(t, !first[key], "%s starts with the slider of another brand %q", h.ID, key)
		first[key] = true
	}
}

func TestTextsAreComplete(t *testing.T) {
	texts := catalogue(t, 1).Texts
	first := texts.phrases[Languages[0]]
	for _, lang := range Languages {
		for key, words := range texts.phrases[lang] {
			_, ok := first[key]
			assert.True(t, ok, "%s: %s exists only in this language", lang, key)
			assert.NotEqual(t, "", words, "%s: %s is empty", lang, key)
		}
		for key := range first {
			_, ok := texts.phrases[lang][key]
			assert.True(t, ok, "%s: %s is missing", lang, key)
		}
		assert.Len(t, texts.pages[lang], 11, "%s: %d pages, want 11", lang, len(texts.pages[lang]))
		for name := range texts.pages[Languages[0]] {
			p, ok := texts.Page(lang, name, Brands[0].Placeholders()...)
			assert.True(t, ok && p.Title != "" && strings.Count(p.HTML, "<p>") >= 2 && !strings.Contains(p.HTML, "{"),
				"%s/%s: %q %q", lang, name, p.Title, p.HTML)
		}
		faq, _ := texts.Page(lang, "SSSinformation")
		n := strings.Count(faq.HTML, "<details>")
		assert.True(t, n >= 10 && n == strings.Count(faq.HTML, "</details>"), "%s: the FAQ has %d questions", lang, n)
	}
}
