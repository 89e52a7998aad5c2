package cache

import (
	"bytes"
	"io"
	"strconv"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"croupier/bff"
)

const (
	// worthwhile is the size from which a body is compressed, in bytes. Less fits into one
	// packet as it is.
	worthwhile = 1024
	// Measured on a list of 48 games: higher levels take ten times as long for a hundredth
	// of the size.
	gzipLevel   = 6
	brotliLevel = 5
)

// ready is one envelope in every encoding. Each is made when it is asked for first, and
// then lies there.
type ready struct {
	bodies [bff.Encodings]struct {
		once sync.Once
		body *bff.EncodedBody
	}
	grown func(n int) // told how many bytes an encoding has added
}

func (r *ready) init(body []byte, grown func(int)) {
	r.grown = grown
	r.bodies[bff.EncodingPlain].body = bodyOf(body, bff.EncodingPlain)
}

// Variant gives the body for an Accept-Encoding header.
func (r *ready) Variant(accept string) *bff.EncodedBody { return r.in(bff.AcceptedEncoding(accept)) }

// in gives the body in an encoding, or plain where that one would save nothing.
func (r *ready) in(e bff.Encoding) *bff.EncodedBody {
	whole := r.bodies[bff.EncodingPlain].body
	if e == bff.EncodingPlain || len(whole.Bytes) < worthwhile {
		return whole
	}
	v := &r.bodies[e]
	v.once.Do(func() {
		small := compress(e, whole.Bytes)
		if len(small) >= len(whole.Bytes) {
			v.body = whole
			return
		}
		v.body = bodyOf(small, e)
		r.grown(len(small))
	})
	return v.body
}

func bodyOf(b []byte, e bff.Encoding) *bff.EncodedBody {
	body := &bff.EncodedBody{Bytes: b, Length: []string{strconv.Itoa(len(b))}}
	if e != bff.EncodingPlain {
		body.Encoding = []string{e.String()}
	}
	return body
}

// compressor is what both libraries have; their buffers are large, so they are lent.
type compressor interface {
	io.WriteCloser
	Reset(into io.Writer)
}

var compressors = map[bff.Encoding]*sync.Pool{
	bff.EncodingGzip: {New: func() any {
		w, _ := gzip.NewWriterLevel(nil, gzipLevel) // the level is one that exists
		return w
	}},
	bff.EncodingBrotli: {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
}

func compress(e bff.Encoding, b []byte) []byte {
	w := compressors[e].Get().(compressor) //nolint:forcetypeassert // nothing else is in the pools
	defer compressors[e].Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(b) // memory takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
