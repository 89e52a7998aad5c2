package answers

import (
	"strings"
	"testing"
)

func TestEncodingIsTheOneTheBrowserLikesBest(t *testing.T) {
	for accept, want := range map[string]encoding{
		"":                              plain,
		"gzip, deflate":                 gzipped,
		"gzip, deflate, br, zstd":       brotlied,
		"br, gzip":                      brotlied,
		"GZIP":                          gzipped,
		"x-gzip":                        gzipped,
		"zstd":                          plain,
		"deflate":                       plain,
		"*":                             brotlied,
		"*;q=0":                         plain,
		"br;q=0, *":                     gzipped,
		"br;q=0.5, gzip":                gzipped,
		"br;q=0.5,gzip;q=0.5":           brotlied,
		"br;q=0.1, identity":            plain,
		"gzip;q=0.001, identity;q=0":    gzipped,
		"identity;q=0":                  plain,
		"gzip;q=0":                      plain,
		"gzip ; q=0.8 , br ; q=0.2":     gzipped,
		"gzip;q=nan, br;q=-1":           plain,
		"gzip;q=2":                      plain,
		"gzip;level=9":                  plain,
		",,;;q,=,br":                    brotlied,
		"br;Q=0.3, gzip;q=0.4":          gzipped,
		"identity, br, gzip":            brotlied,
		"identity;q=0.5, *;q=0":         plain,
		"identity;q=0.4, gzip;q=0.5, *": brotlied,
	} {
		if got := negotiate(accept); got != want {
			t.Errorf("%q: %d, want %d", accept, got, want)
		}
	}
}

func FuzzNegotiate(f *testing.F) {
	f.Add("gzip, deflate, br, zstd")
	f.Add("br;q=0.1, *;q=0.2, identity")
	names := map[encoding][]string{gzipped: {"gzip", "*"}, brotlied: {"br", "*"}}
	f.Fuzz(func(t *testing.T, accept string) {
		got := negotiate(accept)
		if got == plain {
			return
		}
		named := false
		for _, name := range names[got] {
			named = named || strings.Contains(strings.ToLower(accept), name)
		}
		if !named {
			t.Errorf("%q: %d, which it does not name", accept, got)
		}
	})
}
