// Package mock carries calls to a casino in this process: an http.RoundTripper over the
// http.Handler that also serves the mock over the network. The envelope adapter sends
// through it as through any connection, so that both ways behave alike, faults included.
package mock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
	"syscall"
)

// URL is where an adapter that sends through a Transport posts to. The host is never
// looked up.
const URL = "http://mock.invalid/endpoint/v1"

// Transport answers requests by calling Handler. A handler that panics, with
// http.ErrAbortHandler or anything else, is a connection that was reset; one that hangs is
// left when the request's context ends, and finds its own context ended.
type Transport struct {
	Handler http.Handler
}

var _ http.RoundTripper = (*Transport)(nil)

// RoundTrip calls the handler and returns once it has begun to answer.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	reader, writer := io.Pipe()
	w := &answer{header: http.Header{}, began: make(chan struct{}), body: writer}
	go w.serve(t.Handler, incoming(ctx, req))

	select {
	case <-w.began:
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

// incoming is req as a server would see it.
func incoming(ctx context.Context, req *http.Request) *http.Request {
	in := req.Clone(ctx)
	in.RequestURI = req.URL.RequestURI()
	in.RemoteAddr = "127.0.0.1:0"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	return in
}

// answer is the handler's http.ResponseWriter: a pipe whose other end is the response.
type answer struct {
	header http.Header
	body   *io.PipeWriter
	once   sync.Once
	began  chan struct{}
	// Set before began is closed, read only after.
	status int
	sent   http.Header
	reset  error
}

func (w *answer) serve(h http.Handler, req *http.Request) {
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
			close(w.began)
		})
		_ = w.body.CloseWithError(err)
	}()
	h.ServeHTTP(w, req)
}

// resetBy is the error a client sees when the handler panicked with p.
func resetBy(p any) error {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return fmt.Errorf("mock: %w", syscall.ECONNRESET)
	}
	return fmt.Errorf("mock: %w: handler panicked: %v", syscall.ECONNRESET, p)
}

// Header gives the headers to be sent.
func (w *answer) Header() http.Header { return w.header }

// WriteHeader begins the answer; only its first call counts.
func (w *answer) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, maps.Clone(w.header)
		close(w.began)
	})
}

// Write hands p to whoever reads the response, and fails once that has closed it.
func (w *answer) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// Flush does nothing: what is written is under way at once.
func (w *answer) Flush() {}
