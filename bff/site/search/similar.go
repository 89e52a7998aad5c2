package search

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// Words of this many letters may have one wrong letter, or two.
const (
	oneErrorFrom  = 4
	twoErrorsFrom = 8
)

// maxWord bounds the letters of a word that are compared, and so the time of a comparison.
const maxWord = 32

// allowedErrors returns the number of wrong letters that a word of n letters may have.
func allowedErrors(n int) int {
	switch {
	case n >= twoErrorsFrom:
		return 2
	case n >= oneErrorFrom:
		return 1
	}
	return 0
}

// unlike is the penalty of a word that does not match.
const unlike = -1

// similar returns the items of which every word of the text resembles a word, the most similar first.
func (x *Index) similar(words []string, limit int) (r Result) {
	penalties := make([][]int8, len(words))
	for i, w := range words {
		var found bool
		if penalties[i], found = x.penalties(w); !found {
			return r
		}
	}
	type hit struct {
		*entry
		penalty int
	}
	var hits []hit
	for i := range x.entries {
		if p := x.entries[i].penalty(penalties); p != unlike {
			hits = append(hits, hit{&x.entries[i], p})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(a.penalty, b.penalty), cmp.Compare(a.Kind, b.Kind)) })
	for _, h := range hits {
		if len(r.Items[h.Kind]) < limit {
			r.Items[h.Kind] = append(r.Items[h.Kind], &h.Item)
		}
	}
	if len(hits) > 0 {
		r.Suggestion = hits[0].Name
	}
	return r
}

// penalty adds up the best penalties of the words of a text; unlike if some word resembles none of the
// entry. A match in the provider's name counts more than one in the item's own.
func (e *entry) penalty(ofWords [][]int8) (sum int) {
	for _, penalties := range ofWords {
		best := unlike
		for i, id := range e.words {
			p := int(penalties[id])
			if p == unlike {
				continue
			}
			if i >= e.own {
				p++
			}
			if best == unlike || p < best {
				best = p
			}
		}
		if best == unlike {
			return unlike
		}
		sum += best
	}
	return sum
}

// penalties compares a word with every word of the index: three for each wrong letter, and one more where
// only the beginning of the other word is meant. similar reports whether some word is.
func (x *Index) penalties(text string) (out []int8, similar bool) {
	w := []rune(text)
	errors, mask := allowedErrors(len(w)), maskOf(w)
	w = w[:min(len(w), maxWord)]
	out = make([]int8, len(x.words))
	var rows distances
	for i := range x.words {
		other := &x.words[i]
		out[i] = unlike
		switch {
		case errors == 0:
			if other.text == text {
				out[i] = 0
			} else if strings.HasPrefix(other.text, text) {
				out[i] = 1
			}
		case bits.OnesCount64(mask&^other.mask) <= errors && len(other.runes) >= len(w)-errors:
			// Every letter that the other word lacks is at least one error.
			switch whole, start := rows.compare(w, other.runes, errors); {
			case whole <= errors && whole <= start:
				out[i] = int8(3 * whole)
			case start <= errors:
				out[i] = int8(3*start + 1)
			}
		}
		similar = similar || out[i] != unlike
	}
	return out, similar
}

// maskOf returns the set of the letters of a word. Letters may share a bit.
func maskOf(w []rune) (mask uint64) {
	for _, r := range w {
		mask |= 1 << (uint32(r) % 64)
	}
	return mask
}

// distances computes edit distances; its rows are reused.
type distances struct {
	rows [3][maxWord + 4]int
}

// compare returns the number of letters that are wrong, missing, superfluous or swapped with their
// neighbour in a: compared with b, and with the most similar beginning of b (optimal string alignment).
// Either is most+1 where it is more than most. a has at most maxWord letters, and most is at most 2.
func (d *distances) compare(a, b []rune, most int) (whole, start int) {
	before, above, row := &d.rows[0], &d.rows[1], &d.rows[2]
	more := most + 1
	for j := range more + 1 {
		above[j] = j
	}
	least := 0 // of the row above
	for i := 1; i <= len(a); i++ {
		// Cells farther than most from the diagonal are more than most.
		from, to := max(1, i-most), min(len(b), i+most)
		row[from-1] = more
		if from == 1 {
			row[0] = min(i, more)
		}
		leastAbove := least
		least = row[from-1]
		for j := from; j <= to; j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			n := min(above[j]+1, row[j-1]+1, above[j-1]+wrong, more)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, before[j-2]+1)
			}
			row[j] = n
			least = min(least, n)
		}
		row[to+1] = more
		if least > most && leastAbove >= most {
			return more, more
		}
		before, above, row = above, row, before
	}
	whole, start = more, more
	from, to := max(0, len(a)-most), min(len(b), len(a)+most)
	for j := from; j <= to; j++ {
		start = min(start, above[j])
	}
	if from <= len(b) && len(b) <= to {
		whole = above[len(b)]
	}
	return whole, start
}
