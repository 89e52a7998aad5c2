package compression

import (
	"bytes"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// Levels are the compression levels of a Compressor. Both must be valid for their library.
type Levels struct {
	Gzip, Brotli int
}

// Compressor compresses bodies at fixed levels. It is safe for concurrent use. It pools its writers,
// because a new one allocates up to 9 MB, and that takes longer than compressing a page.
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
