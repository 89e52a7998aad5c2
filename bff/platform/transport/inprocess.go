package transport

import (
	"context"
	"net"
	"net/http"
)

// InProcessURL is the address of calls to InProcess. Its host is never resolved.
const InProcessURL = "http://mock.invalid/endpoint/v1"

// InProcess returns a RoundTripper that sends requests to handler in this process. net/http works
// on both sides of a pipe, so headers, encodings and faults are the same as over a network.
func InProcess(handler http.Handler) http.RoundTripper {
	server := &http.Server{Handler: handler} //nolint:gosec // its only client is this process
	return &http.Transport{
		DisableKeepAlives: true, // no connection outlives its request
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			client, served := net.Pipe()
			accept := make(chan net.Conn, 1)
			accept <- loopbackConn{served}
			close(accept)
			go func() { _ = server.Serve(singleListener(accept)) }() // returns at once, and serves on
			return client, nil
		},
	}
}

// singleListener accepts the one connection of its channel.
type singleListener <-chan net.Conn

func (l singleListener) Accept() (net.Conn, error) {
	if conn, ok := <-l; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (singleListener) Close() error   { return nil }
func (singleListener) Addr() net.Addr { return loopback }

// loopbackConn is the server's end of a pipe, with an IP address.
type loopbackConn struct{ net.Conn }

func (loopbackConn) RemoteAddr() net.Addr { return loopback }

var loopback = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}
