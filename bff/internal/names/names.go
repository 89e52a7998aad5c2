// Package names maps the spellings of a name to one form, with three functions of different
// strictness, and suggests the known name that a typing error probably meant.
package names

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters maps letters that Unicode does not decompose but some databases compare as equal. These
// are letters with strokes, ligatures and the dotless i (UCA, primary level). MariaDB also treats ß
// as s, and other databases as ss. German collations write umlauts with e.
var letters = strings.NewReplacer("ı", "i", "ɨ", "i", "ø", "o", "đ", "d", "ð", "d", "ł", "l", "ħ", "h", "ŧ", "t", "ƀ",
	"b", "ς", "σ", "ß", "s", "ss", "s", "æ", "a", "œ", "o", "ae", "a", "oe", "o", "ue", "u")

// FoldAggressive maps all spellings that some platform may treat as one name to one text, for
// counting guesses. It ignores case, accents, strokes, ligatures, width, scripts of digits, spaces
// and invisible characters, and treats the four Turkish letters I as equal. Without it, each
// spelling of an account would have separate guesses. Different accounts may fold to the same text.
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

// digit returns the decimal digit of any script as the ASCII one. Unicode assigns digits in blocks
// of ten.
func digit(r rune) rune {
	zero := r
	for unicode.IsDigit(zero - 1) {
		zero--
	}
	return '0' + (r-zero)%10
}

// FoldIdentity maps the spellings of one user name to one text, for finding a player's sessions. It
// ignores case, width, surrounding spaces and the differences of the four Turkish letters I. It
// keeps accents, because they distinguish players.
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

// FoldCase maps all field names that a lenient reader may treat as equal to one text. It ignores
// case, Unicode folding, width, spaces, invisible characters and the differences of the four
// Turkish letters I.
func FoldCase(name string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r > unicode.MaxASCII && unicode.In(r, unicode.C, unicode.Z) {
			return -1
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, norm.NFKC.String(name))
}

// Hint returns "; did you mean …" with the known name closest to given, by the number of letters
// inserted, removed, replaced or swapped. It ignores case and prefers the first of equally close
// names. If no name is close enough for a typing error, it returns "".
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
