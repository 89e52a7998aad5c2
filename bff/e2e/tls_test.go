package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/testkit"
)

// tlsServer is a running demo with a certificate of a test's own authority.
type tlsServer struct {
	*e2e.Process
	ca                *testkit.CA
	certFile, keyFile string
	dataDir           string
}

func startTLS(t *testing.T) *tlsServer {
	t.Helper()
	file := writeConfig(t, "tls: { cert_file: tls/tls.crt, key_file: tls/tls.key }\n", nil)
	dir := filepath.Join(filepath.Dir(file), "tls")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := &tlsServer{ca: testkit.NewCA(t), certFile: filepath.Join(dir, "tls.crt"), keyFile: filepath.Join(dir, "tls.key"), dataDir: t.TempDir()}
	s.issue(t, "first")
	s.Process = startServer(t, nil, s.dataDir, "--config", file)
	return s
}

// issue saves a new certificate and its key.
func (s *tlsServer) issue(t *testing.T, name string) {
	t.Helper()
	cert, key := s.ca.Issue(t, name, "localhost", "marmara.localhost")
	s.save(t, s.certFile, cert)
	s.save(t, s.keyFile, key)
}

// save replaces a file, as certbot does.
func (s *tlsServer) save(t *testing.T, file string, content []byte) {
	t.Helper()
	if err := os.WriteFile(file+"~", content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+"~", file); err != nil {
		t.Fatal(err)
	}
}

// client trusts the test's authority only.
func (s *tlsServer) client(versions ...uint16) *http.Client {
	settings := &tls.Config{RootCAs: s.ca.Pool}
	if len(versions) == 2 {
		settings.MinVersion, settings.MaxVersion = versions[0], versions[1]
	}
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: settings, ForceAttemptHTTP2: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, s.Address)
		},
	}}
}

// login posts a login and returns the response, whose body has been read into body.
func (s *tlsServer) login(t *testing.T, c *http.Client) (r *http.Response, body []byte) {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"api": map[string]string{"class": "user", "method": "login"}, "data": map[string]string{"username": "demo", "password": "Demo123"}})
	if err != nil {
		t.Fatal(err)
	}
	q, err := http.NewRequest(http.MethodPost, "https://localhost/endpoint/v1", bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("panel", "frontend")
	q.Header.Set("Origin", "https://localhost")
	if r, err = c.Do(q); err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close() //nolint:errcheck // read to its end
	if body, err = io.ReadAll(r.Body); err != nil {
		t.Fatal(err)
	}
	return r, body
}

// commonName returns the name in the certificate that a new connection is given.
func (s *tlsServer) commonName(t *testing.T) string {
	t.Helper()
	conn, err := tls.Dial("tcp", s.Address, &tls.Config{RootCAs: s.ca.Pool, ServerName: "localhost"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // nothing is written
	return conn.ConnectionState().PeerCertificates[0].Subject.CommonName
}

func TestServerWithTLS(t *testing.T) {
	t.Parallel()
	s := startTLS(t)
	r, body := s.login(t, s.client())
	if r.StatusCode != http.StatusOK || r.ProtoMajor != 2 {
		t.Fatalf("login: %s %d %s", r.Proto, r.StatusCode, body)
	}
	if len(r.Cookies()) == 0 {
		t.Error("login sets no cookie")
	}
	for _, c := range r.Cookies() {
		if !c.Secure || !c.HttpOnly {
			t.Errorf("cookie %s: Secure %v, HttpOnly %v", c.Name, c.Secure, c.HttpOnly)
		}
	}
	if r.Header.Get("Strict-Transport-Security") == "" {
		t.Error("no Strict-Transport-Security")
	}
	if !strings.Contains(s.Log(), `"the certificate does not cover a host"`) || !strings.Contains(s.Log(), `"zephyr.localhost"`) {
		t.Error("no warning about zephyr.localhost, which the certificate does not cover")
	}

	old := s.client(tls.VersionTLS10, tls.VersionTLS11)
	if _, err := old.Get("https://localhost/healthz"); err == nil || !strings.Contains(err.Error(), "protocol version") {
		t.Errorf("TLS 1.1: %v", err)
	}
	plain, err := http.Get("http://" + s.Address + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Body.Close() //nolint:errcheck // the status is what counts
	if plain.StatusCode != http.StatusBadRequest {
		t.Errorf("a request without TLS: %d, want 400", plain.StatusCode)
	}
}

// A stream that began with the old certificate goes on, no request fails, new connections are given
// the new certificate, and a broken pair changes nothing.
func TestCertificateIsReloadedWhileServing(t *testing.T) {
	t.Parallel()
	s := startTLS(t)
	c := s.client()
	events, err := c.Get("https://localhost/v1/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close() //nolint:errcheck // the stream has no end
	lines := bufio.NewScanner(events.Body)
	nextEvent := func() string {
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				return name
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return ""
	}
	nextEvent()

	s.issue(t, "second")
	eventually(t, "the second certificate", func() bool {
		if r, body := s.login(t, c); r.StatusCode != http.StatusOK {
			t.Fatalf("login during the change: %d %s", r.StatusCode, body)
		}
		return s.commonName(t) == "second"
	})
	runMaintenance(t, s.dataDir, "on", "--brand", "marmara")
	for nextEvent() != "maintenance" {
		continue
	}

	cert, _ := s.ca.Issue(t, "third", "localhost")
	s.save(t, s.certFile, cert) // without its key
	eventually(t, "the refusal in the log", func() bool { return strings.Contains(s.Log(), "rejected; the one in use stays in force") })
	if got := s.commonName(t); got != "second" {
		t.Errorf("served %s after a broken pair, want second", got)
	}
	s.issue(t, "fourth")
	eventually(t, "the corrected pair", func() bool { return s.commonName(t) == "fourth" })
}
