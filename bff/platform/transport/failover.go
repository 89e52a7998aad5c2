package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// addresses are the addresses of an upstream. If Croupier cannot connect to the one in use, it uses
// the next one. It uses the first one again after it has responded to consecutive probes.
type addresses struct {
	url    *url.URL // the first address
	hosts  []string // as in the URL
	dialed []string // host and port

	inUse     atomic.Int32 // index
	announced atomic.Int32 // index of the latest address in the log
	nextProbe atomic.Int64 // of the first address, Unix time in nanoseconds
	reached   atomic.Int32 // consecutive successful probes
}

const (
	defaultReturnAfter = 10 * time.Second
	probesToReturn     = 10
	probeTimeout       = time.Second
	// An address that accepts no connection in this time is unreachable, even if the call has ended.
	unresponsiveAfter = 500 * time.Millisecond
)

// parse adds the addresses of urls. They must differ from first in the host only.
func (a *addresses) parse(first *url.URL, urls []string) error {
	a.url = first
	for _, raw := range urls {
		u, err := url.Parse(raw)
		if err != nil {
			return fmt.Errorf("could not parse the upstream address: %w", err)
		}
		address, err := dialAddress(u)
		if err != nil {
			return err
		}
		if u.Scheme != first.Scheme || u.RequestURI() != first.RequestURI() || slices.Contains(a.dialed, address) {
			return fmt.Errorf("upstream address %q: want the scheme and path of url, and another host", raw)
		}
		a.hosts, a.dialed = append(a.hosts, u.Host), append(a.dialed, address)
	}
	return nil
}

// Failover returns the host of the failover address in use, or nothing.
func (t *Transport) Failover() string {
	if index := t.announced.Load(); index > 0 {
		return t.hosts[index]
	}
	return ""
}

// send sends req to the address in use. If it cannot connect, it sends req to the next one.
func (t *Transport) send(req *http.Request) (resp *http.Response, err error) {
	if len(t.hosts) == 1 {
		return t.transport.RoundTrip(req)
	}
	defer t.probe()
	for range t.hosts {
		out, u := *req, *req.URL
		u.Host = t.hosts[t.inUse.Load()]
		out.URL, out.Host = &u, u.Host
		if err != nil && req.GetBody != nil {
			out.Body, _ = req.GetBody() // of a read; nothing has read the body of a write
		}
		resp, err = t.transport.RoundTrip(&out)
		if err == nil || req.Context().Err() != nil {
			return resp, err
		}
		if bff.DeliveryOf(err) != bff.DeliveryNotSent {
			t.CloseIdleConnections() // others may be broken too; a retry opens a connection
			return nil, err
		}
	}
	return nil, err
}

// probe sends a request to the first address in the background if another one is in use and a probe
// is due. A proxy may accept connections or respond with 5xx while the platform behind it is down.
func (t *Transport) probe() {
	now, due := time.Now(), t.nextProbe.Load()
	if t.inUse.Load() == 0 || now.UnixNano() < due ||
		!t.nextProbe.CompareAndSwap(due, now.Add(2*probeTimeout).UnixNano()) {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
		defer cancel()
		req := &http.Request{Method: http.MethodHead, URL: t.url, Header: http.Header{}}
		resp, err := t.transport.RoundTrip(req.WithContext(ctx))
		if err == nil {
			_ = resp.Body.Close()
		}
		t.nextProbe.Store(time.Now().Add(t.returnAfter / probesToReturn).UnixNano())
		switch {
		case err != nil || resp.StatusCode >= http.StatusInternalServerError:
			t.reached.Store(0)
		case t.reached.Add(1) >= probesToReturn:
			t.reached.Store(0)
			t.inUse.Store(0)
			t.announce(0)
		}
	}()
}

// announce logs a change of the address in use.
func (t *Transport) announce(index int32) {
	if old := t.announced.Swap(index); old != index && t.log != nil {
		t.log.Warn("upstream address changed", "from", t.hosts[old], "to", t.hosts[index])
	}
}

// connect opens a connection to an address, with its TLS handshake, and closes it.
func (t *Transport) connect(ctx context.Context, index int32) error {
	conn, err := t.dial(ctx, "tcp", t.dialed[index])
	if err == nil {
		_ = conn.Close()
	}
	return err
}

// errForeignHost is the error for a connection to another host than the upstream's.
var errForeignHost = errors.New("not the upstream's host")

// dial connects to an address of the upstream, with its TLS handshake, and to no other address,
// regardless of redirects, mappings and defects. Its errors mean that the request was not sent. Before
// a dial, net/http may have sent a read over a broken connection, but no write, see
// envelope.NewRequest.
func (t *Transport) dial(ctx context.Context, network, address string) (net.Conn, error) {
	index := int32(slices.Index(t.dialed, address)) //nolint:gosec // few addresses
	if index < 0 {
		return nil, fmt.Errorf("could not connect to %s: %w", address, errForeignHost)
	}
	began := time.Now()
	conn, err := t.dialTCP(ctx, network, address)
	if err == nil && t.transport.DialTLSContext != nil {
		conn, err = t.handshake(ctx, conn, address)
	}
	switch {
	case err == nil && t.inUse.Load() == index:
		t.announce(index)
	case err != nil && (ctx.Err() == nil || time.Since(began) > unresponsiveAfter):
		t.inUse.CompareAndSwap(index, (index+1)%int32(len(t.hosts))) //nolint:gosec // few addresses
		if index == 0 {
			t.reached.Store(0)
		}
	}
	return conn, bff.WithDelivery(err, bff.DeliveryNotSent)
}

func (t *Transport) handshake(ctx context.Context, conn net.Conn, address string) (net.Conn, error) {
	config := t.transport.TLSClientConfig.Clone()
	config.ServerName, _, _ = net.SplitHostPort(address)
	ctx, cancel := context.WithTimeout(ctx, handshakeTimeout)
	defer cancel()
	secured := tls.Client(conn, config)
	err := secured.HandshakeContext(ctx)
	if err != nil {
		_ = conn.Close()
	}
	return secured, err
}
