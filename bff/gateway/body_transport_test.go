package gateway_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"croupier/bff"
)

// apiWithUser returns the body of a call with a user object.
func apiWithUser(call, data, uid, sid string) string {
	return strings.TrimSuffix(api(call, data), "}") + fmt.Sprintf(`,"user":{"uid":%q,"sid":%q,"uip":"sealed-uip","gmt":"3","lang":"tr"}}`, uid, sid)
}

// withBodyTransport enables clients without cookies for marmara.
func withBodyTransport(r *fixture) *fixture {
	r.marmara().Sessions.Transport = "body"
	return r
}

func TestUserObjectIsIgnoredByDefault(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	if w, e := r.call(apiWithUser("system/ping", "", "7", "s")); w.Code != 403 || e.debug() != "anonymous user" || len(r.sent) > 0 {
		t.Errorf("off: %d %+v", w.Code, e)
	}
	r.respond(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	if _, e := r.call(api("user/login", login)); loginData(t, e)["sid"] != "sealed-sid" {
		t.Errorf("off: sid %v", loginData(t, e)["sid"])
	}
}

func TestUserObjectReplacesCookie(t *testing.T) {
	r := withBodyTransport(newFixture(t))
	r.respond(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	w, e := r.call(api("user/login", login))
	sid, _ := loginData(t, e)["sid"].(string)
	if sid != "made-1" || loginData(t, e)["uid"] != "sealed-uid" || setCookie(w) == nil {
		t.Fatalf("login %v, cookie %v", loginData(t, e), setCookie(w))
	}
	r.respond(bff.Answer{Result: true, Code: 200})
	w, e = r.call(apiWithUser("system/ping", "", "clear-uid", sid))
	if !e.Result || setCookie(w) != nil || r.sent[len(r.sent)-1].Identity.SID != "clear-sid" {
		t.Errorf("%+v, cookie %v", e, setCookie(w))
	}
	for name, body := range map[string]string{
		"another's uid":   apiWithUser("system/ping", "", "8", sid),
		"no such session": apiWithUser("system/ping", "", "clear-uid", "forged"),
		"no user":         api("system/ping", ""),
		"a null user":     strings.TrimSuffix(api("system/ping", ""), "}") + `,"user":null}`,
		"numbers":         strings.TrimSuffix(api("system/ping", ""), "}") + `,"user":{"uid":1,"sid":2}}`,
	} {
		if w, e := r.call(body); w.Code != 403 || e.debug() != "anonymous user" {
			t.Errorf("%s: %d %+v", name, w.Code, e)
		}
	}
	if w, e := r.call(apiWithUser("system/ping", "", "clear-uid", sid), host("zephyr.localhost")); w.Code != 403 || e.Result {
		t.Errorf("another brand: %d %+v", w.Code, e)
	}
	w, e = r.call(apiWithUser("user/refresh", "", "clear-uid", sid))
	next, _ := loginData(t, e)["sid"].(string)
	if next == "" || next == sid || setCookie(w) != nil {
		t.Errorf("refresh: sid %q, cookie %v", next, setCookie(w))
	}
	if _, e := r.call(apiWithUser("user/logout", "", "clear-uid", next)); !e.Result || r.sessions.byToken[next] != nil {
		t.Errorf("logout: %+v", e)
	}
}

func TestCookieTakesPrecedenceOverUserObject(t *testing.T) {
	r := withBodyTransport(newFixture(t))
	r.sessions.open("s")
	r.sessions.open("other", func(s *bff.Session) { s.Identity.UID = "8" })
	if _, e := r.call(apiWithUser("system/ping", "", "8", "other"), cookie("s")); !e.Result || r.sent[0].Identity.UID != "7" {
		t.Errorf("sent %+v", r.sent[0].Identity)
	}
	w, e := r.call(apiWithUser("system/ping", "", "8", "other"), cookie("gone"))
	if w.Code != http.StatusForbidden || e.debug() != "anonymous user" {
		t.Errorf("with an ended cookie: %d %+v", w.Code, e)
	}
}

func TestClientOriginsMustBeListed(t *testing.T) {
	const client = "https://app.example"
	question := func(r *fixture, origin string) *http.Response {
		req := r.request("", method(http.MethodOptions), header("Origin", origin), header("Access-Control-Request-Method", "POST"))
		return r.serve(req).Result()
	}
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
			answer := question(r, row.origin)
			allowed := answer.StatusCode == http.StatusNoContent && answer.Header.Get("Access-Control-Allow-Origin") == row.origin &&
				strings.Contains(answer.Header.Get("Access-Control-Allow-Headers"), "panel")
			if allowed != row.allowed || answer.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("preflight: %d %v", answer.StatusCode, answer.Header)
			}
			w, e := r.call(apiWithUser("system/ping", "", "7", "s"), header("Origin", row.origin))
			if e.Result != row.allowed || (w.Header().Get("Access-Control-Allow-Origin") == row.origin) != row.allowed {
				t.Errorf("call: %d %+v %v", w.Code, e, w.Header())
			}
			if !row.allowed && e.debug() != "origin refused" {
				t.Errorf("refused as %q", e.debug())
			}
			if len(row.clients) > 0 && w.Header().Get("Vary") != "Origin" {
				t.Errorf("Vary %q", w.Header().Get("Vary"))
			}
			if w, e := r.call(api("system/ping", ""), header("Origin", row.origin), cookie("s")); e.Result {
				t.Errorf("a foreign page used the cookie: %d %+v", w.Code, e)
			}
			if w, e := r.call(providers, header("Origin", row.origin), without("panel")); w.Code != 403 || e.Result {
				t.Errorf("without the custom header: %d %+v", w.Code, e)
			}
		})
	}
}
