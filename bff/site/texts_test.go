package site_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
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

// texts are those of textsFile, and the templates of painted pages with some of them.
var (
	texts    = site.NewTexts(fstest.MapFS{"texts.json.br": {Data: packed(textsFile)}})
	ownShell = packed(`{"templates":{"tr":{"page":"` +
		`<h1>⟦@lobby:title⟧⟦$brand⟧⟦brand⟧⟦/$brand⟧⟦brand⟧ lobisi⟦/@lobby:title⟧</h1>⟦@lobby:login⟧İptal⟦/@lobby:login⟧"},` +
		`"ar":{"page":"<h1>⟦@lobby:title⟧⟦$brand⟧⟦brand⟧⟦/$brand⟧ردهة ⟦brand⟧⟦/@lobby:title⟧</h1>` +
		`⟦@lobby:login⟧إلغاء⟦/@lobby:login⟧"}}}`)
)

// loadTexts loads the demo with files below the texts of its brand marmara, and with a language.
func loadTexts(lang string, texts bff.SiteTexts, own map[string]string) (*config.Config, error) {
	const file, last = "brands/marmara/brand.yaml", "lang: ar }\n"
	files := fstest.MapFS{}
	err := fs.WalkDir(configs.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(configs.FS, name)
		if lang != "" && name == file {
			raw = bytes.Replace(raw, []byte(last), []byte(last+"  - { id: 9, title: New, lang: "+lang+" }\n"), 1)
		}
		files[name] = &fstest.MapFile{Data: raw}
		return err
	})
	for name, text := range own {
		files["brands/marmara/texts/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	noEnv := func(string) (string, bool) { return "", false }
	c, failed := config.Source{Files: files, Name: "croupier.yaml", Env: noEnv, Texts: texts}.Load()
	return c, errors.Join(err, failed)
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
		"no pack":             {"bg", "tr/common.json", `{"close": "x"}`, `languages.5.lang: the site has no texts in "bg" (allowed: `},
		"unknown language":    {"zz", "zz/common.json", `{"close": "x"}`, `languages.5.lang: the site has no texts in "zz" (allowed: `},
	} {
		_, err := loadTexts(c.lang, texts, map[string]string{c.file: c.text})
		if assert.Error(t, err, name) {
			assert.Contains(t, err.Error(), c.want, name)
			assert.Contains(t, err.Error(), "brands/marmara/", name)
		}
	}
}

func TestTextsOfBrandsAreFound(t *testing.T) {
	c, err := loadTexts("pl", texts, map[string]string{
		"tr/common.json": `{"close": "Kapatın"}`,
		"pl/common.json": `{"close": "Zamknij", "games_one": "gra", "games_few": "{{count}} gry"}`,
	})
	noError(t, err)
	unknown := config.Overlay{Fields: map[string]json.RawMessage{"texts.tr.loby.title": json.RawMessage(`"x"`)}}
	_, faults := c.WithOverlay("marmara", unknown)
	assert.True(t, len(faults) == 1 && faults[0].Field == "texts.tr.loby.title", "%v", faults)
	b, _ := c.Brand("localhost")
	assert.Equal(t, b.Tagline["tr"], b.Tagline["pl"], "the pack has the brand's texts of the default language")
	assert.Equal(t, []string{"common:games_many", "common:games_other", "common:greet", "lobby:login", "lobby:title"},
		texts.Missing(b.Texts, "pl"))
	for name, c := range map[string]struct{ lang, query, only, want string }{
		"by shown text":   {"tr", "iptal", "", "[{lobby login İptal İptal }]"},
		"by key":          {"tr", "COMMON:CLOS", "", "[{common close Kapatın Kapat }]"},
		"another wording": {"tr", "", "changed", "[{common close Kapatın Kapat }]"},
		"of a pack":       {"pl", "ZAMK", "", "[{common close Zamknij  }]"},
		"missing": {
			"pl", "oyun", "missing",
			"[{common games_many  {{count}} oyun } {common games_other  {{count}} oyun }]",
		},
		"of no language": {"bg", "", "", "[]"},
	} {
		total, found := texts.Search(b, c.lang, c.query, c.only)
		assert.Equal(t, c.want, fmt.Sprint(found), name)
		assert.Len(t, found, total, name)
	}
}

func TestPagesHaveTheTextsOfTheBrand(t *testing.T) {
	c, err := loadTexts("bg", texts, map[string]string{
		"tr/lobby.json": `{"title": "<Salon> {{brand}}"}`, "bg/lobby.json": `{"title": "Лоби на {{brand}}"}`,
	})
	noError(t, err)
	dist := build()
	dist["shell.json.br"] = &fstest.MapFile{Data: ownShell}
	dist["texts.json.br"] = &fstest.MapFile{Data: packed(textsFile)}
	s, err := site.New(dist, text, nil)
	noError(t, err)
	at := func(host, lang string) string {
		b, _ := c.Brand(host)
		return body(t, get(t, s, b, "/promotions", "Cookie", "language="+lang))
	}
	contains(t, at("localhost", "tr"), "<h1>&lt;Salon&gt; Marmara</h1>İptal", `"texts":{"bg":{"fallback":"tr",`)
	b, _ := c.Brand("localhost")
	contains(t, at("localhost", "bg"), `lang="bg" dir="ltr"`, "<h1>Лоби на Marmara</h1>İptal",
		`<link rel="preload" as="fetch" href="/v1/texts/bg/lobby.json?v=`+b.Texts["bg"].Version+`" crossorigin>`)
	other := at("zephyr.localhost", "tr")
	contains(t, other, "<h1>Zephyr lobisi</h1>İptal")
	assert.NotContains(t, other, `"texts"`)
}
