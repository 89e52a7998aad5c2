package gateway_test

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"testing"

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
			w, e := r.call(providers, row.edits...)
			if e.debug() != row.debug {
				t.Errorf("got %d %q, want %q", w.Code, e.debug(), row.debug)
			}
			if passed := len(r.sent) == 1; passed != (row.debug == passes) {
				t.Errorf("sent to the platform: %v", passed)
			}
		})
	}
}

func TestSecureBrandAcceptsHTTPSOriginsOnly(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	if _, e := r.call(providers, header("Origin", "https://localhost")); !e.Result {
		t.Errorf("https behind a proxy that ends TLS: %q", e.debug())
	}
	if _, e := r.call(providers, header("Origin", "http://localhost")); e.debug() != "origin refused" {
		t.Errorf("http: %q", e.debug())
	}
}

func TestOtherMethodsAreRefusedWithEnvelope(t *testing.T) {
	for _, m := range []string{"GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"} {
		t.Run(m, func(t *testing.T) {
			r := newFixture(t)
			w, e := r.call(providers, method(m))
			if w.Code != 405 || e.Code != 405 || e.debug() != "method not allowed" || w.Header().Get("Allow") != "POST" || e.Message == "" {
				t.Errorf("got %d %+v, Allow %q", w.Code, e, w.Header().Get("Allow"))
			}
		})
	}
	r := newFixture(t)
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
		if _, e := r.call("{", wrong...); e.debug() != b.debug {
			t.Fatalf("got %q, want %q", e.debug(), b.debug)
		}
		wrong = append(wrong, b.fix)
	}
}
