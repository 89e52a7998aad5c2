package gateway_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	r := newPlayer(t)
	r.want("a user object", 403, "anonymous user", apiWithUser("system/ping", "", "7", "s"))
	r.wantSent("a user object", "")
	r.respond(accepted(platformLogin))
	_, e := r.call(api("user/login", login))
	assert.Equal(t, "sealed-sid", loginData(t, e)["sid"], "sid %v", loginData(t, e)["sid"])
}

func TestUserObjectReplacesCookie(t *testing.T) {
	r := withBodyTransport(newFixture(t))
	r.respond(accepted(platformLogin))
	w, e := r.call(api("user/login", login))
	sid, _ := loginData(t, e)["sid"].(string)
	require.True(t, sid == "made-1" && loginData(t, e)["uid"] == "sealed-uid" && setCookie(w) != nil,
		"login %v, cookie %v", loginData(t, e), setCookie(w))
	ping := apiWithUser("system/ping", "", "clear-uid", sid)
	w, _ = r.want("a call", 200, "", ping)
	wantCookie(t, "a call", w, "")
	got := r.sent[len(r.sent)-1].Identity.SID
	assert.Equal(t, "clear-sid", got, "sent with the session %q", got)
	withUser := func(user string) string {
		return strings.TrimSuffix(api("system/ping", ""), "}") + `,"user":` + user + `}`
	}
	for name, body := range map[string]string{
		"another's uid":   apiWithUser("system/ping", "", "8", sid),
		"no such session": apiWithUser("system/ping", "", "clear-uid", "forged"),
		"no user":         api("system/ping", ""),
		"a null user":     withUser(`null`),
		"numbers":         withUser(`{"uid":1,"sid":2}`),
	} {
		r.want(name, 403, "anonymous user", body)
	}
	r.want("another brand", 403, "anonymous user", ping, host("zephyr.localhost"))
	w, e = r.call(apiWithUser("user/refresh", "", "clear-uid", sid))
	next, _ := loginData(t, e)["sid"].(string)
	assert.True(t, next != "" && next != sid, "refresh: sid %q", next)
	wantCookie(t, "refresh", w, "")
	r.want("logout", 200, "", apiWithUser("user/logout", "", "clear-uid", next))
	assert.Nil(t, r.sessions.byToken[next], "logout did not end the session")
}

func TestCookieTakesPrecedenceOverUserObject(t *testing.T) {
	r := withBodyTransport(newPlayer(t))
	r.sessions.open("other", player("8"))
	ping := apiWithUser("system/ping", "", "8", "other")
	r.want("with a cookie", 200, "", ping, cookie("s"))
	assert.Equal(t, "7", r.sent[0].Identity.UID, "sent %+v", r.sent[0].Identity)
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
			preflight := r.serve(r.request("", method(http.MethodOptions), header("Origin", row.origin), header("Access-Control-Request-Method", "POST")))
			h := preflight.Header()
			allowed := preflight.Code == http.StatusNoContent && h.Get("Access-Control-Allow-Origin") == row.origin &&
				strings.Contains(h.Get("Access-Control-Allow-Headers"), "panel")
			assert.True(t, allowed == row.allowed && h.Get("Access-Control-Allow-Credentials") == "",
				"preflight: %d %v", preflight.Code, h)
			w, e := r.call(apiWithUser("system/ping", "", "7", "s"), header("Origin", row.origin))
			assert.True(t, e.Result == row.allowed && (w.Header().Get("Access-Control-Allow-Origin") == row.origin) == row.allowed,
				"call: %d %+v %v", w.Code, e, w.Header())
			if !row.allowed && e.debug() != "origin refused" {
				t.Errorf("refused as %q", e.debug())
			}
			if len(row.clients) > 0 && w.Header().Get("Vary") != "Origin" {
				t.Errorf("Vary %q", w.Header().Get("Vary"))
			}
			if w, e := r.call(api("system/ping", ""), header("Origin", row.origin), cookie("s")); e.Result {
				t.Errorf("a foreign page used the cookie: %d %+v", w.Code, e)
			}
			r.want("without the custom header", 403, "panel header missing", providers, header("Origin", row.origin), without("panel"))
		})
	}
}
