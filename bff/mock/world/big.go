package world

import "strconv"

// Sizes of the big offer, and where the numbers of what it adds begin.
const (
	bigSlots     = 10_000
	bigTables    = 2_000
	bigProviders = 240

	firstBigSlot  = 20_001
	firstBigTable = 40_001
)

// Big is the same offer grown to thousands of games, for lists that do not end: what c has
// comes first and keeps its numbers. It is built on first use, and shared by all worlds
// of the seed.
func (c *Catalogue) Big() *Catalogue {
	c.large.Do(func() {
		c.big = c.grown()
		c.big.large.Do(func() { c.big.big = c.big })
	})
	return c.big
}

func (c *Catalogue) grown() *Catalogue {
	out := &Catalogue{
		Seed: c.Seed, Texts: c.Texts, Jackpots: c.Jackpots,
		Slots: make([]*Slot, 0, bigSlots), Tables: make([]*Table, 0, bigTables),
		slots: make(map[int]*Slot, bigSlots), tables: make(map[int]*Table, bigTables),
	}
	for _, p := range c.Providers {
		own := *p
		out.Providers = append(out.Providers, &own)
	}
	for i := len(out.Providers); i < bigProviders; i++ {
		out.Providers = append(out.Providers, &Provider{ID: i + 1, Name: makerName(i), Live: i%3 == 0})
	}
	var studios []*Provider
	for _, p := range out.Providers {
		if p.Live {
			studios = append(studios, p)
		}
	}
	out.Slots = append(out.Slots, c.Slots...)
	for i := range bigSlots - len(c.Slots) {
		out.Slots = append(out.Slots, sequel(c.Slots[i%len(c.Slots)], i, 2+i/len(c.Slots), out.Providers))
	}
	out.Tables = append(out.Tables, c.Tables...)
	for i := range bigTables - len(c.Tables) {
		out.Tables = append(out.Tables, annex(c.Tables[i%len(c.Tables)], i, studios))
	}
	out.index()
	out.past = newLongPast(c)
	return out
}

// sequel is a slot after a slot, by another maker and without its jackpot.
func sequel(of *Slot, i, part int, makers []*Provider) *Slot {
	s := *of
	s.ID, s.Name = firstBigSlot+i, of.Name+" "+roman(part)
	s.folded = Fold(s.Name)
	s.Provider = makers[(i*7+part)%len(makers)]
	s.Provider.Games++
	s.New, s.Jackpot, s.Categories = false, nil, nil
	for _, k := range of.Categories {
		if k != CategoryJackpot && k != CategoryNew {
			s.Categories = append(s.Categories, k)
		}
	}
	return &s
}

// annex is a table beside a table, in another studio.
func annex(of *Table, i int, studios []*Provider) *Table {
	t := *of
	t.ID, t.Name = firstBigTable+i, of.Name+" · "+strconv.Itoa(101+i)
	t.folded = Fold(t.Name)
	t.Provider = studios[i%len(studios)]
	t.Provider.Tables++
	return &t
}

var (
	makerFirsts = []string{
		"Amber", "Boreal", "Cobalt", "Damla", "Ember", "Fındık", "Granit", "Harman", "Indigo", "Kıvılcım",
		"Lavanta", "Mercan", "Opal", "Quartz", "Rüzgar", "Sedir", "Tundra", "Yosun",
	}
	makerLasts = []string{
		"Reels", "Play", "Gaming", "Studio", "Works", "Forge", "Spin", "Interactive", "Labs", "Oyun", "Deck", "Arcade", "Circuit",
	}
)

func makerName(i int) string {
	return makerFirsts[i%len(makerFirsts)] + " " + makerLasts[i/len(makerFirsts)%len(makerLasts)]
}

// roman writes the numbers of sequels.
func roman(n int) string {
	out := ""
	for _, d := range []struct {
		value int
		sign  string
	}{{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			out += d.sign
		}
	}
	return out
}
