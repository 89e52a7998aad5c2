package site

import (
	"bytes"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"croupier/bff"
)

// Compression levels: a file is compressed once and kept, a page at each visit.
const (
	brotliOnce, gzipOnce   = 9, gzip.BestCompression
	brotliVisit, gzipVisit = 3, gzip.BestSpeed
)

// compressor is what both libraries have.
type compressor interface {
	io.WriteCloser
	Reset(into io.Writer)
}

// newCompressor makes the compressor of an encoding that is not plain.
func newCompressor(e bff.Encoding, brotliLevel, gzipLevel int) compressor {
	if e == bff.EncodingBrotli {
		return brotli.NewWriterLevel(nil, brotliLevel)
	}
	w, _ := gzip.NewWriterLevel(nil, gzipLevel) // the levels are constants within range
	return w
}

// compress writes raw through w.
func compress(raw []byte, w compressor) []byte {
	var out bytes.Buffer
	w.Reset(&out)
	// Neither writer fails before its target does, and memory does not.
	_, _ = w.Write(raw)
	_ = w.Close()
	return out.Bytes()
}

// lent are the compressors of pages. A new one for each visit would cost up to 9 MB, and six
// times the work of compressing.
var lent = [bff.Encodings]*sync.Pool{
	bff.EncodingGzip:   {New: func() any { return newCompressor(bff.EncodingGzip, brotliVisit, gzipVisit) }},
	bff.EncodingBrotli: {New: func() any { return newCompressor(bff.EncodingBrotli, brotliVisit, gzipVisit) }},
}

// pageIn gives a page in an encoding.
func pageIn(e bff.Encoding, raw []byte) []byte {
	if e == bff.EncodingPlain {
		return raw
	}
	w := lent[e].Get().(compressor) //nolint:forcetypeassert // nothing else is in the pools
	defer lent[e].Put(w)
	return compress(raw, w)
}

// variants are the encodings of one file, each made when it is first asked for.
type variants [bff.Encodings]func() []byte

func newVariants(raw []byte) *variants {
	v := variants{bff.EncodingPlain: func() []byte { return raw }}
	for e := bff.EncodingGzip; e < bff.Encodings; e++ {
		v[e] = sync.OnceValue(func() []byte { return compress(raw, newCompressor(e, brotliOnce, gzipOnce)) })
	}
	return &v
}
