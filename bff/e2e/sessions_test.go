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

// visit is a browser that keeps no cookies: every call says which session it comes with.
type visitor struct {
	address, host, world string
}

// call posts a call with a session's token and gives status, answer and the token that
// was set: empty for none, "-" for one taken away.
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

// login gives the token of a new session.
func (v visitor) login(t *testing.T, token, username, password string) string {
	t.Helper()
	_, a, next := v.call(t, token, "user/login", map[string]any{"username": username, "password": password})
	if string(a["result"]) != "true" || next == "" {
		t.Fatalf("login of %s: %s", username, a["message"])
	}
	return next
}

// holds tells whether a token opens a session.
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
		t.Fatal("the token itself does not open")
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
			t.Errorf("the token says %q in the clear: %s", secret, body)
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
		"another player's contents":   parts[0] + "." + other[1] + "." + parts[2],
		"another player's signature":  parts[0] + "." + parts[1] + "." + other[2],
		"another brand":               parts[0] + "." + rewritten(parts[1], "marmara", "zephyr") + "." + parts[2],
		"no method":                   rewritten(parts[0], "HS256", "none") + "." + parts[1] + ".",
		"another method":              rewritten(parts[0], "HS256", "HS512") + "." + parts[1] + "." + parts[2],
		"cut":                         token[:len(token)-1],
		"more behind it":              token + "A",
		"a part more":                 token + ".x",
		"two tokens":                  token + token,
		"the first letter in capital": strings.ToUpper(token[:1]) + token[1:],
	} {
		if v.hasSession(t, bad) {
			t.Errorf("%s opens", name)
		}
	}
	if !v.hasSession(t, token) {
		t.Error("the failed attempts ended the session")
	}
	if v.host = "zephyr.localhost"; v.hasSession(t, token) {
		t.Error("it opens at another brand")
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
				t.Errorf("seen before: %q", s)
			}
			seen[s] = true
		}
	}
}

func TestLoginReplacesSession(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-fixation"}
	planted := v.login(t, "", "yeni", "Demo123")
	mine := v.login(t, planted, "demo", "Demo123")
	if mine == planted || v.hasSession(t, planted) || !v.hasSession(t, mine) {
		t.Error("the session from before the login goes on")
	}
	if _, a, next := v.call(t, mine, "user/login", map[string]any{"username": "demo", "password": "Wrong123"}); string(a["result"]) != "false" || next != "" {
		t.Errorf("a failed login sets %q", next)
	}
	if !v.hasSession(t, mine) {
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
	_, a, whole := v.call(t, pending, "user/check_ga", map[string]any{"ga_code": totp.Code})
	if string(a["result"]) != "true" || whole == "" || whole == pending {
		t.Fatalf("%s %q", a["message"], whole)
	}
	if !v.hasSession(t, whole) || v.hasSession(t, pending) {
		t.Error("the pending session has not given way to the whole one")
	}
	if status, a, _ := v.call(t, pending, "user/check_ga", map[string]any{"ga_code": totp.Code}); status != 403 {
		t.Errorf("the pending one takes a code again: %d %s", status, a["debug"])
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
				t.Errorf("refused: %s %s", a["message"], a["debug"])
			}
			tokens[i] = next
		})
	}
	group.Wait()
	for _, next := range tokens {
		if next == "" || next == token || !v.hasSession(t, next) {
			t.Errorf("refreshed to %.20q…", next)
		}
	}
	if _, _, cookie := v.call(t, tokens[0], "user/logout", nil); cookie != "-" {
		t.Errorf("logging out sets %q", cookie)
	}
	for _, copied := range append(tokens, token) {
		if v.hasSession(t, copied) {
			t.Fatal("a copy outlives the logout")
		}
	}
}

func TestPasswordChangeEndsSessions(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "session-password"}
	change := func(old, password string) map[string]any {
		return map[string]any{"password": old, "new_password": password, "new_password_confirm": password}
	}
	here, there, else_ := v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123"), v.login(t, "", "yeni", "Demo123")
	if _, a, next := v.call(t, here, "user/pass_change", change("Wrong123", "Other123")); string(a["result"]) != "false" || next != "" {
		t.Fatalf("a wrong password: %s, cookie %q", a["result"], next)
	}
	if !v.hasSession(t, here) || !v.hasSession(t, there) {
		t.Error("a failed change ends sessions")
	}
	_, a, cookie := v.call(t, here, "user/pass_change", change("Demo123", "Other123"))
	if string(a["result"]) != "true" || cookie != "-" {
		t.Fatalf("%s, cookie %q", a["message"], cookie)
	}
	if v.hasSession(t, here) || v.hasSession(t, there) {
		t.Error("a session outlives its password")
	}
	if !v.hasSession(t, else_) {
		t.Error("another player was logged out")
	}
	if _, a, _ := v.call(t, "", "user/login", map[string]any{"username": "demo", "password": "Demo123"}); string(a["result"]) != "false" {
		t.Error("the old password still opens")
	}
	if again := v.login(t, "", "demo", "Other123"); !v.hasSession(t, again) {
		t.Error("the new one does not")
	}
}

func TestSessionsAndRevocationsSurviveRestart(t *testing.T) {
	t.Parallel()
	platform := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	dir := t.TempDir()
	startGateway := func() *e2e.Process {
		return start(t, []string{"CROUPIER_UPSTREAM=envelope", "CROUPIER_UPSTREAM_URL=http://" + platform.Address + "/endpoint/v1"},
			"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", dir)
	}
	first := startGateway()
	v := visitor{first.Address, "localhost", ""}
	stays, ends := v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123")
	if _, _, cookie := v.call(t, ends, "user/logout", nil); cookie != "-" {
		t.Fatal("not logged out")
	}
	if err := first.Stop(); err != nil {
		t.Fatalf("%v\n%s", err, first.Log())
	}
	v.address = startGateway().Address
	if !v.hasSession(t, stays) {
		t.Error("a restart logs players out")
	}
	if v.hasSession(t, ends) {
		t.Error("a restart brings an ended session back")
	}
}

// start runs a process for one test.
func start(t *testing.T, env []string, args ...string) *e2e.Process {
	t.Helper()
	p, err := e2e.Start(binary, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Errorf("croupier %s: %v\n%s", strings.Join(args, " "), err, p.Log())
		}
	})
	return p
}

func TestConcurrentFailedLoginsAreCounted(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "guesses-side-by-side"}
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
		t.Errorf("%d of %d guesses reached the platform, %d were refused", n, many, refused)
	}
}
