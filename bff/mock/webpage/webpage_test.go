package webpage

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestFigureFollowsTheLanguage(t *testing.T) {
	for _, c := range []struct {
		lang   string
		amount bff.MinorUnits
		want   string
	}{
		{"tr", 0, "0,00"},
		{"tr", 7, "0,07"},
		{"de", 99_999, "999,99"},
		{"tr", 100_000, "1.000,00"},
		{"en", 123_456_705, "1,234,567.05"},
		{"ar", 123_450, "1,234.50"},
		{"ru", 123_456_705, "1\u00a0234\u00a0567,05"},
	} {
		assert.Equal(t, c.want+"\u00a0TL", Money(c.lang, c.amount), c.lang)
	}
}

func TestBrowserLanguageIsTheFirstThatPagesHave(t *testing.T) {
	for header, want := range map[string]string{
		"ar-EG,en;q=0.5": "ar", "fr, de;q=0.7": "de", "EN-us": "en",
		"fr": "tr", "": "tr",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Language", header)
		assert.Equal(t, want, BrowserLanguage(r), "%q", header)
	}
}

func TestWriteForbidsCaching(t *testing.T) {
	w := httptest.NewRecorder()
	Write(w, http.StatusNotFound, Fill("<p>{{name}}</p>", map[string]string{"name": "<Lale>"}), "default-src 'none'")
	assert.True(t, w.Code == http.StatusNotFound && w.Body.String() == "<p>&lt;Lale&gt;</p>", "HTTP %d: %s", w.Code,
		w.Body)
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'", "Cache-Control": "no-store",
		"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
	} {
		assert.Equal(t, want, w.Header().Get(name), name)
	}
}

func TestFillKeepsOnePartOfEachBlock(t *testing.T) {
	const page = `{{if a}}A{{if b}}B{{end}}{{else}}none{{if b}}b{{end}}{{end}} {{raw c}}`
	for want, values := range map[string]map[string]string{
		"AB <c>": {"a": "1", "b": "1", "c": "<c>"}, "A ": {"a": "1", "b": "", "c": ""},
		"noneb ": {"a": "", "b": "1", "c": ""},
	} {
		assert.Equal(t, want, Fill(page, values))
	}
	assert.Panics(t, func() { Fill("{{missing}}", nil) })
}
