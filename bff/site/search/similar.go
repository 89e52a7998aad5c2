package search

import (
	"math/bits"
	"slices"
	"strings"
)

// Minimum lengths of words that may have one or two wrong letters.
const (
	oneErrorFrom  = 4
	twoErrorsFrom = 8
)

// maxWord is the maximum number of compared letters. It limits the time of a comparison.
const maxWord = 32

// allowedErrors returns the number of wrong letters allowed in a word of n letters.
func allowedErrors(n int) int {
	switch {
	case n >= twoErrorsFrom:
		return 2
	case n >= oneErrorFrom:
		return 1
	}
	return 0
}

// penalty returns the sum of the best penalties of each word. A match in the provider's name costs
// one more.
func (e *entry) penalty(ofWords [][]int16) (sum int) {
	for _, penalties := range ofWords {
		best := noMatch
		for i, id := range e.words {
			p := int(penalties[id])
			if i >= e.own {
				p++
			}
			best = min(best, p)
		}
		if best == noMatch {
			return noMatch
		}
		sum += best
	}
	return sum
}

// penalties compares a word with every word of the index. Each wrong letter costs three, and a
// match with only the beginning costs one more.
func (x *Index) penalties(text string) []int16 {
	w := []rune(text)
	errors, mask := allowedErrors(len(w)), maskOf(w)
	w = w[:min(len(w), maxWord)]
	out := slices.Repeat([]int16{noMatch}, len(x.words))
	var rows distances
	for i := range x.words {
		other := &x.words[i]
		switch {
		case errors == 0 && other.text == text:
			out[i] = 0
		case errors == 0 && strings.HasPrefix(other.text, text):
			out[i] = 1
		case errors > 0 && bits.OnesCount64(mask&^other.mask) <= errors && len(other.runes) >= len(w)-errors:
			// Every letter that the other word lacks is at least one error.
			switch whole, start := rows.compare(w, other.runes, errors); {
			case whole <= errors && whole <= start:
				out[i] = int16(3 * whole)
			case start <= errors:
				out[i] = int16(3*start + 1)
			}
		}
	}
	return out
}

// maskOf returns the set of letters of a word. Different letters may share a bit.
func maskOf(w []rune) (mask uint64) {
	for _, r := range w {
		mask |= 1 << (uint32(r) % 64)
	}
	return mask
}

// distances computes edit distances and reuses its rows.
type distances struct {
	rows [3][maxWord + 4]int
}

// compare returns the edit distance (optimal string alignment) of a to b, and to the most similar
// prefix of b. Neither result exceeds most+1. most must not exceed 2.
func (d *distances) compare(a, b []rune, most int) (whole, start int) {
	b = b[:min(len(b), len(a)+most+1)] // longer words are too different
	before, above, row := &d.rows[0], &d.rows[1], &d.rows[2]
	for j := range len(b) + 1 {
		above[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, above[j]+wrong)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return min(above[len(b)], most+1), min(slices.Min(above[:len(b)+1]), most+1)
}
