package world

import (
	"slices"
	"strings"
)

// Filter narrows a lobby; zero fields do not.
type Filter struct {
	Provider int
	Category int
	Type     string
	Search   string // folded by Fold
}

func (f Filter) admits(provider int, categories []int, kind, folded string) bool {
	return (f.Provider == 0 || f.Provider == provider) &&
		(f.Category == 0 || slices.Contains(categories, f.Category)) &&
		(f.Type == "" || f.Type == kind) &&
		(f.Search == "" || strings.Contains(folded, f.Search))
}

// FindSlots lists the slots that f admits, by popularity.
func (c *Catalogue) FindSlots(f Filter) []*Slot {
	if f == (Filter{}) {
		return c.Slots
	}
	var out []*Slot
	for _, s := range c.Slots {
		if f.admits(s.Provider.ID, s.Categories, s.Type, s.folded) {
			out = append(out, s)
		}
	}
	return out
}

// FindTables lists the live tables that f admits.
func (c *Catalogue) FindTables(f Filter) []*Table {
	if f == (Filter{}) {
		return c.Tables
	}
	var out []*Table
	for _, t := range c.Tables {
		if f.admits(t.Provider.ID, t.Categories, t.Type, t.folded) {
			out = append(out, t)
		}
	}
	return out
}
