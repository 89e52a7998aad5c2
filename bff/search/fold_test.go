package search

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Altın Boğaz":               "altin bogaz",
		"IŞIK ışık İSTANBUL":        "isik isik istanbul",
		"Çöl Rüzgârı":               "col ruzgari",
		"i\u0307stanbul":            "istanbul", // İ in lower case by Unicode's default
		"Şampiyon'un Kalesi – 3D":   "sampiyonun kalesi 3d",
		"Joker’s  20+5":             "jokers 20 5",
		"Ещё Ёлка":                  "еще елка",
		"سلوتس أُخرى ١٢":            "سلوتس اخري 12",
		"ＦＵＬＬ　width":                "full width",
		"Straße Łódź":               "strasse lodz",
		" \t!?· ":                   "",
		"zero\u200bwidth\ufefftext": "zerowidthtext",
	} {
		assert.Equal(t, want, strings.Join(fold(text), " "), "%q", text)
	}
}
