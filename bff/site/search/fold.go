package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters that Unicode does not decompose into a base letter and marks.
var letters = strings.NewReplacer(
	"ı", "i", "ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ł", "l", "ة", "ه", "ى", "ي", "ـ", "",
)

// fold returns the words of a text in the form in which they are compared: lower case, without accents,
// the four Turkish letters I as one. Apostrophes join, everything else that is neither letter nor digit
// separates: "Şampiyon'un Kalesi 3D" has the words sampiyonun, kalesi and 3d.
func fold(text string) []string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.M, r), unicode.Is(unicode.Cf, r), r == '\'', r == '’', r == '`', r == '´':
		case unicode.IsDigit(r):
			b.WriteRune(digit(r))
		case unicode.IsLetter(r), unicode.IsNumber(r):
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(letters.Replace(b.String()))
}

// digit returns a decimal digit of Arabic as that of ASCII.
func digit(r rune) rune {
	for _, zero := range [...]rune{'٠', '۰'} {
		if r >= zero && r < zero+10 {
			return '0' + r - zero
		}
	}
	return r
}
