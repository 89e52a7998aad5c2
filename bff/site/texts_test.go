package site_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
	"croupier/bff/site"
	"croupier/configs"
)

// textsFile has the texts of two languages, and the plural forms of a language for packs.
const textsFile = `{"texts":{` +
	`"tr":{"common":{"close":"Kapat","greet":"Merhaba {{name}}","games_one":"{{count}} oyun","games_other":"{{count}} oyun"},` +
	`"lobby":{"title":"{{brand}} lobisi","login":"İptal"}},` +
	`"ru":{"common":{"close":"Закрыть","greet":"Привет {{name}}","games_one":"{{count}} игра","games_few":"{{count}} игры",` +
	`"games_many":"{{count}} игр","games_other":"{{count}} игры"},"lobby":{"title":"Лобби {{brand}}","login":"Отмена"}}},` +
	`"forms":{"tr":["one","other"],"ru":["one","few","many","other"],"bg":["one","other"],"pl":["one","few","many","other"]}}`

// loadTexts loads the demo with files in the folder of its first brand, and with a language.
func loadTexts(t *testing.T, lang string, files map[string]string) (*config.Config, error) {
	t.Helper()
	all := fstest.MapFS{}
	noError(t, fs.WalkDir(configs.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			raw, _ := fs.ReadFile(configs.FS, name)
			all[name] = &fstest.MapFile{Data: raw}
		}
		return err
	}))
	const file = "brands/marmara/brand.yaml"
	list := "\nlanguages:\n"
	yaml := string(all[file].Data)
	require.Contains(t, yaml, list)
	if lang != "" {
		// After the default language.
		start, rest, _ := strings.Cut(yaml, list)
		first, rest, _ := strings.Cut(rest, "\n")
		yaml = start + list + first + "\n  - { id: 9, title: New, lang: " + lang + " }\n" + rest
	}
	all[file] = &fstest.MapFile{Data: []byte(yaml)}
	for name, text := range files {
		all["brands/marmara/texts/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	source := config.Source{
		Files: all, Name: "croupier.yaml", Env: func(string) (string, bool) { return "", false },
		Texts: site.NewTexts(fstest.MapFS{"texts.json.br": {Data: packed(textsFile)}}),
	}
	return source.Load()
}

func TestTextsOfBrandsAreChecked(t *testing.T) {
	for name, c := range map[string]struct{ lang, file, text, want string }{
		"syntax":              {"", "tr/lobby.json", `{"login": }`, "texts/tr/lobby.json:1:11: invalid JSON"},
		"no text":             {"", "tr/lobby.json", `{"login": 1}`, "lobby.json: login: is not a text"},
		"unknown namespace":   {"", "tr/loby.json", `{"login": "x"}`, `unknown namespace "loby"; did you mean "lobby"? (allowed: common, lobby)`},
		"unknown key":         {"", "tr/lobby.json", `{"logn": "x"}`, `lobby.json: logn: unknown key; did you mean "login"?`},
		"empty":               {"", "tr/lobby.json", `{"login": " "}`, "login: is empty"},
		"template":            {"", "tr/lobby.json", `{"login": "⟦player⟧"}`, "contains characters of templates"},
		"nesting":             {"", "tr/lobby.json", `{"login": "$t(title)"}`, "contains characters of templates"},
		"unknown placeholder": {"", "tr/common.json", `{"greet": "Selam {{nme}} {{name}}"}`, "greet: unknown placeholder {{nme}} (allowed: {{name}})"},
		"open placeholder":    {"", "tr/lobby.json", `{"login": "a {{b"}`, "unknown placeholder {{b (allowed: no placeholder)"},
		"missing placeholder": {"", "tr/common.json", `{"greet": "Selam"}`, "greet: the placeholder {{name}} is missing"},
		"plural form":         {"", "tr/common.json", `{"games_few": "{{count}}"}`, `games_few: the language has no plural form "few" (allowed: one, other)`},
		"form of a pack":      {"bg", "bg/common.json", `{"games_many": "{{count}}"}`, `no plural form "many" (allowed: one, other)`},
		"no pack":             {"bg", "tr/common.json", `{"close": "x"}`, `languages.1.lang: the site has no texts in "bg" (allowed: `},
		"unknown language":    {"zz", "zz/common.json", `{"close": "x"}`, `languages.1.lang: unknown language "zz" (allowed: `},
	} {
		_, err := loadTexts(t, c.lang, map[string]string{c.file: c.text})
		if assert.Error(t, err, name) {
			assert.Contains(t, err.Error(), c.want, name)
			assert.Contains(t, err.Error(), "brands/marmara/", name)
		}
	}
}

func TestTextsOfBrandsAreFound(t *testing.T) {
	c, err := loadTexts(t, "pl", map[string]string{
		"tr/common.json": `{"close": "Kapatın"}`,
		"pl/common.json": `{"close": "Zamknij", "games_one": "gra", "games_few": "{{count}} gry"}`,
	})
	require.NoError(t, err)
	b := c.Brands[0]
	for _, other := range c.Brands {
		if other.ID == "marmara" {
			b = other
		}
	}
	texts := site.NewTexts(fstest.MapFS{"texts.json.br": {Data: packed(textsFile)}})
	assert.Equal(t, b.Tagline["tr"], b.Tagline["pl"], "the pack has the brand's texts of the default language")
	assert.Equal(t, []string{"common:games_many", "common:games_other", "common:greet", "lobby:login", "lobby:title"},
		texts.Missing("pl", b.Texts["pl"]))
	for name, c := range map[string]struct {
		lang, query, only string
		want              []site.Text
	}{
		"by shown text":   {"tr", "iptal", "", []site.Text{{"lobby", "login", "İptal", "İptal"}}},
		"by key":          {"tr", "LOBBY:TITLE", "", []site.Text{{"lobby", "title", "{{brand}} lobisi", "{{brand}} lobisi"}}},
		"another wording": {"tr", "", site.OnlyChanged, []site.Text{{"common", "close", "Kapatın", "Kapat"}}},
		"of a pack":       {"pl", "ZAMK", "", []site.Text{{"common", "close", "Zamknij", ""}}},
		"missing": {"pl", "oyun", site.OnlyMissing, []site.Text{
			{"common", "games_many", "", "{{count}} oyun"}, {"common", "games_other", "", "{{count}} oyun"},
		}},
		"of no language": {"bg", "", "", []site.Text{}},
	} {
		total, found := texts.Search(b, c.lang, c.query, c.only)
		assert.Equal(t, c.want, found, name)
		assert.Len(t, found, total, name)
	}
}
