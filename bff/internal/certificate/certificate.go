// Package certificate serves a TLS certificate from two PEM files and reloads it when they change.
package certificate

import (
	"context"
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
	seen, tried       string // states at the last read and at the last attempt to load; used by one goroutine
}

// Open reads a certificate chain and its private key. It fails where they do not belong together.
func Open(certFile, keyFile string, log *slog.Logger) (*Files, error) {
	f := &Files{certFile: certFile, keyFile: keyFile, log: log}
	cert, key, err := f.read()
	if err != nil {
		return nil, err
	}
	f.tried = stateOf(cert, key, nil)
	return f, f.load(cert, key)
}

func (f *Files) read() (cert, key []byte, err error) {
	if cert, err = os.ReadFile(f.certFile); err == nil {
		key, err = os.ReadFile(f.keyFile)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("load certificate: %w", err)
	}
	return cert, key, nil
}

// load replaces the certificate. On an error the one in use stays.
func (f *Files) load(cert, key []byte) error {
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("load certificate %s: %w", f.certFile, err)
	}
	f.current.Store(&pair)
	return nil
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

// Watch reads the files at each tick until ctx ends. It loads changed files once two reads agree, so that a certificate
// and its key that are saved one after the other are loaded together.
func (f *Files) Watch(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			f.apply()
		}
	}
}

// apply loads the files if they have changed and two reads agree, and logs the result once.
func (f *Files) apply() {
	cert, key, err := f.read()
	state := stateOf(cert, key, err)
	isDue := state == f.seen && state != f.tried
	f.seen = state
	if !isDue {
		return
	}
	f.tried = state
	if err == nil {
		err = f.load(cert, key)
	}
	if err != nil {
		f.log.Error("load certificate: rejected; the one in use stays in force", "file", f.certFile, "cause", err.Error(), "expires", f.NotAfter())
		return
	}
	f.log.Info("certificate loaded", "file", f.certFile, "expires", f.NotAfter())
}

// stateOf identifies the result of a read.
func stateOf(cert, key []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(cert) + "\x00" + string(key)
}
