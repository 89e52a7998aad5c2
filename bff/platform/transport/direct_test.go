package transport

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/testkit"
)

// scripted is a server that writes prepared bytes to each request, which it reads to its end.
type scripted struct {
	url                   string
	connections, requests atomic.Int64
}

// serveBytes starts a server that answers with response, and then closes the connection if last.
func serveBytes(t *testing.T, response string, last bool) *scripted {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &scripted{url: "http://" + l.Addr().String()}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.connections.Add(1)
			go s.serve(conn, response, last)
		}
	}()
	return s
}

func (s *scripted) serve(conn net.Conn, response string, last bool) {
	defer func() { _ = conn.Close() }()
	for r := bufio.NewReader(conn); ; {
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, req.Body); err != nil {
			return
		}
		s.requests.Add(1)
		if _, err := io.WriteString(conn, response); err != nil || last {
			return
		}
	}
}

// read returns the status and the start of the body of a response, and the failure of either.
func read(ctx context.Context, t *testing.T, transport *Transport, url string) string {
	t.Helper()
	switch status, body, err := post(ctx, t, transport, url, `{"call":1}`); {
	case err == nil:
		return fmt.Sprintf("%d %.20s", status, body)
	case status == 0:
		return "error: " + err.Error()
	default:
		return fmt.Sprintf("%d %.20s, error: %v", status, body, err)
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

func TestResponsesOnTheWire(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
	short := zipped("packed")
	for name, row := range map[string]struct {
		response string
		last     bool // the server closes the connection
		want     string
		reused   bool
	}{
		"of a known length":       {response: ok, want: "200 ok", reused: true},
		"in chunks":               {response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n", want: "200 ok", reused: true},
		"without a body":          {response: "HTTP/1.1 204 No Content\r\n\r\n", want: "204 ", reused: true},
		"of no length":            {response: "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", want: "500 ", reused: true},
		"after early hints":       {response: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok, want: "200 ok", reused: true},
		"packed":                  {response: fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(short), short), want: "200 packed", reused: true},
		"up to the end":           {response: "HTTP/1.1 200 OK\r\n\r\nok", last: true, want: "200 ok"},
		"that closes":             {response: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", want: "200 ok"},
		"of HTTP/1.0":             {response: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", want: "200 ok"},
		"with bytes behind it":    {response: ok + "HTTP/1.1 200 OK\r\n", want: "200 ok"},
		"that ends early":         {response: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", last: true, want: "200 ok, error: unexpected EOF"},
		"that is no HTTP":         {response: "220 mail.example ESMTP\r\n\r\n", want: `error: malformed HTTP status code "mail.example"`},
		"with an endless header":  {response: "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 2*maxHeaderBytes), want: "error: " + errLongHeader.Error()},
		"with information only":   {response: strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", maxInformation), want: "error: " + errInformation.Error()},
		"that changes protocols":  {response: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", want: "error: " + errNoStatus.Error()},
		"of status 000":           {response: "HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\nok", want: "error: " + errNoStatus.Error()},
		"no response":             {last: true, want: "error: EOF"},
		"packed, and not":         {response: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok", want: "200 , error: unexpected EOF", reused: true},
		"of another content code": {response: "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\nok", want: "200 ok", reused: true},
	} {
		s := serveBytes(t, row.response, row.last)
		transport := open(t, Settings{URL: s.url})
		for range 2 {
			assert.Equal(t, row.want, read(t.Context(), t, transport, s.url), name)
		}
		assert.Equal(t, row.reused, s.connections.Load() == 1, "%s: %d connections", name, s.connections.Load())
	}
}

// A connection that the server has closed meanwhile is not used.
func TestClosedConnectionsAreReplaced(t *testing.T) {
	s := serveBytes(t, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", true) // and does not say that it closes
	transport := open(t, Settings{URL: s.url, Secret: []byte("0123456789abcdef")})
	for range 5 {
		for _, c := range transport.direct.idle {
			for isIdle(c.raw) { // until the system knows
				runtime.Gosched()
			}
		}
		assert.Equal(t, "200 ok", read(t.Context(), t, transport, s.url))
	}
	assert.Equal(t, [2]int64{5, 5}, [2]int64{s.requests.Load(), s.connections.Load()})
}

// A read that the server has read may have been executed: whether it is sent again is the caller's decision.
func TestReadIsSentOnce(t *testing.T) {
	s := serveBytes(t, "", true)
	transport := open(t, Settings{URL: s.url})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	transport.direct.put(transport.direct.wrap(conn))
	assert.Equal(t, "error: EOF", read(t.Context(), t, transport, s.url))
	assert.EqualValues(t, 1, s.requests.Load())
}

func TestReadEndsWithItsContext(t *testing.T) {
	arrived, closed := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.URL.Path == "/begun" {
			_, _ = io.WriteString(w, "begun")
			_ = http.NewResponseController(w).Flush()
		}
		arrived <- struct{}{}
		<-r.Context().Done()
		closed <- struct{}{}
	}))
	defer server.Close()
	transport := open(t, Settings{URL: server.URL})
	for _, path := range []string{"/", "/begun"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			<-arrived
			cancel(errors.New("the player left"))
		}()
		got := read(ctx, t, transport, server.URL+path)
		assert.True(t, strings.HasSuffix(got, "error: context canceled"), "%s: %s", path, got)
		<-closed // the platform learns of it
	}
	assert.Empty(t, transport.direct.idle, "a connection is kept whose response was not read")
}

func TestHeaderHasAMinuteWithoutADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const url = "http://platform.example"
		hang := make(chan struct{})
		transport := open(t, Settings{URL: url})
		transport.direct.dial = testkit.ServeInMemory(t, &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang })})
		began := time.Now()
		got := read(context.WithoutCancel(t.Context()), t, transport, url)
		assert.True(t, strings.HasPrefix(got, "error: ") && time.Since(began) == headerTimeout, "%s after %v", got, time.Since(began))
		close(hang)
	})
}

func TestRefusedConnectionClosesTheBody(t *testing.T) {
	const url = "http://127.0.0.1:1" // an unused port
	transport := open(t, Settings{URL: url})
	body := &closer{Reader: strings.NewReader("{}")}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, body)
	require.NoError(t, err)
	req.GetBody = func() (io.ReadCloser, error) { return body, nil }
	if resp, err := transport.RoundTrip(req); err == nil {
		_ = resp.Body.Close()
		t.Error("a refused connection was answered")
	}
	assert.True(t, body.closed, "the body stays open")
}

type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error {
	c.closed = true
	return nil
}
