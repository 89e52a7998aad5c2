package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const askProviders = `{"api":{"class":"casino","method":"provider_list"},"data":{}}`

// padded returns a valid body of n bytes.
func padded(n int) string { return askProviders + strings.Repeat(" ", n-len(askProviders)) }

// nested returns a valid body that is n levels deep. The call accepts unknown fields.
func nested(n int) string {
	const above = 2 // the envelope and data
	return `{"api":{"class":"maintenance","method":"check_status"},"data":{"deep":` +
		strings.Repeat("[", n-above) + strings.Repeat("]", n-above) + `}}`
}

// The requests cannot be written as specs: streamed bodies, repeated headers and invalid bytes.
func TestUnusualRequests(t *testing.T) {
	parallel(t)
	for _, row := range []struct {
		name   string
		body   io.Reader
		edit   func(*http.Request)
		status int
		debug  string
	}{
		{"64 KiB", strings.NewReader(padded(64 << 10)), nil, 200, ""},
		{"64 KiB and one byte", strings.NewReader(padded(64<<10 + 1)), nil, 413, "body too large"},
		{"64 KiB in chunks", io.MultiReader(strings.NewReader(padded(64 << 10))), nil, 200, ""},
		{"64 KiB and one byte in chunks", io.MultiReader(strings.NewReader(padded(64<<10 + 1))), nil, 413, "body too large"},
		{"no body", http.NoBody, nil, 400, "bad request"},
		{"16 levels deep", strings.NewReader(nested(16)), nil, 200, ""},
		{"17 levels deep", strings.NewReader(nested(17)), nil, 400, "bad request"},
		{"invalid UTF-8", strings.NewReader("{\"api\":{\"class\":\"casino\",\"method\":\"games_list\"},\"data\":{\"searchGameName\":\"abc\xff\"}}"), nil, 400, "bad request"},
		{"a trailing NUL", strings.NewReader(askProviders + "\x00"), nil, 400, "bad request"},
		{"two panel headers", strings.NewReader(askProviders), addHeader("Panel", "frontend"), 403, "panel header missing"},
		{"a panel in upper case", strings.NewReader(askProviders), setHeader("Panel", "FRONTEND"), 403, "panel header missing"},
		{"two content types", strings.NewReader(askProviders), addHeader("Content-Type", "application/json"), 415, "unsupported media type"},
		{"two origins", strings.NewReader(askProviders), func(r *http.Request) {
			r.Header["Origin"] = []string{"http://localhost", "http://localhost"}
		}, 403, "origin refused"},
		{"a method override header", strings.NewReader(askProviders), setHeader("X-Http-Method-Override", "DELETE"), 200, ""},
		{"a world with an unusual name", strings.NewReader(askProviders), setHeader("X-Mock-World", "../../etc"), 200, ""},
		{"two invalid session cookies", strings.NewReader(askProviders), setHeader("Cookie", "croupier=a; croupier=b"), 200, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			r, err := http.NewRequest(http.MethodPost, "http://"+server.Address+"/endpoint/v1", row.body)
			require.NoError(t, err)
			r.Host = "localhost"
			r.Header = http.Header{"Content-Type": {"application/json"}, "Panel": {"frontend"}, "X-Mock-World": {"odd-requests"}}
			if row.edit != nil {
				row.edit(r)
			}
			resp, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			defer resp.Body.Close() //nolint:errcheck // read to EOF
			var a struct {
				Result bool
				Code   int
				Debug  string
			}
			require.NoError(t, json.NewDecoder(resp.Body).Decode(&a))
			assert.True(t, resp.StatusCode == row.status && a.Code == row.status && a.Debug == row.debug && a.Result == (row.status == 200),
				"HTTP %d, %+v", resp.StatusCode, a)
			assert.True(t, resp.Header.Get("X-Request-Id") != "" && resp.Header.Get("Croupier-Cache") != "",
				"headers %v", resp.Header)
		})
	}
}

func setHeader(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func addHeader(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Add(name, value) }
}

// sendRaw sends bytes and returns the response when the server has closed the connection; nil
// if it closed without a response. end, if not nil, runs after the bytes are sent.
func sendRaw(sent string, end func(*net.TCPConn)) (*http.Response, error) {
	conn, err := net.Dial("tcp", server.Address)
	if err != nil {
		return nil, err
	}
	defer conn.Close() //nolint:errcheck // the response has been read
	// The deadline is longer than all timeouts of the server.
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}
	_, _ = io.WriteString(conn, sent) // a server that closes early has sent its response
	if end != nil {
		end(conn.(*net.TCPConn))
	}
	all, err := io.ReadAll(conn)
	if err != nil {
		return nil, fmt.Errorf("read until the connection closes: %w", err)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(all)), nil)
}

const rawHead = "POST /endpoint/v1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nPanel: frontend\r\nContent-Type: application/json\r\n"

func TestMalformedConnectionsAreClosed(t *testing.T) {
	parallel(t)
	half := func(c *net.TCPConn) { _ = c.CloseWrite() }
	var group sync.WaitGroup
	for _, row := range []struct {
		name, sent string
		end        func(*net.TCPConn)
		status     int // 0: closed without an resp
	}{
		{"a body shorter than its length", rawHead + "Content-Length: 100\r\n\r\n{", half, 400},
		{"an incomplete body", rawHead + "Content-Length: 100\r\n\r\n{", nil, 400},
		{"an incomplete header", "POST /endpoint/v1 HTTP/1.1\r\nHost: localhost\r\nX-A: ", nil, 0},
		{"two lengths", rawHead + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", nil, 400},
		{"a length and chunks", rawHead + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", nil, 400},
		{"no host", "GET /v1/bootstrap HTTP/1.1\r\nConnection: close\r\n\r\n", nil, 400},
		{"two hosts", "GET /v1/bootstrap HTTP/1.1\r\nHost: localhost\r\nHost: zephyr.localhost\r\nConnection: close\r\n\r\n", nil, 400},
		{"HTTP/1.0 without a host", "GET /v1/bootstrap HTTP/1.0\r\n\r\n", nil, 421},
		{"an absolute URL with another host", "GET http://other.example/v1/bootstrap HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", nil, 421},
		{"headers that are too large", rawHead + "X-A: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", half, 431},
	} {
		group.Go(func() { // concurrent because some wait for a timeout of the server
			resp, err := sendRaw(row.sent, row.end)
			switch {
			case err != nil:
				t.Errorf("%s: %v", row.name, err)
			case resp == nil && row.status != 0:
				t.Errorf("%s: closed without a response", row.name)
			case resp != nil && resp.StatusCode != row.status:
				t.Errorf("%s: HTTP %d", row.name, resp.StatusCode)
			}
		})
	}
	group.Wait()
}
