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
	l, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.CloseIdleConnections)
	return l
}

// post sends body to url over l and reads the answer whole.
func post(ctx context.Context, t *testing.T, l *Transport, url, body string) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := l.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp, err
}

func TestOnlyTheUpstreamsOwnHostIsEverDialled(t *testing.T) {
	var strayed atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strayed.Add(1) }))
	defer elsewhere.Close()
	home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	}))
	defer home.Close()
	t.Setenv("HTTP_PROXY", elsewhere.URL) // another process's proxy is no host of ours either
	l := open(t, Settings{URL: home.URL})

	resp, err := post(t.Context(), t, l, home.URL, "{}")
	if err != nil || resp.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("a redirect: %v, %v, want the answer itself", resp, err)
	}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(home.URL, "http://"))
	for _, url := range []string{elsewhere.URL, "http://localhost:" + port, "http://169.254.169.254/latest"} {
		if _, err := post(t.Context(), t, l, url, "{}"); !errors.Is(err, errElsewhere) {
			t.Errorf("%s: %v", url, err)
		}
	}
	if strayed.Load() != 0 {
		t.Error("the other host was reached")
	}
}

func TestHomeIsTheAddressThatIsDialled(t *testing.T) {
	for url, want := range map[string]string{
		"http://platform.example/x":        "platform.example:80",
		"https://platform.example/x":       "platform.example:443",
		"https://platform.example:8443/x":  "platform.example:8443",
		"http://[::1]:81/x":                "[::1]:81",
		"https://xn--bahis-3ya.example/v1": "xn--bahis-3ya.example:443",
	} {
		var dialled string
		l := open(t, Settings{URL: url})
		next := l.transport.DialContext
		l.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			dialled = address
			ctx, cancel := context.WithCancel(ctx)
			cancel() // far enough: whether it may be dialled has been decided
			return next(ctx, network, address)
		}
		if _, err := post(t.Context(), t, l, url, ""); errors.Is(err, errElsewhere) || err == nil {
			t.Errorf("%s: %v", url, err)
		}
		if dialled != want {
			t.Errorf("%s dials %s, want %s", url, dialled, want)
		}
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	cases := map[string]Settings{
		"no host":             {URL: "http:///x"},
		"another scheme":      {URL: "ftp://host/x"},
		"credentials":         {URL: "http://user:geheim@host/x"},
		"no address":          {URL: "http://ho st"},
		"a host not in ASCII": {URL: "https://bahiş.example"},
		"no certificate":      {URL: "https://host", CA: []byte("geheim")},
		"no header's name":    {URL: "http://host", Headers: map[string]string{"X Key": "geheim"}},
		"an empty name":       {URL: "http://host", Headers: map[string]string{"": "geheim"}},
		"a line in a value":   {URL: "http://host", Headers: map[string]string{"X-Key": "geheim\r\nX-Other: 1"}},
		"a header twice":      {URL: "http://host", Headers: map[string]string{"X-Key": "geheim", "x-key": "geheim"}},
		"the server's own":    {URL: "http://host", Headers: map[string]string{"idempotency-key": "geheim"}},
		"the connection's":    {URL: "http://host", Headers: map[string]string{"Transfer-Encoding": "geheim"}},
		"the signature":       {URL: "http://host", Headers: map[string]string{"x-croupier-signature": "geheim"}},
	}
	for name, s := range cases {
		if _, err := New(s); err == nil {
			t.Errorf("%s: accepted", name)
		} else if strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: the error tells the value: %v", name, err)
		}
	}
}

func TestFixedHeadersGoWithEveryRequestAndTheRequestStaysAsItWas(t *testing.T) {
	var got http.Header
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	defer srv.Close()
	l := open(t, Settings{URL: srv.URL, Headers: map[string]string{"x-api-key": "geheim", "User-Agent": "house"}})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", "croupier")
	resp, err := l.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got.Get("X-Api-Key") != "geheim" || got.Get("User-Agent") != "house" {
		t.Errorf("headers %v", got)
	}
	if len(req.Header) != 1 || req.Header.Get("User-Agent") != "croupier" {
		t.Errorf("the caller's request now has %v", req.Header)
	}
}

func secure(t *testing.T, version uint16) (srv *httptest.Server, ca []byte) {
	t.Helper()
	srv = httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	srv.TLS = &tls.Config{MaxVersion: version}
	srv.Config.ErrorLog = nil
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	return srv, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
}

func TestCertificatesAreBelievedOfTheNamedAuthorityOnly(t *testing.T) {
	srv, ca := secure(t, tls.VersionTLS13)
	if _, err := post(t.Context(), t, open(t, Settings{URL: srv.URL, CA: ca}), srv.URL, "{}"); err != nil {
		t.Errorf("of the named authority: %v", err)
	}
	var unknown *tls.CertificateVerificationError
	if _, err := post(t.Context(), t, open(t, Settings{URL: srv.URL}), srv.URL, "{}"); !errors.As(err, &unknown) {
		t.Errorf("of nobody the system knows: %v", err)
	}
}

func TestTLSBefore12IsRefused(t *testing.T) {
	for version, fine := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true} {
		srv, ca := secure(t, version)
		_, err := post(t.Context(), t, open(t, Settings{URL: srv.URL, CA: ca}), srv.URL, "{}")
		if (err == nil) != fine {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
	}
}

// net/http keeps two idle connections by default: rounds of sixty calls would dial anew for
// most of them, and a busy minute would leave the machine without ports.
func TestConnectionsAreKeptForAsManyCallsAsAreExpectedAtOnce(t *testing.T) {
	// In a bubble, for net/http gives up a connection whose writer lets it wait for 50 ms.
	synctest.Test(t, func(t *testing.T) {
		const url, places, rounds = "http://platform.example", 60, 5
		var round sync.WaitGroup // each answer waits until all calls of its round have come
		dial := testkit.ServeInMemory(t, &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			round.Done()
			round.Wait()
		})})
		dialled := 0
		var mu sync.Mutex
		l := open(t, Settings{URL: url, Concurrency: places})
		l.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			mu.Lock()
			dialled++
			mu.Unlock()
			return dial(ctx, network, address)
		}
		for range rounds {
			round.Add(places)
			for range places {
				go func() {
					if _, err := post(t.Context(), t, l, url, "{}"); err != nil {
						t.Error(err)
					}
				}()
			}
			synctest.Wait() // every connection is free again
		}
		if dialled != places {
			t.Errorf("%d connections for %d rounds of %d calls", dialled, rounds, places)
		}
	})
}
