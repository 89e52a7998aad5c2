package gateway_test

import (
	"cmp"
	"crypto/tls"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
)

// The specs origins, media-types and cross-site-guard test the guard over HTTP. This table has the
// spellings and the proxies that they lack.
func TestGuard(t *testing.T) {
	tlsOn := func(r *http.Request) { r.TLS = &tls.ConnectionState{} }
	add := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Add(name, value) }
	}
	const passes = ""
	for _, row := range []struct {
		name  string
		edits []func(*http.Request)
		debug string
	}{
		{"a program", nil, passes},
		{"panel empty", edits(header("panel", "")), "panel header missing"},
		{
			"another host of the brand",
			edits(header("Origin", "http://marmara.localhost"), header("Sec-Fetch-Site", "same-site")), passes,
		},
		{"a host in another case", edits(host("LOCALHOST:8080"), header("Origin", "http://localhost:8080")), passes},
		{
			"no port although the host has one", edits(host("localhost:8080"), header("Origin", "http://localhost")),
			"origin refused",
		},
		{"TLS", edits(tlsOn, header("Origin", "https://localhost")), passes},
		{"TLS and a page without it", edits(tlsOn, header("Origin", "http://localhost")), "origin refused"},
		{
			"TLS, claimed by an untrusted peer",
			edits(header("X-Forwarded-Proto", "https"), header("Origin", "https://localhost")), "origin refused",
		},
		{
			"TLS, reported by a proxy",
			edits(from("10.0.0.1"), header("X-Forwarded-Proto", "https"), header("Origin", "https://localhost")),
			passes,
		},
		{"an origin with a user", edits(header("Origin", "http://localhost@localhost")), "origin refused"},
		{"a malformed origin", edits(header("Origin", "http://[")), "origin refused"},
		{"an unknown value", edits(header("Sec-Fetch-Site", "sideways")), "origin refused"},
		{"two values", edits(add("Sec-Fetch-Site", "none"), add("Sec-Fetch-Site", "none")), "origin refused"},
		{"another parameter", edits(header("Content-Type", "application/json; version=1")), "unsupported media type"},
		{"explicitly uncompressed", edits(header("Content-Encoding", "identity")), passes},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t, trustProxies)
			status := map[string]int{passes: 200, "unsupported media type": 415}[row.debug]
			r.want(row.name, cmp.Or(status, 403), row.debug, providers, row.edits...)
			assert.Equal(t, row.debug == passes, len(r.sent) == 1, "sent to the platform")
		})
	}
}

func TestSecureBrandAcceptsHTTPSOriginsOnly(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	r.want("HTTPS", 200, "", providers, header("Origin", "https://localhost"))
	r.want("its port", 200, "", providers, header("Origin", "https://marmara.localhost:443"))
	r.want("HTTP", 403, "origin refused", providers, header("Origin", "http://localhost"))
	r.want("the port of HTTP", 403, "origin refused", providers, header("Origin", "https://marmara.localhost:80"))
}

func TestOrderOfRefusals(t *testing.T) {
	r := newFixture(t)
	wrong := edits(host("evil.example"), method("PUT"), without("panel"), header("Origin",
		"null"), without("Content-Type"),
		func(r *http.Request) { r.ContentLength = 1 << 20 })
	// The request breaks every rule. Each fix reveals the next refusal, in the order of the
	// pipeline.
	for _, b := range []struct {
		debug string
		fix   func(*http.Request)
	}{
		{"unknown host", host("localhost")},
		{"method not allowed", method("POST")},
		{"panel header missing", header("panel", "frontend")},
		{"origin refused", header("Origin", "http://localhost")},
		{"unsupported media type", header("Content-Type", "application/json")},
		{"body too large", nil},
	} {
		_, e := r.call("{", wrong...)
		require.Equal(t, b.debug, e.debug())
		wrong = append(wrong, b.fix)
	}
}

func TestStaffGuard(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Staff = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
	})
	panel, jsonBody := header("panel", "frontend"), header("Content-Type", "application/json")
	for _, row := range []struct {
		name, method, path, body string
		edits                    []func(*http.Request)
		code                     int
	}{
		{"a read", "GET", "/staff/v1/sessions", "", edits(panel), 202},
		{"a read without the panel header", "GET", "/staff/v1/sessions", "", nil, 403},
		{"events, which cannot have the header", "GET", "/staff/v1/events", "", nil, 202},
		{
			"events of another site's page", "GET", "/staff/v1/events",
			"", edits(header("Sec-Fetch-Site", "cross-site")), 403,
		},
		{"a file, by a link", "GET", "/staff/v1/audit.csv", "", nil, 202},
		{"limits, by a link", "GET", "/staff/v1/limits.csv", "", nil, 202},
		{"a company login", "GET", "/staff/v1/login/company", "", nil, 202},
		{
			"a company login, by another site's link", "GET", "/staff/v1/login/company", "",
			edits(header("Sec-Fetch-Site", "cross-site")), 403,
		},
		{
			"the redirect of the identity provider", "GET", "/staff/v1/login/callback", "",
			edits(header("Sec-Fetch-Site", "cross-site")), 202,
		},
		{"a logout of the identity provider", "POST", "/staff/v1/login/backchannel", "logout_token=x", edits(), 202},
		{"a player's data, by a link", "GET", "/staff/v1/players/marmara/7/export", "", nil, 202},
		{"a player, without the panel header", "GET", "/staff/v1/players/marmara/7", "", nil, 403},
		{
			"a file, by another site's link", "GET", "/staff/v1/audit.csv",
			"", edits(header("Sec-Fetch-Site", "cross-site")), 403,
		},
		{"an event of another system", "POST", "/staff/v1/events", "{}", edits(jsonBody), 202},
		{"a picture, by an element", "GET", "/staff/v1/studio/marmara/pictures/a.png", "", nil, 202},
		{
			"a picture to store", "POST", "/staff/v1/studio/marmara/pictures", "x",
			edits(panel, header("Content-Type", "image/png")), 202,
		},
		{
			"a picture as a draft", "PATCH", "/staff/v1/studio/marmara/draft", "x",
			edits(panel, header("Content-Type", "image/png")), 415,
		},
		{"a write where reads need no header", "POST", "/staff/v1/audit.csv", "", nil, 403},
		{"a write", "POST", "/staff/v1/login", "{}", edits(panel, jsonBody), 202},
		{"a write without body", "POST", "/staff/v1/logout", "", edits(panel), 202},
		{
			"a write of a script", "POST", "/staff/v1/cache/purge", "{}",
			edits(jsonBody, header("Authorization", "bearer crp_x"), header("Origin", "http://evil.example")), 202,
		},
		{"a form of a script", "POST", "/staff/v1/login", "a=b", edits(header("Authorization", "Bearer x")), 415},
		{"a write by a password", "POST", "/staff/v1/logout", "", edits(header("Authorization", "Basic x")), 403},
		{
			"a form", "POST", "/staff/v1/login",
			"a=b", edits(panel, header("Content-Type", "application/x-www-form-urlencoded")), 415,
		},
		{
			"another origin", "POST", "/staff/v1/login", "{}",
			edits(panel, jsonBody, header("Origin", "http://evil.example")), 403,
		},
	} {
		w := r.serve(newRequest(t, row.method, row.path, row.body, row.edits...))
		assert.Equal(t, row.code, w.Code, "%s: %s", row.name, w.Body)
	}
}

// If a browser opens or frames a response of the gateway as a page, the page is harmless.
func TestResponsesAreInertAsPages(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{
		"/endpoint/v1", "/v1/bootstrap", "/v1/ip-info", "/v1/openapi.yaml", "/datas/languages.json",
		"/datas/none", "/v1/unknown", "/staff/v1/me",
	} {
		h := r.get(path).Header()
		for _, directive := range []string{"default-src 'none'", "frame-ancestors 'none'", "sandbox"} {
			assert.Contains(t, h.Get("Content-Security-Policy"), directive, path)
		}
		assert.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), path)
		assert.NotRegexp(t, "^$|^text/html", h.Get("Content-Type"), path)
		assert.Equal(t, "", h.Get("Strict-Transport-Security"), "%s: HSTS without TLS", path)
	}
}

func TestSecureBrandsSendHSTSWithEveryResponse(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	for _, path := range []string{
		"/endpoint/v1", "/v1/bootstrap", "/datas/languages.json", "/", "/assets/app.js", "/v1/unknown",
	} {
		assert.Equal(t, "max-age=31536000; includeSubDomains",
			r.get(path).Header().Get("Strict-Transport-Security"), path)
	}
}

func TestBlockedPlayersAreRefused(t *testing.T) {
	for name, blocked := range map[string]struct {
		who  bff.BlockSubject
		sent string
	}{
		"by user name before the platform is called": {bff.BlockSubject{Username: "demo"}, ""},
		"by id once the platform has returned it":    {bff.BlockSubject{UID: "4711"}, "user/login user/logout"},
		"by the name that the platform returned": {
			bff.BlockSubject{Username: "Demo Player"}, "user/login user/logout",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newFixture(t)
			r.block(blocked.who)
			r.respond(accepted(`{"uid":"4711","sid":"s-1","uip":"192.0.2.1","username":"Demo Player"}`))
			w, e := r.want("login", 423, "blocked", api("user/login", `{"username":" Demo ","password":"Demo123"}`))
			assert.True(t, e.Code == 423 && e.Message != "" && !strings.Contains(w.Body.String(), "4711"),
				"login: %s", text(w))
			r.wantSent("login", blocked.sent)
			if len(r.sent) == 2 {
				require.NotNil(t, r.sent[1].Identity)
				assert.Equal(t, "s-1", r.sent[1].Identity.SID, "logout")
			}
			for _, c := range w.Result().Cookies() {
				assert.Negative(t, c.MaxAge, "a session was begun: %v", c)
			}
		})
	}
	r := newPlayer(t)
	r.block(bff.BlockSubject{UID: "7"})
	for _, call := range []string{"system/ping", "user/refresh", "finance/check_balance"} {
		r.want(call, 423, "blocked", api(call, ""), cookie("s"))
	}
	r.wantSent("calls of a blocked player", "")
	r.want("a guest call", 200, "", providers)
}

// A brand that blocks countries also refuses visitors from unknown countries. Other brands do not.
func TestUnknownCountriesAreRefusedWhereCountriesAreBlocked(t *testing.T) {
	const proxy, refused = "203.0.113.200:1", "region blocked"
	for _, row := range []struct {
		name, peer string
		lines      []string // of the country header
		want       string   // debug code, empty: allowed
	}{
		{"an allowed country", proxy, []string{"TR"}, ""},
		{"an allowed country in lower case", proxy, []string{"tr"}, ""},
		{"a blocked country", proxy, []string{"KP"}, refused},
		{"a blocked country in lower case", proxy, []string{"kp"}, refused},
		{"no header", proxy, nil, refused},
		{"an empty header", proxy, []string{""}, refused},
		{"two lines", proxy, []string{"TR", "KP"}, refused},
		{"two equal lines", proxy, []string{"TR", "TR"}, refused},
		{"a list", proxy, []string{"TR, KP"}, refused},
		{"a space", proxy, []string{"TR "}, refused},
		{"look-alike letters", proxy, []string{"ТR"}, refused},
		{"Tor", proxy, []string{"T1"}, refused},
		{"a digit first", proxy, []string{"1T"}, refused},
		{"a name", proxy, []string{"Turkey"}, refused},
		{"unknown to the proxy", proxy, []string{"XX"}, refused},
		{"from an untrusted hop", "198.51.100.1:1", []string{"TR"}, refused},
		{"no header configured", proxy, []string{"TR"}, refused},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t, func(o *gateway.Options) {
				if row.name == "no header configured" {
					o.CountryHeader = ""
				}
			})
			visit := func(r *http.Request) {
				r.RemoteAddr = row.peer
				r.Header["X-Country"] = row.lines
			}
			r.want("without blocked countries", 200, "", providers, visit)
			if !strings.Contains(row.name, "blocked country") {
				want := map[bool]string{true: `"country":"TR"`, false: `"country":""`}[row.want == ""]
				assert.Contains(t, r.get("/v1/ip-info", visit).Body.String(), want)
			}
			r.marmara().Blocked = map[string]bool{"KP": true}
			r.want("with a blocked country", map[bool]int{true: 200, false: 403}[row.want == ""],
				row.want, providers, visit)
		})
	}
}
