package upstream_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/upstream"
	"croupier/bff/upstream/link"
)

// platform is a listener that fails as it is told, connection by connection.
type platform struct {
	listener net.Listener
	mode     atomic.Pointer[func(net.Conn)]
	calls    atomic.Int64
}

func newPlatform(t *testing.T) *platform {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &platform{listener: l}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				(*p.mode.Load())(conn)
			}()
		}
	}()
	return p
}

func (p *platform) be(mode func(net.Conn)) { p.mode.Store(&mode) }

// read takes one request in, whole.
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

// closes breaks the connection once the request has been read.
func (p *platform) closes(conn net.Conn) { p.read(conn) }

// resets breaks the connection as soon as the first of a request has come.
func (p *platform) resets(conn net.Conn) {
	p.calls.Add(1)
	_, _ = conn.Read(make([]byte, 1))
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

// hangs reads and says nothing until the caller has gone.
func (p *platform) hangs(conn net.Conn) {
	if p.read(conn) {
		_, _ = conn.Read(make([]byte, 1))
	}
}

// trickles begins an answer and does not end it.
func (p *platform) trickles(conn net.Conn) {
	if p.read(conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"res")
		_, _ = conn.Read(make([]byte, 1))
	}
}

// Every way of failing, over a real connection: what the caller is told, how often the
// platform was asked, that the breaker opens, and that it closes again.
func TestPlatformFailsAndRecovers(t *testing.T) {
	const opensAt = 4
	cases := []struct {
		name string
		mode func(*platform) func(net.Conn)
		want *bff.Reason
		read int64 // times that one read is sent
	}{
		{"closes after reading", func(p *platform) func(net.Conn) { return p.closes }, bff.ReasonUnavailable, 2},
		{"resets while it reads", func(p *platform) func(net.Conn) { return p.resets }, bff.ReasonUnavailable, 2},
		{"hangs", func(p *platform) func(net.Conn) { return p.hangs }, bff.ReasonUpstreamTimeout, 1},
		{"hangs within its answer", func(p *platform) func(net.Conn) { return p.trickles }, bff.ReasonUpstreamTimeout, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, kind := range []bff.Kind{bff.KindRead, bff.KindWrite, bff.KindMoney} {
				p := newPlatform(t)
				p.be(c.mode(p))
				changes := make(chan string, 8)
				chain := upstream.Chain(adapterTo(t, link.Settings{URL: "http://" + p.listener.Addr().String()}), upstream.Settings{
					Breaker: upstream.BreakerSettings{
						Minimum: opensAt, OpenFor: time.Millisecond, OnChange: func(_ upstream.Lane, state string) { changes <- state },
					},
				})
				r := call(kind)
				r.Rules.Deadline = 200 * time.Millisecond
				want, sent := c.want, int64(opensAt)
				switch kind {
				case bff.KindMoney:
					want = bff.OutcomeUnknown(want)
				case bff.KindRead:
					sent *= c.read
				case bff.KindWrite:
				}
				if c.want == bff.ReasonUnavailable {
					r.Rules.Deadline = time.Minute
				}
				for range opensAt {
					if _, err := chain.Do(t.Context(), r); !errors.Is(err, want) {
						t.Fatalf("%s: %v, want %v", kind, err, want)
					}
				}
				if got := p.calls.Load(); got != sent || <-changes != "open" {
					t.Errorf("%s: the platform was asked %d times, want %d", kind, got, sent)
				}
				p.be(p.well)
				r.Rules.Deadline = time.Minute
				recovered(t.Context(), t, chain, r)
				if a, b := <-changes, <-changes; a != "half-open" || b != "closed" {
					t.Errorf("%s: then %s, %s", kind, a, b)
				}
			}
		})
	}
}

// recovered asks until the breaker lets a call through, which must then be answered.
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
	}
}
