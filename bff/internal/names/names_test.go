package names_test

import (
	"testing"

	"croupier/bff/internal/names"
)

func TestFolding(t *testing.T) {
	for _, row := range []struct {
		name                 string
		a, b                 string
		aggressive, identity bool // whether a and b fold to the same text
	}{
		{"case", "Ayse", "aySE", true, true},
		{"width", "ＡＹＳＥ", "ayse", true, true},
		{"surrounding spaces", " ayse\t", "ayse", true, true},
		{"Turkish capital I with dot", "İBRAHİM", "ibrahim", true, true},
		{"Turkish small i without dot", "ılgaz", "ilgaz", true, true},
		{"composed and decomposed accents", "ays\u0327e", "ay\u015fe", true, true},
		{"accents", "ayşe", "ayse", true, false},
		{"inner spaces", "ay se", "ayse", true, false},
		{"zero-width characters", "ay\u200bse", "ayse", true, false},
		{"another letter", "ayse", "ayla", false, false},
	} {
		if got := names.FoldAggressive(row.a) == names.FoldAggressive(row.b); got != row.aggressive {
			t.Errorf("%s: FoldAggressive maps %q and %q to the same text: %v", row.name, row.a, row.b, got)
		}
		if got := names.FoldIdentity(row.a) == names.FoldIdentity(row.b); got != row.identity {
			t.Errorf("%s: FoldIdentity maps %q and %q to the same text: %v", row.name, row.a, row.b, got)
		}
	}
}
