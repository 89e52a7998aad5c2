package gateway_test

import (
	"cmp"
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/gateway"
)

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

		{"panel in capitals", edits(header("panel", "Frontend")), "panel header missing"},
		{"panel of another kind", edits(header("panel", "backend")), "panel header missing"},
		{"panel twice", edits(add("panel", "frontend")), "panel header missing"},
		{"panel empty", edits(header("panel", "")), "panel header missing"},

		{"a page of the brand", edits(header("Origin", "http://localhost"), header("Sec-Fetch-Site", "same-origin")), passes},
		{"another host of the brand", edits(header("Origin", "http://marmara.localhost"), header("Sec-Fetch-Site", "same-site")), passes},
		{"a host in another case", edits(host("LOCALHOST:8080"), header("Origin", "http://localhost:8080")), passes},
		{"the host of another brand", edits(header("Origin", "http://zephyr.localhost")), "origin refused"},
		{"another port", edits(header("Origin", "http://localhost:9999")), "origin refused"},
		{"no port although the host has one", edits(host("localhost:8080"), header("Origin", "http://localhost")), "origin refused"},
		{"another scheme", edits(header("Origin", "https://localhost")), "origin refused"},
		{"TLS", edits(tlsOn, header("Origin", "https://localhost")), passes},
		{"TLS and a page without it", edits(tlsOn, header("Origin", "http://localhost")), "origin refused"},
		{"TLS, claimed by an untrusted peer", edits(header("X-Forwarded-Proto", "https"), header("Origin", "https://localhost")), "origin refused"},
		{"TLS, reported by a proxy", edits(from("10.0.0.1"), header("X-Forwarded-Proto", "https"), header("Origin", "https://localhost")), passes},
		{"null", edits(header("Origin", "null")), "origin refused"},
		{"an empty origin", edits(header("Origin", "")), "origin refused"},
		{"an origin with a path", edits(header("Origin", "http://localhost/")), "origin refused"},
		{"an origin with a user", edits(header("Origin", "http://localhost@localhost")), "origin refused"},
		{"an origin with the brand's host as prefix", edits(header("Origin", "http://localhost.evil.example")), "origin refused"},
		{"a malformed origin", edits(header("Origin", "http://[")), "origin refused"},
		{"two origins", edits(add("Origin", "http://localhost"), add("Origin", "http://evil.example")), "origin refused"},

		{"a typed address", edits(header("Sec-Fetch-Site", "none")), passes},
		{"another site", edits(header("Sec-Fetch-Site", "cross-site")), "origin refused"},
		{"a sibling site", edits(header("Sec-Fetch-Site", "same-site")), "origin refused"},
		{"an unknown value", edits(header("Sec-Fetch-Site", "sideways")), "origin refused"},
		{"two values", edits(add("Sec-Fetch-Site", "none"), add("Sec-Fetch-Site", "none")), "origin refused"},

		{"charset", edits(header("Content-Type", `Application/JSON; Charset="UTF-8"`)), passes},
		{"another charset", edits(header("Content-Type", "application/json; charset=iso-8859-9")), "unsupported media type"},
		{"another parameter", edits(header("Content-Type", "application/json; version=1")), "unsupported media type"},
		{"no content type", edits(without("Content-Type")), "unsupported media type"},
		{"two content types", edits(add("Content-Type", "application/json")), "unsupported media type"},
		{"two content types in one", edits(header("Content-Type", "application/json, text/plain")), "unsupported media type"},
		{"JSON of another kind", edits(header("Content-Type", "application/ld+json")), "unsupported media type"},
		{"compressed", edits(header("Content-Encoding", "gzip")), "unsupported media type"},
		{"explicitly uncompressed", edits(header("Content-Encoding", "identity")), passes},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t, func(o *gateway.Options) {
				o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
			})
			status := map[string]int{passes: 200, "unsupported media type": 415}[row.debug]
			r.want(row.name, cmp.Or(status, 403), row.debug, providers, row.edits...)
			assert.Equal(t, row.debug == passes, len(r.sent) == 1, "sent to the platform")
		})
	}
}

func TestSecureBrandAcceptsHTTPSOriginsOnly(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	for _, origin := range []string{"https://localhost", "https://marmara.localhost:443"} {
		r.want(origin, 200, "", providers, header("Origin", origin))
	}
	for _, origin := range []string{"http://localhost", "https://marmara.localhost:80"} {
		r.want(origin, 403, "origin refused", providers, header("Origin", origin))
	}
}

func TestOtherMethodsAreRefusedWithEnvelope(t *testing.T) {
	r := newFixture(t)
	for _, m := range []string{"GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"} {
		w, e := r.want(m, 405, "method not allowed", providers, method(m))
		assert.True(t, e.Code == 405 && w.Header().Get("Allow") == "POST" && e.Message != "",
			"%s: %+v, Allow %q", m, e, w.Header().Get("Allow"))
	}
	if w := r.serve(r.request("", method("HEAD"))); w.Code != 405 || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d with %d bytes", w.Code, w.Body.Len())
	}
}

func TestOrderOfRefusals(t *testing.T) {
	r := newFixture(t)
	// Everything is wrong; fixing one thing reveals the next refusal in the order of the pipeline.
	refusals := []struct {
		debug string
		fix   func(*http.Request)
	}{
		{"unknown host", host("localhost")},
		{"method not allowed", method("POST")},
		{"panel header missing", header("panel", "frontend")},
		{"origin refused", header("Origin", "http://localhost")},
		{"unsupported media type", header("Content-Type", "application/json")},
		{"body too large", nil},
	}
	wrong := edits(host("evil.example"), method("PUT"), without("panel"), header("Origin", "null"), without("Content-Type"),
		func(r *http.Request) { r.ContentLength = 1 << 20 })
	for _, b := range refusals {
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
		{"events of another site's page", "GET", "/staff/v1/events", "", edits(header("Sec-Fetch-Site", "cross-site")), 403},
		{"a file, by a link", "GET", "/staff/v1/audit.csv", "", nil, 202},
		{"limits, by a link", "GET", "/staff/v1/limits.csv", "", nil, 202},
		{"a player's data, by a link", "GET", "/staff/v1/players/marmara/7/export", "", nil, 202},
		{"a player, without the panel header", "GET", "/staff/v1/players/marmara/7", "", nil, 403},
		{"a file, by another site's link", "GET", "/staff/v1/audit.csv", "", edits(header("Sec-Fetch-Site", "cross-site")), 403},
		{"a write where reads need no header", "POST", "/staff/v1/events", "", nil, 403},
		{"a write", "POST", "/staff/v1/login", "{}", edits(panel, jsonBody), 202},
		{"a write without body", "POST", "/staff/v1/logout", "", edits(panel), 202},
		{"a form", "POST", "/staff/v1/login", "a=b", edits(panel, header("Content-Type", "application/x-www-form-urlencoded")), 415},
		{"another origin", "POST", "/staff/v1/login", "{}", edits(panel, jsonBody, header("Origin", "http://evil.example")), 403},
	} {
		req := httptest.NewRequestWithContext(t.Context(), row.method, "http://localhost"+row.path, strings.NewReader(row.body))
		for _, edit := range row.edits {
			edit(req)
		}
		w := r.serve(req)
		assert.Equal(t, row.code, w.Code, "%s: %d %s, want %d", row.name, w.Code, w.Body, row.code)
	}
}

// Responses of the gateway are data: opened or framed as a page they are inert.
func TestResponsesAreInertAsPages(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{"/endpoint/v1", "/v1/bootstrap", "/v1/ip-info", "/v1/openapi.yaml", "/datas/languages.json", "/datas/none", "/v1/unknown", "/staff/v1/me"} {
		h := r.get(path).Header()
		for _, directive := range []string{"default-src 'none'", "frame-ancestors 'none'", "sandbox"} {
			policy := h.Get("Content-Security-Policy")
			assert.Contains(t, policy, directive, "%s: policy %q lacks %s", path, policy, directive)
		}
		assert.True(t, h.Get("X-Content-Type-Options") == "nosniff" && h.Get("Content-Type") != "" && !strings.HasPrefix(h.Get("Content-Type"), "text/html"),
			"%s: headers %v", path, h)
		assert.Equal(t, "", h.Get("Strict-Transport-Security"), "%s: HSTS without TLS", path)
	}
}

func TestSecureBrandsSendHSTSWithEveryResponse(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	for _, path := range []string{"/endpoint/v1", "/v1/bootstrap", "/datas/languages.json", "/", "/assets/app.js", "/v1/unknown"} {
		assert.Equal(t, "max-age=31536000; includeSubDomains", r.get(path).Header().Get("Strict-Transport-Security"), path)
	}
}

// TRACE would return the cookies of a request to a script.
func TestTraceIsNotEchoed(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{"/endpoint/v1", "/v1/bootstrap", "/staff/v1/me"} {
		w := r.get(path, method(http.MethodTrace), cookie("secret"))
		assert.True(t, w.Code >= 400 && !strings.Contains(w.Body.String(), "secret"), "%s: %d %s", path, w.Code, w.Body)
	}
}
