package site

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// encodings that a browser may ask for, best first.
const (
	encodingBrotli = "br"
	encodingGzip   = "gzip"
)

// accepted picks the best encoding that an Accept-Encoding header allows; "" is plain.
func accepted(header string) string {
	best := ""
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.ReplaceAll(params, " ", "") == "q=0" {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case encodingBrotli:
			return encodingBrotli
		case encodingGzip:
			best = encodingGzip
		}
	}
	return best
}

// Compression levels: a file is compressed once and kept, a page at each visit.
const (
	brotliOnce, gzipOnce   = 9, gzip.BestCompression
	brotliVisit, gzipVisit = 3, gzip.BestSpeed
)

// compress writes raw in an encoding. once says that the result is kept.
func compress(raw []byte, encoding string, once bool) []byte {
	var out bytes.Buffer
	var w io.WriteCloser
	switch encoding {
	case encodingBrotli:
		level := brotliVisit
		if once {
			level = brotliOnce
		}
		w = brotli.NewWriterLevel(&out, level)
	case encodingGzip:
		level := gzipVisit
		if once {
			level = gzipOnce
		}
		w, _ = gzip.NewWriterLevel(&out, level) // the levels are constants within range
	default:
		return raw
	}
	// Neither writer fails before its target does, and memory does not.
	_, _ = w.Write(raw)
	_ = w.Close()
	return out.Bytes()
}

// variants are the encodings of one file, each made when it is first asked for.
type variants struct {
	raw          []byte
	brotli, gzip func() []byte
}

func newVariants(raw []byte) *variants {
	return &variants{
		raw:    raw,
		brotli: sync.OnceValue(func() []byte { return compress(raw, encodingBrotli, true) }),
		gzip:   sync.OnceValue(func() []byte { return compress(raw, encodingGzip, true) }),
	}
}

// in gives the bytes in an encoding.
func (v *variants) in(encoding string) []byte {
	switch encoding {
	case encodingBrotli:
		return v.brotli()
	case encodingGzip:
		return v.gzip()
	}
	return v.raw
}
