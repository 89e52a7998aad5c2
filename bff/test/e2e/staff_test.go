package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

func TestStaffCommandWithRunningAndStoppedServer(t *testing.T) {
	parallel(t)
	g := startAlone(t, nil)
	dir := g.dir
	got := runStaff(t, dir, nil, longPassword+"\n", "add", "ayse", "--role", "support", "--password-file", "-")
	assert.NotContains(t, got, "password", "the given password")
	got = runStaff(t, dir, nil, "", "list")
	assert.Contains(t, got, "ayse")
	assert.NotContains(t, got, "argon2")
	ayse, viewer := staffLogin(t, g.visitor, "ayse"), staffLogin(t, g.visitor, "izleyici")
	stream := ayse.events(t).Lines

	runStaff(t, dir, nil, "", "disable", "ayse")
	disabled := time.Now()
	ayse.must(t, http.MethodGet, "/me", "", http.StatusUnauthorized, nil)
	for stream.Scan() {
		assert.Equal(t, "", stream.Text(), "event for a disabled account")
	}
	assert.LessOrEqual(t, time.Since(disabled), heartbeatMargin, "the end of the stream")
	all := viewer.audit(t, "")
	assert.Equal(t, "account disabled, ayse, done", all[0].text())
	assert.Regexp(t, "^command line", all[0].Who)
	assert.Contains(t, string(all[0].Before), `"disabled":false`)
	assert.Contains(t, string(all[0].After), `"disabled":true`)
	added := all[len(all)-1]
	assert.Equal(t, "account added, ayse, done", added.text())
	assert.NotContains(t, string(added.After), "argon2")

	kill(t, g.Process) // leaves a stale address file
	got = runStaff(t, dir, nil, "", "add", "veli", "--role", "viewer")
	password, ok := strings.CutPrefix(strings.TrimSpace(got), "password ")
	require.True(t, ok, "add with stopped server: %s", got)
	g.start(t)
	veli := staffClient{g.client(), ""}
	veli.post(t, "/login", `{"username":"veli","password":"`+password+`"}`)
	assert.Equal(t, "account added, veli, done", veli.audit(t, "?limit=2")[1].text())
}

// Admin requests for accounts, maintenance and the cache need the token in the data directory.
func TestStaffAdminRequestsNeedToken(t *testing.T) {
	parallel(t)
	for path, body := range map[string]string{
		"/staff":       `{"do":"disable","account":{"name":"destek"}}`,
		"/maintenance": `{"do":"set","brand":"*","notice":{}}`,
		"/cache":       `{"purge":true,"brand":"marmara"}`,
	} {
		for _, token := range []string{"", "Bearer ", "Bearer wrong"} {
			status, _, raw, err := e2e.NewClient(server.Admin, "127.0.0.1", "").Do(http.MethodPost, path, []byte(body),
				map[string]string{"Authorization": token})
			assert.True(t, err == nil && status == http.StatusForbidden, "%s with %q: %d %v %s", path, token, status,
				err, raw)
		}
	}
	staffLogin(t, visitor{server.Address, "localhost", ""}, "destek")
	open, _ := siteState(t, server.Address, "localhost")
	assert.True(t, open, "a request without token started maintenance")
}

func TestInstancesShareStaff(t *testing.T) {
	d := pair(t)
	b := d.instances[1].Address
	me := func(c staffClient) int {
		status, _ := c.do(t, http.MethodGet, "/me", "")
		return status
	}
	addAccount(t, d.dirs[0], d.redisEnv(), "gecici", "support", longPassword)
	addAccount(t, d.dirs[0], d.redisEnv(), "kilitli", "viewer", longPassword)
	support, viewer := d.staff(t, 0, "gecici"), d.staff(t, 0, "izleyici")
	require.True(t, me(support) == http.StatusOK && me(support.withAddress(b)) == http.StatusOK, "after the login")
	support.withAddress(b).must(t, http.MethodPut, "/maintenance/pera", `{"on":false}`, http.StatusOK, nil)
	for name, c := range map[string]staffClient{"first": viewer, "second": viewer.withAddress(b)} {
		e := c.audit(t, "?limit=1")[0]
		assert.Equal(t, "gecici: maintenance, pera, done", e.Who+": "+e.text(), "the %s instance", name)
	}
	viewer.post(t, "/logout", "")
	assert.True(t, me(viewer) == http.StatusUnauthorized && me(viewer.withAddress(b)) == http.StatusUnauthorized,
		"logged out")

	stream := support.events(t).Lines
	// The data directory has no server. The command reaches both instances through Redis.
	runStaff(t, t.TempDir(), d.redisEnv(), "", "disable", "gecici")
	disabled := time.Now()
	assert.True(t, me(support) == http.StatusUnauthorized && me(support.withAddress(b)) == http.StatusUnauthorized,
		"disabled")
	for stream.Scan() { // until it ends
	}
	assert.LessOrEqual(t, time.Since(disabled), heartbeatMargin, "the end of the stream")

	for i := range 7 {
		want := http.StatusUnauthorized
		if i >= 5 {
			want = http.StatusTooManyRequests
		}
		c := staffClient{d.visitorAt(i % 2).client(), d.brand}
		c.must(t, http.MethodPost, "/login", `{"username":"kilitli","password":"Wrong123!"}`, want, nil)
	}
	viewer = d.staff(t, 1, "izleyici")
	refusals := func() (entries []string) {
		for _, e := range viewer.audit(t, "?who=kilitli") {
			if e.Outcome == "refused" {
				entries = append(entries, e.From+" "+string(e.After))
			}
		}
		return entries
	}
	eventually(t, "two entries of refused logins", func() bool { return len(refusals()) >= 2 })
	assert.Equal(t, []string{`127.0.0.1 {"reason":"too many attempts"}`, `127.0.0.1 {"reason":"wrong password"}`},
		refusals())
}

func TestRevokedTokenIsInvalidOnAllInstances(t *testing.T) {
	d := pair(t)
	var created struct{ Secret string }
	d.staff(t, 0, "yonetici").must(t, http.MethodPost, "/tokens", `{"name":"cms","scopes":["brands:read"],"brands":["*"],`+
		`"expires":"`+time.Now().Add(time.Hour).UTC().Format(time.RFC3339)+`"}`, http.StatusCreated, &created)
	want := func(want int) {
		for i := range d.instances {
			status, _, raw, err := d.visitorAt(i).client().Do(http.MethodGet, "/staff/v1/brands", nil,
				map[string]string{"Authorization": "Bearer " + created.Secret})
			assert.True(t, err == nil && status == want, "instance %d: %d %v %s", i, status, err, raw)
		}
	}
	want(http.StatusOK)
	assert.Contains(t, runStaff(t, t.TempDir(), d.redisEnv(), "", "token", "list"), "  127.0.0.1")
	runStaff(t, t.TempDir(), d.redisEnv(), "", "token", "revoke", "cms")
	want(http.StatusUnauthorized)
}

// secureStaff is a client of the staff API in production. It stores the Secure cookie, because the
// cookie jar does not send it without TLS.
type secureStaff struct {
	client *e2e.Client
	cookie string
}

// do sends a request, checks the status, stores the cookie of the response, and decodes the
// response unless into is nil.
func (c *secureStaff) do(t *testing.T, method, path, body string, want int, into any) {
	header := map[string]string{"panel": "frontend", "Accept-Language": "en", "Cookie": c.cookie}
	if body != "" {
		header["Content-Type"] = "application/json"
	}
	status, h, raw, err := c.client.Do(method, "/staff/v1"+path, []byte(body), header)
	require.True(t, err == nil && status == want, "%s %s: %d %v %s, want %d", method, path, status, err, raw, want)
	if set := h.Get("Set-Cookie"); set != "" {
		c.cookie, _, _ = strings.Cut(set, ";")
	}
	if into != nil {
		unmarshal(t, raw, into)
	}
}

func (c *secureStaff) setUp(t *testing.T) string {
	var made struct{ Secret string }
	c.do(t, http.MethodPost, "/me/authenticator", `{"password":"`+longPassword+`"}`, http.StatusOK, &made)
	c.do(t, http.MethodPost, "/me/authenticator/confirm", `{"code":"`+codeAt(t, made.Secret, time.Now())+`"}`,
		http.StatusOK, nil)
	return made.Secret
}

func codeAt(t *testing.T, secret string, at time.Time) string {
	code, err := totp.GenerateCode(secret, at)
	require.NoError(t, err)
	return code
}

func tokenOf(t *testing.T, address string) string {
	_, token, ok := strings.Cut(address, "/maintenance-control/invitation#token=")
	require.True(t, ok, "no invitation in %q", address)
	return strings.Fields(token)[0]
}

func TestInvitedStaffSetUpAnAuthenticatorInProduction(t *testing.T) {
	parallel(t)
	file, dir := writeConfig(t, "", nil), t.TempDir()
	editFile(t, file, "profile: demo", "profile: production")
	editFile(t, file, "control: true", "control: false")
	env := inFrontOf(startMock(t).Address)
	// The first admin comes from the command line, before the server runs.
	out := runStaff(t, dir, env, "", "invite", "ilk", "--role", "admin", "--config", file)
	p := startServer(t, env, dir, "--config", file)
	browser := func() *secureStaff { return &secureStaff{client: e2e.NewClient(p.Address, "localhost", "")} }
	accept := func(token string) string { return `{"token":"` + token + `","password":"` + longPassword + `"}` }
	admin, ayse, again := browser(), browser(), browser()
	var me struct {
		Name  string
		Setup bool
	}
	admin.do(t, http.MethodPost, "/invitation", accept(tokenOf(t, out)), http.StatusOK, &me)
	require.True(t, me.Name == "ilk" && me.Setup, "accept: %+v", me)
	admin.do(t, http.MethodGet, "/brands", "", http.StatusForbidden, nil) // before the set-up
	admin.setUp(t)
	admin.do(t, http.MethodGet, "/brands", "", http.StatusOK, nil)

	var made struct{ URL string }
	admin.do(t, http.MethodPost, "/accounts", `{"name":"ayse","roles":{"marmara":"support"}}`, http.StatusCreated,
		&made)
	require.True(t, strings.HasPrefix(made.URL, "https://"), "invite: %+v", made)
	token := tokenOf(t, made.URL)
	ayse.do(t, http.MethodPost, "/invitation", accept(token), http.StatusOK, nil)
	ayse.do(t, http.MethodPost, "/invitation", accept(token), http.StatusUnauthorized, nil)
	secret := ayse.setUp(t)
	login := func(code string) string {
		return `{"username":"ayse","password":"` + longPassword + `","code":"` + code + `"}`
	}
	again.do(t, http.MethodPost, "/login", login(""), http.StatusUnauthorized, nil)
	// The next code is also valid. The set-up has used the current code.
	again.do(t, http.MethodPost, "/login", login(codeAt(t, secret, time.Now().Add(30*time.Second))), http.StatusOK, nil)
	again.do(t, http.MethodPut, "/maintenance/zephyr", `{"on":true}`, http.StatusForbidden, nil)
	var refused struct{ Error string }
	admin.do(t, http.MethodPatch, "/accounts/ilk", `{"disabled":true}`, http.StatusConflict, &refused)
	assert.Equal(t, "last admin", refused.Error)
	// A reset by the command line ends the login, and its link sets a new password.
	link := runStaff(t, dir, env, "", "reset", "ayse", "--config", file)
	again.do(t, http.MethodGet, "/me", "", http.StatusUnauthorized, nil)
	again.do(t, http.MethodPost, "/invitation", accept(tokenOf(t, link)), http.StatusUnauthorized, &refused)
	assert.Equal(t, "code required", refused.Error, "accept with an authenticator")
	assert.NotContains(t, string(dataFolder(t, dir)), token)
	assert.NotContains(t, string(dataFolder(t, dir)), tokenOf(t, link))
}
