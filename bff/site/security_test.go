package site_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestPageSecurityHeaders(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/", "/slot", "/unknown"} {
		h := get(t, s, b, http.MethodGet, path, nil).Header
		for name, want := range map[string]string{
			"Referrer-Policy": "strict-origin-when-cross-origin", "Cross-Origin-Opener-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
			"Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", path, name, got, want)
			}
		}
		if !strings.HasPrefix(h.Get("Content-Type"), "text/html; charset=utf-8") {
			t.Errorf("%s: %q", path, h.Get("Content-Type"))
		}
	}
}

// Only files of the build are served, by their exact names, and no folder is listed.
func TestNoOtherFilesAreServed(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{
		"/assets/", "/assets/.hidden", "/.vite/manifest.json", "/routes.json", "/preload.json", "/assets/../routes.json", "/assets/%2e%2e/routes.json", "/assets/..%2froutes.json",
		"/assets/..%5croutes.json", "/brand/../../configs/croupier.yaml", "/brand/..%2f..%2fgo.mod", "/.git/config", "/assets//app-1.js",
	} {
		r := get(t, s, b, http.MethodGet, path, nil)
		if text := body(t, r); r.StatusCode != http.StatusNotFound || strings.Contains(text, "patterns") || strings.Contains(text, "app-1.js</a>") || strings.Contains(text, "profile: demo") {
			t.Errorf("%s: %d %.80s", path, r.StatusCode, text)
		}
	}
}
