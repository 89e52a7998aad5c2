package world

import "fmt"

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
	for _, s := range c.Slots {
		c.slots[s.ID] = s
	}
	for _, t := range c.Tables {
		c.tables[t.ID] = t
	}
	return c, nil
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
