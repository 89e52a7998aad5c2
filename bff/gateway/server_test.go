package gateway_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff/gateway"
)

// listen opens a local port.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// run serves a handler until stop is called; done receives the result of Run.
func run(t *testing.T, drain time.Duration, handler http.HandlerFunc) (addr string, stop context.CancelFunc, done <-chan error) {
	t.Helper()
	l := listen(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended, over := make(chan error, 1), make(chan struct{})
	t.Cleanup(func() { cancel(); <-over })
	s := gateway.NewServer(gateway.ServerOptions{Handler: handler, LongestDeadline: time.Second, DrainTimeout: drain})
	go func() {
		defer close(over)
		ended <- s.Run(ctx, l)
	}()
	return l.Addr().String(), cancel, ended
}

// sendRequest sends a request without reading the answer.
func sendRequest(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestServerDrainsRequests(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	addr, stop, done := run(t, time.Minute, func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-finish
		_, _ = io.WriteString(w, "finished")
	})
	c := sendRequest(t, addr)
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
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || string(body) != "finished" {
		t.Errorf("got %q, %v", body, err)
	}
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestServerClosesRequestsAfterDrainTimeout(t *testing.T) {
	started, cut := make(chan struct{}), make(chan struct{})
	addr, stop, done := run(t, time.Millisecond, func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
		close(cut)
	})
	sendRequest(t, addr)
	<-started
	stop()
	if err := <-done; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Run: %v", err)
	}
	<-cut
}

func TestServerClosesConnectionsWhileDraining(t *testing.T) {
	l := listen(t)
	draining, drain := context.WithCancel(t.Context())
	ctx, stop := context.WithCancel(t.Context())
	s := gateway.NewServer(gateway.ServerOptions{
		Handler:  http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
		Draining: draining, DrainTimeout: time.Minute,
	})
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, l) }()
	idle := sendRequest(t, l.Addr().String())
	answer := func(c net.Conn) *http.Response {
		t.Helper()
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res
	}
	if answer(idle).Close {
		t.Error("a connection was closed before draining")
	}
	drain()
	if !answer(sendRequest(t, l.Addr().String())).Close {
		t.Error("a new connection stays open")
	}
	// The idle connection serves one more request.
	if _, err := io.WriteString(idle, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if !answer(idle).Close {
		t.Error("an existing connection stays open")
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestServerReturnsListenerError(t *testing.T) {
	l := listen(t)
	_ = l.Close()
	s := gateway.NewServer(gateway.ServerOptions{Handler: http.NotFoundHandler()})
	if err := s.Run(context.Background(), l); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Run: %v", err)
	}
}

func TestServerLimitsHeaders(t *testing.T) {
	addr, stop, done := run(t, time.Minute, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\nX: "+strings.Repeat("x", 37<<10)+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("got %+v, %v", res, err)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

// net/http answers OPTIONS * itself by default, for any host and without a request id.
func TestServerPassesOptionsToHandler(t *testing.T) {
	addr, _, _ := run(t, time.Minute, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := io.WriteString(c, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || resp.StatusCode != http.StatusTeapot {
		t.Errorf("got %+v, %v", resp, err)
	}
}
