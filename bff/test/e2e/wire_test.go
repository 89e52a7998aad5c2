package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/testkit"
)

const askProviders = `{"api":{"class":"casino","method":"provider_list"},"data":{}}`

func padded(n int) string { return askProviders + strings.Repeat(" ", n-len(askProviders)) }

// nested returns a valid body that is n levels deep. The call accepts unknown fields.
func nested(n int) string {
	const above = 2 // the envelope and data
	return `{"api":{"class":"maintenance","method":"check_status"},"data":{"deep":` +
		strings.Repeat("[", n-above) + strings.Repeat("]", n-above) + `}}`
}

// Specs cannot contain these streamed bodies, repeated headers and invalid bytes.
func TestUnusualRequests(t *testing.T) {
	parallel(t)
	const json = "application/json"
	with := func(name string, values ...string) http.Header { return http.Header{name: values} }
	for _, row := range []struct {
		name   string
		body   io.Reader
		header http.Header // replaces the usual headers
		status int
		debug  string
	}{
		{"64 KiB", strings.NewReader(padded(64 << 10)), nil, 200, ""},
		{"64 KiB and one byte", strings.NewReader(padded(64<<10 + 1)), nil, 413, "body too large"},
		{"64 KiB in chunks", io.MultiReader(strings.NewReader(padded(64 << 10))), nil, 200, ""},
		{
			"64 KiB and one byte in chunks", io.MultiReader(strings.NewReader(padded(64<<10 + 1))), nil, 413,
			"body too large",
		},
		{"no body", http.NoBody, nil, 400, "bad request"},
		{"16 levels deep", strings.NewReader(nested(16)), nil, 200, ""},
		{"17 levels deep", strings.NewReader(nested(17)), nil, 400, "bad request"},
		{
			"invalid UTF-8", strings.NewReader(
				"{\"api\":{\"class\":\"casino\",\"method\":\"games_list\"},\"data\":{\"searchGameName\":\"abc\xff\"}}"),
			nil, 400, "bad request",
		},
		{"a trailing NUL", strings.NewReader(askProviders + "\x00"), nil, 400, "bad request"},
		{
			"two panel headers", strings.NewReader(askProviders), with("Panel", "frontend", "frontend"), 403,
			"panel header missing",
		},
		{
			"a panel in upper case", strings.NewReader(askProviders), with("Panel", "FRONTEND"), 403,
			"panel header missing",
		},
		{
			"two content types", strings.NewReader(askProviders), with("Content-Type", json, json), 415,
			"unsupported media type",
		},
		{
			"two origins", strings.NewReader(askProviders), with("Origin", "http://localhost", "http://localhost"), 403,
			"origin refused",
		},
		{
			"a method override header", strings.NewReader(askProviders), with("X-Http-Method-Override", "DELETE"), 200,
			"",
		},
		{"a world with an unusual name", strings.NewReader(askProviders), with("X-Mock-World", "../../etc"), 200, ""},
		{
			"two invalid session cookies", strings.NewReader(askProviders), with("Cookie", "croupier=a; croupier=b"),
			200,
			"",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			r, err := http.NewRequest(http.MethodPost, "http://"+server.Address+"/endpoint/v1", row.body)
			require.NoError(t, err)
			r.Host = "localhost"
			r.Header = http.Header{
				"Content-Type": {"application/json"}, "Panel": {"frontend"},
				"X-Mock-World": {"odd-requests"},
			}
			maps.Copy(r.Header, row.header)
			resp, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			defer resp.Body.Close() //nolint:errcheck // read to EOF
			raw, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			var a struct {
				Result bool
				Code   int
				Debug  string
			}
			unmarshal(t, raw, &a)
			assert.True(t, resp.StatusCode == row.status && a.Code == row.status && a.Debug == row.debug &&
				a.Result == (row.status == 200),
				"HTTP %d, %+v", resp.StatusCode, a)
			assert.True(t, resp.Header.Get("X-Request-Id") != "" && resp.Header.Get("Croupier-Cache") != "",
				"headers %v", resp.Header)
		})
	}
}

// sendRaw sends bytes and then calls end, if set. It returns the response status after the server
// has closed the connection, or 0 without a response.
func sendRaw(sent string, end func(*net.TCPConn)) (status int, err error) {
	conn, err := net.Dial("tcp", server.Address)
	if err != nil {
		return 0, err
	}
	defer conn.Close() //nolint:errcheck // the response has been read
	// The deadline is longer than all timeouts of the server.
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return 0, err
	}
	_, _ = io.WriteString(conn, sent) // a server that closes early has sent a response
	if end != nil {
		end(conn.(*net.TCPConn))
	}
	all, err := io.ReadAll(conn)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	resp, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(all)), nil)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

const rawHead = "POST /endpoint/v1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nPanel: " +
	"frontend\r\nContent-Type: application/json\r\n"

func TestMalformedConnectionsAreClosed(t *testing.T) {
	parallel(t)
	half := func(c *net.TCPConn) { _ = c.CloseWrite() }
	var group sync.WaitGroup
	for _, row := range []struct {
		name, sent string
		end        func(*net.TCPConn)
		status     int // 0 without a response
	}{
		{"a body shorter than its length", rawHead + "Content-Length: 100\r\n\r\n{", half, 400},
		{"an incomplete body", rawHead + "Content-Length: 100\r\n\r\n{", nil, 400},
		{"an incomplete header", "POST /endpoint/v1 HTTP/1.1\r\nHost: localhost\r\nX-A: ", nil, 0},
		{"two lengths", rawHead + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", nil, 400},
		{
			"a length and chunks",
			strings.Replace(rawHead, "Connection: close\r\n", "", 1) +
				"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", nil, 400,
		},
		{
			"a body in chunks",
			strings.Replace(rawHead, "Connection: close\r\n", "", 1) +
				"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", nil, 400,
		},
		{
			"chunks without an end",
			strings.Replace(rawHead, "Connection: close\r\n", "", 1) + "Transfer-Encoding: chunked\r\n\r\n" +
				fmt.Sprintf("%x\r\n%s\r\n", len(askProviders), askProviders), half, 400,
		},
		{"no host", "GET /v1/bootstrap HTTP/1.1\r\nConnection: close\r\n\r\n", nil, 400},
		{"two hosts", "GET /v1/bootstrap HTTP/1.1\r\nHost: localhost\r\nHost: zephyr.localhost\r\nConnection: " +
			"close\r\n\r\n", nil, 400},
		{"HTTP/1.0 without a host", "GET /v1/bootstrap HTTP/1.0\r\n\r\n", nil, 421},
		{
			"an absolute URL with another host",
			"GET http://other.example/v1/bootstrap HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", nil, 421,
		},
		{"headers that are too large", rawHead + "X-A: " + strings.Repeat("a", 37<<10) + "\r\n\r\n", half, 431},
		{
			"a request of no path, which net/http would answer", // for any host
			"OPTIONS * HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n", nil, 421,
		},
	} {
		group.Go(func() { // concurrent because some wait for server timeouts
			status, err := sendRaw(row.sent, row.end)
			assert.NoError(t, err, row.name)
			assert.Equal(t, row.status, status, row.name)
		})
	}
	group.Wait()
}

// The brand marmara uses the body session transport and allows one other origin.
func TestBodyTransportAllowsListedOrigins(t *testing.T) {
	parallel(t)
	p := startServer(t, nil, t.TempDir(), "--config", writeConfig(t, "", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 1h, absolute: 24h, transport: body }",
		"origins:\n":                            "origins:\n  clients: [\"https://app.example\"]\n",
	}))
	c := e2e.NewClient(p.Address, "localhost", "")
	for origin, want := range map[string]int{
		"https://app.example":  http.StatusNoContent,
		"https://evil.example": http.StatusMethodNotAllowed,
	} {
		status, h, _, err := c.Do(http.MethodOptions, "/endpoint/v1", nil, map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST",
			"Access-Control-Request-Headers": "content-type,panel",
		})
		assert.True(t, err == nil && status == want &&
			(h.Get("Access-Control-Allow-Origin") == origin) == (want == http.StatusNoContent),
			"preflight from %s: %d %v %v", origin, status, h, err)
	}
	status, h, raw, err := c.Call("user/login", credentials("demo"), map[string]string{
		"Origin": "https://app.example", "Sec-Fetch-Site": "cross-site",
	})
	assert.True(t, err == nil && status == http.StatusOK, "login: %d %s %v", status, raw, err)
	assert.Equal(t, "https://app.example", h.Get("Access-Control-Allow-Origin"))
	assert.Empty(t, h.Get("Access-Control-Allow-Credentials"))
	// The server ignores cookies in requests from other origins.
	status, _, raw, err = c.Call("system/ping", nil, map[string]string{"Origin": "https://app.example"})
	assert.True(t, err == nil && status == http.StatusForbidden && strings.Contains(string(raw), `"anonymous user"`),
		"with a cookie: %d %s %v", status, raw, err)
	status, _, raw, err = c.Call("user/login", credentials("demo"), map[string]string{"Origin": "https://evil.example"})
	assert.True(t, err == nil && status == http.StatusForbidden, "another origin: %d %s %v", status, raw, err)
}

// The server uses HTTP/2 and TLS 1.2 or later. New connections receive a renewed certificate. Files
// that do not match do not replace the certificate.
func TestServerWithTLS(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "tls: { cert_file: tls/tls.crt, key_file: tls/tls.key }\n", nil)
	dir, ca := filepath.Join(filepath.Dir(file), "tls"), testkit.NewCA(t)
	require.NoError(t, os.Mkdir(dir, 0o700))
	// save replaces a file, as certbot does.
	save := func(name string, content []byte) {
		require.NoError(t, os.Rename(writeFile(t, name, string(content)), filepath.Join(dir, name)))
	}
	issue := func(name string) {
		cert, key := ca.Issue(t, name, "localhost", "marmara.localhost")
		save("tls.crt", cert)
		save("tls.key", key)
	}
	issue("first")
	p := startServer(t, nil, t.TempDir(), "--config", file)
	client := func(most uint16) *http.Client { // trusts only the test's authority
		return &http.Client{Transport: &http.Transport{
			TLSClientConfig:   &tls.Config{RootCAs: ca.Pool, MinVersion: tls.VersionTLS10, MaxVersion: most},
			ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, p.Address)
			},
		}}
	}
	current := client(tls.VersionTLS13)
	login := func() *http.Response {
		const body = `{"api":{"class":"user","method":"login"},"data":{"username":"demo","password":"Demo123"}}`
		q, err := http.NewRequest(http.MethodPost, "https://localhost/endpoint/v1", strings.NewReader(body))
		require.NoError(t, err)
		q.Header = http.Header{
			"Content-Type": {"application/json"}, "Panel": {"frontend"},
			"Origin": {"https://localhost"},
		}
		r, err := current.Do(q)
		require.NoError(t, err)
		defer r.Body.Close() //nolint:errcheck // read to its end
		raw, err := io.ReadAll(r.Body)
		require.True(t, err == nil && r.StatusCode == http.StatusOK, "login: %s %d %v %s", r.Proto, r.StatusCode, err,
			raw)
		return r
	}
	r := login()
	assert.True(t, r.ProtoMajor == 2 && len(r.Cookies()) != 0 && r.Header.Get("Strict-Transport-Security") != "",
		"%s %v", r.Proto, r.Header)
	for _, c := range r.Cookies() {
		assert.True(t, c.Secure && c.HttpOnly, "cookie %s: Secure %v, HttpOnly %v", c.Name, c.Secure, c.HttpOnly)
	}
	assert.Regexp(t, `"the certificate does not cover a host".*"zephyr.localhost"`, p.Log())
	_, err := client(tls.VersionTLS11).Get("https://localhost/healthz")
	assert.ErrorContains(t, err, "protocol version", "TLS 1.1")
	plain, err := http.Get("http://" + p.Address + "/healthz")
	require.NoError(t, err)
	_ = plain.Body.Close()
	assert.Equal(t, http.StatusBadRequest, plain.StatusCode, "a request without TLS")

	commonName := func() string { // of the certificate of a new connection
		login() // on the earlier connection
		conn, err := tls.Dial("tcp", p.Address, &tls.Config{RootCAs: ca.Pool, ServerName: "localhost"})
		require.NoError(t, err)
		_ = conn.Close()
		return conn.ConnectionState().PeerCertificates[0].Subject.CommonName
	}
	issue("second")
	eventually(t, "the second certificate", func() bool { return commonName() == "second" })
	cert, _ := ca.Issue(t, "third", "localhost")
	save("tls.crt", cert) // without its key
	logged(t, p, "could not load the new certificate")
	assert.Equal(t, "second", commonName(), "after a broken pair")
}
