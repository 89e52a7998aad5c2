package gateway_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

const (
	login    = `{"username":"Demo ","password":"Demo123"}`
	codeData = `{"ga_code":"123456"}`
)

// platformLogin is the data of the platform's answer to a login.
const platformLogin = `{"rid":20,"uid":"clear-uid","sid":"clear-sid","uip":"192.0.2.9","gtm":"3","language":"tr",` +
	`"username":"demo","lastlogin":"2026-01-01 10:00:00","gasecret":"","balance":12}`

func loginData(t *testing.T, e envelope) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(e.Data, &m); err != nil {
		t.Fatal(err)
	}
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
	r.respond(bff.Answer{Result: true, Message: "Hoş geldiniz", Data: []byte(platformLogin), Code: 200})
	w, e := r.call(api("user/login", login), from("203.0.113.5"))
	if w.Code != 200 || !e.Result || e.Message != "Hoş geldiniz" || e.Debug != nil {
		t.Fatalf("got %d %+v", w.Code, e)
	}
	want := map[string]any{
		"rid": 20.0, "uid": "sealed-uid", "sid": "sealed-sid", "uip": "sealed-uip", "gtm": "3", "language": "tr",
		"username": "demo", "lastlogin": "2026-01-01 10:00:00", "gasecret": "",
	}
	if got := loginData(t, e); !reflect.DeepEqual(got, want) {
		t.Errorf("data %v\nwant %v", got, want)
	}
	call, _ := catalogue().Lookup("user", "login")
	if err := catalogue().CheckAnswer(call, loginData(t, e)); err != nil {
		t.Errorf("the answer violates the contract: %v", err)
	}
	c := setCookie(w)
	if c == nil || c.Name != "croupier" || c.Value != "made-1" || c.Path != "/" || !c.HttpOnly || c.Secure ||
		c.SameSite != http.SameSiteLaxMode || c.MaxAge != 24*60*60 || c.Domain != "" {
		t.Errorf("cookie %+v", c)
	}
	made := r.sessions.byToken["made-1"]
	id := bff.Identity{UID: "clear-uid", SID: "clear-sid", UIP: "192.0.2.9", GMT: "3", Username: "demo", RID: "20"}
	if made.Identity != id || made.Pending || made.TwoFactor {
		t.Errorf("session %+v", made)
	}
	if sent := r.sent[0]; sent.Identity != nil || sent.Visitor.String() != "203.0.113.5" || sent.Data["password"] != "Demo123" {
		t.Errorf("sent %+v", sent)
	}
	if strings.Contains(w.Body.String()+r.log.String(), "clear-") {
		t.Error("the clear identity was revealed")
	}
}

func TestLoginWithAuthenticator(t *testing.T) {
	r := newFixture(t)
	secret := "JBSWY3DPEHPK3PXP"
	r.respond(bff.Answer{Result: true, Data: []byte(strings.Replace(platformLogin, `"gasecret":""`, `"gasecret":"`+secret+`"`, 1)), Code: 200})
	w, e := r.call(api("user/login", login))
	if mask, _ := loginData(t, e)["gasecret"].(string); len(mask) <= 10 || mask == secret {
		t.Errorf("mask %q", mask)
	}
	if strings.Contains(w.Body.String()+r.log.String(), secret) {
		t.Error("the secret was revealed")
	}
	value := setCookie(w).Value
	if _, e := r.call(api("user/get_user_profile", ""), cookie(value)); e.debug() != "two factor required" {
		t.Errorf("before the code: %q", e.debug())
	}

	r.respond(bff.Answer{Message: "The code you entered is incorrect", Code: 200})
	if w, e := r.call(api("user/check_ga", codeData), cookie(value)); e.Result || setCookie(w) != nil {
		t.Errorf("a wrong code: %+v, %v", e, setCookie(w))
	}
	r.respond(bff.Answer{Result: true, Code: 200})
	w, e = r.call(api("user/check_ga", codeData), cookie(value))
	complete := setCookie(w)
	if !e.Result || complete == nil || complete.Value == value {
		t.Fatalf("the right code: %+v, %v", e, complete)
	}
	if r.sent[len(r.sent)-1].Identity.SID != "clear-sid" {
		t.Error("the code was checked without the player's identity")
	}
	if _, e := r.call(api("user/get_user_profile", ""), cookie(complete.Value)); !e.Result {
		t.Errorf("after the code: %q", e.debug())
	}
	if _, e := r.call(api("user/get_user_profile", ""), cookie(value)); e.debug() != "anonymous user" {
		t.Errorf("the pending session is still valid: %q", e.debug())
	}
	// The security page checks a code too, which completes nothing.
	if w, _ := r.call(api("user/check_ga", codeData), cookie(complete.Value)); setCookie(w) != nil {
		t.Error("a complete session was completed again")
	}
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
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.respond(bff.Answer{Result: true, Data: []byte(row.data), Code: 200})
			_, e := r.call(api("user/login", login))
			if s := r.sessions.byToken["made-1"]; s.Identity != row.id || s.Pending != row.twoFactor {
				t.Errorf("session %+v", s)
			}
			view := loginData(t, e)
			for name, want := range row.view {
				if view[name] != want {
					t.Errorf("%s is %v, want %v", name, view[name], want)
				}
			}
		})
	}
}

func TestUnreadableLoginAnswersCreateNoSession(t *testing.T) {
	for _, data := range []string{`null`, ``, `[]`, `"x"`, `{}`, `{"uid":"7"}`, `{"sid":"s"}`, `{"uid":{},"sid":"topsecret"}`, `{"uid":true,"sid":"topsecret"}`} {
		t.Run(data, func(t *testing.T) {
			r := newFixture(t)
			r.respond(bff.Answer{Result: true, Data: []byte(data), Code: 200})
			w, e := r.call(api("user/login", login))
			if w.Code != 502 || e.debug() != "bad upstream answer" || len(r.sessions.byToken) > 0 || setCookie(w) != nil {
				t.Errorf("got %d %+v", w.Code, e)
			}
			if strings.Contains(r.log.String(), "topsecret") {
				t.Errorf("the log quotes the answer: %s", r.log.String())
			}
		})
	}
}

func TestRefusedLoginPassesThrough(t *testing.T) {
	r := newFixture(t)
	r.respond(bff.Answer{Message: "Giriş Başarısız", Code: 403, Debug: "login failed"})
	w, e := r.call(api("user/login", login))
	if w.Code != 200 || e.Code != 403 || e.Message != "Giriş Başarısız" || e.debug() != "login failed" || setCookie(w) != nil {
		t.Errorf("got %d %+v, %v", w.Code, e, setCookie(w))
	}
}

func TestLoginEndsThePreviousSession(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("old")
	r.respond(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	w, _ := r.call(api("user/login", login), cookie("old"))
	if c := setCookie(w); c == nil || c.Value != "made-1" || r.sessions.byToken["old"] != nil {
		t.Errorf("cookie %v, sessions %v", c, r.sessions.byToken)
	}
}

func TestRefresh(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s", func(s *bff.Session) { s.TwoFactor = true; s.LoginAt = r.now.Add(-time.Hour) })
	w, e := r.call(api("user/refresh", `{"Lang":"en"}`), cookie("s"))
	want := map[string]any{
		"rid": 20.0, "uid": "sealed-uid", "sid": "sealed-sid", "uip": "sealed-uip", "gtm": "3", "language": "en",
		"username": "demo", "lastlogin": "2026-01-02 05:04:05", "gasecret": "****************",
	}
	if got := loginData(t, e); w.Code != 200 || !e.Result || !reflect.DeepEqual(got, want) {
		t.Errorf("got %d %v", w.Code, got)
	}
	if c := setCookie(w); c == nil || c.Value != "made-1" || r.sessions.byToken["s"] != nil {
		t.Errorf("cookie %v, sessions %v", c, r.sessions.byToken)
	}
	if len(r.sent) > 0 {
		t.Error("the platform received a call")
	}
}

func TestLogout(t *testing.T) {
	for _, row := range []struct {
		name     string
		answer   bff.Answer
		passedOn bool
	}{
		{"accepted", bff.Answer{Result: true, Code: 200}, true},
		{"already expired", bff.Answer{Message: "Oturum Süresi Doldu", Code: 403, Debug: "anonymous user"}, true},
		{"expired, by message only", bff.Answer{Message: "Oturum süresi doldu.", Code: 403, Debug: "E17"}, true},
		{"unauthorized, by message only", bff.Answer{Message: "Bu işlem için yetkiniz yok", Code: 403}, true},
		{"unauthorized", bff.Answer{Message: "Bu işlem için yetkiniz yok", Code: 403, Debug: "unauthorized"}, true},
		{"inactive account", bff.Answer{Message: "Hesap Aktif Değil", Code: 403, Debug: "inactive account"}, true},
		{"expired, by debug only", bff.Answer{Message: "x", Code: 403, Debug: "anonymous user"}, true},
		{"refused in words that nobody knows", bff.Answer{Message: "Olmadı", Code: 400, Debug: "E99"}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.respond(row.answer)
			w, e := r.call(api("user/logout", ""), cookie("s"))
			want := row.answer
			if !row.passedOn {
				want = bff.Answer{Result: true}
			}
			if w.Code != 200 || e.Result != want.Result || e.Message != want.Message || e.debug() != want.Debug {
				t.Errorf("got %d %+v", w.Code, e)
			}
			if !isCleared(setCookie(w)) || r.sessions.byToken["s"] != nil {
				t.Errorf("cookie %v, sessions %v", setCookie(w), r.sessions.byToken)
			}
		})
	}
}

func TestLogoutSucceedsWithoutPlatform(t *testing.T) {
	for _, err := range []error{bff.ReasonUpstreamTimeout, bff.ReasonUnavailable, bff.ReasonBadUpstreamAnswer, bff.ReasonMaintenance} {
		r := newFixture(t)
		r.sessions.open("s")
		r.failWith(err)
		w, e := r.call(api("user/logout", ""), cookie("s"))
		if w.Code != 200 || !e.Result || !isCleared(setCookie(w)) || r.sessions.byToken["s"] != nil {
			t.Errorf("%v: %d %+v, sessions %v", err, w.Code, e, r.sessions.byToken)
		}
		if !strings.Contains(r.log.String(), "answer call without the platform") {
			t.Errorf("%v: not logged: %s", err, r.log.String())
		}
	}
}

func TestSessionEndsWithThePlatformsSession(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.respond(bff.Answer{Message: "Oturum Süresi Doldu", Code: 403, Debug: "anonymous user"})
	w, e := r.call(api("system/ping", ""), cookie("s"))
	if w.Code != 200 || e.Code != 403 || e.debug() != "anonymous user" || !isCleared(setCookie(w)) || r.sessions.byToken["s"] != nil {
		t.Errorf("got %d %+v, %v", w.Code, e, setCookie(w))
	}
	r.sessions.open("s")
	if w, _ := r.call(providers, cookie("s")); setCookie(w) != nil || r.sessions.byToken["s"] == nil {
		t.Error("a guest call ended a session")
	}
}

func TestBrandMessagesEndSession(t *testing.T) {
	r := newFixture(t)
	r.marmara().Messages = map[string]bff.KnownMessage{
		"Başka bir cihazdan girildi": {Debug: "other device", EndsSession: true},
		"Oturum Süresi Doldu":        {Debug: "idle"}, // this platform uses it otherwise
	}
	for message, ends := range map[string]bool{"BAŞKA BİR CİHAZDAN GİRİLDİ.": true, "Oturum süresi doldu": false} {
		r.sessions.open("s")
		r.respond(bff.Answer{Message: message, Code: 403, Debug: "other device"})
		w, _ := r.call(api("user/get_user_profile", ""), cookie("s"))
		if gone := isCleared(setCookie(w)) && r.sessions.byToken["s"] == nil; gone != ends {
			t.Errorf("%q: ended %v, want %v", message, gone, ends)
		}
	}
}

func TestFailureToEndSessionIsReported(t *testing.T) {
	for _, call := range []string{"user/logout", "user/refresh"} {
		r := newFixture(t)
		r.sessions.open("s")
		r.sessions.failing = http.ErrServerClosed
		if w, e := r.call(api(call, ""), cookie("s")); w.Code != 500 || e.debug() != "internal error" {
			t.Errorf("%s: %d %+v", call, w.Code, e)
		}
	}
}

func TestSessionOfAnotherBrandIsRefused(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	w, e := r.call(api("system/ping", ""), cookie("s"), host("zephyr.localhost"))
	if e.debug() != "anonymous user" || !isCleared(setCookie(w)) {
		t.Errorf("got %d %+v", w.Code, e)
	}
}

func TestRenewedSessionIsSent(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	touched := *r.sessions.byToken["s"]
	touched.ID = "touched"
	r.sessions.touch = &touched
	if w, _ := r.call(api("system/ping", ""), cookie("s")); setCookie(w) == nil || setCookie(w).Value != "touched" {
		t.Errorf("cookie %v", setCookie(w))
	}
	r.failWith(bff.ReasonUpstreamTimeout)
	if w, _ := r.call(api("system/ping", ""), cookie("s")); setCookie(w) == nil || setCookie(w).Value != "touched" {
		t.Errorf("cookie of a failed call %v", setCookie(w))
	}
	r.respond(bff.Answer{Result: true, Code: 200})
	if w, _ := r.call(api("user/logout", ""), cookie("s")); !isCleared(setCookie(w)) {
		t.Errorf("cookie after logout %v", w.Header()["Set-Cookie"])
	}
}

func TestSecureBrandUsesHostPrefix(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	r.respond(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	w, _ := r.call(api("user/login", login))
	if c := setCookie(w); c == nil || c.Name != "__Host-croupier" || !c.Secure || c.Path != "/" || c.Domain != "" {
		t.Errorf("cookie %+v", c)
	}
	r.sessions.open("s")
	if _, e := r.call(api("system/ping", ""), cookie("s")); e.debug() != "anonymous user" {
		t.Error("the cookie without prefix was accepted")
	}
}
