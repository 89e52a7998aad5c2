package e2e_test

import (
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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/testkit"
)

// The server speaks HTTP/2 over TLS 1.2 and later. It serves a renewed certificate to new connections, and
// keeps it when the files do not fit each other.
func TestServerWithTLS(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "tls: { cert_file: tls/tls.crt, key_file: tls/tls.key }\n", nil)
	dir, ca := filepath.Join(filepath.Dir(file), "tls"), testkit.NewCA(t)
	require.NoError(t, os.Mkdir(dir, 0o700))
	// save replaces a file, as certbot does.
	save := func(name string, content []byte) {
		t.Helper()
		require.NoError(t, os.Rename(writeFile(t, name, string(content)), filepath.Join(dir, name)))
	}
	issue := func(name string) {
		t.Helper()
		cert, key := ca.Issue(t, name, "localhost", "marmara.localhost")
		save("tls.crt", cert)
		save("tls.key", key)
	}
	issue("first")
	p := startServer(t, nil, t.TempDir(), "--config", file)
	client := func(most uint16) *http.Client { // trusts the test's authority only
		return &http.Client{Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: ca.Pool, MinVersion: tls.VersionTLS10, MaxVersion: most}, ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, p.Address)
			},
		}}
	}
	current := client(tls.VersionTLS13)
	login := func() *http.Response {
		t.Helper()
		raw, err := json.Marshal(map[string]any{
			"api":  map[string]string{"class": "user", "method": "login"},
			"data": map[string]string{"username": "demo", "password": "Demo123"},
		})
		require.NoError(t, err)
		q, err := http.NewRequest(http.MethodPost, "https://localhost/endpoint/v1", bytes.NewReader(raw))
		require.NoError(t, err)
		q.Header = http.Header{"Content-Type": {"application/json"}, "Panel": {"frontend"}, "Origin": {"https://localhost"}}
		r, err := current.Do(q)
		require.NoError(t, err)
		defer r.Body.Close() //nolint:errcheck // read to its end
		if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("login: %s %d %v %s", r.Proto, r.StatusCode, err, body)
		}
		return r
	}
	r := login()
	assert.True(t, r.ProtoMajor == 2 && len(r.Cookies()) != 0 && r.Header.Get("Strict-Transport-Security") != "",
		"login: %s %v", r.Proto, r.Header)
	for _, c := range r.Cookies() {
		assert.True(t, c.Secure && c.HttpOnly, "cookie %s: Secure %v, HttpOnly %v", c.Name, c.Secure, c.HttpOnly)
	}
	assert.True(t, strings.Contains(p.Log(), `"the certificate does not cover a host"`) && strings.Contains(p.Log(), `"zephyr.localhost"`),
		"no warning about zephyr.localhost, which the certificate does not cover")
	if _, err := client(tls.VersionTLS11).Get("https://localhost/healthz"); err == nil ||
		!strings.Contains(err.Error(), "protocol version") {
		t.Errorf("TLS 1.1: %v", err)
	}
	plain, err := http.Get("http://" + p.Address + "/healthz")
	require.NoError(t, err)
	_ = plain.Body.Close()
	assert.Equal(t, http.StatusBadRequest, plain.StatusCode, "a request without TLS: %d, want 400", plain.StatusCode)

	commonName := func() string { // of the certificate that a new connection is given
		login() // on the connection from before
		conn, err := tls.Dial("tcp", p.Address, &tls.Config{RootCAs: ca.Pool, ServerName: "localhost"})
		require.NoError(t, err)
		_ = conn.Close()
		return conn.ConnectionState().PeerCertificates[0].Subject.CommonName
	}
	issue("second")
	eventually(t, "the second certificate", func() bool { return commonName() == "second" })
	cert, _ := ca.Issue(t, "third", "localhost")
	save("tls.crt", cert) // without its key
	eventually(t, "the refusal in the log", func() bool {
		return strings.Contains(p.Log(),
			"rejected; the one in use stays in force")
	})
	got := commonName()
	assert.Equal(t, "second", got, "served %s after a broken pair, want second", got)
}
