package transport

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStalledHTTP2ConnectionIsReplaced(t *testing.T) {
	identity := httptest.NewTLSServer(nil) // only for its certificate; created outside of the synctest bubble
	identity.Close()
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: identity.Certificate().Raw})
	synctest.Test(t, func(t *testing.T) {
		listener := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
		platform := &http.Server{
			Handler:   http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }),
			TLSConfig: &tls.Config{Certificates: identity.TLS.Certificates, NextProtos: []string{"h2"}},
		}
		go func() { _ = platform.ServeTLS(listener, "", "") }()
		defer platform.Close() //nolint:errcheck // the test has ended
		transport, err := New(Settings{URL: "https://example.com", CA: ca})
		require.NoError(t, err)
		var dials atomic.Int64
		var last *stallableConn
		transport.transport.DialContext = dialOnly("example.com:443", func(context.Context, string, string) (net.Conn, error) {
			dials.Add(1)
			client, server := net.Pipe()
			listener.conns <- server
			last = &stallableConn{Conn: client, closed: make(chan struct{})}
			return last, nil
		})
		ask := func() (proto string, err error) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			_, proto, err = post(ctx, t, transport, "https://example.com/", "{}")
			return proto, err
		}
		defer transport.CloseIdleConnections()
		defer func() { _ = last.Close() }()
		if proto, err := ask(); err != nil || proto != "HTTP/2.0" {
			t.Fatalf("%q, %v", proto, err)
		}
		last.stall()
		if _, err := ask(); err == nil {
			t.Fatal("the connection is not stalled")
		}
		time.Sleep(sendPingTimeout + pingTimeout)
		if proto, err := ask(); err != nil || proto != "HTTP/2.0" || dials.Load() != 2 {
			t.Errorf("%q, %v, %d dials: the stalled connection is still used", proto, err, dials.Load())
		}
	})
}

// stallableConn is a connection that can drop all data silently.
type stallableConn struct {
	net.Conn
	stalled atomic.Bool
	once    sync.Once
	closed  chan struct{}
}

func (c *stallableConn) stall() { c.stalled.Store(true) }

func (c *stallableConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.stalled.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return n, err
}

func (c *stallableConn) Write(b []byte) (int, error) {
	if c.stalled.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *stallableConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// pipeListener accepts the connections of its channel.
type pipeListener struct {
	conns  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }
