// Package names maps the spellings of user-supplied names to one form. It has three functions,
// because the three uses need different strictness.
package names

import (
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
