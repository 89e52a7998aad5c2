package site_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"croupier/bff"
	"croupier/bff/site"
)

// The page is rendered and compressed for each request.
func BenchmarkPage(b *testing.B) {
	files := build()
	files["index.html"].Data = append(files["index.html"].Data, bytes.Repeat([]byte("<p>Slot</p>\n"), 5000)...)
	s, err := site.New(files, text, nil)
	if err != nil {
		b.Fatal(err)
	}
	scope := &bff.Scope{Brand: brand(b, "localhost")}
	for _, accept := range []string{"identity", "gzip", "br"} {
		b.Run(accept, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", accept)
			r = r.WithContext(bff.WithScope(r.Context(), scope))
			b.ReportAllocs()
			for b.Loop() {
				s.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}
