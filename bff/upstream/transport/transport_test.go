package transport

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func open(t *testing.T, s Settings) *Transport {
	t.Helper()
	transport, err := New(s)
	require.NoError(t, err)
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// post sends body to url over transport and returns the status and the body of the response. After an error
// in the body, the status is set as well.
func post(ctx context.Context, t *testing.T, transport *Transport, url, body string) (status int, got string, err error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(raw), err
}

func TestTransportDialsOnlyTheUpstream(t *testing.T) {
	var requests atomic.Int64
	foreign := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer foreign.Close()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, foreign.URL, http.StatusTemporaryRedirect)
	}))
	defer upstream.Close()
	t.Setenv("HTTP_PROXY", foreign.URL) // a proxy of the environment must not be used
	transport := open(t, Settings{URL: upstream.URL})

	status, _, err := post(t.Context(), t, transport, upstream.URL, "{}")
	assert.True(t, err == nil && status == http.StatusTemporaryRedirect,
		"a redirect: %d, %v, want the redirect itself", status, err)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(upstream.URL, "http://"))
	for _, url := range []string{foreign.URL, "http://localhost:" + port, "http://169.254.169.254/latest"} {
		_, _, err := post(t.Context(), t, transport, url, "{}")
		assert.ErrorIs(t, err, errForeignHost, url)
	}
	assert.EqualValues(t, 0, requests.Load(), "the other host was reached")
}

func TestDialAddress(t *testing.T) {
	for url, want := range map[string]string{
		"http://platform.example/x":        "platform.example:80",
		"https://platform.example/x":       "platform.example:443",
		"https://platform.example:8443/x":  "platform.example:8443",
		"http://[::1]:81/x":                "[::1]:81",
		"https://xn--bahis-3ya.example/v1": "xn--bahis-3ya.example:443",
	} {
		var dialed string
		transport := open(t, Settings{URL: url})
		next := transport.transport.DialContext
		dial := func(ctx context.Context, network, address string) (net.Conn, error) {
			dialed = address
			ctx, cancel := context.WithCancel(ctx)
			cancel() // the address was checked; do not connect
			return next(ctx, network, address)
		}
		transport.transport.DialContext = dial
		if transport.direct != nil {
			transport.direct.dial = dial
		}
		_, _, err := post(t.Context(), t, transport, url, "")
		assert.True(t, !errors.Is(err, errForeignHost) && err != nil, "%s: %v", url, err)
		assert.Equal(t, want, dialed, "%s dials %s, want %s", url, dialed, want)
	}
}

func TestNewRejectsInvalidSettings(t *testing.T) {
	cases := map[string]Settings{
		"no host":             {URL: "http:///x"},
		"unsupported scheme":  {URL: "ftp://host/x"},
		"credentials":         {URL: "http://user:geheim@host/x"},
		"not a URL":           {URL: "http://ho st"},
		"non-ASCII host":      {URL: "https://bahiş.example"},
		"no certificate":      {URL: "https://host", CA: []byte("geheim")},
		"invalid header name": {URL: "http://host", Headers: map[string]string{"X Key": "geheim"}},
		"empty header name":   {URL: "http://host", Headers: map[string]string{"": "geheim"}},
		"line feed in value":  {URL: "http://host", Headers: map[string]string{"X-Key": "geheim\r\nX-Other: 1"}},
		"duplicate header":    {URL: "http://host", Headers: map[string]string{"X-Key": "geheim", "x-key": "geheim"}},
		"header of the call":  {URL: "http://host", Headers: map[string]string{"idempotency-key": "geheim"}},
		"connection header":   {URL: "http://host", Headers: map[string]string{"Transfer-Encoding": "geheim"}},
		"signature header":    {URL: "http://host", Headers: map[string]string{"x-croupier-signature": "geheim"}},
	}
	for name, s := range cases {
		if _, err := New(s); err == nil {
			t.Errorf("%s: accepted", name)
		} else if strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: the error contains the value: %v", name, err)
		}
	}
}

func TestFixedHeadersAreAddedToACopy(t *testing.T) {
	var got http.Header
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	defer srv.Close()
	transport := open(t, Settings{URL: srv.URL, Headers: map[string]string{"x-api-key": "geheim", "User-Agent": "configured"}})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL, strings.NewReader("{}"))
	require.NoError(t, err)
	req.Header.Set("User-Agent", "croupier")
	resp, err := transport.RoundTrip(req)
	require.NoError(t, err)
	_ = resp.Body.Close()
	assert.True(t, got.Get("X-Api-Key") == "geheim" && got.Get("User-Agent") == "configured", "headers %v", got)
	assert.True(t, len(req.Header) == 1 && req.Header.Get("User-Agent") == "croupier",
		"the caller's request was changed: %v", req.Header)
}

func serveTLS(t *testing.T, version uint16) (srv *httptest.Server, ca []byte) {
	t.Helper()
	srv = httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	srv.TLS = &tls.Config{MaxVersion: version}
	srv.Config.ErrorLog = nil
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	return srv, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
}

func TestOnlyConfiguredAuthorityIsTrusted(t *testing.T) {
	srv, ca := serveTLS(t, tls.VersionTLS13)
	_, _, err := post(t.Context(), t, open(t, Settings{URL: srv.URL, CA: ca}), srv.URL, "{}")
	assert.NoError(t, err, "configured authority")
	var unknown *tls.CertificateVerificationError
	_, _, err = post(t.Context(), t, open(t, Settings{URL: srv.URL}), srv.URL, "{}")
	assert.ErrorAs(t, err, &unknown, "unknown authority")
}

func TestConnect(t *testing.T) {
	var requests atomic.Int64
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	assert.NoError(t, open(t, Settings{URL: plain.URL}).Connect(t.Context()), "plain")
	plain.Close()
	assert.Error(t, open(t, Settings{URL: plain.URL}).Connect(t.Context()), "connected to a closed port")
	assert.EqualValues(t, 0, requests.Load(), "a request was sent")

	encrypted, ca := serveTLS(t, tls.VersionTLS13)
	assert.NoError(t, open(t, Settings{URL: encrypted.URL, CA: ca}).Connect(t.Context()), "TLS")
	var unknown *tls.CertificateVerificationError
	assert.ErrorAs(t, open(t, Settings{URL: encrypted.URL}).Connect(t.Context()), &unknown, "unknown authority")
}

func TestTLSBefore12IsRefused(t *testing.T) {
	for version, ok := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true} {
		srv, ca := serveTLS(t, version)
		_, _, err := post(t.Context(), t, open(t, Settings{URL: srv.URL, CA: ca}), srv.URL, "{}")
		assert.Equal(t, ok, err == nil, "%s: %v", tls.VersionName(version), err)
	}
}

// With few idle connections, such as the two per host that net/http keeps by default, rounds of sixty calls
// would dial again for most of them, and a busy minute would exhaust the ports of the machine.
func TestIdleConnectionsAreKeptForExpectedConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const url, concurrency, rounds = "http://platform.example", 60, 5
		var round sync.WaitGroup // each response waits for all requests of its round
		dial := testkit.ServeInMemory(t, &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			round.Done()
			round.Wait()
		})})
		dials := 0
		var mu sync.Mutex
		transport := open(t, Settings{URL: url, Concurrency: concurrency})
		transport.direct.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			mu.Lock()
			dials++
			mu.Unlock()
			return dial(ctx, network, address)
		}
		for range rounds {
			round.Add(concurrency)
			for range concurrency {
				go func() {
					_, _, err := post(t.Context(), t, transport, url, "{}")
					assert.NoError(t, err)
				}()
			}
			synctest.Wait() // every connection is idle again
		}
		assert.Equal(t, concurrency, dials, "%d connections for %d rounds of %d calls", dials, rounds, concurrency)
	})
}
