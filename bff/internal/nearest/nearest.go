// Package nearest finds the word that somebody probably meant.
package nearest

import (
	"slices"
	"strings"
)

// Word returns the word of known that is closest to given, by the number of letters inserted, removed,
// replaced or swapped; ok is false where none is close enough to be a slip. Case does not count. Of equally
// close words the first is returned.
func Word(given string, known []string) (word string, ok bool) {
	runes := []rune(strings.ToLower(given))
	best := len(runes)/4 + 1
	if len(runes) < 3 {
		best = 1
	}
	best++
	for _, k := range known {
		if k == given {
			continue
		}
		if d := distance(runes, []rune(strings.ToLower(k))); d < best {
			best, word, ok = d, k, true
		}
	}
	return word, ok
}

// Hint returns "; did you mean …" with the closest word, or nothing.
func Hint(given string, known []string) string {
	if word, ok := Word(given, known); ok {
		return `; did you mean "` + word + `"?`
	}
	return ""
}

// distance is the optimal string alignment distance.
func distance(a, b []rune) int {
	var before []int // the row before above
	above := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			replace := above[j]
			if a[i] != b[j] {
				replace++
			}
			row[j+1] = slices.Min([]int{row[j] + 1, above[j+1] + 1, replace})
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
