// Package compression selects the content encoding of a response and compresses bodies.
package compression

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// Encoding is a content encoding (RFC 9110 §8.4).
type Encoding int

// The supported encodings, by increasing compression. Of encodings with equal weight, Select
// returns the last. zstd is missing because it compresses lists of games less than brotli, and
// clients that accept zstd accept brotli too.
const (
	Identity Encoding = iota
	Gzip
	Brotli
	Encodings // the number of encodings
)

// String returns the value of the Content-Encoding header. It is empty for Identity.
func (e Encoding) String() string { return [Encodings]string{"", "gzip", "br"}[e] }

// Accepted selects an encoding by an Accept-Encoding header (RFC 9110 §12.5.3). If no other
// encoding is acceptable, it returns Identity, even if the header refuses identity.
func Accepted(header string) Encoding { return Select(header, Gzip, Brotli) }

// Select is Accepted among the offered encodings.
func Select(header string, offered ...Encoding) Encoding {
	if header == "" {
		return Identity
	}
	const unnamed = -1
	weights, others := [Encodings]float64{unnamed, unnamed, unnamed}, 0.0
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		weight := parseWeight(params)
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "br"):
			weights[Brotli] = weight
		case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
			weights[Gzip] = weight
		case strings.EqualFold(name, "identity"):
			weights[Identity] = weight
		case name == "*":
			others = weight
		}
	}
	best := Identity
	for _, e := range offered {
		weight := weights[e]
		if weight == unnamed {
			weight = others
		}
		if weight > 0 && weight >= weights[best] {
			weights[e], best = weight, e
		}
	}
	return best
}

// parseWeight parses a q parameter. It returns 1 when there is none, and 0 when it is malformed.
func parseWeight(params string) float64 {
	params = strings.TrimSpace(params)
	if params == "" {
		return 1
	}
	if len(params) < 3 || params[0]|0x20 != 'q' || params[1] != '=' {
		return 0
	}
	q, err := strconv.ParseFloat(params[2:], 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}

// Levels are the compression levels of a Compressor. Both must be valid for their library.
type Levels struct {
	Gzip, Brotli int
}

// Compressor compresses bodies at fixed levels. It is safe for concurrent use. It pools its
// writers, because a new writer allocates up to 9 MB.
type Compressor struct {
	pools [Encodings]sync.Pool
}

// writer is implemented by the writers of both libraries.
type writer interface {
	io.WriteCloser
	Reset(into io.Writer)
}

// NewCompressor returns a Compressor.
func NewCompressor(l Levels) *Compressor {
	c := &Compressor{}
	c.pools[Gzip].New = func() any {
		w, _ := gzip.NewWriterLevel(nil, l.Gzip) // fails for an invalid level only
		return w
	}
	c.pools[Brotli].New = func() any { return brotli.NewWriterLevel(nil, l.Brotli) }
	return c
}

// Compress returns b in encoding e. For Identity it returns b itself.
func (c *Compressor) Compress(e Encoding, b []byte) []byte {
	if e == Identity {
		return b
	}
	w := c.pools[e].Get().(writer) //nolint:forcetypeassert // the pools hold nothing else
	defer c.pools[e].Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(b) // writing to a bytes.Buffer does not fail
	_ = w.Close()
	return out.Bytes()
}
