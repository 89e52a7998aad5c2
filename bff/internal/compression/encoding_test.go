package compression_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/testkit"

	"croupier/bff/internal/compression"
)

func TestAcceptedSelectsTheHeaviestEncoding(t *testing.T) {
	for accept, want := range map[string]compression.Encoding{
		"":                              compression.Identity,
		"gzip, deflate":                 compression.Gzip,
		"gzip, deflate, br, zstd":       compression.Brotli,
		"br, gzip":                      compression.Brotli,
		"GZIP":                          compression.Gzip,
		"x-gzip":                        compression.Gzip,
		"zstd":                          compression.Identity,
		"deflate":                       compression.Identity,
		"*":                             compression.Brotli,
		"*;q=0":                         compression.Identity,
		"br;q=0, *":                     compression.Gzip,
		"br;q=0.5, gzip":                compression.Gzip,
		"br;q=0.5,gzip;q=0.5":           compression.Brotli,
		"br;q=0.1, identity":            compression.Identity,
		"gzip;q=0.001, identity;q=0":    compression.Gzip,
		"identity;q=0":                  compression.Identity,
		"gzip;q=0":                      compression.Identity,
		"gzip ; q=0.8 , br ; q=0.2":     compression.Gzip,
		"gzip;q=nan, br;q=-1":           compression.Identity,
		"gzip;q=2":                      compression.Identity,
		"gzip;level=9":                  compression.Identity,
		",,;;q,=,br":                    compression.Brotli,
		"br;Q=0.3, gzip;q=0.4":          compression.Gzip,
		"identity, br, gzip":            compression.Brotli,
		"identity;q=0.5, *;q=0":         compression.Identity,
		"identity;q=0.4, gzip;q=0.5, *": compression.Brotli,
	} {
		assert.Equal(t, want, compression.Accepted(accept), "%q", accept)
	}
}

func FuzzAccepted(f *testing.F) {
	testkit.AddCorpus(f)
	f.Add("gzip, deflate, br, zstd")
	f.Add("br;q=0.1, *;q=0.2, identity")
	names := map[compression.Encoding][]string{compression.Gzip: {"gzip", "*"}, compression.Brotli: {"br", "*"}}
	f.Fuzz(func(t *testing.T, accept string) {
		got := compression.Accepted(accept)
		if got == compression.Identity {
			return
		}
		named := false
		for _, name := range names[got] {
			named = named || strings.Contains(strings.ToLower(accept), name)
		}
		assert.True(t, named, "%q: %d, which the header does not list", accept, got)
	})
}
