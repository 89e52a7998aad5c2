package site

import (
	"bytes"
	"io"
	"sync"

	"github.com/andybalholm/brotli"

	"croupier/bff/internal/compression"
)

// fileCompressor compresses files, once.
var fileCompressor = compression.NewCompressor(compression.Levels{Gzip: 9, Brotli: 9})

// variants are the encodings of one file. Each is made at its first request.
type variants [compression.Encodings]func() []byte

func newVariants(raw []byte) *variants {
	v := variants{compression.Identity: func() []byte { return raw }}
	for e := compression.Gzip; e < compression.Encodings; e++ {
		v[e] = sync.OnceValue(func() []byte { return fileCompressor.Compress(e, raw) })
	}
	return &v
}

// newPackedVariants returns the variants of a file that the build compressed with Brotli.
func newPackedVariants(packed []byte) *variants {
	raw := sync.OnceValue(func() []byte {
		b, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
		if err != nil {
			panic("site: decompress a file of the build: " + err.Error()) // the binary is damaged
		}
		return b
	})
	return &variants{
		compression.Identity: raw,
		compression.Gzip:     sync.OnceValue(func() []byte { return fileCompressor.Compress(compression.Gzip, raw()) }),
		compression.Brotli:   func() []byte { return packed },
	}
}
