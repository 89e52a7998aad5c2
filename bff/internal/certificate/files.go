// Package certificate serves a TLS certificate from two PEM files and reloads it when they change.
package certificate

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"
)

// Files is a certificate with its key, read from files. It is safe for concurrent use.
type Files struct {
	certFile, keyFile string
	log               *slog.Logger
	current           atomic.Pointer[tls.Certificate]
	read              []byte // content of both files at the last read; used by one goroutine
}

// Open reads a certificate chain and its private key. It fails where they do not belong together.
func Open(certFile, keyFile string, log *slog.Logger) (*Files, error) {
	f := &Files{certFile: certFile, keyFile: keyFile, log: log}
	if _, err := f.reload(); err != nil {
		return nil, err
	}
	return f, nil
}

// reload reads the files and replaces the certificate where they have changed. On an error the
// certificate in use stays; the same content is reported once.
func (f *Files) reload() (changed bool, err error) {
	cert, err := os.ReadFile(f.certFile)
	if err != nil {
		return false, fmt.Errorf("load certificate: %w", err)
	}
	key, err := os.ReadFile(f.keyFile)
	if err != nil {
		return false, fmt.Errorf("load certificate: %w", err)
	}
	both := append(append(bytes.Clone(cert), 0), key...)
	if bytes.Equal(both, f.read) {
		return false, nil
	}
	f.read = both
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return false, fmt.Errorf("load certificate %s: %w", f.certFile, err)
	}
	f.current.Store(&pair)
	return true, nil
}

// NotAfter returns when the certificate in use expires.
func (f *Files) NotAfter() time.Time { return f.current.Load().Leaf.NotAfter }

// Covers returns an error where the certificate in use is not valid for host.
func (f *Files) Covers(host string) error { return f.current.Load().Leaf.VerifyHostname(host) }

// Config returns the settings of a listener: TLS 1.2 or newer, and for every connection the
// certificate that is in use when it begins.
func (f *Files) Config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return f.current.Load(), nil
		},
	}
}
