package search

import (
	"encoding/json"
	"strings"
)

// Kind is what an item is.
type Kind int

// The kinds in the order in which equally good matches are suggested.
const (
	Game Kind = iota
	Table
	Provider
	kinds // their number
)

// Item is a game, a live table or a provider.
type Item struct {
	Kind  Kind
	Name  string
	Owner string          // the provider's name; empty for a provider
	Data  json.RawMessage // the item in answers
}

// entry is an indexed item.
type entry struct {
	Item
	text  string  // the words of the name, " altin bogaz "
	owner string  // the words of the provider's name
	glued string  // the words of the name without spaces
	words []int32 // of the name, then of the provider's name
	own   int     // number of words of the name
}

// word is a distinct word of the index.
type word struct {
	text  string
	runes []rune
	mask  uint64
}

// Index finds items. It is immutable and safe for concurrent use.
type Index struct {
	entries []entry
	words   []word
	names   lines            // the texts of the entries
	glued   lines            // their names without spaces
	owners  map[string][]int // entries by provider, see entry.owner
}

// NewIndex indexes items. Equally good matches are found in their order.
func NewIndex(items []Item) *Index {
	x, known := &Index{entries: make([]entry, len(items)), owners: map[string][]int{}}, map[string]int32{}
	add := func(words []string) (ids []int32) {
		for _, w := range words {
			id, ok := known[w]
			if !ok {
				id = int32(len(x.words))
				known[w] = id
				x.words = append(x.words, word{w, []rune(w), maskOf([]rune(w))})
			}
			ids = append(ids, id)
		}
		return ids
	}
	for i, item := range items {
		name, owner := fold(item.Name), fold(item.Owner)
		x.entries[i] = entry{
			Item: item, text: spaced(name), owner: spaced(owner), glued: strings.Join(name, ""),
			words: append(add(name), add(owner)...), own: len(name),
		}
		e := &x.entries[i]
		x.names.add(e.text)
		x.glued.add(e.glued)
		if e.owner != "" {
			x.owners[e.owner] = append(x.owners[e.owner], i)
		}
	}
	return x
}

// spaced joins words with a space before and after each.
func spaced(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ") + " "
}

// Result holds the best matches of each kind, the best first.
type Result struct {
	Items [kinds][]*Item
	// Suggestion is the nearest name where the text itself matches nothing; the items match it then.
	Suggestion string
}

func (r *Result) empty() bool {
	for _, items := range r.Items {
		if len(items) > 0 {
			return false
		}
	}
	return true
}

// Find returns at most limit items of each kind that match a text.
func (x *Index) Find(text string, limit int) Result {
	words := fold(text)
	if len(words) == 0 || limit <= 0 {
		return Result{}
	}
	if r := x.exact(words, limit); !r.empty() {
		return r
	}
	return x.similar(words, limit)
}
