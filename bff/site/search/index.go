package search

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Kind is the kind of an item.
type Kind int

// The kinds. Equally good matches appear in this order.
const (
	Game Kind = iota
	Table
	Provider
	kinds // number of kinds
)

// Item is a game, a live table or a provider.
type Item struct {
	Kind  Kind
	Name  string
	Owner string          // name of the provider, empty for a provider
	Data  json.RawMessage // the item in responses
}

type entry struct {
	Item
	text  string  // words of the name, such as " altin bogaz "
	owner string  // words of the provider's name
	glued string  // words of the name without spaces
	words []int32 // words of the name, then of the provider's name
	own   int     // number of words in the name
}

type word struct {
	text  string
	runes []rune
	mask  uint64
}

// Index finds items by name. It is immutable and safe for concurrent use. It scans its items, which
// takes less than a millisecond for 2,000 items. A search library would add 3 MB.
type Index struct {
	entries []entry
	words   []word
}

// NewIndex indexes items. Equally good matches keep their order.
func NewIndex(items []Item) *Index {
	x, known := &Index{entries: make([]entry, len(items))}, map[string]int32{}
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
	}
	return x
}

func spaced(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ") + " "
}

// Result contains the best matches of each kind, best first.
type Result struct {
	Items [kinds][]*Item
	// Suggestion is the nearest name if no item contains the text. Items then contains similar
	// names.
	Suggestion string
}

// Find returns at most limit items of each kind that contain a text. If there are none, it returns
// items with similar words.
func (x *Index) Find(text string, limit int) (r Result) {
	words := fold(text)
	if len(words) == 0 || limit <= 0 {
		return r
	}
	q := newQuery(words)
	hits := x.hits(q.score)
	if len(hits) == 0 {
		var penalties [][]int16
		for _, w := range words {
			penalties = append(penalties, x.penalties(w))
		}
		hits = x.hits(func(e *entry) int { return e.penalty(penalties) })
		if len(hits) > 0 {
			r.Suggestion = hits[0].Name
		}
	}
	for _, h := range hits {
		if len(r.Items[h.Kind]) < limit {
			r.Items[h.Kind] = append(r.Items[h.Kind], &h.Item)
		}
	}
	return r
}

// hit is an entry with its score. Lower scores are better.
type hit struct {
	*entry
	score int
}

// hits returns the matching entries, best first.
func (x *Index) hits(score func(*entry) int) (out []hit) {
	for i := range x.entries {
		if n := score(&x.entries[i]); n != noMatch {
			out = append(out, hit{&x.entries[i], n})
		}
	}
	slices.SortStableFunc(out, func(a, b hit) int { return cmp.Or(a.score-b.score, int(a.Kind-b.Kind)) })
	return out
}

func (x *Index) itemsOf(kind Kind) (out []Item) {
	for i := range x.entries {
		if x.entries[i].Kind == kind {
			out = append(out, x.entries[i].Item)
		}
	}
	return out
}

// has reports whether the index contains exactly these items.
func (x *Index) has(items []Item) bool {
	return x != nil && slices.EqualFunc(x.entries, items, func(e entry, i Item) bool {
		return e.Kind == i.Kind && e.Name == i.Name && e.Owner == i.Owner && bytes.Equal(e.Data, i.Data)
	})
}

// letters replaces letters that Unicode does not decompose, and the decimal digits of Arabic.
var letters = strings.NewReplacer(
	"ı", "i", "ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ł", "l", "ة", "ه", "ى", "ي", "ـ", "",
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9",
)

// fold returns the words of a text in normalised form: lower case, without accents, and with one
// letter for the Turkish dotted and dotless i. "Şampiyon'un Kalesi 3D" becomes sampiyonun, kalesi
// and 3d.
func fold(text string) []string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.M, r), unicode.Is(unicode.Cf, r), r == '\'', r == '’', r == '`', r == '´':
		case unicode.IsLetter(r), unicode.IsNumber(r):
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(letters.Replace(b.String()))
}
