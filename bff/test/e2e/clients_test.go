package e2e_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

// run runs the binary, which must succeed, and returns the output.
func run(t testing.TB, env []string, args ...string) string {
	out, ok := e2e.Run(binary, env, "", args...)
	require.True(t, ok, "croupier %s:\n%s", strings.Join(args, " "), out)
	return out
}

// runMaintenance runs `croupier maintenance` for a data directory and returns its output.
func runMaintenance(t *testing.T, dir string, args ...string) string {
	return run(t, nil, append(append([]string{"maintenance"}, args...), "--data-dir", dir)...)
}

// runStaff runs `croupier staff` for a data directory with input on standard input and returns
// its output.
func runStaff(t testing.TB, dir string, env []string, input string, args ...string) string {
	out, ok := e2e.Run(binary, env, input, append(append([]string{"staff"}, args...), "--data-dir", dir)...)
	require.True(t, ok, "staff %v:\n%s", args, out)
	return out
}

func addAccount(t testing.TB, dir string, env []string, name, role, password string) {
	runStaff(t, dir, env, password, "add", name, "--role", role, "--password-file", "-")
}

// visitor is a client without a cookie jar. Each call takes the session token.
type visitor struct {
	address, host, world string
}

func (v visitor) client() *e2e.Client { return e2e.NewClient(v.address, v.host, v.world) }

type answer struct {
	Result         bool
	Message, Debug string
	Data           json.RawMessage
	Pagination     *struct{}
	status         int
	header         http.Header
	raw            string
	token          string // of the new session: empty if no cookie was set, "-" if it was cleared
}

// String returns the status and the debug text, such as "503 upstream unavailable".
func (a answer) String() string { return strings.TrimSpace(fmt.Sprint(a.status, " ", a.Debug)) }

// try posts a call. Goroutines use it instead of callWith.
func (v visitor) try(call string, data map[string]any, header map[string]string) (a answer, err error) {
	if header["Cookie"] == "croupier=" {
		delete(header, "Cookie")
	}
	status, h, raw, err := v.client().Call(call, data, header)
	if err != nil {
		return a, err
	}
	var fields map[string]json.RawMessage
	err = errors.Join(json.Unmarshal(raw, &a), json.Unmarshal(raw, &fields))
	for _, name := range []string{"result", "message", "data", "code", "debug", "pagination"} {
		if fields[name] == nil || len(fields) != 6 {
			err = fmt.Errorf("%s: incomplete envelope: %s", call, raw)
		}
	}
	a.status, a.header, a.raw = status, h, string(raw)
	for _, c := range (&http.Response{Header: h}).Cookies() {
		if c.Name != "croupier" {
			err = fmt.Errorf("%s sets a cookie named %s", call, c.Name)
		}
		if a.token = c.Value; c.MaxAge < 0 {
			a.token = "-"
		}
	}
	return a, err
}

func (v visitor) callWith(t *testing.T, call string, data map[string]any, header map[string]string) answer {
	a, err := v.try(call, data, header)
	require.NoError(t, err)
	return a
}

func (v visitor) call(t *testing.T, token, call string, data map[string]any) answer {
	return v.callWith(t, call, data, map[string]string{"Cookie": "croupier=" + token})
}

// want makes a call, checks the status and debug text of the response, and returns the data.
func (v visitor) want(t *testing.T, token, call string, data map[string]any, want string) string {
	a := v.call(t, token, call, data)
	assert.Equal(t, want, a.String(), "%s: %s", call, a.Message)
	return string(a.Data)
}

// ok makes a call that must succeed and returns the data.
func (v visitor) ok(t *testing.T, token, call string, data map[string]any) string {
	a := v.call(t, token, call, data)
	require.True(t, a.status == http.StatusOK && a.Result, "%s: %s %s", call, a, a.Message)
	return string(a.Data)
}

// credentials returns the data of a login with the password of the mock's players.
func credentials(username string) map[string]any {
	return map[string]any{"username": username, "password": "Demo123"}
}

func registration(username, email, phone string) map[string]any {
	return map[string]any{
		"firstname": "Deniz", "lastname": "Aydın", "birthdate": "1990-04-12", "national_id": "10000002370",
		"country": "TR", "city": "İzmir",
		"address": "Kordon Boyu 12", "currency": "TRY", "username": username, "email": email, "email_confirm": email,
		"phone":    phone,
		"password": "Deniz123", "password_confirm": "Deniz123", "rules_accepted": true,
	}
}

// login logs a player in, with headers if there are any, and returns the token of the new session.
func (v visitor) login(t *testing.T, username string, header ...map[string]string) string {
	a := v.callWith(t, "user/login", credentials(username), append(header, nil)[0])
	require.True(t, a.status == http.StatusOK && a.Result && a.token != "", "login of %s: %s %s", username, a,
		a.Message)
	return a.token
}

func agent(name string) map[string]string { return map[string]string{"User-Agent": name} }

// logout logs out and fails the test unless the cookie is cleared.
func (v visitor) logout(t *testing.T, token string) {
	a := v.call(t, token, "user/logout", nil)
	require.True(t, a.Result && a.token == "-", "logout: %s, cookie %q", a, a.token)
}

func (v visitor) hasSession(t *testing.T, token string) bool {
	a := v.call(t, token, "system/ping", nil)
	require.Contains(t, []string{"200", "403 anonymous user"}, a.String(), a.Message)
	require.Equal(t, a.status == http.StatusOK, a.Result, a.raw)
	return a.Result
}

func (v visitor) get(t testing.TB, path string, header map[string]string) (status int, h http.Header, body string) {
	status, h, raw, err := v.client().Do(http.MethodGet, path, nil, header)
	require.NoError(t, err, path)
	return status, h, string(raw)
}

// heartbeatMargin is shorter than the heartbeat interval of 15 seconds. Streams also detect lost
// messages at a heartbeat, so an event within the margin was caused by a message.
const heartbeatMargin = 10 * time.Second

// events opens the event stream of the site with a session token.
func (v visitor) events(t *testing.T, token string) *e2e.Stream {
	// A stream takes the mock world from the cookie, as browsers cannot add headers to it.
	return openStream(t, v.client(), "/v1/events",
		map[string]string{"Cookie": "croupier=" + token + "; mock_world=" + v.world})
}

func openStream(t *testing.T, c *e2e.Client, path string, header map[string]string) *e2e.Stream {
	stream, err := c.Stream(t.Context(), path, header)
	require.NoError(t, err)
	t.Cleanup(stream.Close)
	return stream
}

func siteState(t *testing.T, address, host string) (open bool, message string) {
	_, _, raw := visitor{address, host, ""}.get(t, "/v1/check-maintenance", nil)
	var state struct {
		Result  bool
		Message string
	}
	unmarshal(t, []byte(raw), &state)
	return state.Result, state.Message
}

// staffClient is a client of the staff API of a brand's host.
type staffClient struct {
	client *e2e.Client
	brand  string // the brand of searched players, default marmara
}

// staffLogin logs a staff account in, at the address, host and world of a visitor.
func staffLogin(t *testing.T, at visitor, name string) staffClient {
	c := staffClient{at.client(), "marmara"}
	c.post(t, "/login", `{"username":"`+name+`","password":"`+cmp.Or(passwords[name], longPassword)+`"}`)
	return c
}

// do makes a request, with an If-Match header if ifMatch is set.
func (c staffClient) do(t *testing.T, method, path, body string, ifMatch ...string) (status int, raw []byte) {
	header := map[string]string{"panel": "frontend", "Accept-Language": "en"}
	if match := strings.Join(ifMatch, ""); match != "" {
		header["If-Match"] = match
	}
	if body != "" {
		header["Content-Type"] = "application/json"
	}
	status, _, raw, err := c.client.Do(method, "/staff/v1"+path, []byte(body), header)
	require.NoError(t, err)
	return status, raw
}

// must makes a request, checks the status, and decodes the response unless into is nil.
func (c staffClient) must(t *testing.T, method, path, body string, status int, into any) string {
	got, raw := c.do(t, method, path, body)
	require.Equal(t, status, got, "%s %s: %s", method, path, raw)
	if into != nil {
		unmarshal(t, raw, into)
	}
	return string(raw)
}

// get makes a GET request that must succeed.
func (c staffClient) get(t *testing.T, path string, into any) string {
	return c.must(t, http.MethodGet, path, "", http.StatusOK, into)
}

// post makes a POST request that must succeed.
func (c staffClient) post(t *testing.T, path, body string) string {
	return c.must(t, http.MethodPost, path, body, http.StatusOK, nil)
}

// picture is a picture that publish uploads.
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 0h8v4z"/></svg>`

// publish publishes a logo and another change of the brand, and leaves a third one in its draft.
func (c staffClient) publish(t *testing.T) {
	studio := "/studio/" + c.brand
	var stored struct{ Name string }
	c.must(t, http.MethodPost, studio+"/pictures", picture, http.StatusCreated, &stored)
	changes := `{"changes":{"theme.radius":21,"logo/mark.svg":"` + stored.Name + `"}}`
	for i, body := range []string{changes, "{}", `{"changes":{"tagline.tr":"Taslak"}}`} {
		method, path := http.MethodPatch, studio+"/draft"
		if body == "{}" {
			method, path = http.MethodPost, studio+"/publish"
		}
		status, raw := c.do(t, method, path, body, fmt.Sprintf(`"%d"`, min(i, 1)))
		require.Equal(t, http.StatusOK, status, "%s", raw)
	}
}

// player returns the response to a player at the host of c.
func (c staffClient) player(t *testing.T, path string) string {
	_, _, raw, err := c.client.Do(http.MethodGet, path, nil, nil)
	require.NoError(t, err)
	return string(raw)
}

// isPublished reports whether players see the changes of publish, and whether the draft remains.
func (c staffClient) isPublished(t *testing.T) bool {
	isShown := strings.Contains(c.player(t, "/v1/bootstrap"), `"radius":21`) &&
		strings.Contains(c.player(t, "/brand/mark.svg"), "M0 0h8v4z")
	return isShown && strings.Contains(c.get(t, "/studio/"+c.brand, nil), "Taslak")
}

// withAddress returns a client with the same cookies for another instance.
func (c staffClient) withAddress(address string) staffClient {
	return staffClient{c.client.WithAddress(address), c.brand}
}

// uid waits until the console finds a player of the brand by name, and returns the player's uid.
func (c staffClient) uid(t *testing.T, username string) (uid string) {
	eventually(t, "the player in the search", func() bool {
		uid = c.search(t, username)
		return uid != ""
	})
	return uid
}

// search returns the uid of the brand's player with that name, or "" if there is none.
func (c staffClient) search(t *testing.T, username string) string {
	var found []struct{ UID string }
	c.get(t, "/players?brand="+c.brand+"&q="+username, &found)
	require.LessOrEqual(t, len(found), 1, "players are named %s", username)
	return append(found, struct{ UID string }{})[0].UID
}

type auditEntry struct {
	ID, Who, From, Action, Subject, Outcome string
	Before, After                           json.RawMessage
}

func (e auditEntry) text() string { return e.Action + ", " + e.Subject + ", " + e.Outcome }

// audit returns the newest entries of the audit log.
func (c staffClient) audit(t *testing.T, query string) (all []auditEntry) {
	c.get(t, "/audit"+query, &all)
	return all
}

func (c staffClient) events(t *testing.T) *e2e.Stream {
	stream := openStream(t, c.client, "/staff/v1/events", nil)
	require.Equal(t, "{}", stream.WaitFor("heartbeat"))
	return stream
}
