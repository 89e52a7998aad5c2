package world

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Catalogue contains the casino's offer. It is immutable and safe for concurrent use.
type Catalogue struct {
	Seed      uint64
	Providers []*Provider
	Slots     []*Slot // by popularity
	Tables    []*Table
	Jackpots  []*Jackpot
	Texts     *Texts

	slots  map[int]*Slot
	tables map[int]*Table

	seriesOf map[int][]int // indexes of data.Series by slot id
	eligible [][]int       // slot ids by index of data.Series

	big func() *Catalogue // see Big
}

// NewCatalogue builds the catalogue of a seed.
func NewCatalogue(seed uint64) *Catalogue {
	c := &Catalogue{Seed: seed, Providers: newProviders(), Texts: texts()}
	c.Slots = newSlots(seed, c.Providers)
	c.Jackpots = newJackpots(seed, c.Slots)
	categorize(seed, c.Slots)
	c.Tables = newTables(seed, c.Providers)
	c.index()
	c.big = sync.OnceValue(c.extended)
	return c
}

func (c *Catalogue) index() {
	c.slots, c.tables = make(map[int]*Slot, len(c.Slots)), make(map[int]*Table, len(c.Tables))
	for _, s := range c.Slots {
		c.slots[s.ID] = s
	}
	for _, t := range c.Tables {
		c.tables[t.ID] = t
	}
	c.seriesOf = map[int][]int{}
	for i, s := range data.Series {
		c.eligible = append(c.eligible, nil)
		found := c.FindSlots(Filter{Provider: s.Provider, Category: s.Category})
		for _, slot := range found[:min(len(found), tournamentGames)] {
			c.eligible[i] = append(c.eligible[i], slot.ID)
			c.seriesOf[slot.ID] = append(c.seriesOf[slot.ID], i)
		}
	}
}

// Slot returns a slot by its id.
func (c *Catalogue) Slot(id int) (*Slot, bool) {
	s, ok := c.slots[id]
	return s, ok
}

// Table returns a live table by its id.
func (c *Catalogue) Table(id int) (*Table, bool) {
	t, ok := c.tables[id]
	return t, ok
}

// Categories of the lobbies in order.
var (
	SlotCategories = data.SlotCategories
	LiveCategories = data.LiveCategories
)

// Filter narrows a lobby. Zero fields match everything.
type Filter struct {
	Provider, Category int
	Type               string
	Search             string // folded by Fold
}

func (f Filter) matches(l *listed) bool {
	return (f.Provider == 0 || f.Provider == l.Provider.ID) &&
		(f.Category == 0 || slices.Contains(l.Categories, f.Category)) && (f.Type == "" || f.Type == l.Type) &&
		(f.Search == "" || strings.Contains(l.folded, f.Search))
}

// FindSlots returns the slots that match f, by popularity.
func (c *Catalogue) FindSlots(f Filter) []*Slot {
	return filter(c.Slots, func(s *Slot) bool { return f.matches(&s.listed) })
}

// FindTables returns the live tables that match f.
func (c *Catalogue) FindTables(f Filter) []*Table {
	return filter(c.Tables, func(t *Table) bool { return f.matches(&t.listed) })
}

// Fold returns the form in which names are compared and searched, without case and accents: "sans"
// finds "Şans".
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ı':
			return 'i'
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}

// Sizes of the big catalogue, and the first ids of its additional games.
const (
	bigSlots     = 10_000
	bigTables    = 2_000
	bigProviders = 240

	firstBigSlot  = 20_001
	firstBigTable = 40_001
)

// Big returns the catalogue extended to thousands of games, for tests of long lists. The games of c
// keep their ids.
func (c *Catalogue) Big() *Catalogue { return c.big() }

func (c *Catalogue) extended() *Catalogue {
	out := &Catalogue{
		Seed: c.Seed, Texts: c.Texts, Jackpots: c.Jackpots, Slots: append(make([]*Slot, 0, bigSlots), c.Slots...),
		Tables: append(make([]*Table, 0, bigTables), c.Tables...),
	}
	for _, p := range c.Providers {
		own := *p
		out.Providers = append(out.Providers, &own)
	}
	for i := len(out.Providers); i < bigProviders; i++ {
		name := fmt.Sprintf("%s · %d", c.Providers[i%len(c.Providers)].Name, 1+i/len(c.Providers))
		out.Providers = append(out.Providers, &Provider{ID: i + 1, Name: name, Live: i%3 == 0})
	}
	for i := range bigSlots - len(c.Slots) { // without jackpots
		s := *c.Slots[i%len(c.Slots)]
		s.ID = firstBigSlot + i
		s.offer(fmt.Sprintf("%s · %d", s.Name, 2+i/len(c.Slots)), out.Providers[i*7%len(out.Providers)])
		s.Provider.Games++
		s.New, s.Jackpot = false, nil
		s.Categories = filter(s.Categories, func(k int) bool { return k != CategoryJackpot && k != CategoryNew })
		out.Slots = append(out.Slots, &s)
	}
	live := studios(out.Providers)
	for i := range bigTables - len(c.Tables) {
		t := *c.Tables[i%len(c.Tables)]
		t.ID = firstBigTable + i
		t.offer(fmt.Sprintf("%s · %d", t.Name, 101+i), live[i%len(live)])
		t.Provider.Tables++
		out.Tables = append(out.Tables, &t)
	}
	out.index()
	out.big = func() *Catalogue { return out }
	return out
}
