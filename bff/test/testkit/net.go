package testkit

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// pipeListener is a listener for connections over pipes. Their deadlines use the fake clock of a
// synctest bubble and do not depend on the machine.
type pipeListener struct {
	accept    chan net.Conn
	closed    chan struct{}
	closeOnce sync.Once
}

// ServeInMemory serves until the test ends, with TLS if the server has a TLS configuration. It
// returns the dial function of the server.
func ServeInMemory(t testing.TB, server *http.Server) (dial func(context.Context, string, string) (net.Conn, error)) {
	t.Helper()
	l := &pipeListener{accept: make(chan net.Conn), closed: make(chan struct{})}
	done := make(chan struct{})
	serve := server.Serve // returns when the server is closed
	if server.TLSConfig != nil {
		serve = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
	}
	go func() {
		defer close(done)
		_ = serve(l)
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

// Close stops the listener. You may call it several times.
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

// CA is a certificate authority of one test.
type CA struct {
	Pool *x509.CertPool // trusts this authority only
	PEM  []byte         // its certificate
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// NewCA creates a certificate authority.
func NewCA(t testing.TB) *CA {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test CA"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	key := newKey(t)
	ca := &CA{Pool: x509.NewCertPool(), key: key}
	ca.cert, ca.PEM = sign(t, template, template, key, key)
	ca.Pool.AddCert(ca.cert)
	return ca
}

// Issue returns a certificate of hosts and 127.0.0.1, which is also valid for clients, with its
// private key, both as PEM.
func (ca *CA) Issue(t testing.TB, commonName string, hosts ...string) (cert, key []byte) {
	t.Helper()
	own := newKey(t)
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	require.NoError(t, err)
	_, cert = sign(t, &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: commonName}, DNSNames: hosts,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, ca.cert, own, ca.key)
	der, err := x509.MarshalPKCS8PrivateKey(own)
	require.NoError(t, err)
	return cert, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return key
}

// sign returns the certificate of template for own, signed by the authority's key.
func sign(
	t testing.TB, template, parent *x509.Certificate, own, authority *ecdsa.PrivateKey,
) (*x509.Certificate, []byte) {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, own.Public(), authority)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// HostileAddresses returns addresses that try to lead a player to another site or a script. The
// player site has the same test cases (web/src/testing/hostileAddresses.ts).
func HostileAddresses(t testing.TB) []string {
	t.Helper()
	const file = "contracts/cases/addresses.json"
	raw, err := os.ReadFile("../../" + file)
	if errors.Is(err, fs.ErrNotExist) { // some packages are a folder deeper
		raw, err = os.ReadFile("../../../" + file)
	}
	require.NoError(t, err)
	var parts struct{ Prefixes, Slashes, Hosts, Schemes, Profiles, Others []string }
	if err := json.Unmarshal(raw, &parts); err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, prefix := range parts.Prefixes {
		for j, slash := range parts.Slashes {
			hosts := parts.Hosts
			if i > 0 {
				at := (i*len(parts.Slashes) + j) % len(hosts)
				hosts = hosts[at : at+1]
			}
			for _, host := range hosts {
				out = append(out, prefix+slash+host)
			}
		}
	}
	out = append(out, parts.Schemes...)
	out = append(out, parts.Profiles...)
	out = append(out, parts.Others...)
	require.True(t, len(out) >= 500, "%d hostile addresses, want at least 500", len(out))
	return out
}

// strayPercent matches a percent sign that begins no escape. Browsers do not decode it.
var strayPercent = regexp.MustCompile(`%([0-9A-Fa-f]?(?:[^0-9A-Fa-f]|$))`)

// asBrowsersRead drops tabs and line breaks and converts backslashes, like browsers.
var asBrowsersRead = strings.NewReplacer("\t", "", "\r", "", "\n", "", `\`, "/")

// LeadsTo returns the destination of an address on page in a browser, as scheme://host. Without a
// host, it returns the scheme and a colon. It returns "" for an invalid address.
func LeadsTo(page, address string) string {
	base, err := url.Parse(page)
	if err != nil {
		return ""
	}
	address = strings.TrimFunc(address, func(r rune) bool { return r <= ' ' })
	to, err := base.Parse(strayPercent.ReplaceAllString(asBrowsersRead.Replace(address), "%25$1"))
	switch {
	case err != nil:
		return ""
	case to.Host == "":
		return to.Scheme + ":"
	}
	return to.Scheme + "://" + to.Host
}
