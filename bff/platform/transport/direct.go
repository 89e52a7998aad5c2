package transport

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"syscall"
	"time"
)

// direct sends requests over HTTP/1.1 without TLS. The goroutine of a request writes it and reads its response
// itself, where net/http hands both to goroutines of the connection: a third of the cost of a call. What is
// on the wire is written and read by net/http.
//
// Nobody watches its idle connections: whether one is still open is asked before it is used. A request on one that is
// closed in that moment fails, and is not sent again here. Therefore direct is for reads, which callers may send again.
type direct struct {
	address string
	dial    dialFunc
	maxIdle int

	mu    sync.Mutex
	idle  []*directConn // the one that was used last is last
	sweep *time.Timer   // closes what was idle for too long; nil while there is none
}

// directConn is a connection with its buffers. Reads fail after limit bytes.
type directConn struct {
	net.Conn
	raw   syscall.RawConn // nil where the connection is none of the system's
	r     *bufio.Reader
	w     *bufio.Writer
	limit int64
	since time.Time // idle
}

var (
	errLongHeader  = errors.New("the response's header is too long")
	errInformation = errors.New("too many informational responses")
	errNoStatus    = errors.New("the response has no status of a request without upgrade")
)

// maxInformation bounds the informational responses (1xx) before a response.
const maxInformation = 5

// mayBeSentAgain reports whether a request may be sent again: a read.
func mayBeSentAgain(r *http.Request) bool {
	return r.GetBody != nil || r.Body == nil && (r.Method == http.MethodGet || r.Method == http.MethodHead)
}

// RoundTrip sends req once.
func (d *direct) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if c := d.take(); c != nil {
		return d.send(req, c, true)
	}
	if trace := httptrace.ContextClientTrace(ctx); trace != nil && trace.GetConn != nil {
		trace.GetConn(d.address)
	}
	conn, err := d.dial(ctx, "tcp", d.address)
	if err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	return d.send(req, d.wrap(conn), false)
}

// wrap gives a connection its buffers.
func (d *direct) wrap(conn net.Conn) *directConn {
	c := &directConn{Conn: conn, limit: math.MaxInt64}
	c.r, c.w = bufio.NewReaderSize(c, readBuffer), bufio.NewWriterSize(conn, writeBuffer)
	if s, ok := conn.(syscall.Conn); ok {
		c.raw, _ = s.SyscallConn()
	}
	return c
}

// send sends req over c, which it owns, and reads the header of the response.
func (d *direct) send(req *http.Request, c *directConn, reused bool) (*http.Response, error) {
	ctx := req.Context()
	trace := httptrace.ContextClientTrace(ctx)
	if trace != nil && trace.GotConn != nil {
		trace.GotConn(httptrace.GotConnInfo{Conn: c.Conn, Reused: reused})
	}
	release := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	fail := func(err error) (*http.Response, error) {
		release()
		_ = c.Close()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, err
	}
	if _, ok := ctx.Deadline(); !ok {
		timer := time.AfterFunc(headerTimeout, func() { _ = c.Close() })
		defer timer.Stop()
	}
	out := req
	if unzip := req.Header.Get("Accept-Encoding") == "" && req.Method != http.MethodHead; unzip {
		out = withGzip(req)
	}
	if err := out.Write(c.w); err != nil {
		return fail(err)
	}
	if err := c.w.Flush(); err != nil {
		return fail(err)
	}
	c.limit = maxHeaderBytes
	if _, err := c.r.Peek(1); err != nil {
		return fail(err)
	}
	if trace != nil && trace.GotFirstResponseByte != nil {
		trace.GotFirstResponseByte()
	}
	resp, err := readHeader(c, out)
	if err != nil {
		return fail(err)
	}
	c.limit = math.MaxInt64
	body := &directBody{ReadCloser: resp.Body, d: d, c: c, release: release, keep: !resp.Close, ctx: ctx}
	resp.Body = body
	if resp.ContentLength == 0 || req.Method == http.MethodHead {
		body.end(true)
	}
	if out != req && resp.Header.Get("Content-Encoding") == "gzip" {
		resp.Header.Del("Content-Encoding")
		resp.Header.Del("Content-Length")
		resp.ContentLength, resp.Uncompressed = -1, true
		resp.Body = &gzipBody{ReadCloser: body}
	}
	return resp, nil
}

// withGzip returns a copy of req that asks for gzip.
func withGzip(req *http.Request) *http.Request {
	out := *req
	out.Header = make(http.Header, len(req.Header)+1)
	for name, values := range req.Header {
		out.Header[name] = values
	}
	out.Header["Accept-Encoding"] = valueGzip
	return &out
}

var valueGzip = []string{"gzip"}

// readHeader reads the header of the response, after those of informational ones. It fails on a change of the
// protocol, as what follows is no response.
func readHeader(c *directConn, req *http.Request) (*http.Response, error) {
	for range maxInformation {
		resp, err := http.ReadResponse(c.r, req)
		switch {
		case err != nil || resp.StatusCode >= 200:
			return resp, err
		case resp.StatusCode < 100 || resp.StatusCode == http.StatusSwitchingProtocols:
			return nil, errNoStatus
		}
	}
	return nil, errInformation
}

// Read reads from the connection, at most limit bytes.
func (c *directConn) Read(p []byte) (int, error) {
	if c.limit <= 0 {
		return 0, errLongHeader
	}
	n, err := c.Conn.Read(p[:min(int64(len(p)), c.limit)])
	c.limit -= int64(n)
	return n, err
}

// take takes the open connection that was used last, or nil.
func (d *direct) take() *directConn {
	for {
		c := d.pop()
		if c == nil || c.raw == nil || isIdle(c.raw) {
			return c
		}
		_ = c.Close()
	}
}

func (d *direct) pop() *directConn {
	d.mu.Lock()
	defer d.mu.Unlock()
	last := len(d.idle) - 1
	if last < 0 {
		return nil
	}
	c := d.idle[last]
	d.idle[last] = nil
	d.idle = d.idle[:last]
	return c
}

// put keeps a connection for later requests.
func (d *direct) put(c *directConn) {
	c.since = time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.idle) >= d.maxIdle {
		_ = c.Close()
		return
	}
	d.idle = append(d.idle, c)
	if d.sweep == nil {
		d.sweep = time.AfterFunc(idleTimeout, d.closeOld)
	}
}

// closeOld closes the connections that were idle for idleTimeout.
func (d *direct) closeOld() {
	d.mu.Lock()
	defer d.mu.Unlock()
	old := 0
	for ; old < len(d.idle) && time.Since(d.idle[old].since) >= idleTimeout; old++ {
		_ = d.idle[old].Close()
	}
	d.idle = append(d.idle[:0:0], d.idle[old:]...)
	d.sweep = nil
	if len(d.idle) > 0 {
		d.sweep = time.AfterFunc(idleTimeout-time.Since(d.idle[0].since), d.closeOld)
	}
}

// CloseIdleConnections closes the idle connections.
func (d *direct) CloseIdleConnections() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.idle {
		_ = c.Close()
	}
	d.idle = nil
	if d.sweep != nil {
		d.sweep.Stop()
		d.sweep = nil
	}
}

// directBody is the body of a response. Its connection is kept once it was read to its end.
type directBody struct {
	io.ReadCloser
	d       *direct
	c       *directConn // nil once it was kept or closed
	release func() bool // ends the watch over ctx; false: ctx has ended, and spoiled the connection
	keep    bool
	ctx     context.Context
}

// Read reads from the body. After the end of the request's context it returns the context's error.
func (b *directBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		if err != io.EOF && b.ctx.Err() != nil { //nolint:errorlint // readers return it as it is
			err = b.ctx.Err()
		}
		b.end(err == io.EOF) //nolint:errorlint // likewise
	}
	return n, err
}

// Close ends the use of the connection. It does not read the rest of the body.
func (b *directBody) Close() error {
	b.end(false)
	return nil
}

// end keeps or closes the connection.
func (b *directBody) end(whole bool) {
	c := b.c
	if c == nil {
		return
	}
	b.c = nil
	if b.release() && whole && b.keep && c.r.Buffered() == 0 {
		b.d.put(c)
		return
	}
	_ = c.Close()
}

// gzipBody decompresses a body. It is opened by the first read.
type gzipBody struct {
	io.ReadCloser
	zip *gzip.Reader
	err error
}

// Read reads decompressed bytes.
func (b *gzipBody) Read(p []byte) (int, error) {
	if b.zip == nil && b.err == nil {
		b.zip, b.err = gzip.NewReader(b.ReadCloser)
	}
	if b.err != nil {
		return 0, b.err
	}
	return b.zip.Read(p)
}
