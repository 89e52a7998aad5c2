// Package transport is the http.RoundTripper for one upstream. It dials only the addresses of the
// upstream, adds the fixed headers of the operator and signs requests.
//
// # Signature
//
// Requests to an upstream with a secret carry two headers:
//
//	X-Croupier-Timestamp: 1767225600
//	X-Croupier-Signature: hex(HMAC-SHA256(secret, timestamp \n method \n target \n hex(SHA-256(body))))
//
// The timestamp is the time of sending in Unix seconds, equal to the first header. The method is in
// upper case. The target is the path with its query, as on the request line. The body is the bytes
// as sent, and hex is in lower case. To prevent replays, the platform compares in constant time and
// refuses timestamps that differ from its clock by minutes.
package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"croupier/bff"
)

// Settings configure a Transport.
type Settings struct {
	URL         string            // absolute http or https address
	CA          []byte            // PEM; trusted certificate authorities instead of the system's
	Cert, Key   []byte            // PEM; client certificate with its chain, and its private key; empty: none
	Headers     map[string]string // added to every request
	Secret      []byte            // signs requests; empty: requests are not signed
	Concurrency int               // expected concurrent requests; default 256
	Clock       func() time.Time  // for signatures; default time.Now

	// FailoverURLs are further addresses with the scheme and path of URL. No other host is dialed.
	FailoverURLs []string
	ReturnAfter  time.Duration // time for which probes reach URL until it is used again; default 10 s
	Log          *slog.Logger  // reports changes of the address; default none
}

// Transport sends requests to one upstream, with HTTP/2 where the upstream offers it over TLS.
type Transport struct {
	transport *http.Transport
	headers   http.Header
	secret    []byte
	clock     func() time.Time
	log       *slog.Logger // may be nil
	dialTCP   func(ctx context.Context, network, address string) (net.Conn, error)

	addresses
	returnAfter time.Duration
}

var _ http.RoundTripper = (*Transport)(nil)

const defaultConcurrency = 256

// Timeouts of a new connection. The deadline of the call bounds the whole call.
const (
	dialTimeout      = 2 * time.Second
	handshakeTimeout = 3 * time.Second
	// Must be shorter than the idle timeout of platforms. A money call on a connection that the
	// platform is closing may get lost, and its outcome is then unknown.
	idleTimeout = 30 * time.Second
)

// HTTP/2 multiplexes all calls over one connection. When the network silently drops it, each call
// fails by its own deadline until the kernel stops retransmitting, a quarter of an hour later.
// Pings detect it.
const (
	sendPingTimeout = 10 * time.Second // without received data until a ping is sent
	pingTimeout     = 5 * time.Second  // for the reply to the ping
)

const maxHeaderBytes = 64 << 10

// Buffers of a connection. A short call fits. Most of a long call is not copied.
const (
	writeBuffer = 4 << 10
	readBuffer  = 8 << 10
)

// New creates a Transport. It fails on an invalid address, unreadable certificates and duplicate
// headers.
func New(s Settings) (*Transport, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("could not parse the upstream address: %w", err)
	}
	tlsConfig, err := newTLSConfig(s)
	if err != nil {
		return nil, err
	}
	headers, err := fixedHeaders(s.Headers)
	if err != nil {
		return nil, err
	}
	t := &Transport{headers: headers, secret: s.Secret, clock: s.Clock, log: s.Log}
	if err := t.parse(u, append([]string{s.URL}, s.FailoverURLs...)); err != nil {
		return nil, err
	}
	t.returnAfter = cmp.Or(s.ReturnAfter, defaultReturnAfter)
	t.dialTCP = (&net.Dialer{Timeout: dialTimeout, KeepAlive: 15 * time.Second}).DialContext
	if t.clock == nil {
		t.clock = time.Now
	}
	maxIdle := cmp.Or(s.Concurrency, defaultConcurrency)
	t.transport = &http.Transport{
		// Proxy stays nil, because dial would see the address of a proxy from the environment.
		DialContext:            t.dial,
		TLSClientConfig:        tlsConfig,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdle,
		MaxResponseHeaderBytes: maxHeaderBytes,
		WriteBufferSize:        writeBuffer,
		ReadBufferSize:         readBuffer,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: sendPingTimeout, PingTimeout: pingTimeout},
	}
	if u.Scheme == "https" {
		t.transport.DialTLSContext = t.dial
	}
	return t, nil
}

// RoundTrip sends a copy of req with the fixed headers and the signature to the address in use. If
// it cannot connect, it tries the next addresses.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if len(t.headers) == 0 && len(t.secret) == 0 {
		return t.send(req)
	}
	out := req.Clone(req.Context()) // a RoundTripper must not modify the request
	for name, values := range t.headers {
		out.Header[name] = values
	}
	if len(t.secret) > 0 {
		if err := sign(out, t.secret, t.clock()); err != nil {
			return nil, bff.WithDelivery(err, bff.DeliveryNotSent)
		}
	}
	return t.send(out)
}

// Connect opens a connection to the address in use, with its TLS handshake, and closes it. After an
// error, another address is in use.
func (t *Transport) Connect(ctx context.Context) error { return t.connect(ctx, t.inUse.Load()) }

// CloseIdleConnections closes the idle connections.
func (t *Transport) CloseIdleConnections() { t.transport.CloseIdleConnections() }

// dialAddress returns the host and port of u in the form that net/http dials.
func dialAddress(u *url.URL) (string, error) {
	host := u.Hostname()
	defaultPort, ok := map[string]string{"https": "443", "http": "80"}[u.Scheme]
	if !ok {
		return "", fmt.Errorf("upstream address %q: want http or https", u.Redacted())
	}
	if host == "" || u.User != nil {
		return "", fmt.Errorf("upstream address %q: want a host and no credentials", u.Redacted())
	}
	if strings.ContainsFunc(host, func(c rune) bool { return c > '~' }) {
		return "", fmt.Errorf("upstream address %q: want the host in ASCII form (xn--…)", u.Redacted())
	}
	return net.JoinHostPort(host, cmp.Or(u.Port(), defaultPort)), nil
}

// newTLSConfig trusts the system's authorities, or only the authorities in s.CA. It presents the
// client certificate.
func newTLSConfig(s Settings) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	if len(s.CA) > 0 {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(s.CA) {
			return nil, errors.New("upstream CA: no PEM certificate")
		}
	}
	if len(s.Cert) > 0 {
		pair, err := tls.X509KeyPair(s.Cert, s.Key)
		if err != nil {
			return nil, fmt.Errorf("client certificate of the upstream: %w", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

// StatusError is the cause of a failure that a platform reported by HTTP status.
type StatusError struct {
	Status int
}

// Error names the status.
func (e *StatusError) Error() string { return fmt.Sprintf("HTTP %d", e.Status) }

// CauseClass returns the class of the failure for staff.
func (e *StatusError) CauseClass() bff.Cause {
	switch {
	case e.Status == http.StatusTooManyRequests:
		return bff.CauseRateLimited
	case e.Status < http.StatusBadRequest:
		return bff.CauseBadAnswer
	}
	return bff.CauseStatus
}
