package bff_test

import (
	"strings"
	"testing"

	"croupier/bff"
)

func TestEncodingIsTheOneTheBrowserLikesBest(t *testing.T) {
	for accept, want := range map[string]bff.Encoding{
		"":                              bff.EncodingPlain,
		"gzip, deflate":                 bff.EncodingGzip,
		"gzip, deflate, br, zstd":       bff.EncodingBrotli,
		"br, gzip":                      bff.EncodingBrotli,
		"GZIP":                          bff.EncodingGzip,
		"x-gzip":                        bff.EncodingGzip,
		"zstd":                          bff.EncodingPlain,
		"deflate":                       bff.EncodingPlain,
		"*":                             bff.EncodingBrotli,
		"*;q=0":                         bff.EncodingPlain,
		"br;q=0, *":                     bff.EncodingGzip,
		"br;q=0.5, gzip":                bff.EncodingGzip,
		"br;q=0.5,gzip;q=0.5":           bff.EncodingBrotli,
		"br;q=0.1, identity":            bff.EncodingPlain,
		"gzip;q=0.001, identity;q=0":    bff.EncodingGzip,
		"identity;q=0":                  bff.EncodingPlain,
		"gzip;q=0":                      bff.EncodingPlain,
		"gzip ; q=0.8 , br ; q=0.2":     bff.EncodingGzip,
		"gzip;q=nan, br;q=-1":           bff.EncodingPlain,
		"gzip;q=2":                      bff.EncodingPlain,
		"gzip;level=9":                  bff.EncodingPlain,
		",,;;q,=,br":                    bff.EncodingBrotli,
		"br;Q=0.3, gzip;q=0.4":          bff.EncodingGzip,
		"identity, br, gzip":            bff.EncodingBrotli,
		"identity;q=0.5, *;q=0":         bff.EncodingPlain,
		"identity;q=0.4, gzip;q=0.5, *": bff.EncodingBrotli,
	} {
		if got := bff.AcceptedEncoding(accept); got != want {
			t.Errorf("%q: %d, want %d", accept, got, want)
		}
	}
}

func FuzzAcceptedEncoding(f *testing.F) {
	f.Add("gzip, deflate, br, zstd")
	f.Add("br;q=0.1, *;q=0.2, identity")
	names := map[bff.Encoding][]string{bff.EncodingGzip: {"gzip", "*"}, bff.EncodingBrotli: {"br", "*"}}
	f.Fuzz(func(t *testing.T, accept string) {
		got := bff.AcceptedEncoding(accept)
		if got == bff.EncodingPlain {
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
