package testkit

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
)

// memory is a listener whose connections are pipes: their deadlines keep to the time of a
// bubble of synctest, where no machine is too slow for them.
type memory struct {
	made   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// ServeInMemory serves until the test ends, and gives what connects to the server.
func ServeInMemory(t testing.TB, server *http.Server) (dial func(context.Context, string, string) (net.Conn, error)) {
	t.Helper()
	m := &memory{made: make(chan net.Conn), closed: make(chan struct{})}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(m) // until it is closed
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-ended
	})
	return func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		select {
		case m.made <- visitor{far}:
			return near, nil
		case <-m.closed:
			return nil, net.ErrClosed
		}
	}
}

// Accept gives the next connection.
func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.made:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept.
func (m *memory) Close() error {
	m.once.Do(func() { close(m.closed) })
	return nil
}

// Addr is where the connections lead.
func (m *memory) Addr() net.Addr { return address }

// visitor is a pipe's end that has an address.
type visitor struct{ net.Conn }

var address = net.TCPAddrFromAddrPort(netip.MustParseAddrPort("127.0.0.1:1"))

// RemoteAddr is the visitor's.
func (visitor) RemoteAddr() net.Addr { return address }
