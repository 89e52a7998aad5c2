package gateway_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

const (
	login      = `{"username":"Demo ","password":"Demo123"}`
	codeData   = `{"ga_code":"123456"}`
	passChange = `{"password":"Demo123","new_password":"Demo1234","new_password_confirm":"Demo1234"}`
)

// platformLogin is the data of the platform's answer to a login.
const platformLogin = `{"rid":20,"uid":"clear-uid","sid":"clear-sid","uip":"192.0.2.9","gtm":"3","language":"tr",` +
	`"username":"demo","lastlogin":"2026-01-01 10:00:00","gasecret":"","balance":12}`

// sessionExpired is the answer of a platform that no longer knows the session.
var sessionExpired = bff.Answer{Message: "Oturum Süresi Doldu", Code: 403, Debug: "anonymous user"}

func loginData(t *testing.T, e envelope) map[string]any {
	t.Helper()
	var m map[string]any
	must(t, json.Unmarshal(e.Data, &m))
	return m
}

func setCookie(w *httptest.ResponseRecorder) *http.Cookie {
	c := w.Result().Cookies()
	if len(c) != 1 {
		return nil
	}
	return c[0]
}

func isCleared(c *http.Cookie) bool { return c != nil && c.Value == "" && c.MaxAge < 0 }

func TestLogin(t *testing.T) {
	r := newFixture(t)
	answer := accepted(platformLogin)
	answer.Message = "Hoş geldiniz"
	r.respond(answer)
	w, e := r.want("login", 200, "", api("user/login", login), from("203.0.113.5"))
	require.True(t, e.Message == "Hoş geldiniz" && e.Debug == nil, "got %+v", e)
	want := map[string]any{
		"rid": 20.0, "uid": "sealed-uid", "sid": "sealed-sid", "uip": "sealed-uip", "gtm": "3", "language": "tr",
		"username": "demo", "lastlogin": "2026-01-01 10:00:00", "gasecret": "",
	}
	got := loginData(t, e)
	assert.Equal(t, want, got, "data %v\nwant %v", got, want)
	assert.NoError(t, catalogue().CheckAnswer(callNamed(t, "user/login"), loginData(t, e)), "the answer violates the contract")
	c := setCookie(w)
	assert.True(t, c != nil && c.Name == "croupier" && c.Value == "made-1" && c.Path == "/" && c.HttpOnly && !c.Secure && c.SameSite == http.SameSiteLaxMode && c.MaxAge == 24*60*60 && c.Domain == "",
		"cookie %+v", c)
	made := r.sessions.byToken["made-1"]
	id := bff.Identity{UID: "clear-uid", SID: "clear-sid", UIP: "192.0.2.9", GMT: "3", Username: "demo", RID: "20"}
	assert.True(t, made.Identity == id && !made.Pending && !made.TwoFactor, "session %+v", made)
	if sent := r.sent[0]; sent.Identity != nil || sent.Visitor.String() != "203.0.113.5" || sent.Data["password"] != "Demo123" {
		t.Errorf("sent %+v", sent)
	}
	assert.NotContains(t, w.Body.String()+r.log.String(), "clear-", "the clear identity was revealed")

	r = newFixture(t)
	r.respond(bff.Answer{Message: "Giriş Başarısız", Code: 403, Debug: "login failed"})
	w, e = r.want("a refused login", 200, "login failed", api("user/login", login))
	assert.True(t, e.Code == 403 && e.Message == "Giriş Başarısız", "a refused login: %+v", e)
	wantCookie(t, "a refused login", w, "")
}

func TestLoginWithAuthenticator(t *testing.T) {
	const secret = "JBSWY3DPEHPK3PXP"
	profile, check := api("user/get_user_profile", ""), api("user/check_ga", codeData)
	r := newFixture(t)
	r.respond(accepted(strings.Replace(platformLogin, `"gasecret":""`, `"gasecret":"`+secret+`"`, 1)))
	w, e := r.call(api("user/login", login))
	mask, _ := loginData(t, e)["gasecret"].(string)
	assert.True(t, len(mask) > 10 && mask != secret, "mask %q", mask)
	assert.False(t, strings.Contains(w.Body.String()+r.log.String(), secret), "the secret was revealed")
	value := setCookie(w).Value
	r.want("before the code", bff.ReasonTwoFactorRequired.Status, "two factor required", profile, cookie(value))

	r.respond(bff.Answer{Message: "The code you entered is incorrect", Code: 200})
	w, e = r.call(check, cookie(value))
	assert.True(t, !e.Result, "a wrong code: %+v", e)
	wantCookie(t, "a wrong code", w, "")
	r.respond(accepted("null"))
	w, _ = r.want("the right code", 200, "", check, cookie(value))
	complete := setCookie(w)
	require.True(t, complete != nil && complete.Value != value, "the right code: %v", complete)
	assert.Equal(t, "clear-sid", r.sent[len(r.sent)-1].Identity.SID, "the code was checked without the player's identity")
	r.want("after the code", 200, "", profile, cookie(complete.Value))
	r.want("the pending session", 403, "anonymous user", profile, cookie(value))
	// The security page checks a code too, which completes nothing.
	w, _ = r.call(check, cookie(complete.Value))
	wantCookie(t, "a code of a complete session", w, "")
}

func TestLoginAnswerVariants(t *testing.T) {
	for _, row := range []struct {
		name, data string
		id         bff.Identity
		twoFactor  bool
		view       map[string]any
	}{
		{
			"numbers as strings and vice versa, gmt instead of gtm", `{"rid":"20","uid":7,"sid":12345678901234567890,"gmt":3}`,
			bff.Identity{UID: "7", SID: "12345678901234567890", GMT: "3", Username: "demo", RID: "20"},
			false,
			map[string]any{"rid": 20.0, "gtm": "3", "language": "tr", "username": "demo", "lastlogin": nil, "gasecret": ""},
		},
		{
			"nulls and false", `{"rid":null,"uid":"7","sid":"s","gasecret":false,"lastlogin":null}`,
			bff.Identity{UID: "7", SID: "s", Username: "demo"},
			false,
			map[string]any{"rid": 0.0, "gtm": "", "lastlogin": nil, "gasecret": ""},
		},
		{
			"a short secret", `{"uid":"7","sid":"s","gasecret":"abc"}`,
			bff.Identity{UID: "7", SID: "s", Username: "demo"},
			true,
			map[string]any{"gasecret": "****************"},
		},
	} {
		r := newFixture(t)
		r.respond(accepted(row.data))
		_, e := r.call(api("user/login", login))
		s := r.sessions.byToken["made-1"]
		assert.True(t, s.Identity == row.id && s.Pending == row.twoFactor, "%s: session %+v", row.name, s)
		view := loginData(t, e)
		for name, want := range row.view {
			assert.True(t, view[name] == want, "%s: %s is %v, want %v", row.name, name, view[name], want)
		}
	}
	for _, data := range []string{
		`null`, ``, `[]`, `"x"`, `{}`, `{"uid":"7"}`, `{"sid":"s"}`, `{"uid":{},"sid":"topsecret"}`, `{"uid":true,"sid":"topsecret"}`,
	} {
		r := newFixture(t)
		r.respond(accepted(data))
		w, _ := r.want("an unreadable answer "+data, 502, "bad upstream answer", api("user/login", login))
		wantCookie(t, data, w, "")
		r.wantSessions(data)
		assert.NotContains(t, r.log.String(), "topsecret", "the log quotes the answer")
	}
}

func TestLoginEndsThePreviousSession(t *testing.T) {
	r := newPlayer(t)
	r.respond(accepted(platformLogin))
	w, _ := r.call(api("user/login", login), cookie("s"))
	wantCookie(t, "login", w, "made-1")
	r.wantSessions("login", "made-1")
	r.sessions.open("s")
	r.sessions.endErr = errStore
	r.want("a previous session that cannot be ended", 500, "internal error", api("user/login", login), cookie("s"))
}

func TestRefresh(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s", func(s *bff.Session) { s.TwoFactor = true; s.LoginAt = r.now.Add(-time.Hour) })
	w, e := r.want("refresh", 200, "", api("user/refresh", `{"Lang":"en"}`), cookie("s"))
	want := map[string]any{
		"rid": 20.0, "uid": "sealed-uid", "sid": "sealed-sid", "uip": "sealed-uip", "gtm": "3", "language": "en",
		"username": "demo", "lastlogin": "2026-01-02 05:04:05", "gasecret": "****************",
	}
	assert.Equal(t, want, loginData(t, e))
	wantCookie(t, "refresh", w, "made-1")
	r.wantSessions("refresh", "made-1")
	r.wantSent("refresh", "")
}

func TestLogout(t *testing.T) {
	logout := api("user/logout", "")
	for _, row := range []struct {
		name     string
		answer   bff.Answer
		passedOn bool
	}{
		{"accepted", bff.Answer{Result: true, Code: 200}, true},
		{"already expired", sessionExpired, true},
		{"expired, by message only", bff.Answer{Message: "Oturum süresi doldu.", Code: 403, Debug: "E17"}, true},
		{"unauthorized, by message only", bff.Answer{Message: "Bu işlem için yetkiniz yok", Code: 403}, true},
		{"unauthorized", bff.Answer{Message: "Bu işlem için yetkiniz yok", Code: 403, Debug: "unauthorized"}, true},
		{"inactive account", bff.Answer{Message: "Hesap Aktif Değil", Code: 403, Debug: "inactive account"}, true},
		{"expired, by debug only", bff.Answer{Message: "x", Code: 403, Debug: "anonymous user"}, true},
		{"refused with an unknown message", bff.Answer{Message: "Olmadı", Code: 400, Debug: "E99"}, false},
	} {
		r := newPlayer(t)
		r.respond(row.answer)
		w, e := r.call(logout, cookie("s"))
		want := row.answer
		if !row.passedOn {
			want = bff.Answer{Result: true}
		}
		assert.True(t, w.Code == 200 && e.Result == want.Result && e.Message == want.Message && e.debug() == want.Debug,
			"%s: %d %+v", row.name, w.Code, e)
		wantCookie(t, row.name, w, "cleared")
		r.wantSessions(row.name)
	}
	for _, err := range []error{bff.ReasonUpstreamTimeout, bff.ReasonUnavailable, bff.ReasonBadUpstreamAnswer, bff.ReasonMaintenance} {
		r := newPlayer(t)
		r.failWith(err)
		w, _ := r.want(err.Error(), 200, "", logout, cookie("s"))
		wantCookie(t, err.Error(), w, "cleared")
		r.wantSessions(err.Error())
		assert.Contains(t, r.log.String(), "answer call without the platform", "%v: not logged", err)
	}
	r := newPlayer(t)
	r.state = bff.MaintenanceState{On: true, Until: r.now.Add(time.Hour)}
	w, _ := r.want("during maintenance", 200, "", logout, cookie("s"))
	wantCookie(t, "during maintenance", w, "cleared")
	r.wantSessions("during maintenance")

	r = newFixture(t)
	r.sessions.open("p", pending)
	w, _ = r.want("a pending session", 200, "", logout, cookie("p"))
	wantCookie(t, "a pending session", w, "cleared")
	r.wantSessions("a pending session")
	r.wantSent("a pending session", "user/logout")

	r = newPlayer(t)
	r.sessions.failing = http.ErrServerClosed
	r.want("a session that cannot be ended", 500, "internal error", logout, cookie("s"))
}

func TestSessionEndsWithThePlatformsSession(t *testing.T) {
	r := newPlayer(t)
	r.respond(sessionExpired)
	w, e := r.want("a player's call", 200, "anonymous user", api("system/ping", ""), cookie("s"))
	assert.Equal(t, 403, e.Code, "got %+v", e)
	wantCookie(t, "a player's call", w, "cleared")
	r.wantSessions("a player's call")
	r.sessions.open("s")
	w, _ = r.call(providers, cookie("s"))
	wantCookie(t, "a guest call", w, "")
	r.wantSessions("a guest call", "s")

	r.marmara().Messages = map[string]bff.KnownMessage{
		"Başka bir cihazdan girildi": {Debug: "other device", EndsSession: true},
		"Oturum Süresi Doldu":        {Debug: "idle"}, // this platform uses it otherwise
	}
	for message, ends := range map[string]bool{"BAŞKA BİR CİHAZDAN GİRİLDİ.": true, "Oturum süresi doldu": false} {
		r.sessions.open("s")
		r.respond(bff.Answer{Message: message, Code: 403, Debug: "other device"})
		w, _ := r.call(api("user/get_user_profile", ""), cookie("s"))
		gone := isCleared(setCookie(w)) && r.sessions.byToken["s"] == nil
		assert.Equal(t, ends, gone, "%q: ended %v, want %v", message, gone, ends)
	}
}

func TestSessionOfAnotherBrandIsRefused(t *testing.T) {
	r := newPlayer(t)
	w, _ := r.want("another brand", 403, "anonymous user", api("system/ping", ""), cookie("s"), host("zephyr.localhost"))
	wantCookie(t, "another brand", w, "cleared")
}

func TestRenewedSessionIsSent(t *testing.T) {
	r := newPlayer(t)
	touched := *r.sessions.byToken["s"]
	touched.ID = "touched"
	r.sessions.touch = &touched
	w, _ := r.call(api("system/ping", ""), cookie("s"))
	wantCookie(t, "a call", w, "touched")
	r.failWith(bff.ReasonUpstreamTimeout)
	w, _ = r.call(api("system/ping", ""), cookie("s"))
	wantCookie(t, "a failed call", w, "touched")
	r.respond(bff.Answer{Result: true, Code: 200})
	w, _ = r.call(api("user/logout", ""), cookie("s"))
	wantCookie(t, "logout", w, "cleared")
}

func TestSecureBrandUsesHostPrefix(t *testing.T) {
	r := newPlayer(t)
	r.marmara().Sessions.Secure = true
	r.respond(accepted(platformLogin))
	w, _ := r.call(api("user/login", login))
	c := setCookie(w)
	assert.True(t, c != nil && c.Name == "__Host-croupier" && c.Secure && c.Path == "/" && c.Domain == "", "cookie %+v", c)
	r.want("the cookie without the prefix", 403, "anonymous user", api("system/ping", ""), cookie("s"))
}
