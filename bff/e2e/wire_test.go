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

	"croupier/bff/e2e"
)

const askProviders = `{"api":{"class":"casino","method":"provider_list"},"data":{}}`

// padded is a good body of n bytes.
func padded(n int) string { return askProviders + strings.Repeat(" ", n-len(askProviders)) }

// nested is a good body of a call that forwards what it does not know, n levels deep.
func nested(n int) string {
	const above = 2 // the envelope and data
	return `{"api":{"class":"maintenance","method":"check_status"},"data":{"deep":` +
		strings.Repeat("[", n-above) + strings.Repeat("]", n-above) + `}}`
}

// What a map of headers cannot say and a library would not send.
func TestUnusualRequests(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name   string
		body   io.Reader
		edit   func(*http.Request)
		status int
		debug  string
	}{
		{"64 KiB to the byte", strings.NewReader(padded(64 << 10)), nil, 200, ""},
		{"one byte more", strings.NewReader(padded(64<<10 + 1)), nil, 413, "body too large"},
		{"64 KiB in chunks", io.MultiReader(strings.NewReader(padded(64 << 10))), nil, 200, ""},
		{"one byte more in chunks", io.MultiReader(strings.NewReader(padded(64<<10 + 1))), nil, 413, "body too large"},
		{"no body", http.NoBody, nil, 400, "bad request"},
		{"nested sixteen levels deep", strings.NewReader(nested(16)), nil, 200, ""},
		{"seventeen", strings.NewReader(nested(17)), nil, 400, "bad request"},
		{"invalid UTF-8", strings.NewReader("{\"api\":{\"class\":\"casino\",\"method\":\"games_list\"},\"data\":{\"searchGameName\":\"abc\xff\"}}"), nil, 400, "bad request"},
		{"a NUL behind it", strings.NewReader(askProviders + "\x00"), nil, 400, "bad request"},
		{"two panels", strings.NewReader(askProviders), addHeader("Panel", "frontend"), 403, "panel header missing"},
		{"a panel in capitals", strings.NewReader(askProviders), setHeader("Panel", "FRONTEND"), 403, "panel header missing"},
		{"two types", strings.NewReader(askProviders), addHeader("Content-Type", "application/json"), 415, "unsupported media type"},
		{"two origins", strings.NewReader(askProviders), func(r *http.Request) {
			r.Header["Origin"] = []string{"http://localhost", "http://localhost"}
		}, 403, "origin refused"},
		{"a query and a fragment of headers", strings.NewReader(askProviders), setHeader("X-Http-Method-Override", "DELETE"), 200, ""},
		{"a world of a strange name", strings.NewReader(askProviders), setHeader("X-Mock-World", "../../etc"), 200, ""},
		{"two cookies, the second one rubbish", strings.NewReader(askProviders), setHeader("Cookie", "croupier=a; croupier=b"), 200, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			r, err := http.NewRequest(http.MethodPost, "http://"+server.Address+"/endpoint/v1", row.body)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = "localhost"
			r.Header = http.Header{"Content-Type": {"application/json"}, "Panel": {"frontend"}, "X-Mock-World": {"odd-requests"}}
			if row.edit != nil {
				row.edit(r)
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close() //nolint:errcheck // read to EOF
			var a struct {
				Result bool
				Code   int
				Debug  string
			}
			if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != row.status || a.Code != row.status || a.Debug != row.debug || a.Result != (row.status == 200) {
				t.Errorf("HTTP %d, %+v", resp.StatusCode, a)
			}
			if resp.Header.Get("X-Request-Id") == "" || resp.Header.Get("Croupier-Cache") == "" {
				t.Errorf("headers %v", resp.Header)
			}
		})
	}
}

func setHeader(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func addHeader(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Add(name, value) }
}

// raw sends bytes as they are and gives what comes back until the server closes; no
// resp where it closed without one.
func sendRaw(sent string, end func(*net.TCPConn)) (*http.Response, error) {
	conn, err := net.Dial("tcp", server.Address)
	if err != nil {
		return nil, err
	}
	defer conn.Close() //nolint:errcheck // nothing is left to be got
	// Longer than every timeout of the server: only one that never ends is cut here.
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}
	_, _ = io.WriteString(conn, sent) // of a server that has heard enough, the resp tells
	if end != nil {
		end(conn.(*net.TCPConn))
	}
	all, err := io.ReadAll(conn)
	if err != nil {
		return nil, fmt.Errorf("the server did not end the connection: %w", err)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(all)), nil)
}

const rawHead = "POST /endpoint/v1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nPanel: frontend\r\nContent-Type: application/json\r\n"

func TestMalformedConnectionsAreClosed(t *testing.T) {
	t.Parallel()
	half := func(c *net.TCPConn) { _ = c.CloseWrite() }
	var group sync.WaitGroup
	for _, row := range []struct {
		name, sent string
		end        func(*net.TCPConn)
		status     int // 0: closed without an resp
	}{
		{"a body shorter than it says", rawHead + "Content-Length: 100\r\n\r\n{", half, 400},
		{"a body that never comes", rawHead + "Content-Length: 100\r\n\r\n{", nil, 400},
		{"a header that never ends", "POST /endpoint/v1 HTTP/1.1\r\nHost: localhost\r\nX-A: ", nil, 0},
		{"two lengths", rawHead + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", nil, 400},
		{"a length and chunks", rawHead + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", nil, 400},
		{"no host", "GET /v1/bootstrap HTTP/1.1\r\nConnection: close\r\n\r\n", nil, 400},
		{"two hosts", "GET /v1/bootstrap HTTP/1.1\r\nHost: localhost\r\nHost: zephyr.localhost\r\nConnection: close\r\n\r\n", nil, 400},
		{"a program of long ago, without a host", "GET /v1/bootstrap HTTP/1.0\r\n\r\n", nil, 421},
		{"a whole address that is not the host's", "GET http://elsewhere.example/v1/bootstrap HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", nil, 421},
		{"headers beyond any use", rawHead + "X-A: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", half, 431},
	} {
		group.Go(func() { // side by side, for some of them wait for the server's waitTimeout to end
			resp, err := sendRaw(row.sent, row.end)
			switch {
			case err != nil:
				t.Errorf("%s: %v", row.name, err)
			case resp == nil && row.status != 0:
				t.Errorf("%s: closed without a word", row.name)
			case resp != nil && resp.StatusCode != row.status:
				t.Errorf("%s: HTTP %d", row.name, resp.StatusCode)
			}
		})
	}
	group.Wait()
}

func TestRequestIDIsGenerated(t *testing.T) {
	c := e2e.NewClient(server.Address, "localhost", "request-ids")
	seen := map[string]bool{}
	for _, path := range []string{"/v1/bootstrap", "/healthz", "/readyz", "/datas/languages.json", "/v1/nothing", "/", "/__mock/state", "/endpoint/v1"} {
		_, h, _, err := c.Do(http.MethodGet, path, nil, map[string]string{"X-Request-Id": "a-stranger-s"})
		if err != nil {
			t.Fatal(err)
		}
		id := h.Get("X-Request-Id")
		if len(id) != 26 || seen[id] {
			t.Errorf("%s: id %q", path, id)
		}
		seen[id] = true
	}
}
