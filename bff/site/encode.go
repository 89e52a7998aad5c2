package site

import (
	"sync"

	"croupier/bff/internal/compression"
)

// Files are compressed once and cached, pages for each request.
var (
	fileCompressor = compression.NewCompressor(compression.Levels{Gzip: 9, Brotli: 9})
	pageCompressor = compression.NewCompressor(compression.Levels{Gzip: 1, Brotli: 3})
)

// variants are the encodings of one file. Each is compressed at its first request.
type variants [compression.Encodings]func() []byte

func newVariants(raw []byte) *variants {
	v := variants{compression.Identity: func() []byte { return raw }}
	for e := compression.Gzip; e < compression.Encodings; e++ {
		v[e] = sync.OnceValue(func() []byte { return fileCompressor.Compress(e, raw) })
	}
	return &v
}
