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

// listen opens a port of this machine.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// run serves a handler until the returned function is called; it gives what Run gave.
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

// ask sends a request and leaves the answer to be read.
func ask(t *testing.T, addr string) net.Conn {
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

func TestServerLetsRequestsFinish(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	addr, stop, done := run(t, time.Minute, func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-finish
		_, _ = io.WriteString(w, "finished")
	})
	c := ask(t, addr)
	<-started
	stop()
	// New connections are refused from some moment on, while the old request goes on.
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

func TestServerCutsWhatDoesNotFinish(t *testing.T) {
	started, cut := make(chan struct{}), make(chan struct{})
	addr, stop, done := run(t, time.Millisecond, func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
		close(cut)
	})
	ask(t, addr)
	<-started
	stop()
	if err := <-done; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Run: %v", err)
	}
	<-cut
}

func TestServerSendsClientsElsewhereOnceTold(t *testing.T) {
	l := listen(t)
	told, tell := context.WithCancel(t.Context())
	ctx, stop := context.WithCancel(t.Context())
	s := gateway.NewServer(gateway.ServerOptions{
		Handler:  http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
		Draining: told, DrainTimeout: time.Minute,
	})
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, l) }()
	kept := ask(t, l.Addr().String())
	answer := func(c net.Conn) *http.Response {
		t.Helper()
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res
	}
	if answer(kept).Close {
		t.Error("a connection is closed while nobody has told of an end")
	}
	tell()
	if !answer(ask(t, l.Addr().String())).Close {
		t.Error("who comes now stays")
	}
	// The idle connection is good for one request more.
	if _, err := io.WriteString(kept, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if !answer(kept).Close {
		t.Error("who was there stays")
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestServerTellsOfABrokenListener(t *testing.T) {
	l := listen(t)
	_ = l.Close()
	s := gateway.NewServer(gateway.ServerOptions{Handler: http.NotFoundHandler()})
	if err := s.Run(context.Background(), l); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Run: %v", err)
	}
}

func TestServerRefusesEndlessHeaders(t *testing.T) {
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

// net/http answers this one by itself otherwise, to any host and without an id.
func TestServerAnswersNothingByItself(t *testing.T) {
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
