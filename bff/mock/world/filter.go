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
	return find(f, c.Slots, func(s *Slot) bool { return f.admits(s.Provider.ID, s.Categories, s.Type, s.folded) })
}

// FindTables lists the live tables that f admits.
func (c *Catalogue) FindTables(f Filter) []*Table {
	return find(f, c.Tables, func(t *Table) bool { return f.admits(t.Provider.ID, t.Categories, t.Type, t.folded) })
}

// find lists what f admits; all that there is, itself, where f admits everything.
func find[T any](f Filter, all []T, admits func(T) bool) []T {
	if f == (Filter{}) {
		return all
	}
	var found []T
	for _, one := range all {
		if admits(one) {
			found = append(found, one)
		}
	}
	return found
}
