package config_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/platform/sanitise"
)

// loadContent loads the demo with content.yaml and one more file of marmara.
func loadContent(t *testing.T, content, file, raw string) (*bff.Brand, error) {
	files := changed(t)
	files["brands/marmara/content.yaml"] = &fstest.MapFile{Data: []byte(content)}
	files["brands/marmara/"+file] = &fstest.MapFile{Data: []byte(raw)}
	c, err := config.Source{
		Files: files, Name: "croupier.yaml", Env: noEnv, Content: sanitise.Content, Link: sanitise.Allows,
	}.Load()
	if err != nil {
		return nil, err
	}
	b, _ := c.ByID("marmara")
	return b, nil
}

func TestContentFaultsNameFileLineAndField(t *testing.T) {
	const (
		drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`
		picture = "media/27b1ec80fd1c2fc2edbf8321e67a8f68.svg"
		valid   = `# Summer
a: { kind: slide, place: before, title: { tr: Yaz, en: Summer }, image: ` + picture + ` }
b:
  kind: popup
  place: fallback
  until: 2026-07-01T00:00:00+03:00
  title: { tr: Yaz }
  html: { tr: "<p>Yaz</p><img src='` + picture + `'><IMG SRC = ` + picture + `>" }
c: { kind: slide, place: before, title: { tr: Yaz }, hidden: true }
`
	)
	b, err := loadContent(t, valid, picture, drawing)
	require.NoError(t, err)
	require.Len(t, b.Content[bff.SliderOfHome], 1, "without the hidden one")
	slide, popup := b.Content[bff.SliderOfHome][0].Records, b.Content["cmscontroller/popupInformation"][0].Records
	assert.Contains(t, string(slide["en"]), `"image":"/brand/`+picture+`"`)
	assert.Contains(t, string(slide["en"]), `"title":"Summer"`)
	assert.Equal(t, 2, strings.Count(string(popup["tr"]), `src=\"/brand/`+picture+`\"`), "%s", popup["tr"])
	assert.Contains(t, string(popup["de"]), `"title":"Yaz"`, "the default language")
	assert.Contains(t, string(popup["tr"]), `"End_date":"2026-07-01 00:00:00"`)

	for _, row := range []struct {
		old, changed   string
		line           int
		field, problem string
	}{
		{"kind: slide", "kind: slider", 2, "a.kind", `did you mean "slide"`},
		{"kind: popup", "kind: popup\n  button: { tr: x }", 5, "b.button", "no use"},
		{"kind: popup", "kind: promotion", 6, "b.until", "from and until"},
		{"2026-07-01T00:00:00+03:00", "2026-07-01", 6, "b.until", "invalid value"},
		{"2026-07-01T00:00:00+03:00", "9999-12-31T23:59:59Z", 6, "b.until", "invalid value"},
		{"2026-07-01T00:00:00+03:00", "2026-06-30T23:59:60Z", 6, "b.until", "invalid value"},
		{"b:", "B:", 3, "B", "unknown field"},
		{"place: fallback", "place: fallback\n  from: 2026-08-01T00:00:00Z", 7, "b.until", "not after from"},
		{"en: Summer", "fr: Ete", 2, "a.title.fr", `language "fr"`},
		{"place: before", "place: before, countries: [TR]", 2, "a.countries", "requires country_header"},
		{"place: before", "place: before, languages: [fr]", 2, "a.languages.fr", `language "fr"`},
		{"title: { tr: Yaz }", "title: { en: Summer }", 7, "b.title.tr", "missing"},
		{picture, "media/x.svg", 2, "a.image", "unknown picture"},
		{picture, "https://evil.test/a.png", 2, "a.image", "must not lead"},
		{"kind: popup", "kind: popup\n  link: https://evil.test/", 5, "b.link", "must not lead"},
		{"<p>Yaz</p><img src='" + picture, "<img src='media/x.svg", 8, "b.html", "unknown picture media/x.svg"},
		{
			"<p>Yaz</p><img src='" + picture + "'><IMG SRC = " + picture + ">", "<script>x</script>", 8,
			"b.html", "nothing that pages may show",
		},
	} {
		require.Contains(t, valid, row.old)
		_, err := loadContent(t, strings.Replace(valid, row.old, row.changed, 1), picture, drawing)
		found := faultsIn(t, err)[0]
		assert.Equal(t, "brands/marmara/content.yaml", found.File, row.changed)
		assert.Equal(t, row.line, found.Line, "%s: %s", row.changed, found)
		assert.Equal(t, row.field, found.Field, row.changed)
		assert.Contains(t, found.Problem, row.problem, row.changed)
	}

	const evil = `{"id":"a","title":{"tr":"A"},"url":"javascript:alert(1)"}`
	entry := func(more string) string { return `[{"id":"a","title":{"tr":"A"},` + more + `}]` }
	for _, row := range []struct{ file, content, problem string }{
		{"media/summer.svg", drawing, "hash"},
		{"media/27b1ec80fd1c2fc2edbf8321e67a8f68.svg", "other", "hash"},
		{"media/large.svg", strings.Repeat(" ", 200_001), "200001 bytes"},
		{"media/4c4b6a3be1314ab86138bef4314dde02.jpg", "\x89PNG\x0D\x0A\x1A\x0A", "no JPG image"},
		{"media/00875d55a25880ab0b48d05257d752a8.svg", "<html><svg/></html>", "no SVG image"},
		{"datas/header-menu.json", `{"a":1}`, "wrong type"},
		{"datas/header-menu.json", entry(`"children":[{"id":"b","title":{"tr":1}}]`), "wrong type"},
		{"datas/footer-menu.json", entry(`"title":{"tr":"` + strings.Repeat("a", 300_000) + `"}`), "2000 characters"},
		{"datas/footer-menu.json", entry(`"children":[` + evil + `]`), "must not lead"},
		{"datas/header-menu.json", entry(`"path":"//evil.test/x"`), "must not lead"},
		{"datas/header-menu.json", entry(`"path":"https://marmara.localhost/x"`), "must not lead"},
		{"datas/partners.json", `[{"id":"a","name":"A","logo":"https://evil.test/x.png"}]`, "must not lead"},
		{"datas/investment-methods.json", `[{"id":"a","name":"A"}]`, "required"},
	} {
		_, err := loadContent(t, "", row.file, row.content)
		found := faultsIn(t, err)[0]
		assert.Equal(t, "brands/marmara/"+row.file, found.File)
		assert.Contains(t, found.Problem, row.problem, row.file)
	}
}
