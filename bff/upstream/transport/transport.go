package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Settings say where an upstream is, and how it is spoken to.
type Settings struct {
	URL         string            // absolute http or https address; its host is the only one ever dialled
	CA          []byte            // PEM; the certificate authorities believed instead of the system's
	Headers     map[string]string // sent with every request
	Secret      []byte            // requests are signed with it; empty: they are not
	Concurrency int               // requests expected under way at once; default 256
	Clock       func() time.Time  // of signatures; default time.Now
}

// Transport carries requests to one upstream.
type Transport struct {
	transport *http.Transport
	headers   http.Header
	secret    []byte
	clock     func() time.Time
}

var _ http.RoundTripper = (*Transport)(nil)

const defaultConcurrency = 256

// Waits before an answer begins. How long a call may take whole is its own deadline.
const (
	dialTimeout      = 2 * time.Second
	handshakeTimeout = 3 * time.Second
	headerTimeout    = time.Minute
	// Shorter than platforms keep idle connections: one that they close first may swallow
	// a money call, whose outcome is then unknown.
	idleTimeout = 30 * time.Second
)

// HTTP/2 carries all calls in one connection. Where the network has swallowed that, each call
// would only notice by its own deadline and the next one take it again, for as long as the
// system goes on sending: a quarter of an hour. So a silent connection is asked for a sign
// of life.
const (
	sendPingTimeout = 10 * time.Second // of silence
	pingTimeout     = 5 * time.Second  // for the sign
)

const maxHeaderBytes = 64 << 10

// New makes a link. It fails on an address without a host, on certificates that cannot be
// read, and on headers that are not an operator's to set.
func New(s Settings) (*Transport, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("upstream address: %w", err)
	}
	home, err := homeOf(u)
	if err != nil {
		return nil, err
	}
	secure, err := tlsConfig(s.CA)
	if err != nil {
		return nil, err
	}
	headers, err := fixed(s.Headers)
	if err != nil {
		return nil, err
	}
	l := &Transport{headers: headers, secret: s.Secret, clock: s.Clock}
	if l.clock == nil {
		l.clock = time.Now
	}
	places := s.Concurrency
	if places <= 0 {
		places = defaultConcurrency
	}
	l.transport = &http.Transport{
		// No proxy from the environment: the host below would be the proxy's.
		DialContext:            only(home, (&net.Dialer{Timeout: dialTimeout, KeepAlive: 15 * time.Second}).DialContext),
		TLSClientConfig:        secure,
		TLSHandshakeTimeout:    handshakeTimeout,
		ResponseHeaderTimeout:  headerTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConns:           places,
		MaxIdleConnsPerHost:    places,
		MaxResponseHeaderBytes: maxHeaderBytes,
		WriteBufferSize:        16 << 10,
		ReadBufferSize:         32 << 10,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: sendPingTimeout, PingTimeout: pingTimeout},
	}
	return l, nil
}

// RoundTrip sends req with the fixed headers and the signature.
func (l *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if len(l.headers) == 0 && len(l.secret) == 0 {
		return l.transport.RoundTrip(req)
	}
	out := req.Clone(req.Context()) // a round tripper changes nothing of what it was given
	for name, values := range l.headers {
		out.Header[name] = values
	}
	if len(l.secret) > 0 {
		if err := sign(out, l.secret, l.clock()); err != nil {
			return nil, err
		}
	}
	return l.transport.RoundTrip(out)
}

// CloseIdleConnections closes connections that carry nothing at the moment.
func (l *Transport) CloseIdleConnections() { l.transport.CloseIdleConnections() }

// errElsewhere is a connection to a host that is not the upstream's.
var errElsewhere = errors.New("not the upstream's host")

type dial func(ctx context.Context, network, address string) (net.Conn, error)

// only dials home and nobody else, whatever an answer, a mapping or a defect asks for.
func only(home string, next dial) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != home {
			return nil, fmt.Errorf("dial %s: %w", address, errElsewhere)
		}
		return next(ctx, network, address)
	}
}

// homeOf gives host and port as net/http dials them.
func homeOf(u *url.URL) (string, error) {
	host, port := u.Hostname(), u.Port()
	switch {
	case u.Scheme == "https" && port == "":
		port = "443"
	case u.Scheme == "http" && port == "":
		port = "80"
	case u.Scheme != "https" && u.Scheme != "http":
		return "", fmt.Errorf("upstream address %q: want http or https", u.Redacted())
	}
	if host == "" || u.User != nil {
		return "", fmt.Errorf("upstream address %q: want a host, and no credentials", u.Redacted())
	}
	for _, c := range host {
		if c > '~' {
			return "", fmt.Errorf("upstream address %q: write the host in its ASCII form (xn--…)", u.Redacted())
		}
	}
	return net.JoinHostPort(host, port), nil
}

// tlsConfig believes the system's authorities, or only those of ca. There is no way to
// believe everybody.
func tlsConfig(ca []byte) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if len(ca) == 0 {
		return c, nil
	}
	c.RootCAs = x509.NewCertPool()
	if !c.RootCAs.AppendCertsFromPEM(ca) {
		return nil, errors.New("upstream: the CA file holds no certificate in PEM form")
	}
	return c, nil
}
