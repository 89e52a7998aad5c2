package compression_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"croupier/bff/internal/compression"
	"croupier/bff/test/testkit"
)

func TestCompressorRoundTrip(t *testing.T) {
	c := compression.NewCompressor(compression.Levels{Gzip: gzip.BestSpeed, Brotli: 3})
	bodies := []string{"", "a", strings.Repeat("a list of games ", 1000)}
	readers := map[compression.Encoding]func([]byte) (io.Reader, error){
		compression.Identity: func(b []byte) (io.Reader, error) { return bytes.NewReader(b), nil },
		compression.Gzip:     func(b []byte) (io.Reader, error) { return gzip.NewReader(bytes.NewReader(b)) },
		compression.Brotli:   func(b []byte) (io.Reader, error) { return brotli.NewReader(bytes.NewReader(b)), nil },
	}
	var group errgroup.Group // concurrent calls must not share a pooled writer
	for e, open := range readers {
		for range 8 {
			group.Go(func() error {
				for _, body := range bodies {
					r, err := open(c.Compress(e, []byte(body)))
					if err != nil {
						return err
					}
					got, err := io.ReadAll(r)
					if err != nil {
						return err
					}
					assert.Equal(t, body, string(got), "encoding %q of %d bytes decodes to %d bytes", e, len(body),
						len(got))
				}
				return nil
			})
		}
	}
	require.NoError(t, group.Wait())
}

func TestCompressorUsesItsLevels(t *testing.T) {
	body := []byte(strings.Repeat("the quick brown fox jumps over the lazy dog 0123456789 ", 2000))
	fast := compression.NewCompressor(compression.Levels{Gzip: gzip.HuffmanOnly, Brotli: 0})
	best := compression.NewCompressor(compression.Levels{Gzip: gzip.BestCompression, Brotli: 9})
	for _, e := range []compression.Encoding{compression.Gzip, compression.Brotli} {
		f, b := len(fast.Compress(e, body)), len(best.Compress(e, body))
		assert.True(t, b < f, "%s: %d bytes at the highest level, %d at the lowest", e, b, f)
	}
}

func TestAcceptedSelectsTheHeaviestEncoding(t *testing.T) {
	for accept, want := range map[string]compression.Encoding{
		"": compression.Identity, "gzip, deflate": compression.Gzip,
		"gzip, deflate, br, zstd": compression.Brotli, "br, gzip": compression.Brotli,
		"GZIP": compression.Gzip, "x-gzip": compression.Gzip,
		"zstd": compression.Identity, "deflate": compression.Identity,
		"*": compression.Brotli, "*;q=0": compression.Identity,
		"br;q=0, *": compression.Gzip, "br;q=0.5, gzip": compression.Gzip,
		"br;q=0.5,gzip;q=0.5": compression.Brotli, "br;q=0.1, identity": compression.Identity,
		"gzip;q=0.001, identity;q=0": compression.Gzip, "identity;q=0": compression.Identity,
		"gzip;q=0": compression.Identity, "gzip ; q=0.8 , br ; q=0.2": compression.Gzip,
		"gzip;q=nan, br;q=-1": compression.Identity, "gzip;q=2": compression.Identity,
		"gzip;level=9": compression.Identity, ",,;;q,=,br": compression.Brotli,
		"br;Q=0.3, gzip;q=0.4": compression.Gzip, "identity, br, gzip": compression.Brotli,
		"identity;q=0.5, *;q=0": compression.Identity, "identity;q=0.4, gzip;q=0.5, *": compression.Brotli,
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
