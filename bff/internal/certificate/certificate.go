// Package certificate serves a TLS certificate from two PEM files and reloads it when they change.
package certificate

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
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

const (
	// quietPeriod is the time without file events after which the files are read, so that a
	// certificate and its key that are saved one after the other are read together.
	quietPeriod = 200 * time.Millisecond
	// pollInterval is the time between reads without file events, which network file systems do
	// not send.
	pollInterval = time.Minute
)

// Watch reloads the certificate when its files change, until ctx ends. It watches their folders,
// because certificates are replaced by rename or by a link.
func (f *Files) Watch(ctx context.Context) {
	var events chan fsnotify.Event
	var lost chan error // events that were lost
	w, err := fsnotify.NewWatcher()
	if err == nil {
		defer w.Close() //nolint:errcheck // nothing is written
		events, lost = w.Events, w.Errors
		for _, file := range []string{f.certFile, f.keyFile} {
			if err = w.Add(filepath.Dir(file)); err != nil {
				break
			}
		}
	}
	if err != nil {
		f.log.Warn("watch certificate: no file events; the files are read every minute", "error", err)
	}
	f.apply() // what changed before the watch began
	poll := time.Tick(pollInterval)
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-events:
			quiet = time.After(quietPeriod)
			continue
		case err := <-lost:
			f.log.Warn("watch certificate: file events lost; reading the files", "error", err)
			quiet = time.After(quietPeriod)
			continue
		case <-quiet:
			quiet = nil
		case <-poll:
		}
		f.apply()
	}
}

// apply reloads the files and logs what came of it.
func (f *Files) apply() {
	changed, err := f.reload()
	switch {
	case err != nil:
		f.log.Error("load certificate: rejected; the one in use stays in force", "file", f.certFile, "cause", err.Error(), "expires", f.NotAfter())
	case changed:
		f.log.Info("certificate loaded", "file", f.certFile, "expires", f.NotAfter())
	}
}
