// Package names compares names: it maps the spellings of user-supplied names to one form, by three functions for uses of
// different strictness, and finds the name that somebody probably meant.
package names

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters has what Unicode does not decompose but some database compares as equal: letters with strokes, ligatures and the
// dotless i (UCA, primary level), ß as s (MariaDB) and as ss, and umlauts with e (German collations).
var letters = strings.NewReplacer("ı", "i", "ɨ", "i", "ø", "o", "đ", "d", "ð", "d", "ł", "l", "ħ", "h", "ŧ", "t", "ƀ", "b", "ς", "σ",
	"ß", "s", "ss", "s", "æ", "a", "œ", "o", "ae", "a", "oe", "o", "ue", "u")

// FoldAggressive maps all spellings that some platform might treat as one name to one text, for
// counting guesses: case, accents, strokes, ligatures, width, scripts of digits, spaces and invisible
// characters are ignored, and the four Turkish letters I are one. With less folding, each spelling of
// an account would have guesses of its own. Different accounts may fold to the same text.
func FoldAggressive(name string) string {
	folded := strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.M, unicode.C, unicode.Z):
			return -1
		case unicode.IsDigit(r):
			return digit(r)
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
	for {
		before := folded
		if folded = letters.Replace(folded); folded == before {
			return folded
		}
	}
}

// digit returns the decimal digit of any script as the ASCII one. Unicode assigns digits in blocks of ten.
func digit(r rune) rune {
	zero := r
	for unicode.IsDigit(zero - 1) {
		zero--
	}
	return '0' + (r-zero)%10
}

// FoldIdentity maps the spellings of one user name to one text, for finding a player's sessions:
// case, width, surrounding spaces and the four Turkish letters I are ignored. Accents are kept,
// because they distinguish players.
func FoldIdentity(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'ı':
			return 'i'
		case '\u0307': // the combining dot of a capital İ
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(strings.TrimSpace(name)))
}

// FoldCase maps all names of fields that a lenient reader might treat as one to one text: names that differ in case, after Unicode
// folding, in the four Turkish letters I, in width, or in spaces and invisible characters.
func FoldCase(name string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r > unicode.MaxASCII && unicode.In(r, unicode.C, unicode.Z) {
			return -1
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, norm.NFKC.String(name))
}

// Hint returns "; did you mean …" with the known name that is closest to given, by the number of letters inserted, removed,
// replaced or swapped. Case does not count, and of equally close names the first is meant. It returns "" where none is close
// enough to be a slip.
func Hint(given string, known []string) string {
	runes, meant := []rune(strings.ToLower(given)), ""
	best := len(runes)/4 + 2
	if len(runes) < 3 {
		best = 2
	}
	for _, k := range known {
		if d := distance(runes, []rune(strings.ToLower(k))); k != given && d < best {
			best, meant = d, k
		}
	}
	if meant == "" {
		return ""
	}
	return `; did you mean "` + meant + `"?`
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
