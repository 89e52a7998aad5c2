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

	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func open(t *testing.T, s Settings) *Transport {
	t.Helper()
	transport, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// post sends body to url over transport and returns the status and the body of the response. After an error
// in the body, the status is set as well.
func post(ctx context.Context, t *testing.T, transport *Transport, url, body string) (status int, got string, err error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil || status != http.StatusTemporaryRedirect {
		t.Errorf("a redirect: %d, %v, want the redirect itself", status, err)
	}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(upstream.URL, "http://"))
	for _, url := range []string{foreign.URL, "http://localhost:" + port, "http://169.254.169.254/latest"} {
		if _, _, err := post(t.Context(), t, transport, url, "{}"); !errors.Is(err, errForeignHost) {
			t.Errorf("%s: %v", url, err)
		}
	}
	if requests.Load() != 0 {
		t.Error("the other host was reached")
	}
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
		if _, _, err := post(t.Context(), t, transport, url, ""); errors.Is(err, errForeignHost) || err == nil {
			t.Errorf("%s: %v", url, err)
		}
		if dialed != want {
			t.Errorf("%s dials %s, want %s", url, dialed, want)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", "croupier")
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got.Get("X-Api-Key") != "geheim" || got.Get("User-Agent") != "configured" {
		t.Errorf("headers %v", got)
	}
	if len(req.Header) != 1 || req.Header.Get("User-Agent") != "croupier" {
		t.Errorf("the caller's request was changed: %v", req.Header)
	}
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
	if _, _, err := post(t.Context(), t, open(t, Settings{URL: srv.URL, CA: ca}), srv.URL, "{}"); err != nil {
		t.Errorf("configured authority: %v", err)
	}
	var unknown *tls.CertificateVerificationError
	if _, _, err := post(t.Context(), t, open(t, Settings{URL: srv.URL}), srv.URL, "{}"); !errors.As(err, &unknown) {
		t.Errorf("unknown authority: %v", err)
	}
}

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

func TestTLSBefore12IsRefused(t *testing.T) {
	for version, ok := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true} {
		srv, ca := serveTLS(t, version)
		_, _, err := post(t.Context(), t, open(t, Settings{URL: srv.URL, CA: ca}), srv.URL, "{}")
		if (err == nil) != ok {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
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
					if _, _, err := post(t.Context(), t, transport, url, "{}"); err != nil {
						t.Error(err)
					}
				}()
			}
			synctest.Wait() // every connection is idle again
		}
		if dials != concurrency {
			t.Errorf("%d connections for %d rounds of %d calls", dials, rounds, concurrency)
		}
	})
}
