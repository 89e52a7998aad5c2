package gateway_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"croupier/bff"
)

// apiOf writes a body that carries a user object.
func apiOf(call, data, uid, sid string) string {
	return strings.TrimSuffix(api(call, data), "}") + fmt.Sprintf(`,"user":{"uid":%q,"sid":%q,"uip":"sealed-uip","gmt":"3","lang":"tr"}}`, uid, sid)
}

// allowing lets marmara's clients do without cookies.
func allowing(r *rig) *rig {
	r.marmara().Sessions.Transport = "body"
	return r
}

func TestUserObjectIsIgnoredUnlessTheBrandAllowsIt(t *testing.T) {
	r := newRig(t)
	r.sessions.open("s")
	if w, e := r.call(apiOf("system/ping", "", "7", "s")); w.Code != 403 || e.debug() != "anonymous user" || len(r.sent) > 0 {
		t.Errorf("off: %d %+v", w.Code, e)
	}
	r.says(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	if _, e := r.call(api("user/login", login)); loginData(t, e)["sid"] != "sealed-sid" {
		t.Errorf("off: sid %v", loginData(t, e)["sid"])
	}
}

func TestUserObjectStandsForTheCookie(t *testing.T) {
	r := allowing(newRig(t))
	r.says(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	w, e := r.call(api("user/login", login))
	sid, _ := loginData(t, e)["sid"].(string)
	if sid != "made-1" || loginData(t, e)["uid"] != "sealed-uid" || setCookie(w) == nil {
		t.Fatalf("login %v, cookie %v", loginData(t, e), setCookie(w))
	}
	r.says(bff.Answer{Result: true, Code: 200})
	w, e = r.call(apiOf("system/ping", "", "clear-uid", sid))
	if !e.Result || setCookie(w) != nil || r.sent[len(r.sent)-1].Identity.SID != "clear-sid" {
		t.Errorf("%+v, cookie %v", e, setCookie(w))
	}
	for name, body := range map[string]string{
		"another's uid":   apiOf("system/ping", "", "8", sid),
		"no such session": apiOf("system/ping", "", "clear-uid", "forged"),
		"no user":         api("system/ping", ""),
		"a null user":     strings.TrimSuffix(api("system/ping", ""), "}") + `,"user":null}`,
		"numbers":         strings.TrimSuffix(api("system/ping", ""), "}") + `,"user":{"uid":1,"sid":2}}`,
	} {
		if w, e := r.call(body); w.Code != 403 || e.debug() != "anonymous user" {
			t.Errorf("%s: %d %+v", name, w.Code, e)
		}
	}
	if w, e := r.call(apiOf("system/ping", "", "clear-uid", sid), host("zephyr.localhost")); w.Code != 403 || e.Result {
		t.Errorf("another brand: %d %+v", w.Code, e)
	}
	w, e = r.call(apiOf("user/refresh", "", "clear-uid", sid))
	next, _ := loginData(t, e)["sid"].(string)
	if next == "" || next == sid || setCookie(w) != nil {
		t.Errorf("refresh: sid %q, cookie %v", next, setCookie(w))
	}
	if _, e := r.call(apiOf("user/logout", "", "clear-uid", next)); !e.Result || r.sessions.held[next] != nil {
		t.Errorf("logout: %+v", e)
	}
}

func TestACookieSpeaksBeforeTheUserObject(t *testing.T) {
	r := allowing(newRig(t))
	r.sessions.open("s")
	r.sessions.open("other", func(s *bff.Session) { s.Identity.UID = "8" })
	if _, e := r.call(apiOf("system/ping", "", "8", "other"), cookie("s")); !e.Result || r.sent[0].Identity.UID != "7" {
		t.Errorf("sent %+v", r.sent[0].Identity)
	}
	w, e := r.call(apiOf("system/ping", "", "8", "other"), cookie("gone"))
	if w.Code != http.StatusForbidden || e.debug() != "anonymous user" {
		t.Errorf("with a dead cookie: %d %+v", w.Code, e)
	}
}

func TestForeignPagesMayCallOnlyWhereTheBrandListsThem(t *testing.T) {
	const friend = "https://app.example"
	question := func(r *rig, origin string) *http.Response {
		req := r.request("", method(http.MethodOptions), header("Origin", origin), header("Access-Control-Request-Method", "POST"))
		return r.serve(req).Result()
	}
	for _, row := range []struct {
		name, transport, origin string
		clients                 []string
		allowed                 bool
	}{
		{"listed", "body", friend, []string{"https://other.example", friend}, true},
		{"not listed", "body", "https://evil.example", []string{friend}, false},
		{"listed, without the transport", "cookie", friend, []string{friend}, false},
		{"no list", "body", friend, nil, false},
		{"null", "body", "null", []string{friend}, false},
		{"another scheme", "body", "http://app.example", []string{friend}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRig(t)
			r.marmara().Sessions.Transport, r.marmara().Origins.Clients = row.transport, row.clients
			r.sessions.open("s")
			answer := question(r, row.origin)
			allowed := answer.StatusCode == http.StatusNoContent && answer.Header.Get("Access-Control-Allow-Origin") == row.origin &&
				strings.Contains(answer.Header.Get("Access-Control-Allow-Headers"), "panel")
			if allowed != row.allowed || answer.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("asked: %d %v", answer.StatusCode, answer.Header)
			}
			w, e := r.call(apiOf("system/ping", "", "7", "s"), header("Origin", row.origin))
			if e.Result != row.allowed || (w.Header().Get("Access-Control-Allow-Origin") == row.origin) != row.allowed {
				t.Errorf("called: %d %+v %v", w.Code, e, w.Header())
			}
			if !row.allowed && e.debug() != "origin refused" {
				t.Errorf("refused as %q", e.debug())
			}
			if len(row.clients) > 0 && w.Header().Get("Vary") != "Origin" {
				t.Errorf("Vary %q", w.Header().Get("Vary"))
			}
			if w, e := r.call(api("system/ping", ""), header("Origin", row.origin), cookie("s")); e.Result {
				t.Errorf("a foreign page rides on the cookie: %d %+v", w.Code, e)
			}
			if w, e := r.call(providers, header("Origin", row.origin), without("panel")); w.Code != 403 || e.Result {
				t.Errorf("without the custom header: %d %+v", w.Code, e)
			}
		})
	}
}
