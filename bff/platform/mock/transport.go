// Package mock is an http.RoundTripper that calls the http.Handler of the mock in this process.
// The envelope adapter uses it like a network connection, so that both behave alike, faults
// included.
package mock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"syscall"
)

// URL is the address for adapters with a Transport. Its host is never resolved.
const URL = "http://mock.invalid/endpoint/v1"

// Transport answers requests by calling Handler. A panic of the handler resets the connection.
// If the request's context ends, RoundTrip returns and the handler's context ends too.
type Transport struct {
	Handler http.Handler
}

var _ http.RoundTripper = (*Transport)(nil)

// RoundTrip calls the handler and returns when it has written the header.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	reader, writer := io.Pipe()
	w := &responseWriter{header: http.Header{}, started: make(chan struct{}), body: writer}
	go w.serve(t.Handler, incoming(ctx, req))

	select {
	case <-w.started:
	case <-ctx.Done():
		cancel()
		_ = reader.CloseWithError(ctx.Err())
		return nil, req.Context().Err()
	}
	if w.reset != nil {
		cancel()
		return nil, w.reset
	}
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", w.status, http.StatusText(w.status)),
		StatusCode:    w.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        w.sent,
		Body:          newBody(ctx, cancel, w.sent, reader, writer),
		ContentLength: -1,
		Request:       req,
	}, nil
}

// incoming returns req as a server receives it.
func incoming(ctx context.Context, req *http.Request) *http.Request {
	in := req.Clone(ctx)
	in.RequestURI = req.URL.RequestURI()
	in.RemoteAddr = "127.0.0.1:0"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	return in
}

// responseWriter is the handler's http.ResponseWriter: a pipe to the body of the response.
type responseWriter struct {
	header  http.Header
	body    *io.PipeWriter
	once    sync.Once
	started chan struct{}
	// Set before started is closed, read only afterwards.
	status int
	sent   http.Header
	reset  error
}

func (w *responseWriter) serve(h http.Handler, req *http.Request) {
	defer func() {
		p := recover()
		if p == nil {
			w.WriteHeader(http.StatusOK)
			_ = w.body.Close()
			return
		}
		err := resetBy(p)
		w.once.Do(func() {
			w.reset = err
			close(w.started)
		})
		_ = w.body.CloseWithError(err)
	}()
	h.ServeHTTP(w, req)
}

// resetBy returns the error of a client whose handler panicked with p.
func resetBy(p any) error {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return fmt.Errorf("mock: %w", syscall.ECONNRESET)
	}
	return fmt.Errorf("mock: %w: handler panicked: %v", syscall.ECONNRESET, p)
}

// Header returns the header that WriteHeader sends.
func (w *responseWriter) Header() http.Header { return w.header }

// WriteHeader sends the header once; later calls do nothing.
func (w *responseWriter) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, maps.Clone(w.header)
		close(w.started)
	})
}

// Write blocks until the client has read p, and fails once it has closed the body.
func (w *responseWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// Flush does nothing: the pipe has no buffer.
func (w *responseWriter) Flush() {}

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
