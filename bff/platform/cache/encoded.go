package cache

import (
	"bytes"
	"strconv"
	"sync"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

const (
	// minCompressSize is the size in bytes from which a body is compressed. Smaller bodies fit
	// into one packet anyway.
	minCompressSize = 1024
	// Measured on a list of 48 games: higher levels take ten times as long and save one
	// percent of the size.
	gzipLevel   = 6
	brotliLevel = 5
)

// encodedAnswer is one envelope in every encoding. Each encoding is made on first use and
// then kept.
type encodedAnswer struct {
	bodies [compression.Encodings]struct {
		once sync.Once
		body *bff.EncodedBody
	}
	onGrow func(n int) // called with the size of each added encoding, in bytes
}

func (r *encodedAnswer) init(body []byte, onGrow func(int)) {
	r.onGrow = onGrow
	r.bodies[compression.Identity].body = bodyOf(body, compression.Identity)
}

// Variant implements bff.EncodedAnswer.
func (r *encodedAnswer) Variant(accept string) *bff.EncodedBody {
	return r.encoded(compression.Accepted(accept))
}

// encoded returns the body in an encoding, or the plain one where encoding saves nothing.
func (r *encodedAnswer) encoded(e compression.Encoding) *bff.EncodedBody {
	whole := r.bodies[compression.Identity].body
	if e == compression.Identity || len(whole.Bytes) < minCompressSize {
		return whole
	}
	v := &r.bodies[e]
	v.once.Do(func() {
		small := bytes.Clone(compressor.Compress(e, whole.Bytes)) // without spare capacity
		if len(small) >= len(whole.Bytes) {
			v.body = whole
			return
		}
		v.body = bodyOf(small, e)
		r.onGrow(len(small))
	})
	return v.body
}

func bodyOf(b []byte, e compression.Encoding) *bff.EncodedBody {
	body := &bff.EncodedBody{Bytes: b, Length: []string{strconv.Itoa(len(b))}}
	if e != compression.Identity {
		body.Encoding = []string{e.String()}
	}
	return body
}

var compressor = compression.NewCompressor(compression.Levels{Gzip: gzipLevel, Brotli: brotliLevel})
