package world

import (
	"fmt"
	"sync"
)

// Catalogue is what the casino offers. It is immutable and safe for concurrent use.
type Catalogue struct {
	Seed      uint64
	Providers []*Provider
	Slots     []*Slot // by popularity
	Tables    []*Table
	Jackpots  []*Jackpot
	Texts     *Texts

	slots  map[int]*Slot
	tables map[int]*Table

	openings openings

	contests map[int][]int // by slot, the series (by place in seriesList) that it counts in
	entries  [][]int       // by series, the slots that count

	large sync.Once
	big   *Catalogue // see Big
	past  *longPast  // of a big one
}

// NewCatalogue builds the offer of a seed. It fails only where an embedded text is broken.
func NewCatalogue(seed uint64) (*Catalogue, error) {
	texts, err := loadTexts()
	if err != nil {
		return nil, fmt.Errorf("world: texts: %w", err)
	}
	c := &Catalogue{
		Seed: seed, Providers: buildProviders(), Texts: texts,
		slots: map[int]*Slot{}, tables: map[int]*Table{},
	}
	c.Slots = buildSlots(seed, c.Providers)
	c.Jackpots = buildJackpots(seed, c.Slots)
	shelve(seed, c.Slots)
	c.Tables = buildTables(seed, c.Providers)
	c.index()
	return c, nil
}

func (c *Catalogue) index() {
	for _, s := range c.Slots {
		c.slots[s.ID] = s
	}
	for _, t := range c.Tables {
		c.tables[t.ID] = t
	}
	c.contests, c.entries = map[int][]int{}, make([][]int, len(seriesList))
	for i, s := range seriesList {
		c.entries[i] = c.entrants(s)
		for _, id := range c.entries[i] {
			c.contests[id] = append(c.contests[id], i)
		}
	}
}

// Slot finds a slot by its id.
func (c *Catalogue) Slot(id int) (*Slot, bool) {
	s, ok := c.slots[id]
	return s, ok
}

// Table finds a live table by its id.
func (c *Catalogue) Table(id int) (*Table, bool) {
	t, ok := c.tables[id]
	return t, ok
}

// SlotCategories lists the shelves of the slot lobby in their order.
func (c *Catalogue) SlotCategories() []Category { return slotCategories }

// LiveCategories lists the shelves of the live lobby in their order.
func (c *Catalogue) LiveCategories() []Category { return liveCategories }
