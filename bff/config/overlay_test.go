package config_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/configs"
)

// overlay returns an overlay with fields, which "ayse" has changed.
func overlay(fields map[string]string, files ...[]byte) config.Overlay {
	o := config.Overlay{
		Fields: map[string]json.RawMessage{}, Files: map[string][]byte{}, Editors: map[string]string{},
	}
	for name, value := range fields {
		o.Fields[name], o.Editors[name] = json.RawMessage(value), "ayse"
	}
	for _, raw := range files {
		o.Files[config.FileName("media", "x.svg", raw)] = raw
		o.Files[config.FileName("packs", "x.json", raw)] = raw
	}
	return o
}

var svg = []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)

func TestOverlayAppliesOnTopOfTheFiles(t *testing.T) {
	c := loaded(t, configs.FS)
	logo := config.FileName("media", "mark.svg", svg)
	o := overlay(map[string]string{
		"theme.radius": "9", "theme.modes.dark.accent": `"#E9C37C"`, "theme.fonts.text": `"Inter Variable"`,
		"tagline.en": `"Tables: \"live\" # now"`, "lobby": `["live","popular"]`,
		"languages":              `[{"id":2,"title":"EN","lang":"en"},{"id":1,"title":"TR","lang":"tr"}]`,
		"datas/header-menu.json": `[{"title":{"tr":"A"},"id":"a"}]`, "logo/mark.svg": `"` + logo + `"`,
	}, svg)
	b, faults := c.WithOverlay("pera", o)
	require.Empty(t, faults)
	base, _ := c.ByID("pera")
	want := *base
	want.Theme.Radius, want.Theme.Modes.Dark.Accent, want.Theme.Fonts.Text = 9, "#E9C37C", "Inter Variable"
	want.Tagline = maps.Clone(base.Tagline)
	want.Tagline["en"] = `Tables: "live" # now`
	want.Lobby = []string{"live", "popular"}
	want.Languages = []bff.Language{{ID: 2, Title: "EN", Lang: "en"}, {ID: 1, Title: "TR", Lang: "tr"}}
	want.Datas, want.Assets = maps.Clone(base.Datas), maps.Clone(base.Assets)
	want.Datas["languages.json"], _ = json.Marshal(want.Languages)
	want.Datas["header-menu.json"], want.Assets["mark.svg"] = b.Datas["header-menu.json"], svg
	assert.JSONEq(t, `[{"title":{"tr":"A"},"id":"a"}]`, string(b.Datas["header-menu.json"]))
	assert.Equal(t, want, *b)

	fields := c.StudioFields("pera", o)
	for name, value := range o.Fields {
		assert.Equal(t, string(value), string(fields[name]), name)
	}
	assert.Equal(t, `"#D9B36C"`, string(fields["theme.gradient.from"]), "a field of the files")
	name := strings.Trim(string(fields["logo/dark.svg"]), `"`)
	assert.Equal(t, base.Assets["dark.svg"], c.BrandFile("pera", name))
	for _, name := range []string{"logo/../../zephyr/brand.yaml", "/etc/hosts", "../../croupier.yaml", "logo"} {
		assert.Nil(t, c.BrandFile("pera", name), name)
	}
	same, _ := c.WithOverlay("pera", config.Overlay{})
	assert.Same(t, base, same)
	marmara := c.StudioFields("marmara", config.Overlay{})
	assert.NotEmpty(t, marmara["lobby"], "a brand without a lobby has the default one")
}

func TestFaultsOfOverlaysNameFieldAndEditor(t *testing.T) {
	c := loaded(t, configs.FS)
	pack := []byte(`{"common":{"a":"x"},"../x":{}}`)
	for field, row := range map[string]struct{ value, want string }{
		"theme.radius":              {"99", "theme.radius: 99 is too large"},
		"theme.colour":              {`"#000000"`, "theme.colour: unknown field"},
		"theme.modes.dark":          {`{"text":"#231117"}`, "theme.modes.dark: unknown field"},
		"theme.fonts":               {`{}`, "theme.fonts: unknown field"},
		"texts.tr.lobby.a":          {`{"b":"x"}`, "texts.tr.lobby.a: must be a text"},
		"lobby":                     {`["live","liv"]`, `lobby: 1: unknown section "liv"; did you mean "live"?`},
		"languages":                 {`[{"id":3,"title":"DE","lang":"de"}]`, "languages: legal.licence.de: is missing"},
		"tagline.en":                {`1`, "tagline.en: must be a text, not a number"},
		"datas/footer-menu.json":    {`[`, "datas/footer-menu.json: invalid JSON"},
		"datas/header-menu.json":    {`[{"id":"a"}]`, "datas/header-menu.json: [0].title: This field is required"},
		"datas/partners.json":       {`[]`, "datas/partners.json: unknown field (allowed: theme.…, tagline.LANG"},
		"hosts":                     {`["a.test"]`, "hosts: unknown field (allowed"},
		"tagline.tr":                {`"` + strings.Repeat("ş", 201) + `"`, "tagline.tr: has more than 200 characters"},
		"tagline.ar":                {`"a\u0000"`, "tagline.ar: contains control characters"},
		"tagline.ru":                {`"a"`, `tagline.ru: the brand has no language "ru"`},
		"texts.zz.common.a":         {`"a"`, `texts.zz.common.a: the brand has no language "zz"`},
		"texts.tr.common.a":         {`"` + strings.Repeat("ş", 2001) + `"`, "has more than 2000 characters"},
		"texts.en.common.a":         {`"a\tb"`, "texts.en.common.a: contains control characters"},
		"logo/../brand.yaml":        {`"x"`, "logo/../brand.yaml: unknown field"},
		"logo/dark.svg":             {`"media/x.svg"`, "logo/dark.svg: must name a picture"},
		"logo/icon-192.png":         {`"` + config.FileName("media", "x.svg", svg) + `"`, "must name a picture"},
		"texts.../../x.common.key":  {`"x"`, "texts.../../x.common.key: unknown field"},
		"texts.tr.../brand.yaml":    {`"x"`, "texts.tr.../brand.yaml: unknown field"},
		"packs.bg":                  {`"` + config.FileName("packs", "x.json", pack) + `"`, `invalid namespace "../x"`},
		"content.summer":            {`[]`, "content.summer: must be a mapping"},
		"content.2024":              {`{"kind":"slid","place":"after"}`, `content.2024: kind: unknown value "slid"`},
		"sections.row/a":            {`{"title":{"ar":"A"}}`, "sections.row/a: requires either games or filter"},
		"content.winter":            {`{"image":"media/00000000000000000000000000000000.png"}`, "there is no file media/0"},
		"theme.modes.dark.text":     {`"#231117"`, "#231117 on surface #231117 has a contrast of 1.00 (allowed: at least"},
		"theme.modes.light.bg":      {`"#2A1218"`, "#2A1218 on bg #2A1218 has a contrast of 1.00"},
		"theme.gradient.to":         {`"#1E0F08"`, "#1E0F08 on gradient.to #1E0F08 has a contrast of 1.00"},
		"theme.modes.dark.positive": {`"green"`, `theme.modes.dark.positive: invalid value "green" (allowed: a colour`},
	} {
		b, faults := c.WithOverlay("pera", overlay(map[string]string{field: row.value}, svg, pack))
		require.NotEmpty(t, faults, field)
		first := faults[0]
		assert.Equal(t, strings.Contains(row.want, "contrast"), b != nil, field)
		assert.Contains(t, first.String(), row.want)
		assert.Len(t, slices.Compact(slices.Clone(faults)), len(faults), "%s twice", field)
		assert.True(t, first.Editor == "ayse" && first.Field == field && first.File == "studio/pera" && first.Line == 0,
			"%s: %+v", field, first)
	}
	_, faults := c.WithOverlay("pera", overlay(map[string]string{
		"languages": `[{"id":1,"title":"TR","lang":"tr"}]`, "texts.ar.common.a": `"a"`, "texts.en.common.a": `"a"`,
		"sections.live": `{"title":{"ar":"A"}}`, "sections.popular": `{"title":{"ar":"A"}}`,
	}))
	require.Len(t, faults, 1)
	assert.Contains(t, faults.Error(), `languages: lacks "ar", which some texts require, such as sections.live.title (all`)
	_, faults = c.WithOverlay("pera", overlay(map[string]string{"lobby": `{"home":["x"]}`}))
	assert.ErrorContains(t, faults, "lobby: must be a list, not a mapping", "the YAML library panics")
	for length, want := range map[int]string{600: "content: has 501 entries", 10_000: "content: the file has 5"} {
		fields := map[string]string{}
		for i := range 501 {
			fields[fmt.Sprint("content.", i)] = `{"kind":"popup","place":"after","title":{"ar":"a"},"html":{"ar":"` +
				strings.Repeat("a", length) + `"}}`
		}
		_, faults := c.WithOverlay("pera", overlay(fields))
		assert.Contains(t, faults.Error(), want)
	}
	low := loaded(t, changed(t, [3]string{"brands/pera/brand.yaml", `text_dim: "#C9AEA6"`, `text_dim: "#161010"`}))
	_, faults = low.WithOverlay("pera", overlay(map[string]string{"theme.radius": "1", "theme.hero": `"split"`}))
	assert.Empty(t, faults, "the files have the low contrast")
}

// Croupier applies overlays and files together or not at all.
func TestSetOverlays(t *testing.T) {
	files := changed(t)
	live := openFiles(t, files)
	radius := func() int { b, _ := live.Brand("pera.localhost"); return b.Theme.Radius }
	applied, rejection := 0, error(nil)
	live.Subscribe(func(*config.Config) { applied++ })
	live.Guard(func(*config.Config) error { return rejection })
	zephyr, _ := live.ByID("zephyr")

	good := map[string]config.Overlay{"pera": overlay(map[string]string{"theme.radius": "9"}), "gone": {}}
	require.NoError(t, live.SetOverlays(good))
	same, _ := live.ByID("zephyr")
	assert.True(t, radius() == 9 && applied == 1 && same == zephyr, "%d, %d", radius(), applied)
	require.NoError(t, live.SetOverlays(good))
	pera, _ := live.ByID("pera")
	both := map[string]config.Overlay{"pera": good["pera"], "zephyr": overlay(map[string]string{"theme.radius": "1"})}
	require.NoError(t, live.SetOverlays(both))
	same, _ = live.ByID("pera")
	assert.Same(t, pera, same, "the overlay of another brand has changed")
	require.NoError(t, live.SetOverlays(good))
	bad := map[string]config.Overlay{"pera": overlay(map[string]string{"theme.radius": "99"})}
	assert.Contains(t, faultsIn(t, live.SetOverlays(bad)).Error(), "studio/pera: theme.radius: 99 is too large")
	assert.True(t, radius() == 9 && applied == 3, "%d, %d", radius(), applied)
	bad["zephyr"] = both["zephyr"]
	assert.Error(t, live.SetOverlays(bad))
	other, _ := live.ByID("zephyr")
	assert.True(t, radius() == 9 && other.Theme.Radius == 1, "an invalid overlay beside a valid one")
	require.NoError(t, live.SetOverlays(good))
	rejection = errors.New("no")
	require.ErrorIs(t, live.SetOverlays(nil), rejection)
	rejection = nil
	assert.True(t, radius() == 9 && applied == 5, "%d, %d", radius(), applied)

	// A reload keeps the overlays, and waits while they do not fit the new files.
	replaceIn(t, files, "brands/pera/brand.yaml", "name: Pera", "name: Yeni")
	require.NoError(t, live.Reload())
	b, _ := live.ByID("pera")
	assert.True(t, b.Name == "Yeni" && radius() == 9, "%s, %d", b.Name, radius())
	popular := map[string]config.Overlay{"pera": overlay(map[string]string{"lobby": `["tournaments"]`})}
	require.NoError(t, live.SetOverlays(popular))
	replaceIn(t, files, "brands/pera/brand.yaml", "  - tournaments\n", "")
	replaceIn(t, files, "brands/pera/brand.yaml", "  tournaments: true", "  tournaments: false")
	assert.Contains(t, faultsIn(t, live.Reload()).Error(), "lobby: 0: section")
	assert.True(t, live.Stats().Broken && len(live.Config().StudioFields("pera", config.Overlay{})) > 0)
	require.NoError(t, live.SetOverlays(nil))
	b, _ = live.ByID("pera")
	stats := live.Stats()
	assert.True(t, !b.Features["tournaments"] && !stats.Broken && stats.Applied == 2 && radius() == 4, "%+v", stats)
}

func TestExportAndImportAreInverse(t *testing.T) {
	const images = "images: { template: 'https://a.test/{signature}/{width}x0/{source}', signature: thumbor, " +
		"key_file: ./key }\n"
	from := changed(t, [3]string{"brands/pera/brand.yaml", "features:\n", images + "features:\n"})
	from["brands/pera/key"] = &fstest.MapFile{Data: []byte(strings.Repeat("k", 64))}
	c, pack := loaded(t, from), []byte(`{"lobby":{"a":"б & <b>"}}`)
	o := overlay(map[string]string{
		"theme.radius": "9", "theme.gradient.from": `"#E9C37C"`, "tagline.de": `"Echt: 'live' #1"`,
		"lobby": `["row/summer","category/91"]`, "datas/footer-menu.json": `[{"id":"a","title":{"tr":"A"},"a":1.5}]`,
		"sections.row/summer": `{"games":[{"id":"007","name":"A"},{"id":7,"name":"on"}],"title":{"tr":"yaz: \"1\""}}`,
		"content.summer":      `{"image":"` + config.FileName("media", "x.svg", svg) + `","kind":"slide","order":2}`,
		"logo/mark.svg":       `"` + config.FileName("media", "x.svg", svg) + `"`,
		"texts.tr.lobby.a.b":  `"Öne & çıkan"`,
		"packs.bg":            `"` + config.FileName("packs", "x.json", pack) + `"`,
	}, svg, pack)
	files, err := c.ExportFolder("pera", o)
	require.NoError(t, err)
	plain, err := c.ExportFolder("pera", config.Overlay{})
	require.NoError(t, err)
	assert.Equal(t, string(from["brands/pera/brand.yaml"].Data), string(plain["brand.yaml"]))
	assert.NotContains(t, plain, "key", "a secret")
	for _, want := range []string{
		"# Theme: old grand hotel, velvet and brass.\nid: pera\n", "\n  radius: 9\n",
		"# The home page below its slides", "\nlobby:\n  - row/summer\n  - category/91\n\n#",
		"{ enabled: false } # pages of this brand",
		"\n  de: \"Echt: 'live' #1\"\n",
	} {
		assert.Contains(t, string(files["brand.yaml"]), want)
	}
	assert.Equal(t, "{\n  \"a\": \"б & <b>\"\n}\n", string(files["texts/bg/lobby.json"]))
	got, err := c.ImportFields("pera", config.FolderFS(files))
	require.NoError(t, err)
	for name, value := range o.Fields {
		assert.JSONEq(t, string(value), string(got.Fields[name]), name)
	}
	assert.Len(t, got.Fields, len(o.Fields))
	assert.Len(t, got.Files, 2)

	files[".git/config"], files["datas/partners.json"] = nil, []byte("[]")
	files["logo/method-x.svg"], files["media/x.png"] = svg, svg
	files["brand.yaml"] = []byte(strings.Replace(string(plain["brand.yaml"]), "site_id: 890", "site_id: 891", 1))
	files["brand.yaml"] = []byte(strings.Replace(string(files["brand.yaml"]), "  ar: طاولات", "  de: طاولات", 1))
	_, err = c.ImportFields("pera", config.FolderFS(files))
	assert.ErrorContains(t, err, "the studio cannot change datas/partners.json, logo/method-x.svg, site_id, "+
		"tagline.ar (removed): change the files")
	files["brand.yaml"] = []byte("id: [")
	_, err = c.ImportFields("pera", config.FolderFS(files))
	assert.ErrorContains(t, err, "could not read brand.yaml")
}
