package world

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
)

func TestCatalogueSizes(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2, math.MaxUint64} {
		c := catalogue(t, seed)
		require.Equal(t, []int{24, 120}, []int{len(c.Providers), len(c.Tables)}, seed)
		require.GreaterOrEqual(t, len(c.Slots), 624, seed)
		for _, p := range c.Providers {
			assert.True(t, p.Games >= 20 && p.Live == (p.Tables > 0), "seed %d: %+v", seed, p)
		}
		for category, least := range map[int]int{27: 48, 58: 20, 63: 20, 64: 48, 72: 50, 76: 48, 78: 48} {
			assert.GreaterOrEqual(t, len(c.FindSlots(Filter{Category: category})), least, "seed %d: category %d", seed,
				category)
		}
		for _, k := range slices.Concat(SlotCategories, LiveCategories) {
			games := len(c.FindSlots(Filter{Category: k.ID})) + len(c.FindTables(Filter{Category: k.ID}))
			assert.GreaterOrEqual(t, games, 5, "seed %d: category %d", seed, k.ID)
		}
	}
}

func TestGameNamesAreUnique(t *testing.T) {
	c := catalogue(t, 1)
	seen := map[string]bool{}
	for i, s := range c.Slots {
		assert.True(t, i == 0 || s.Provider != c.Slots[i-1].Provider, "%q and the one before are by one provider",
			s.Name)
		seen[Fold(s.Name)] = true
		assert.Regexp(t, `^.{6,40}$`, s.Name, "fits a tile")
		assert.True(t, s.MinBet > 0 && s.MaxBet > s.MinBet && s.RTP >= 90 && s.RTP <= 98, "%+v", s)
	}
	for _, table := range c.Tables {
		seen["table "+table.Name] = true
	}
	assert.Len(t, seen, len(c.Slots)+len(c.Tables), "names are unique")
}

func TestSearchFoldsTurkishLetters(t *testing.T) {
	c := catalogue(t, 1)
	for _, pair := range [][2]string{
		{"IŞIL", "isil"},
		{"İPEK", "ipek"},
		{"Çöl", "COL"},
		{"GÜNEŞ", "gunes"},
		{"ığdır", "IGDIR"},
		{"i̇pek", "ipek"},
	} {
		assert.Equal(t, Fold(pair[1]), Fold(pair[0]))
	}
	found := c.FindSlots(Filter{Search: Fold("ÇÖL")})
	assert.NotEmpty(t, found)
	assert.Equal(t, found, c.FindSlots(Filter{Search: Fold("col")}))
}

func TestJackpotsGrowAndReset(t *testing.T) {
	c := catalogue(t, 1)
	fell := false
	for _, j := range c.Jackpots {
		assert.GreaterOrEqual(t, j.Amount(noon), j.floor, j.Name)
		start, end := j.schedule.Current(noon)
		assert.Less(t, j.Amount(start.Add(time.Minute)), j.Amount(end.Add(-time.Second)), j.Name)
		fell = fell || j.Amount(end) < j.Amount(end.Add(-time.Second))
	}
	assert.True(t, fell, "no jackpot is ever won")
}

func TestTournamentsFollowTheClock(t *testing.T) {
	w := newWorld(t)
	for _, at := range []time.Time{noon, noon.Add(3 * day), noon.Add(40 * day)} {
		phases := map[int]int{}
		seen := map[int]bool{}
		w.SetNow(at)
		for _, x := range w.Tournaments() {
			phase := x.phase(at)
			phases[phase]++
			assert.NotContains(t, seen, x.ID)
			assert.NotEmpty(t, x.Games, x.Key)
			assert.Equal(t, phase == 1, len(x.Board) == 0, "%s at %s has a board unless it is upcoming", x.Key, at)
			seen[x.ID] = true
			for i := 1; i < len(x.Board); i++ {
				better := x.Board[i].Points > x.Board[i-1].Points || x.Board[i].Prize > x.Board[i-1].Prize
				assert.False(t, better, "%s: rank %d is better than the one before", x.Key, i+1)
			}
		}
		assert.Len(t, phases, 3, "there are active, upcoming and concluded ones at %s", at)
	}
}

func TestSpecialDaysRecurEveryYear(t *testing.T) {
	for _, at := range []time.Time{
		noon, time.Date(2027, 1, 2, 12, 0, 0, 0, Zone),
		time.Date(2026, 12, 31, 23, 0, 0, 0, Zone),
	} {
		on := 0
		for _, d := range SpecialDays(at) {
			assert.True(t, at.Before(d.End) && d.On == !at.Before(d.Start), "at %s: %+v", at, d)
			if d.On {
				on++
			}
		}
		assert.Equal(t, at.Month() == time.December || at.Month() == time.January, on == 1, at)
	}
}

func TestTextsAreComplete(t *testing.T) {
	texts := catalogue(t, 1).Texts
	first := texts.phrases[webpage.Languages[0]]
	for _, lang := range webpage.Languages {
		for key, words := range texts.phrases[lang] {
			assert.NotEmpty(t, words, "%s: %s", lang, key)
		}
		assert.Equal(t, slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(texts.phrases[lang])), lang)
		assert.Len(t, texts.pages[lang], 11, lang)
		for name := range texts.pages[webpage.Languages[0]] {
			p, ok := texts.Page(lang, name, Brands[0].Placeholders()...)
			assert.True(t, ok && p.Title != "" && strings.Count(p.HTML, "<p>") >= 2, "%s/%s: %+v", lang, name, p)
			assert.NotContains(t, p.HTML, "{", lang)
		}
		faq, _ := texts.Page(lang, "SSSinformation")
		n := strings.Count(faq.HTML, "<details>")
		assert.True(t, n >= 10 && n == strings.Count(faq.HTML, "</details>"), "%s: the FAQ has %d questions", lang, n)
	}
}
