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
)

func TestAStalledHTTP2ConnectionIsGivenUp(t *testing.T) {
	identity := httptest.NewTLSServer(nil) // for its certificate, outside the bubble
	identity.Close()
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: identity.Certificate().Raw})
	synctest.Test(t, func(t *testing.T) {
		doors := &doors{open: make(chan net.Conn), closed: make(chan struct{})}
		platform := &http.Server{
			Handler:   http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }),
			TLSConfig: &tls.Config{Certificates: identity.TLS.Certificates, NextProtos: []string{"h2"}},
		}
		go func() { _ = platform.ServeTLS(doors, "", "") }()
		defer platform.Close() //nolint:errcheck // nothing is left to be done
		l, err := New(Settings{URL: "https://example.com", CA: ca})
		if err != nil {
			t.Fatal(err)
		}
		var dialled atomic.Int64
		var last *stallable
		l.transport.DialContext = only("example.com:443", func(context.Context, string, string) (net.Conn, error) {
			dialled.Add(1)
			here, there := net.Pipe()
			doors.open <- there
			last = &stallable{Conn: here, closed: make(chan struct{})}
			return last, nil
		})
		ask := func() (string, error) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/", nil)
			if err != nil {
				return "", err
			}
			answer, err := l.RoundTrip(r)
			if err != nil {
				return "", err
			}
			defer answer.Body.Close() //nolint:errcheck // read to its end
			raw, err := io.ReadAll(answer.Body)
			return string(raw), err
		}
		defer l.CloseIdleConnections()
		defer func() { _ = last.Close() }()
		if proto, err := ask(); err != nil || proto != "HTTP/2.0" {
			t.Fatalf("%q, %v", proto, err)
		}
		last.stall()
		if _, err := ask(); err == nil {
			t.Fatal("the connection is not stalled")
		}
		time.Sleep(sendPingTimeout + pingTimeout)
		if proto, err := ask(); err != nil || proto != "HTTP/2.0" || dialled.Load() != 2 {
			t.Errorf("%q, %v after %d connections: calls go on dying in the stalled one", proto, err, dialled.Load())
		}
	})
}

// stallable is a connection behind which the network can fall silent.
type stallable struct {
	net.Conn
	stalled atomic.Bool
	once    sync.Once
	closed  chan struct{}
}

func (c *stallable) stall() { c.stalled.Store(true) }

func (c *stallable) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.stalled.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return n, err
}

func (c *stallable) Write(b []byte) (int, error) {
	if c.stalled.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *stallable) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// doors is a listener whose connections are handed in.
type doors struct {
	open   chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func (d *doors) Accept() (net.Conn, error) {
	select {
	case c := <-d.open:
		return c, nil
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

func (d *doors) Close() error {
	d.once.Do(func() { close(d.closed) })
	return nil
}

func (d *doors) Addr() net.Addr { return &net.TCPAddr{} }
