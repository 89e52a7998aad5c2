package transport

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func open(t *testing.T, s Settings) *Transport {
	t.Helper()
	transport, err := New(s)
	require.NoError(t, err)
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// post sends body to url over transport and returns the status and body of the response. The status
// is also set if reading the body fails.
func post(ctx context.Context, t *testing.T, transport *Transport, url, body string) (status int, got string,
	err error,
) {
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
		transport := open(t, Settings{URL: url})
		transport.dialTCP = func(_ context.Context, _, at string) (net.Conn, error) { return nil, errors.New(at) }
		_, _, err := post(t.Context(), t, transport, url, "")
		assert.EqualError(t, err, want, url)
	}
}

func TestNewRejectsInvalidSettings(t *testing.T) {
	for name, s := range map[string]Settings{
		"no host":            {URL: "http:///x"},
		"unsupported scheme": {URL: "ftp://host/x"},
		"credentials":        {URL: "http://user:geheim@host/x"},
		"not a URL":          {URL: "http://ho st"},
		"non-ASCII host":     {URL: "https://bahiş.example"},
		"no certificate":     {URL: "https://host", CA: []byte("geheim")},
		"duplicate header":   {URL: "http://host", Headers: map[string]string{"X-Key": "geheim", "x-key": "geheim"}},
	} {
		_, err := New(s)
		assert.True(t, err != nil && !strings.Contains(err.Error(), "geheim"), "%s: %v", name, err)
	}
}

func TestFixedHeadersAreAddedToACopy(t *testing.T) {
	var got http.Header
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	defer srv.Close()
	transport := open(t,
		Settings{URL: srv.URL, Headers: map[string]string{"x-api-key": "geheim", "User-Agent": "configured"}})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL, strings.NewReader("{}"))
	require.NoError(t, err)
	req.Header.Set("User-Agent", "croupier")
	resp, err := transport.RoundTrip(req)
	require.NoError(t, err)
	_ = resp.Body.Close()
	assert.True(t, got.Get("X-Api-Key") == "geheim" && got.Get("User-Agent") == "configured", "headers %v", got)
	assert.Equal(t, http.Header{"User-Agent": {"croupier"}}, req.Header, "the caller's request was changed")
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

// net/http keeps only two idle connections per host by default. Most of sixty parallel calls would
// dial again, and a busy minute would exhaust the ports of the machine.
func TestIdleConnectionsAreKeptForExpectedConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const url, concurrency, rounds = "http://platform.example", 60, 5
		var round sync.WaitGroup // each response waits for all requests of its round
		dial := testkit.ServeInMemory(t,
			&http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				round.Done()
				round.Wait()
			})})
		var dials atomic.Int64
		transport := open(t, Settings{URL: url, Concurrency: concurrency})
		transport.dialTCP = func(ctx context.Context, network, address string) (net.Conn, error) {
			dials.Add(1)
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
		assert.EqualValues(t, concurrency, dials.Load())
	})
}

func TestStalledHTTP2ConnectionIsReplaced(t *testing.T) {
	srv, ca := serveTLS(t, tls.VersionTLS13) // only for its certificate, created outside of the synctest bubble
	synctest.Test(t, func(t *testing.T) {
		dial := testkit.ServeInMemory(t, &http.Server{
			Handler: http.HandlerFunc(
				func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }),
			TLSConfig: &tls.Config{Certificates: srv.TLS.Certificates, NextProtos: []string{"h2"}},
		})
		transport, err := New(Settings{URL: "https://example.com", CA: ca})
		require.NoError(t, err)
		var dials atomic.Int64
		var last *stallableConn
		transport.dialTCP = func(ctx context.Context, network, address string) (net.Conn, error) {
			dials.Add(1)
			client, err := dial(ctx, network, address)
			last = &stallableConn{Conn: client, closed: make(chan struct{})}
			return last, err
		}
		ask := func() (proto string, err error) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			_, proto, err = post(ctx, t, transport, "https://example.com/", "{}")
			return proto, err
		}
		defer transport.CloseIdleConnections()
		defer func() { _ = last.Close() }()
		proto, err := ask()
		require.True(t, err == nil && proto == "HTTP/2.0", "%q, %v", proto, err)
		last.stall()
		_, err = ask()
		require.Error(t, err, "the connection is not stalled")
		time.Sleep(sendPingTimeout + pingTimeout)
		proto, err = ask()
		assert.True(t, err == nil && proto == "HTTP/2.0" && dials.Load() == 2, "%q, %v, %d dials", proto, err,
			dials.Load())
	})
}

// A failover address is in use from the first failed handshake until the first address has responded
// to probes for a while.
func TestFailoverAndReturn(t *testing.T) {
	srv, ca := serveTLS(t, tls.VersionTLS13) // as in TestStalledHTTP2ConnectionIsReplaced
	var broken string                        // responds with 503 to probes, like a proxy without a platform
	host := func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead && r.Host == broken {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = io.WriteString(w, r.Host)
	}
	synctest.Test(t, func(t *testing.T) {
		serve := testkit.ServeInMemory(t, &http.Server{
			Handler: http.HandlerFunc(host), ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0),
			TLSConfig: &tls.Config{Certificates: srv.TLS.Certificates, NextProtos: []string{"h2"}},
		})
		const one, two = "example.com", "www.example.com"
		transport := open(t, Settings{URL: "https://" + one, FailoverURLs: []string{"https://" + two}, CA: ca})
		var down []string
		transport.dialTCP = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := serve(ctx, network, address)
			if err == nil && slices.Contains(down, strings.TrimSuffix(address, ":443")) {
				_ = conn.Close() // the handshake fails
			}
			return conn, err
		}
		for i, step := range []struct {
			down    []string
			broken  string
			seconds int // calls, one per second
			want    string
		}{
			{nil, "", 1, one},
			{[]string{one}, "", 20, two},
			{nil, one, 20, two},
			{nil, "", 9, two},
			{[]string{one}, "", 1, two}, // the probes start again
			{nil, "", 10, two},
			{nil, "", 1, one},
			{[]string{one, two}, "", 3, ""},
			{[]string{one}, "", 1, two},
			{[]string{two}, "", 1, one},
		} {
			synctest.Wait() // no connection is being opened
			down, broken = step.down, step.broken
			for range step.seconds {
				transport.CloseIdleConnections()
				_, got, err := post(t.Context(), t, transport, "https://"+one, "{}")
				assert.True(t, got == step.want && (err != nil) == (got == ""), "step %d: %q, %v", i, got, err)
				time.Sleep(time.Second)
			}
		}
	})
}

// stallableConn is a connection that can drop all data silently.
type stallableConn struct {
	net.Conn
	stalled atomic.Bool
	once    sync.Once
	closed  chan struct{}
}

func (c *stallableConn) stall() { c.stalled.Store(true) }

func (c *stallableConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.stalled.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return n, err
}

func (c *stallableConn) Write(b []byte) (int, error) {
	if c.stalled.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *stallableConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

var testTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// verify verifies a signature as a platform does, according to the package documentation.
func verify(r *http.Request, secret string, now time.Time) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Header.Get("X-Croupier-Timestamp") != "1767225600" || now.Sub(testTime) > 5*time.Minute {
		return false
	}
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac,
		r.Header.Get("X-Croupier-Timestamp")+"\n"+r.Method+"\n"+r.RequestURI+"\n"+hex.EncodeToString(sum[:]))
	got, err := hex.DecodeString(r.Header.Get("X-Croupier-Signature"))
	return err == nil && hmac.Equal(got, mac.Sum(nil))
}

func TestPlatformVerifiesSignature(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !verify(r, "a test secret", testTime) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer srv.Close()
	send := func(secret, method, target, body string) int {
		transport := open(t,
			Settings{URL: srv.URL, Secret: []byte(secret), Clock: func() time.Time { return testTime }})
		req, err := http.NewRequestWithContext(t.Context(), method, srv.URL+target, strings.NewReader(body))
		require.NoError(t, err)
		resp, err := transport.RoundTrip(req)
		require.NoError(t, err)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	for _, c := range []struct{ name, method, target, body string }{
		{"a call", http.MethodPost, "/endpoint/v1", `{"api":{}}`},
		{"an escaped query", http.MethodGet, "/games?q=%C5%9Fans&page=2", ""},
		{"an escaped path", http.MethodPut, "/players/a%2Fb", "{}"},
		{"the root", http.MethodPost, "/", ""},
	} {
		assert.Equal(t, http.StatusOK, send("a test secret", c.method, c.target, c.body), c.name)
	}
	assert.Equal(t, http.StatusUnauthorized, send("a wrong secret", http.MethodPost, "/", ""), "with another secret")
}

func TestSignatureCoversEveryPart(t *testing.T) {
	of := func(timestamp, method, target, body string) string {
		return signature([]byte("s"), timestamp, method, target, []byte(body))
	}
	// This golden value must not change, because platforms verify the signature.
	got := of("1767225600", "POST", "/endpoint/v1", `{"api":{}}`)
	assert.Equal(t, "72ef276a03d24607d3769c4b9c0573fb7e1e6626eb35e8a4708684bb71d10792", got)
	all := map[string]bool{}
	for _, s := range []string{
		of("1", "POST", "/a", "b"), of("2", "POST", "/a", "b"), of("1", "PUT", "/a", "b"),
		of("1", "POST", "/b", "b"), of("1", "POST", "/a", "c"), of("1", "POST", "/a?b", "b"),
	} {
		all[s] = true
	}
	assert.Len(t, all, 6)
}

func TestSignKeepsGetBody(t *testing.T) {
	for _, rewindable := range []bool{false, true} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://platform.invalid/",
			strings.NewReader("{}"))
		require.NoError(t, err)
		if !rewindable {
			req.GetBody = nil
		}
		sent := req.Clone(t.Context())
		require.NoError(t, sign(sent, []byte("s"), testTime))
		assert.Equal(t, rewindable, sent.GetBody != nil)
		assert.EqualValues(t, 2, sent.ContentLength)
	}
}
