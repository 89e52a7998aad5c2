package webpage

import (
	"html/template"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"croupier/bff"
)

func TestFiguresReadAsTheReaderWritesThem(t *testing.T) {
	for _, c := range []struct {
		lang  string
		kurus bff.MinorUnits
		want  string
	}{
		{"tr", 0, "0,00"},
		{"tr", 7, "0,07"},
		{"de", 99_999, "999,99"},
		{"tr", 100_000, "1.000,00"},
		{"en", 123_456_705, "1,234,567.05"},
		{"ar", 123_450, "1,234.50"},
		{"ru", 123_456_705, "1\u00a0234\u00a0567,05"},
	} {
		if got := Figure(c.lang, c.kurus); got != c.want {
			t.Errorf("%s: %q, want %q", c.lang, got, c.want)
		}
	}
}

func TestAPageIsKeptByNobody(t *testing.T) {
	page := template.Must(template.New("page").Parse(`<p>{{.Name}}</p>`))
	w := httptest.NewRecorder()
	Write(w, http.StatusNotFound, page, struct{ Name string }{"<Lale>"}, "default-src 'none'")
	if w.Code != http.StatusNotFound || w.Body.String() != "<p>&lt;Lale&gt;</p>" {
		t.Errorf("answered %d: %s", w.Code, w.Body)
	}
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'", "Cache-Control": "no-store",
		"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	// A page that fails half-way is not begun.
	w = httptest.NewRecorder()
	Write(w, http.StatusOK, page, struct{}{}, "")
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "<p>") {
		t.Errorf("a page that fails is answered %d: %s", w.Code, w.Body)
	}
}
