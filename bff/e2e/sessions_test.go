package e2e_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"croupier/bff/e2e"
)

// visitor is a client without a cookie jar. Each call takes the session token.
type visitor struct {
	address, host, world string
}

// call posts a call with a session token and returns the status, the response and the new
// token: empty if no cookie was set, "-" if it was cleared.
func (v visitor) call(t *testing.T, token, call string, data map[string]any) (status int, a map[string]json.RawMessage, next string) {
	t.Helper()
	header := map[string]string{}
	if token != "" {
		header["Cookie"] = "croupier=" + token
	}
	status, h, raw, err := e2e.NewClient(v.address, v.host, v.world).Call(call, data, header)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%s: %v in %s", call, err, raw)
	}
	for _, c := range (&http.Response{Header: h}).Cookies() {
		if c.Name != "croupier" {
			t.Errorf("%s sets a cookie named %s", call, c.Name)
		}
		if next = c.Value; c.MaxAge < 0 {
			next = "-"
		}
	}
	return status, a, next
}

// login logs in and returns the token of the new session.
func (v visitor) login(t *testing.T, token, username, password string) string {
	t.Helper()
	_, a, next := v.call(t, token, "user/login", map[string]any{"username": username, "password": password})
	if string(a["result"]) != "true" || next == "" {
		t.Fatalf("login of %s: %s", username, a["message"])
	}
	return next
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

func TestModifiedTokensAreRejected(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-tokens"}
	token := v.login(t, "", "demo", "Demo123")
	if !v.hasSession(t, token) || !v.hasSession(t, `"`+token+`"`) {
		t.Fatal("the unmodified token is invalid")
	}
	parts := strings.Split(token, ".")
	other := strings.Split(v.login(t, "", "zengin", "Demo123"), ".")
	if len(parts) != 3 || len(other) != 3 {
		t.Fatalf("token %s", token)
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"demo", "sid", "uid"} {
		if strings.Contains(string(body), secret) {
			t.Errorf("the token contains %q in plain text: %s", secret, body)
		}
	}
	rewritten := func(part, from, to string) string {
		b, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil || !strings.Contains(string(b), from) {
			t.Fatalf("%s has no %s: %v", b, from, err)
		}
		return base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(b), from, to, 1)))
	}
	for name, bad := range map[string]string{
		"payload of another player":   parts[0] + "." + other[1] + "." + parts[2],
		"signature of another player": parts[0] + "." + parts[1] + "." + other[2],
		"another brand":               parts[0] + "." + rewritten(parts[1], "marmara", "zephyr") + "." + parts[2],
		"algorithm none":              rewritten(parts[0], "HS256", "none") + "." + parts[1] + ".",
		"another algorithm":           rewritten(parts[0], "HS256", "HS512") + "." + parts[1] + "." + parts[2],
		"truncated":                   token[:len(token)-1],
		"trailing character":          token + "A",
		"additional part":             token + ".x",
		"two tokens":                  token + token,
		"first letter in upper case":  strings.ToUpper(token[:1]) + token[1:],
	} {
		if v.hasSession(t, bad) {
			t.Errorf("%s: the token is valid", name)
		}
	}
	if !v.hasSession(t, token) {
		t.Error("the invalid tokens ended the session")
	}
	if v.host = "zephyr.localhost"; v.hasSession(t, token) {
		t.Error("the token is valid for another brand")
	}
}

func TestSealedValuesDifferPerLogin(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-seal"}
	seen := map[string]bool{}
	for range 3 {
		_, a, token := v.call(t, "", "user/login", map[string]any{"username": "demo", "password": "Demo123"})
		var in struct{ UID, SID, UIP string }
		if err := json.Unmarshal(a["data"], &in); err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{in.UID, in.SID, in.UIP, token} {
			if s == "" || seen[s] {
				t.Errorf("duplicate value: %q", s)
			}
			seen[s] = true
		}
	}
}

func TestLoginReplacesSession(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-fixation"}
	old := v.login(t, "", "yeni", "Demo123")
	fresh := v.login(t, old, "demo", "Demo123")
	if fresh == old || v.hasSession(t, old) || !v.hasSession(t, fresh) {
		t.Error("the session from before the login is still valid")
	}
	if _, a, next := v.call(t, fresh, "user/login", map[string]any{"username": "demo", "password": "Wrong123"}); string(a["result"]) != "false" || next != "" {
		t.Errorf("a failed login sets %q", next)
	}
	if !v.hasSession(t, fresh) {
		t.Error("a failed login ended the session")
	}
}

func TestSecondFactorRotatesSession(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-factor"}
	pending := v.login(t, "", "ikili", "Demo123")
	_, _, raw, err := e2e.NewClient(v.address, v.host, v.world).Do(http.MethodGet, "/__mock/totp?username=ikili", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var totp struct{ Code string }
	if err := json.Unmarshal(raw, &totp); err != nil {
		t.Fatal(err)
	}
	_, a, complete := v.call(t, pending, "user/check_ga", map[string]any{"ga_code": totp.Code})
	if string(a["result"]) != "true" || complete == "" || complete == pending {
		t.Fatalf("%s %q", a["message"], complete)
	}
	if !v.hasSession(t, complete) || v.hasSession(t, pending) {
		t.Error("the complete session did not replace the pending one")
	}
	if status, a, _ := v.call(t, pending, "user/check_ga", map[string]any{"ga_code": totp.Code}); status != 403 {
		t.Errorf("second code for the pending session: %d %s", status, a["debug"])
	}
}

func TestConcurrentRefreshes(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-refresh"}
	token := v.login(t, "", "demo", "Demo123")
	const many = 12
	tokens := make([]string, many)
	var group sync.WaitGroup
	for i := range tokens {
		group.Go(func() {
			_, a, next := v.call(t, token, "user/refresh", nil)
			if string(a["result"]) != "true" {
				t.Errorf("refresh: %s %s", a["message"], a["debug"])
			}
			tokens[i] = next
		})
	}
	group.Wait()
	for _, next := range tokens {
		if next == "" || next == token || !v.hasSession(t, next) {
			t.Errorf("invalid token %.20q…", next)
		}
	}
	if _, _, cookie := v.call(t, tokens[0], "user/logout", nil); cookie != "-" {
		t.Errorf("logout sets cookie %q", cookie)
	}
	for _, copied := range append(tokens, token) {
		if v.hasSession(t, copied) {
			t.Fatal("a token is valid after logout")
		}
	}
}

func TestPasswordChangeEndsSessions(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-password"}
	change := func(current, password string) map[string]any {
		return map[string]any{"password": current, "new_password": password, "new_password_confirm": password}
	}
	first, second, other := v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123"), v.login(t, "", "yeni", "Demo123")
	if _, a, next := v.call(t, first, "user/pass_change", change("Wrong123", "Other123")); string(a["result"]) != "false" || next != "" {
		t.Fatalf("a wrong password: %s, cookie %q", a["result"], next)
	}
	if !v.hasSession(t, first) || !v.hasSession(t, second) {
		t.Error("a failed password change ended a session")
	}
	_, a, cookie := v.call(t, first, "user/pass_change", change("Demo123", "Other123"))
	if string(a["result"]) != "true" || cookie != "-" {
		t.Fatalf("%s, cookie %q", a["message"], cookie)
	}
	if v.hasSession(t, first) || v.hasSession(t, second) {
		t.Error("a session is valid after the password change")
	}
	if !v.hasSession(t, other) {
		t.Error("the session of another player ended")
	}
	if _, a, _ := v.call(t, "", "user/login", map[string]any{"username": "demo", "password": "Demo123"}); string(a["result"]) != "false" {
		t.Error("login with the old password succeeds")
	}
	if again := v.login(t, "", "demo", "Other123"); !v.hasSession(t, again) {
		t.Error("the session of the new password is invalid")
	}
}

func TestSessionsAndRevocationsSurviveRestart(t *testing.T) {
	t.Parallel()
	platform := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	dir := t.TempDir()
	startGateway := func() *e2e.Process {
		return startServer(t, inFrontOf(platform.Address), dir)
	}
	first := startGateway()
	v := visitor{first.Address, "localhost", ""}
	active, revoked := v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123")
	if _, _, cookie := v.call(t, revoked, "user/logout", nil); cookie != "-" {
		t.Fatal("logout sets no empty cookie")
	}
	if err := first.Stop(); err != nil {
		t.Fatalf("%v\n%s", err, first.Log())
	}
	v.address = startGateway().Address
	if !v.hasSession(t, active) {
		t.Error("the restart ended a session")
	}
	if v.hasSession(t, revoked) {
		t.Error("the revoked session is valid after the restart")
	}
}

func TestConcurrentFailedLoginsAreCounted(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "concurrent-logins"}
	const many = 24
	limited := make([]bool, many)
	var group sync.WaitGroup
	for i := range limited {
		group.Go(func() {
			status, _, _ := v.call(t, "", "user/login", map[string]any{"username": "demo", "password": "Wrong123"})
			limited[i] = status == http.StatusTooManyRequests
		})
	}
	group.Wait()
	refused := 0
	for _, l := range limited {
		if l {
			refused++
		}
	}
	if n := received(t, e2e.NewClient(v.address, v.host, v.world), "user/login"); n != 8 || refused != many-8 {
		t.Errorf("%d of %d logins reached the platform, %d were limited", n, many, refused)
	}
}
