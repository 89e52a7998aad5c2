package world

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Names are cut between letters, also those whose letters take several bytes.
func TestMaskedNamesAreText(t *testing.T) {
	names := []string{masked("ışıl"), masked("şükrü62"), masked("Ömer")}
	for n := range data.Nicknames {
		names = append(names, MaskedNickname(uint64(n)))
	}
	for _, name := range names {
		if !utf8.ValidString(name) || strings.ContainsRune(name, utf8.RuneError) || !strings.Contains(name, "***") {
			t.Errorf("%q", name)
		}
	}
	if got := masked("şükrü62"); got != "şü***62" {
		t.Errorf("got %q", got)
	}
}
