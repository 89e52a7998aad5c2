package gateway_test

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
)

// at sends a request to the path of a call.
func at(call string) func(*http.Request) {
	return func(r *http.Request) { r.URL.Path = "/endpoint/v1/" + call }
}

// headersOf returns the headers of a response without the request id.
func headersOf(w *httptest.ResponseRecorder) http.Header {
	h := w.Header().Clone()
	h.Del("X-Request-Id")
	return h
}

// Every call of the contract is answered at its path as at the endpoint, and is sent to the platform in
// the same way.
func TestPathOfCallIsTheSameCall(t *testing.T) {
	for _, call := range catalogue().Calls() {
		for _, example := range catalogue().Examples(call) {
			t.Run(call.Name()+" "+example.Name, func(t *testing.T) {
				var responses []*httptest.ResponseRecorder
				var sent [][]*bff.UpstreamRequest
				for _, byPath := range []bool{false, true} {
					r := newFixture(t)
					r.sessions.open("s")
					body, edits := api(call.Name(), string(example.Data)), []func(*http.Request){cookie("s"), header("Idempotency-Key", uuid)}
					if byPath {
						body, edits = string(example.Data), append(edits, at(call.Name()))
					}
					responses = append(responses, r.serve(r.request(body, edits...)))
					for _, u := range r.sent {
						u.RequestID, u.Brand, u.CacheLookup = "", nil, nil // differ between fixtures
					}
					sent = append(sent, r.sent)
				}
				if a, b := responses[0], responses[1]; a.Code != b.Code || a.Body.String() != b.Body.String() || !reflect.DeepEqual(headersOf(a), headersOf(b)) {
					t.Errorf("endpoint: %d %v %s\npath:     %d %v %s", a.Code, headersOf(a), a.Body, b.Code, headersOf(b), b.Body)
				}
				if len(sent[0]) != len(sent[1]) || !reflect.DeepEqual(sent[0], sent[1]) {
					t.Errorf("sent %+v, by its path %+v", sent[0], sent[1])
				}
			})
		}
	}
}

func TestPathOfCallHasTheGuardsOfTheEndpoint(t *testing.T) {
	const read = "casino/provider_list"
	for _, c := range []struct {
		name   string
		path   string
		body   string
		edits  []func(*http.Request)
		status int
		debug  string
	}{
		{"a call", read, `{}`, nil, 200, ""},
		{"a call without a body", read, ``, nil, 200, ""},
		{"another method", read, `{}`, []func(*http.Request){method(http.MethodGet)}, 405, "method not allowed"},
		{"no panel header", read, `{}`, []func(*http.Request){without("panel")}, bff.ReasonPanelMissing.Status, bff.ReasonPanelMissing.Debug},
		{"a foreign origin", read, `{}`, []func(*http.Request){header("Origin", "https://evil.example")}, bff.ReasonOriginRefused.Status, bff.ReasonOriginRefused.Debug},
		{"another media type", read, `{}`, []func(*http.Request){header("Content-Type", "text/plain")}, bff.ReasonMediaType.Status, bff.ReasonMediaType.Debug},
		{"an unknown host", read, `{}`, []func(*http.Request){host("nobody.test")}, bff.ReasonUnknownHost.Status, bff.ReasonUnknownHost.Debug},
		{"an unknown call", "casino/shuffle", `{}`, nil, bff.ReasonUnknownCall.Status, bff.ReasonUnknownCall.Debug},
		{"a name with other characters", `casino/a"},"data":{"x`, `{}`, nil, bff.ReasonUnknownCall.Status, bff.ReasonUnknownCall.Debug},
		{"a path without method", "casino", `{}`, nil, bff.ReasonUnknownCall.Status, bff.ReasonUnknownCall.Debug},
		{"a longer path", read + "/x", `{}`, nil, bff.ReasonUnknownCall.Status, bff.ReasonUnknownCall.Debug},
		{"a session call without a session", "finance/check_balance", `{}`, nil, bff.ReasonAnonymous.Status, bff.ReasonAnonymous.Debug},
		{"data that is no object", read, `[]`, nil, 400, "invalid payload"},
		{"an unknown field", read, `{"x":1}`, nil, 400, "invalid payload"},
		{"a body that ends the data early", read, `{},"user":{"uid":"1"}`, nil, 400, "bad request"},
		{"a body that closes the envelope", read, `{}} {"api":{"class":"user","method":"account"}`, nil, 400, "bad request"},
		{"two values", read, `{}{}`, nil, 400, "bad request"},
		{"a field that is twice", read, `{"limit":1,"limit":2}`, nil, 400, "bad request"},
		{"an envelope", read, `{"api":{"class":"casino","method":"provider_list"},"data":{}}`, nil, 400, "invalid payload"},
		{"a body that is too large", read, `{"x":"` + strings.Repeat("a", 64<<10) + `"}`, nil, bff.ReasonBodyTooLarge.Status, bff.ReasonBodyTooLarge.Debug},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			w, got := r.call(c.body, append(slices.Clone(c.edits), at(c.path))...)
			if w.Code != c.status || got.debug() != c.debug {
				t.Errorf("%d %s, want %d %q", w.Code, w.Body, c.status, c.debug)
			}
			if refused := c.status != 200; refused && len(r.sent) > 0 {
				t.Error("sent to the platform")
			}
		})
	}
}

func TestRefusalNamesTheCallOfItsPath(t *testing.T) {
	r := newFixture(t)
	r.call(`{}`, at("finance/check_balance"))
	if n := len(r.observations); n != 1 || r.observations[0].Call != "finance/check_balance" {
		t.Errorf("observations %+v", r.observations)
	}
}
