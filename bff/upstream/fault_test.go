package upstream_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
	"croupier/bff/upstream"
	"croupier/bff/upstream/envelope"
	"croupier/bff/upstream/transport"
)

// platform is a server whose failure mode is set per connection.
type platform struct {
	mode  atomic.Pointer[func(net.Conn)]
	calls atomic.Int64
}

func (p *platform) be(mode func(net.Conn)) { p.mode.Store(&mode) }

func (p *platform) take(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	(*p.mode.Load())(conn)
}

// listen returns an adapter to the platform over loopback TCP.
func (p *platform) listen(t *testing.T) bff.Upstream {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go p.take(conn)
		}
	}()
	return adapterTo(t, transport.Settings{URL: "http://" + l.Addr().String()})
}

// inMemory returns an adapter to the platform over pipes, for use within synctest.
func (p *platform) inMemory(t *testing.T) bff.Upstream {
	t.Helper()
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		go p.take(far)
		return near, nil
	}}
	t.Cleanup(transport.CloseIdleConnections)
	a, err := envelope.New(envelope.Settings{URL: "http://platform.invalid", Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// read reads one whole request.
func (p *platform) read(conn net.Conn) bool {
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return false
	}
	_, _ = io.Copy(io.Discard, req.Body)
	p.calls.Add(1)
	return true
}

func (p *platform) well(conn net.Conn) {
	if p.read(conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 15\r\n\r\n{\"result\":true}")
	}
}

// closes closes the connection after reading the request.
func (p *platform) closes(conn net.Conn) { p.read(conn) }

// resets resets the connection at the first byte of a request.
func (p *platform) resets(conn net.Conn) {
	p.calls.Add(1)
	_, _ = conn.Read(make([]byte, 1))
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

// hangs reads the request and never answers.
func (p *platform) hangs(conn net.Conn) {
	if p.read(conn) {
		_, _ = conn.Read(make([]byte, 1))
	}
}

// trickles starts an answer and does not finish it.
func (p *platform) trickles(conn net.Conn) {
	if p.read(conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"res")
		_, _ = conn.Read(make([]byte, 1))
	}
}

const opensAt = 4

// For every failure mode: the reason, the number of requests sent, and that the breaker opens
// and closes again.
func TestPlatformFailsAndRecovers(t *testing.T) {
	kinds := []bff.Kind{bff.KindRead, bff.KindWrite, bff.KindMoney}
	for name, mode := range map[string]func(*platform) func(net.Conn){
		"closes after reading":   func(p *platform) func(net.Conn) { return p.closes },
		"resets while it reads":  func(p *platform) func(net.Conn) { return p.resets },
		"hangs":                  func(p *platform) func(net.Conn) { return p.hangs },
		"hangs within an answer": func(p *platform) func(net.Conn) { return p.trickles },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, kind := range kinds {
				p := &platform{}
				p.be(mode(p))
				if strings.HasPrefix(name, "hangs") {
					synctest.Test(t, func(t *testing.T) { p.failsAndRecovers(t, p.inMemory(t), kind, bff.ReasonUpstreamTimeout, opensAt) })
					continue
				}
				sent := int64(opensAt)
				if kind == bff.KindRead {
					sent *= 2 // each is sent once more
				}
				p.failsAndRecovers(t, p.listen(t), kind, bff.ReasonUnavailable, sent)
			}
		})
	}
}

// failsAndRecovers makes calls of one kind until the breaker opens, then until it closes.
func (p *platform) failsAndRecovers(t *testing.T, adapter bff.Upstream, kind bff.Kind, want *bff.Reason, sent int64) {
	t.Helper()
	changes := make(chan string, 8)
	chain := upstream.NewChain(adapter, upstream.Settings{
		Breaker: upstream.BreakerSettings{
			Minimum: opensAt, OpenFor: time.Millisecond, OnChange: func(_ upstream.CircuitKey, state string) { changes <- state },
		},
	})
	r := call(kind)
	if r.Rules.Deadline = time.Minute; want == bff.ReasonUpstreamTimeout {
		r.Rules.Deadline = time.Second // so that all of them pass within the breaker's window
	}
	if kind == bff.KindMoney {
		want = bff.OutcomeUnknown(want)
	}
	for range opensAt {
		if _, err := chain.Do(t.Context(), r); !errors.Is(err, want) {
			t.Fatalf("%s: %v, want %v", kind, err, want)
		}
	}
	if got := p.calls.Load(); got != sent || <-changes != "open" {
		t.Errorf("%s: the platform received %d requests, want %d", kind, got, sent)
	}
	p.be(p.well)
	recovered(t.Context(), t, chain, r)
	if a, b := <-changes, <-changes; a != "half-open" || b != "closed" {
		t.Errorf("%s: then %s, %s", kind, a, b)
	}
}

// recovered makes calls until the breaker passes one, which must succeed.
func recovered(ctx context.Context, t *testing.T, chain bff.Upstream, r *bff.UpstreamRequest) {
	t.Helper()
	for {
		a, err := chain.Do(ctx, r)
		if err == nil && a.Result {
			return
		}
		if !errors.Is(err, bff.ReasonUnavailable) {
			t.Fatalf("%s: %v", r.Rules.Kind, err)
		}
		<-time.After(time.Millisecond) // as long as it stays open
	}
}
