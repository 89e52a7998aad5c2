package gateway_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Responses of the gateway are data: opened or framed as a page they are inert.
func TestResponsesAreInertAsPages(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{"/endpoint/v1", "/v1/bootstrap", "/v1/ip-info", "/v1/openapi.yaml", "/datas/languages.json", "/datas/none", "/v1/unknown", "/staff/v1/me"} {
		w := r.serve(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+path, nil))
		h := w.Header()
		if policy := h.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "sandbox") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Type") == "" || strings.HasPrefix(h.Get("Content-Type"), "text/html") {
			t.Errorf("%s: headers %v", path, h)
		}
		if h.Get("Strict-Transport-Security") != "" {
			t.Errorf("%s: HSTS without TLS", path)
		}
	}
}

func TestSecureBrandsSendHSTSWithEveryResponse(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	for _, path := range []string{"/endpoint/v1", "/v1/bootstrap", "/datas/languages.json", "/", "/assets/app.js", "/v1/unknown"} {
		w := r.serve(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+path, nil))
		if got := w.Header().Get("Strict-Transport-Security"); got != "max-age=31536000; includeSubDomains" {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// TRACE would return the cookies of a request to a script.
func TestTraceIsNotEchoed(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{"/endpoint/v1", "/v1/bootstrap", "/staff/v1/me"} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodTrace, "http://localhost"+path, nil)
		req.Header.Set("Cookie", "croupier=secret")
		if w := r.serve(req); w.Code < 400 || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
