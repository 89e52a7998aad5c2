package gateway_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// TestContractExamples replays every example: invalid ones are refused with the text of the example,
// others pass unchanged in both directions.
func TestContractExamples(t *testing.T) {
	rewritten := []string{"user/login", "user/refresh", "user/sessions", "limits/session"} // tested separately
	for _, call := range catalogue().Calls() {
		for _, example := range catalogue().Examples(call) {
			t.Run(call.Name()+" "+example.Name, func(t *testing.T) {
				r := newPlayer(t)
				var want envelope
				must(t, json.Unmarshal(example.Answer, &want))
				r.respond(bff.Answer{
					Result: want.Result, Message: want.Message, Data: want.Data, Code: want.Code, Debug: want.debug(), Pagination: want.Pagination,
				})
				switch {
				case call.Local && want.debug() == "anonymous user":
					delete(r.sessions.byToken, "s")
				case call.Name() == "search/suggest":
					r.search.answer = want.Data
				case call.Class == "limits":
					r.protection.answer = want.Data
				case call.Name() == "user/two_auth_type" && example.Name == "read":
					r.factor = -1 // by the example
				case strings.Contains(example.Name, "staff have settled"):
					r.idempotencyStore.found = &bff.IdempotencyRecord{
						State: bff.IdempotencySettled, Settlement: &bff.Settlement{Outcome: bff.SettledExecuted, Reference: "7100042"},
					}
				case strings.Contains(example.Name, "answer was lost"):
					r.idempotencyStore.found = &bff.IdempotencyRecord{
						State: bff.IdempotencyAnswered, Answer: &bff.Answer{Result: true, Code: want.Code, Data: want.Data},
					}
				case call.Local && want.debug() == "maintenance":
					r.state = announcedState(t, want.Data)
				}
				w, got := r.call(api(call.Name(), string(example.Data)), cookie("s"), header("Idempotency-Key", uuid))
				if slices.Contains(rewritten, call.Name()) && want.Result {
					assert.True(t, w.Code == 200 && got.Result, "got %d %s", w.Code, w.Body)
					return
				}
				a, b := canonical(t, w.Body.Bytes()), canonical(t, example.Answer)
				assert.Equal(t, b, a, "got  %v\nwant %v", a, b)
				assert.NotEqual(t, call.Local || want.debug() == "invalid payload", len(r.sent) == 1, "sent to the platform")
			})
		}
	}
}

// announcedState returns the maintenance state in an example's data.
func announcedState(t *testing.T, data json.RawMessage) bff.MaintenanceState {
	t.Helper()
	var view struct{ Message, Until string }
	must(t, json.Unmarshal(data, &view))
	until, err := time.ParseInLocation("2006-01-02 15:04:05", view.Until, brand("marmara", "tr").TimeZone)
	must(t, err)
	return bff.MaintenanceState{On: true, Message: map[string]string{"tr": view.Message}, Until: until}
}

func canonical(t *testing.T, b []byte) (v any) {
	t.Helper()
	must(t, json.Unmarshal(b, &v))
	return v
}

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
					r := newPlayer(t)
					body, edits := api(call.Name(), string(example.Data)), edits(cookie("s"), header("Idempotency-Key", uuid))
					if byPath {
						body, edits = string(example.Data), append(edits, at(call.Name()))
					}
					responses = append(responses, r.serve(r.request(body, edits...)))
					for _, u := range r.sent {
						u.RequestID, u.Brand, u.CacheLookup = "", nil, nil // differ between fixtures
					}
					sent = append(sent, r.sent)
				}
				a, b := responses[0], responses[1]
				assert.True(t, a.Code == b.Code && a.Body.String() == b.Body.String() && reflect.DeepEqual(headersOf(a), headersOf(b)),
					"endpoint: %d %v %s\npath:     %d %v %s", a.Code, headersOf(a), a.Body, b.Code, headersOf(b), b.Body)
				assert.True(t, len(sent[0]) == len(sent[1]) && reflect.DeepEqual(sent[0], sent[1]),
					"sent %+v, by its path %+v", sent[0], sent[1])
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
		{"another method", read, `{}`, edits(method(http.MethodGet)), 405, "method not allowed"},
		{"no panel header", read, `{}`, edits(without("panel")), 403, "panel header missing"},
		{"a foreign origin", read, `{}`, edits(header("Origin", "https://evil.example")), 403, "origin refused"},
		{"another media type", read, `{}`, edits(header("Content-Type", "text/plain")), 415, "unsupported media type"},
		{"an unknown host", read, `{}`, edits(host("nobody.test")), 421, "unknown host"},
		{"an unknown call", "casino/shuffle", `{}`, nil, 404, "unknown call"},
		{"a name with other characters", `casino/a"},"data":{"x`, `{}`, nil, 404, "unknown call"},
		{"a path without method", "casino", `{}`, nil, 404, "unknown call"},
		{"a longer path", read + "/x", `{}`, nil, 404, "unknown call"},
		{"a session call without a session", "finance/check_balance", `{}`, nil, 403, "anonymous user"},
		{"data that is no object", read, `[]`, nil, 400, "invalid payload"},
		{"an unknown field", read, `{"x":1}`, nil, 400, "invalid payload"},
		{"a body that ends the data early", read, `{},"user":{"uid":"1"}`, nil, 400, "bad request"},
		{"a body that closes the envelope", read, `{}} {"api":{"class":"user","method":"account"}`, nil, 400, "bad request"},
		{"two values", read, `{}{}`, nil, 400, "bad request"},
		{"a field that is twice", read, `{"limit":1,"limit":2}`, nil, 400, "bad request"},
		{"an envelope", read, `{"api":{"class":"casino","method":"provider_list"},"data":{}}`, nil, 400, "invalid payload"},
		{"a body that is too large", read, `{"x":"` + strings.Repeat("a", 64<<10) + `"}`, nil, 413, "body too large"},
	} {
		r := newFixture(t)
		r.want(c.name, c.status, c.debug, c.body, append(c.edits, at(c.path))...)
		if c.status != 200 {
			r.wantSent(c.name, "")
		}
		if c.path == "finance/check_balance" && r.observations[0].Call != c.path {
			t.Errorf("observed as %q", r.observations[0].Call)
		}
	}
}
