package names_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/names"
)

func TestFolding(t *testing.T) {
	for _, row := range []struct {
		name, a, b           string
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
		{"strokes", "ØđŁħŧ", "odlht", true, false},
		{"sharp s as s, which MariaDB does", "ayße", "ayse", true, false},
		{"sharp s as ss", "Weiß", "WEISS", true, false},
		{"ligatures", "Æœ", "aeoe", true, false},
		{"umlauts with e", "müller", "Mueller", true, false},
		{"digits of other scripts", "ali١९", "ali19", true, false},
		{"final sigma", "νίκος", "ΝΙΚΟΣ", true, false},
		{"other digits", "ali1", "ali2", false, false},
		{"another letter", "ayse", "ayla", false, false},
	} {
		assert.Equal(t, row.aggressive, names.FoldAggressive(row.a) == names.FoldAggressive(row.b),
			"%s: FoldAggressive", row.name)
		assert.Equal(t, row.identity, names.FoldIdentity(row.a) == names.FoldIdentity(row.b), "%s: FoldIdentity",
			row.name)
	}
}

func TestFoldCase(t *testing.T) {
	for _, pair := range [][2]string{
		{"Type", "tYPE"},
		{"claſſ", "CLASS"},
		{"ıD", "İd"},
		{"\u212aind", "kind"},
		{"ος", "ΟΣ"},
		{"Ｔype", "type"},
		{"Type ", "type"},
		{"\u200bType\x00", "type"},
	} {
		assert.Equal(t, names.FoldCase(pair[0]), names.FoldCase(pair[1]))
	}
	assert.NotEqual(t, names.FoldCase("amount"), names.FoldCase("amóunt"))
}

func TestHint(t *testing.T) {
	fields := []string{"listen", "admin_listen", "data_dir", "keys_file", "log", "drain", "ttl", "url"}
	for given, want := range map[string]string{
		"lsten": "listen", "listten": "listen", "lisetn": "listen", "date_dir": "data_dir", "Listen": "listen",
		"keys-file": "keys_file",
		"lgo":       "log", "password": "", "x": "", "": "", "listen": "",
	} {
		if want != "" {
			want = `; did you mean "` + want + `"?`
		}
		assert.Equal(t, want, names.Hint(given, fields), given)
	}
}
