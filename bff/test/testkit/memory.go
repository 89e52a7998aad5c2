package testkit

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
)

// pipeListener is a listener whose connections are pipes. Their deadlines use the fake clock of a
// synctest bubble, so that the speed of the machine does not matter.
type pipeListener struct {
	accept    chan net.Conn
	closed    chan struct{}
	closeOnce sync.Once
}

// ServeInMemory serves until the test ends and returns the dial function of the server.
func ServeInMemory(t testing.TB, server *http.Server) (dial func(context.Context, string, string) (net.Conn, error)) {
	t.Helper()
	l := &pipeListener{accept: make(chan net.Conn), closed: make(chan struct{})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l) // returns when the server is closed
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return func(context.Context, string, string) (net.Conn, error) {
		client, served := net.Pipe()
		select {
		case l.accept <- pipeConn{served}:
			return client, nil
		case <-l.closed:
			return nil, net.ErrClosed
		}
	}
}

// Accept returns the next connection, or net.ErrClosed after Close.
func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accept:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close stops the listener. It may be called more than once.
func (l *pipeListener) Close() error {
	l.closeOnce.Do(func() { close(l.closed) })
	return nil
}

// Addr returns the address that all connections share.
func (l *pipeListener) Addr() net.Addr { return pipeAddress }

// pipeConn is the server's end of a pipe, with an IP address.
type pipeConn struct{ net.Conn }

var pipeAddress = net.TCPAddrFromAddrPort(netip.MustParseAddrPort("127.0.0.1:1"))

// RemoteAddr returns a loopback address, because the server parses visitors' addresses.
func (pipeConn) RemoteAddr() net.Addr { return pipeAddress }
