package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// secureStaff is a client of the staff API in production, whose Secure cookie the jar of a client
// without TLS does not send.
type secureStaff struct {
	client *e2e.Client
	cookie string
}

// do sends a request whose response must have this status, remembers the cookie of the response and decodes
// it unless into is nil.
func (c *secureStaff) do(t *testing.T, method, path, body string, want int, into any) {
	t.Helper()
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

// setUp sets up an authenticator and returns its secret.
func (c *secureStaff) setUp(t *testing.T, password string) string {
	t.Helper()
	var made struct{ Secret string }
	c.do(t, http.MethodPost, "/me/authenticator", `{"password":"`+password+`"}`, http.StatusOK, &made)
	c.do(t, http.MethodPost, "/me/authenticator/confirm", `{"code":"`+codeAt(t, made.Secret, time.Now())+`"}`, http.StatusOK, nil)
	return made.Secret
}

func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	require.NoError(t, err)
	return code
}

// tokenOf returns the token of an invitation's address.
func tokenOf(t *testing.T, address string) string {
	t.Helper()
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
	const password = "Uzun bir parola"
	accept := func(token string) string { return `{"token":"` + token + `","password":"` + password + `"}` }
	admin, ayse, again := browser(), browser(), browser()
	var me struct {
		Name  string
		Setup bool
	}
	admin.do(t, http.MethodPost, "/invitation", accept(tokenOf(t, out)), http.StatusOK, &me)
	require.True(t, me.Name == "ilk" && me.Setup, "accept: %+v", me)
	admin.do(t, http.MethodGet, "/brands", "", http.StatusForbidden, nil) // before the set-up
	admin.setUp(t, password)
	admin.do(t, http.MethodGet, "/brands", "", http.StatusOK, nil)

	var made struct{ URL string }
	admin.do(t, http.MethodPost, "/accounts", `{"name":"ayse","roles":{"marmara":"support"}}`, http.StatusCreated,
		&made)
	require.True(t, strings.HasPrefix(made.URL, "https://"), "invite: %+v", made)
	token := tokenOf(t, made.URL)
	ayse.do(t, http.MethodPost, "/invitation", accept(token), http.StatusOK, nil)
	ayse.do(t, http.MethodPost, "/invitation", accept(token), http.StatusUnauthorized, nil)
	secret := ayse.setUp(t, password)
	login := func(code string) string {
		return `{"username":"ayse","password":"` + password + `","code":"` + code + `"}`
	}
	again.do(t, http.MethodPost, "/login", login(""), http.StatusUnauthorized, nil)
	// The next code is accepted too. The code of the set-up has been used.
	again.do(t, http.MethodPost, "/login", login(codeAt(t, secret, time.Now().Add(30*time.Second))), http.StatusOK, nil)
	again.do(t, http.MethodPut, "/maintenance/zephyr", `{"on":true}`, http.StatusForbidden, nil)
	var refused struct{ Error string }
	admin.do(t, http.MethodPatch, "/accounts/ilk", `{"disabled":true}`, http.StatusConflict,
		&refused)
	assert.Equal(t, "last admin", refused.Error, "the last admin: %+v", refused)
	// A reset by the command line ends the login, and its link sets a new password.
	link := runStaff(t, dir, env, "", "reset", "ayse", "--config", file)
	again.do(t, http.MethodGet, "/me", "", http.StatusUnauthorized, nil)
	again.do(t, http.MethodPost, "/invitation", accept(tokenOf(t, link)), http.StatusUnauthorized,
		&refused)
	assert.Equal(t, "code required", refused.Error, "accept with an authenticator: %+v", refused)
	content := string(dataFolder(t, dir))
	assert.True(t, !strings.Contains(content, token) && !strings.Contains(content, tokenOf(t, link)),
		"the data folder contains a token")
}
