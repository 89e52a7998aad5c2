package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// runProgram runs the binary and returns its output and whether it succeeded.
func runProgram(env []string, input string, args ...string) (out string, ok bool) {
	return e2e.Run(binary, env, input, args...)
}

// run runs the binary, which has to succeed, and returns its output.
func run(t testing.TB, env []string, args ...string) string {
	t.Helper()
	out, ok := runProgram(env, "", args...)
	require.True(t, ok, "croupier %s:\n%s", strings.Join(args, " "), out)
	return out
}

// runMaintenance runs `croupier maintenance` for a data directory and returns its output.
func runMaintenance(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return run(t, nil, append(append([]string{"maintenance"}, args...), "--data-dir", dir)...)
}

// runStaff runs `croupier staff` for a data directory with input on standard input and returns
// its output.
func runStaff(t testing.TB, dir string, env []string, input string, args ...string) string {
	t.Helper()
	out, ok := runProgram(env, input, append(append([]string{"staff"}, args...), "--data-dir", dir)...)
	require.True(t, ok, "staff %v:\n%s", args, out)
	return out
}

// visitor is a client without a cookie jar. Each call takes the session token.
type visitor struct {
	address, host, world string
}

func (v visitor) client() *e2e.Client { return e2e.NewClient(v.address, v.host, v.world) }

// call posts a call with a session token and returns the status, the response and the new
// token: empty if no cookie was set, "-" if it was cleared.
func (v visitor) call(t *testing.T, token, call string, data map[string]any) (status int, a map[string]json.RawMessage,
	next string,
) {
	t.Helper()
	return v.callWith(t, call, data, map[string]string{"Cookie": "croupier=" + token})
}

// callWith is call with other headers.
func (v visitor) callWith(t *testing.T, call string, data map[string]any, header map[string]string) (
	status int, a map[string]json.RawMessage, next string,
) {
	t.Helper()
	if header["Cookie"] == "croupier=" {
		delete(header, "Cookie")
	}
	status, h, raw, err := v.client().Call(call, data, header)
	require.NoError(t, err)
	unmarshal(t, raw, &a)
	for _, c := range (&http.Response{Header: h}).Cookies() {
		assert.Equal(t, "croupier", c.Name, "%s sets a cookie named %s", call, c.Name)
		if next = c.Value; c.MaxAge < 0 {
			next = "-"
		}
	}
	return status, a, next
}

// want makes a call whose response must have this status and this debug text, and returns the data.
func (v visitor) want(t *testing.T, token, call string, data map[string]any, status int, debug string) string {
	t.Helper()
	got, a, _ := v.call(t, token, call, data)
	text := ""
	_ = json.Unmarshal(a["debug"], &text) // null leaves it empty
	assert.True(t, got == status && text == debug, "%s: %d %q, want %d %q: %s", call, got, text, status, debug, a["message"])
	return string(a["data"])
}

// ok makes a call that must succeed and returns the data.
func (v visitor) ok(t *testing.T, token, call string, data map[string]any) string {
	t.Helper()
	status, a, _ := v.call(t, token, call, data)
	require.True(t, status == http.StatusOK && string(a["result"]) == "true",
		"%s: %d %s %s", call, status, a["message"], a["debug"])
	return string(a["data"])
}

// login logs in and returns the token of the new session.
func (v visitor) login(t *testing.T, token, username, password string) string {
	t.Helper()
	_, a, next := v.call(t, token, "user/login", map[string]any{"username": username, "password": password})
	require.True(t, string(a["result"]) == "true" && next != "", "login of %s: %s", username, a["message"])
	return next
}

// loginWithAgent logs a player in with a User-Agent and returns the token.
func (v visitor) loginWithAgent(t *testing.T, username, agent string) (token string) {
	t.Helper()
	status, a, token := v.callWith(t, "user/login", map[string]any{"username": username, "password": "Demo123"},
		map[string]string{"User-Agent": agent})
	require.True(t, status == http.StatusOK && token != "", "login of %s: %d %s", username, status, a["message"])
	return token
}

// logout logs out and fails the test unless the cookie is cleared.
func (v visitor) logout(t *testing.T, token string) {
	t.Helper()
	_, a, cookie := v.call(t, token, "user/logout", nil)
	require.True(t, string(a["result"]) == "true" && cookie == "-", "logout: %s, cookie %q", a["debug"], cookie)
}

// hasSession reports whether the token has a valid session.
func (v visitor) hasSession(t *testing.T, token string) bool {
	t.Helper()
	status, a, _ := v.call(t, token, "system/ping", nil)
	switch {
	case status == http.StatusOK && string(a["result"]) == "true":
		return true
	case status == http.StatusForbidden && string(a["debug"]) == `"anonymous user"`:
		return false
	}
	t.Fatalf("ping: %d %s %s", status, a["message"], a["debug"])
	return false
}

// heartbeatMargin is shorter than the heartbeat interval of 15 seconds. Streams also detect lost
// messages at a heartbeat, so an event within the margin was caused by a message.
const heartbeatMargin = 10 * time.Second

// events opens the event stream of the site with a session token.
func (v visitor) events(t *testing.T, token string) *e2e.Stream {
	t.Helper()
	// A stream takes the mock world from the cookie, as browsers cannot add headers to it.
	return openStream(t, v.client(), "/v1/events", map[string]string{"Cookie": "croupier=" + token + "; mock_world=" + v.world})
}

func openStream(t *testing.T, c *e2e.Client, path string, header map[string]string) *e2e.Stream {
	t.Helper()
	stream, err := c.Stream(t.Context(), path, header)
	require.NoError(t, err)
	t.Cleanup(stream.Close)
	return stream
}

// siteState requests /v1/check-maintenance.
func siteState(t *testing.T, address, host string) (open bool, message string) {
	t.Helper()
	_, _, raw, err := e2e.NewClient(address, host, "").Do(http.MethodGet, "/v1/check-maintenance", nil, nil)
	require.NoError(t, err)
	var state struct {
		Result  bool
		Message string
	}
	unmarshal(t, raw, &state)
	return state.Result, state.Message
}

// staffClient is a client of the staff API of a brand's host.
type staffClient struct {
	client *e2e.Client
	brand  string // whose players are searched; default marmara
}

// staffLogin logs a staff account in, at the address, host and world of a visitor.
func staffLogin(t *testing.T, at visitor, name, password string) staffClient {
	t.Helper()
	c := staffClient{at.client(), "marmara"}
	c.must(t, http.MethodPost, "/login", `{"username":"`+name+`","password":"`+password+`"}`, http.StatusOK, nil)
	return c
}

func (c staffClient) do(t *testing.T, method, path, body string) (status int, raw []byte) {
	t.Helper()
	return c.doMatching(t, "", method, path, body)
}

// doMatching is do with an If-Match header.
func (c staffClient) doMatching(t *testing.T, ifMatch, method, path, body string) (status int, raw []byte) {
	t.Helper()
	header := map[string]string{"panel": "frontend", "Accept-Language": "en"}
	if ifMatch != "" {
		header["If-Match"] = ifMatch
	}
	if body != "" {
		header["Content-Type"] = "application/json"
	}
	status, _, raw, err := c.client.Do(method, "/staff/v1"+path, []byte(body), header)
	require.NoError(t, err)
	return status, raw
}

// must makes a request that must have this status, and decodes the response unless into is nil.
func (c staffClient) must(t *testing.T, method, path, body string, status int, into any) string {
	t.Helper()
	got, raw := c.do(t, method, path, body)
	require.Equal(t, status, got, "%s %s: %d, want %d: %s", method, path, got, status, raw)
	if into != nil {
		unmarshal(t, raw, into)
	}
	return string(raw)
}

// withAddress returns a client with the same cookies for another instance.
func (c staffClient) withAddress(address string) staffClient {
	return staffClient{c.client.WithAddress(address), c.brand}
}

// uid waits until the console finds a player of the brand by name, and returns the player's uid.
func (c staffClient) uid(t *testing.T, username string) (uid string) {
	t.Helper()
	eventually(t, "the player in the search", func() bool {
		uid = c.search(t, username)
		return uid != ""
	})
	return uid
}

// search returns the uid of the player of the brand with that name; empty if there is none.
func (c staffClient) search(t *testing.T, username string) string {
	t.Helper()
	var found []struct{ UID string }
	c.must(t, http.MethodGet, "/players?brand="+c.brand+"&q="+username, "", http.StatusOK, &found)
	require.True(t, len(found) <= 1, "%d players are named %s", len(found), username)
	for _, one := range found {
		return one.UID
	}
	return ""
}

// auditEntry is an entry of the audit log.
type auditEntry struct {
	ID, Who, From, Action, Subject, Outcome string
	Before, After                           json.RawMessage
}

// audit returns the newest entries of the audit log.
func (c staffClient) audit(t *testing.T, query string) (all []auditEntry) {
	t.Helper()
	c.must(t, http.MethodGet, "/audit"+query, "", http.StatusOK, &all)
	return all
}

// events opens the event stream of the staff API.
func (c staffClient) events(t *testing.T) *e2e.Stream {
	t.Helper()
	stream := openStream(t, c.client, "/staff/v1/events", nil)
	require.True(t, stream.Lines.Scan() && stream.Lines.Text() == "retry: 2000", "first line %q", stream.Lines.Text())
	return stream
}
