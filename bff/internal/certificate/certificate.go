// Package certificate serves a TLS certificate from two PEM files and reloads it when they change.
package certificate

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
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
	seen, tried       string // states at the last read and at the last attempt to load; used by one goroutine
}

// Open reads a certificate chain and its private key. It fails if they do not match.
func Open(certFile, keyFile string, log *slog.Logger) (*Files, error) {
	f := &Files{certFile: certFile, keyFile: keyFile, log: log}
	pair, state, err := f.read()
	if err != nil {
		return nil, err
	}
	f.tried = state
	f.current.Store(pair)
	return f, nil
}

// read reads the files. The state identifies the result.
func (f *Files) read() (pair *tls.Certificate, state string, err error) {
	read, err := load(f.certFile, f.keyFile)
	if err != nil {
		return nil, err.Error(), err
	}
	return &read, string(bytes.Join(read.Certificate, nil)), nil
}

// KeyError means that the key file is missing or invalid, or does not match the certificate.
type KeyError struct{ cause error }

// Error returns the cause.
func (e *KeyError) Error() string { return e.cause.Error() }

// FieldOf returns the setting that an error of Open or Parse is about: cert_file or key_file.
func FieldOf(err error) string {
	if errors.As(err, new(*KeyError)) {
		return "key_file"
	}
	return "cert_file"
}

func load(certFile, keyFile string) (tls.Certificate, error) {
	chain, err := os.ReadFile(certFile) //nolint:gosec // set by the operator
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("could not read the certificate: %w", err)
	}
	key, err := os.ReadFile(keyFile) //nolint:gosec // set by the operator
	if err != nil {
		return tls.Certificate{}, &KeyError{fmt.Errorf("could not read the key: %w", err)}
	}
	return Parse(certFile, keyFile, chain, key)
}

// Parse parses the contents of a certificate file and its key file. It fails with a *KeyError if
// the key is invalid or does not match.
func Parse(certFile, keyFile string, chain, key []byte) (tls.Certificate, error) {
	pair, err := tls.X509KeyPair(chain, key)
	switch {
	case err == nil:
		return pair, nil
	case x509.NewCertPool().AppendCertsFromPEM(chain):
		return pair, &KeyError{
			fmt.Errorf("the key %s is invalid or does not match the certificate %s: %w", keyFile, certFile, err),
		}
	}
	return pair, fmt.Errorf("the certificate %s is invalid: %w", certFile, err)
}

// NotAfter returns the expiry of the current certificate.
func (f *Files) NotAfter() time.Time { return f.current.Load().Leaf.NotAfter }

// Covers returns an error if the current certificate is not valid for host.
func (f *Files) Covers(host string) error { return f.current.Load().Leaf.VerifyHostname(host) }

// Config returns the settings of a listener: TLS 1.2 or newer, with the current certificate for
// each new connection.
func (f *Files) Config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return f.current.Load(), nil
		},
	}
}

// Reload loads the files after a change, if two calls have read the same content. A certificate and
// its key may be saved one after the other. It logs the result. Call it at short intervals from one
// goroutine.
func (f *Files) Reload() {
	pair, state, err := f.read()
	isDue := state == f.seen && state != f.tried
	f.seen = state
	if !isDue {
		return
	}
	f.tried = state
	if err != nil {
		f.log.Error("could not load the new certificate, using the current one", "file", f.certFile, "cause",
			err.Error(), "expires", f.NotAfter())
		return
	}
	f.current.Store(pair)
	f.log.Info("certificate loaded", "file", f.certFile, "expires", f.NotAfter())
}
