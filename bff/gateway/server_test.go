package gateway_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/gateway"
)

// run serves a handler on a local port until stop is called. done receives the result of Run.
func run(t *testing.T, o gateway.ServerOptions) (addr string, stop context.CancelFunc, done <-chan error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	o.LongestDeadline = time.Second
	ctx, cancel := context.WithCancel(context.Background())
	ended, over := make(chan error, 1), make(chan struct{})
	t.Cleanup(func() { cancel(); <-over })
	go func() {
		defer close(over)
		ended <- gateway.NewServer(o).Run(ctx, l)
	}()
	return l.Addr().String(), cancel, ended
}

// get is a request.
const get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

// send sends a request on a new connection without reading the answer.
func send(t *testing.T, addr, request string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err == nil {
		t.Cleanup(func() { _ = c.Close() })
		_, err = io.WriteString(c, request)
	}
	must(t, err)
	return c
}

// receive reads a response.
func receive(t *testing.T, c net.Conn) (res *http.Response, body string) {
	t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	must(t, err)
	raw, err := io.ReadAll(res.Body)
	must(t, err)
	_ = res.Body.Close()
	return res, string(raw)
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func TestServerDrainsRequests(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	addr, stop, done := run(t, gateway.ServerOptions{DrainTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-finish
		_, _ = io.WriteString(w, "finished")
	})})
	c := send(t, addr, get)
	<-started
	stop()
	// New connections are refused eventually, while the request continues.
	for {
		probe, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		_ = probe.Close()
	}
	close(finish)
	_, body := receive(t, c)
	assert.Equal(t, "finished", body)
	assert.NoError(t, <-done, "Run")
}

func TestServerClosesRequestsAfterDrainTimeout(t *testing.T) {
	started, cut := make(chan struct{}), make(chan struct{})
	addr, stop, done := run(t, gateway.ServerOptions{DrainTimeout: time.Millisecond, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
		close(cut)
	})})
	send(t, addr, get)
	<-started
	stop()
	assert.ErrorIs(t, <-done, context.DeadlineExceeded, "Run")
	<-cut
}

func TestServerClosesConnectionsWhileDraining(t *testing.T) {
	draining, drain := context.WithCancel(t.Context())
	addr, stop, done := run(t, gateway.ServerOptions{Handler: status(http.StatusNoContent), Draining: draining, DrainTimeout: time.Minute})
	idle := send(t, addr, get)
	res, _ := receive(t, idle)
	assert.True(t, !res.Close, "a connection was closed before draining")
	drain()
	res, _ = receive(t, send(t, addr, get))
	assert.True(t, res.Close, "a new connection stays open")
	// The idle connection serves one more request.
	_, err := io.WriteString(idle, get)
	require.NoError(t, err)
	res, _ = receive(t, idle)
	assert.True(t, res.Close, "an existing connection stays open")
	stop()
	assert.NoError(t, <-done, "Run")
}

func TestServerReturnsListenerError(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	_ = l.Close()
	assert.ErrorIs(t, gateway.NewServer(gateway.ServerOptions{Handler: http.NotFoundHandler()}).Run(context.Background(), l), net.ErrClosed,
		"Run")
}

// net/http answers OPTIONS * itself by default, for any host and without a request id.
func TestServerLimitsHeaders(t *testing.T) {
	addr, _, _ := run(t, gateway.ServerOptions{Handler: status(http.StatusTeapot)})
	for request, want := range map[string]int{
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 37<<10) + "\r\n\r\n": http.StatusRequestHeaderFieldsTooLarge,
		"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n":                                       http.StatusTeapot,
	} {
		res, _ := receive(t, send(t, addr, request))
		assert.Equal(t, want, res.StatusCode, "%.20q", request)
	}
}
