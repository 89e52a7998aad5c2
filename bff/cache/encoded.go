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
	bodies [bff.Encodings]struct {
		once sync.Once
		body *bff.EncodedBody
	}
	onGrow func(n int) // called with the size of each added encoding, in bytes
}

func (r *encodedAnswer) init(body []byte, onGrow func(int)) {
	r.onGrow = onGrow
	r.bodies[bff.EncodingPlain].body = bodyOf(body, bff.EncodingPlain)
}

// Variant implements bff.EncodedAnswer.
func (r *encodedAnswer) Variant(accept string) *bff.EncodedBody {
	return r.encoded(bff.AcceptedEncoding(accept))
}

// encoded returns the body in an encoding, or the plain one where encoding saves nothing.
func (r *encodedAnswer) encoded(e bff.Encoding) *bff.EncodedBody {
	whole := r.bodies[bff.EncodingPlain].body
	if e == bff.EncodingPlain || len(whole.Bytes) < minCompressSize {
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
		r.onGrow(len(small))
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

// compressor is implemented by the writers of both libraries. They are pooled, as their
// buffers are large.
type compressor interface {
	io.WriteCloser
	Reset(into io.Writer)
}

var compressors = map[bff.Encoding]*sync.Pool{
	bff.EncodingGzip: {New: func() any {
		w, _ := gzip.NewWriterLevel(nil, gzipLevel) // the level is valid
		return w
	}},
	bff.EncodingBrotli: {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
}

func compress(e bff.Encoding, b []byte) []byte {
	w := compressors[e].Get().(compressor) //nolint:forcetypeassert // nothing else is in the pools
	defer compressors[e].Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(b) // a bytes.Buffer never fails
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
