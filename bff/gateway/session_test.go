package gateway_test

import (
	"encoding/json"
	"fmt"
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

// platformLogin is the data of the platform's response to a login.
const platformLogin = `{"rid":20,"uid":"clear-uid","sid":"clear-sid","uip":"192.0.2.9","gtm":"3","language":"tr",` +
	`"username":"demo","lastlogin":"2026-01-01 10:00:00","gasecret":"","balance":12}`

// sessionExpired is the response of a platform that no longer knows the session.
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
	assert.Equal(t, want, loginData(t, e))
	assert.NoError(t, catalogue().CheckAnswer(callNamed(t, "user/login"), loginData(t, e)),
		"the answer violates the contract")
	assert.Equal(t, []string{"croupier=made-1; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax"},
		w.Header()["Set-Cookie"])
	made := r.sessions.byToken["made-1"]
	id := bff.Identity{
		Partition: "marmara", UID: "clear-uid", SID: "clear-sid", UIP: "192.0.2.9", GMT: "3",
		Username: "demo", RID: "20",
	}
	assert.True(t, made.Identity == id && !made.Pending && !made.TwoFactor, "session %+v", made)
	sent := r.sent[0]
	assert.Nil(t, sent.Identity)
	assert.Equal(t, "203.0.113.5 Demo123", fmt.Sprint(sent.Visitor, " ", sent.Data["password"]))
	assert.NotContains(t, w.Body.String()+r.log.String(), "clear-", "the clear identity was revealed")
	r = newFixture(t)
	r.respond(bff.Answer{Message: "Giriş Başarısız", Code: 403, Debug: "login failed"})
	_, e = r.wantSession("a refused login", 200, "login failed", "", nil, api("user/login", login))
	assert.True(t, e.Code == 403 && e.Message == "Giriş Başarısız", "a refused login: %+v", e)
}

func TestLoginAnswerVariants(t *testing.T) {
	simple := bff.Identity{Partition: "marmara", UID: "7", SID: "s", Username: "demo"}
	for _, row := range []struct {
		name, data string
		id         bff.Identity
		twoFactor  bool
		view       map[string]any
	}{
		{
			"numbers as strings and vice versa, gmt instead of gtm",
			`{"rid":"20","uid":7,"sid":12345678901234567890,"gmt":3}`,
			bff.Identity{
				Partition: "marmara", UID: "7", SID: "12345678901234567890", GMT: "3", Username: "demo", RID: "20",
			},
			false,
			map[string]any{
				"rid": 20.0, "gtm": "3", "language": "tr", "username": "demo", "lastlogin": nil, "gasecret": "",
			},
		},
		{
			"nulls and false", `{"rid":null,"uid":"7","sid":"s","gasecret":false,"lastlogin":null}`, simple, false,
			map[string]any{"rid": 0.0, "gtm": "", "lastlogin": nil, "gasecret": ""},
		},
		{
			"a short secret", `{"uid":"7","sid":"s","gasecret":"abc"}`,
			simple, true,
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
			assert.Equal(t, want, view[name], "%s: %s", row.name, name)
		}
	}
	for _, data := range []string{
		`null`, ``, `[]`, `"x"`, `{}`, `{"uid":"7"}`, `{"sid":"s"}`, `{"uid":{},"sid":"topsecret"}`,
		`{"uid":true,"sid":"topsecret"}`,
	} {
		r := newFixture(t)
		r.respond(accepted(data))
		r.wantSession("an unreadable answer "+data, 502, "bad upstream answer", "", nil, api("user/login", login))
		assert.NotContains(t, r.log.String(), "topsecret", "the log quotes the answer")
	}
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
		want := bff.Answer{Result: true}
		if row.passedOn {
			want = row.answer
		}
		got := bff.Answer{Result: e.Result, Message: e.Message, Debug: e.debug(), Code: want.Code}
		assert.Equal(t, want, got, row.name)
		assert.Equal(t, 200, w.Code, row.name)
		wantCookie(t, row.name, w, "cleared")
		r.wantSessions(row.name)
	}
	for _, err := range []error{
		bff.ReasonUpstreamTimeout, bff.ReasonUnavailable, bff.ReasonBadUpstreamAnswer, bff.ReasonMaintenance,
	} {
		r := newPlayer(t)
		r.failWith(err)
		r.wantSession(err.Error(), 200, "", "cleared", nil, logout, cookie("s"))
		assert.Contains(t, r.log.String(), "Croupier answers the call without it", "%v: not logged", err)
	}
	r := newPlayer(t)
	r.state = bff.MaintenanceState{On: true, Until: r.now.Add(time.Hour)}
	r.wantSession("during maintenance", 200, "", "cleared", nil, logout, cookie("s"))
	r = newFixture(t)
	r.sessions.open("p", pending)
	r.wantSession("a pending session", 200, "", "cleared", nil, logout, cookie("p"))
	r.wantSent("a pending session", "user/logout")
	r = newPlayer(t)
	r.sessions.failing = http.ErrServerClosed
	r.want("a session that cannot be ended", 500, "internal error", logout, cookie("s"))
}

func TestSessionEndsWithThePlatformsSession(t *testing.T) {
	r := newPlayer(t)
	r.respond(sessionExpired)
	_, e := r.wantSession("a player's call", 200, "anonymous user", "cleared", nil, api("system/ping", ""), cookie("s"))
	assert.Equal(t, 403, e.Code)
	r.sessions.open("s")
	r.wantSession("a guest call", 200, "anonymous user", "", []string{"s"}, providers, cookie("s"))
	r.marmara().Messages = map[string]bff.KnownMessage{
		"Başka bir cihazdan girildi": {Debug: "other device", EndsSession: true},
		"Oturum Süresi Doldu":        {Debug: "idle"}, // this platform uses it otherwise
	}
	for message, ends := range map[string]bool{"BAŞKA BİR CİHAZDAN GİRİLDİ.": true, "Oturum süresi doldu": false} {
		r.sessions.open("s")
		r.respond(bff.Answer{Message: message, Code: 403, Debug: "other device"})
		w, _ := r.call(api("user/get_user_profile", ""), cookie("s"))
		assert.Equal(t, ends, isCleared(setCookie(w)) && r.sessions.byToken["s"] == nil, message)
	}
}

func TestRenewedSessionIsSent(t *testing.T) {
	r := newPlayer(t)
	touched := *r.sessions.byToken["s"]
	touched.ID = "touched"
	r.sessions.touch = &touched
	ping := api("system/ping", "")
	r.wantSession("a call", 200, "", "touched", []string{"s"}, ping, cookie("s"))
	r.failWith(bff.ReasonUpstreamTimeout)
	r.wantSession("a failed call", 504, "upstream timeout", "touched", []string{"s"}, ping, cookie("s"))
	r.respond(bff.Answer{Result: true, Code: 200})
	r.wantSession("logout", 200, "", "cleared", []string{"s"}, api("user/logout", ""), cookie("s"))
}

// apiWithUser returns the body of a call with a user object.
func apiWithUser(call, data, uid, sid string) string {
	return strings.TrimSuffix(api(call, data),
		"}") + fmt.Sprintf(`,"user":{"uid":%q,"sid":%q,"uip":"sealed-uip","gmt":"3","lang":"tr"}}`, uid, sid)
}

// withBodyTransport enables clients without cookies for marmara.
func withBodyTransport(r *fixture) *fixture {
	r.marmara().Sessions.Transport = "body"
	return r
}

func TestUserObjectReplacesCookie(t *testing.T) {
	r := withBodyTransport(newFixture(t))
	r.respond(accepted(platformLogin))
	w, e := r.call(api("user/login", login))
	require.Equal(t, "made-1 sealed-uid", fmt.Sprint(loginData(t, e)["sid"], " ", loginData(t, e)["uid"]))
	wantCookie(t, "login", w, "made-1")
	ping := apiWithUser("system/ping", "", "clear-uid", "made-1")
	r.wantSession("a call", 200, "", "", []string{"made-1"}, ping)
	assert.Equal(t, "clear-sid", r.sent[len(r.sent)-1].Identity.SID)
	withoutUser := strings.TrimSuffix(api("system/ping", ""), "}")
	for name, body := range map[string]string{
		"another's uid":   apiWithUser("system/ping", "", "8", "made-1"),
		"no such session": apiWithUser("system/ping", "", "clear-uid", "forged"),
		"no user":         api("system/ping", ""),
		"a null user":     withoutUser + `,"user":null}`,
		"numbers":         withoutUser + `,"user":{"uid":1,"sid":2}}`,
	} {
		r.want(name, 403, "anonymous user", body)
	}
	r.want("another brand", 403, "anonymous user", ping, host("zephyr.localhost"))
	refresh := apiWithUser("user/refresh", "", "clear-uid", "made-1")
	_, e = r.wantSession("refresh", 200, "", "", []string{"made-2"}, refresh)
	assert.Equal(t, "made-2", loginData(t, e)["sid"])
	r.want("logout", 200, "", apiWithUser("user/logout", "", "clear-uid", "made-2"))
	r.wantSessions("logout")
}

func TestCookieTakesPrecedenceOverUserObject(t *testing.T) {
	r := withBodyTransport(newPlayer(t))
	r.sessions.open("other", player("8"))
	ping := apiWithUser("system/ping", "", "8", "other")
	r.want("with a cookie", 200, "", ping, cookie("s"))
	assert.Equal(t, "7", r.sent[0].Identity.UID)
	r.want("with an ended cookie", 403, "anonymous user", ping, cookie("gone"))
}

func TestClientOriginsMustBeListed(t *testing.T) {
	const client = "https://app.example"
	for _, row := range []struct {
		name, transport, origin string
		clients                 []string
		allowed                 bool
	}{
		{"listed", "body", client, []string{"https://other.example", client}, true},
		{"not listed", "body", "https://evil.example", []string{client}, false},
		{"listed, without the transport", "cookie", client, []string{client}, false},
		{"no list", "body", client, nil, false},
		{"null", "body", "null", []string{client}, false},
		{"another scheme", "body", "http://app.example", []string{client}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.marmara().Sessions.Transport, r.marmara().Origins.Clients = row.transport, row.clients
			r.sessions.open("s")
			origin := header("Origin", row.origin)
			allowOrigin := map[bool]string{true: row.origin}[row.allowed]
			preflight := r.serve(r.request("", method(http.MethodOptions),
				origin, header("Access-Control-Request-Method", "POST")))
			h := preflight.Header()
			allowed := preflight.Code == http.StatusNoContent && h.Get("Access-Control-Allow-Origin") == row.origin &&
				strings.Contains(h.Get("Access-Control-Allow-Headers"), "panel")
			assert.Equal(t, row.allowed, allowed, "preflight: %d %v", preflight.Code, h)
			assert.Equal(t, "", h.Get("Access-Control-Allow-Credentials"))
			status, debug := 200, ""
			if !row.allowed {
				status, debug = 403, "origin refused"
			}
			w, _ := r.want("a call", status, debug, apiWithUser("system/ping", "", "7", "s"), origin)
			assert.Equal(t, allowOrigin, w.Header().Get("Access-Control-Allow-Origin"))
			assert.True(t, len(row.clients) == 0 || w.Header().Get("Vary") == "Origin",
				"Vary %q", w.Header().Get("Vary"))
			_, e := r.call(api("system/ping", ""), origin, cookie("s"))
			assert.False(t, e.Result, "a foreign page used the cookie")
			r.want("without the custom header", 403, "panel header missing", providers, origin, without("panel"))
		})
	}
}
