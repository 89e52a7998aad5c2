package art

import (
	"strings"
	"unicode"
)

// capitals sets a title in capitals the way its language does: Turkish i becomes İ, English i becomes I.
// lang is "tr" or any other code; empty means unknown, and then the letters decide. A title that
// could be either keeps its own casing rather than risk a wrong letter.
func capitals(title, lang string) string {
	switch {
	case lang == "tr":
		return strings.ToUpperSpecial(unicode.TurkishCase, title)
	case lang != "":
		return strings.ToUpper(title)
	case strings.ContainsAny(title, "ğĞşŞıİçÇöÖüÜ"):
		return strings.ToUpperSpecial(unicode.TurkishCase, title)
	case !strings.ContainsRune(title, 'i'), strings.ContainsAny(title, "qwxQWX"):
		return strings.ToUpper(title)
	}
	return title
}
