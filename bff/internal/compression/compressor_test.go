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
)

func TestCompressorRoundTrip(t *testing.T) {
	c := compression.NewCompressor(compression.Levels{Gzip: gzip.BestSpeed, Brotli: 3})
	bodies := []string{"", "a", strings.Repeat("a list of games ", 1000)}
	readers := map[compression.Encoding]func([]byte) (io.Reader, error){
		compression.Identity: func(b []byte) (io.Reader, error) { return bytes.NewReader(b), nil },
		compression.Gzip:     func(b []byte) (io.Reader, error) { return gzip.NewReader(bytes.NewReader(b)) },
		compression.Brotli:   func(b []byte) (io.Reader, error) { return brotli.NewReader(bytes.NewReader(b)), nil },
	}
	var group errgroup.Group // writers are pooled: concurrent calls must not share one
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
					assert.Equal(t, body, string(got), "encoding %q of %d bytes decodes to %d bytes", e, len(body), len(got))
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
