package mock

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
)

// body is the response's end of the pipe. The end of the request's context ends a blocked
// read; Close ends the handler's context.
type body struct {
	ctx     context.Context
	pipe    *io.PipeReader
	stop    func() bool
	cancel  context.CancelFunc
	missing int64 // bytes of Content-Length that are still to come
	counted bool  // the response has a Content-Length
}

func newBody(ctx context.Context, cancel context.CancelFunc, header http.Header, r *io.PipeReader, w *io.PipeWriter) *body {
	b := &body{ctx: ctx, pipe: r, cancel: cancel}
	b.stop = context.AfterFunc(ctx, func() { _ = w.CloseWithError(ctx.Err()) })
	n, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64)
	b.missing, b.counted = n, err == nil
	return b
}

// Read returns what the handler writes. A body shorter than its Content-Length ends with
// io.ErrUnexpectedEOF, as over the network.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.pipe.Read(p)
	b.missing -= int64(n)
	switch {
	case err == nil:
	case b.ctx.Err() != nil:
		err = b.ctx.Err() // the handler may have noticed it first
	case errors.Is(err, io.EOF) && b.counted && b.missing > 0:
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Close discards the rest of the body.
func (b *body) Close() error {
	b.stop()
	b.cancel()
	return b.pipe.Close()
}
