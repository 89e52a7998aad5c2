package world

import (
	"strings"
	"unicode"
)

// folds maps letters that Turkish players type either way to one form, so that "sans"
// finds "Şans" and "IŞIK" finds "ışık".
var folds = map[rune]rune{
	'ı': 'i', 'İ': 'i', 'I': 'i', 'î': 'i', 'Î': 'i',
	'ş': 's', 'Ş': 's', 'ç': 'c', 'Ç': 'c', 'ğ': 'g', 'Ğ': 'g',
	'ü': 'u', 'Ü': 'u', 'û': 'u', 'ö': 'o', 'Ö': 'o', 'â': 'a', 'Â': 'a',
}

// Fold gives the form in which names are compared and searched.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if f, ok := folds[r]; ok {
			return f
		}
		// A combining dot is what lower-casing "İ" elsewhere leaves behind.
		if r == '\u0307' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}
