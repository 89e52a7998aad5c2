package transport

import (
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

func TestConnect(t *testing.T) {
	var requests atomic.Int64
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	if err := open(t, Settings{URL: plain.URL}).Connect(t.Context()); err != nil {
		t.Errorf("plain: %v", err)
	}
	plain.Close()
	if err := open(t, Settings{URL: plain.URL}).Connect(t.Context()); err == nil {
		t.Error("connected to a closed port")
	}
	if requests.Load() != 0 {
		t.Error("a request was sent")
	}

	encrypted, ca := serveTLS(t, tls.VersionTLS13)
	if err := open(t, Settings{URL: encrypted.URL, CA: ca}).Connect(t.Context()); err != nil {
		t.Errorf("TLS: %v", err)
	}
	var unknown *tls.CertificateVerificationError
	if err := open(t, Settings{URL: encrypted.URL}).Connect(t.Context()); !errors.As(err, &unknown) {
		t.Errorf("unknown authority: %v", err)
	}
}
