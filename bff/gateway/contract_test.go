package gateway_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// exampleFixture returns a gateway with a player. Its dependencies return the response of an
// example.
func exampleFixture(t *testing.T, call *bff.Call, name string, want envelope) *fixture {
	t.Helper()
	r := newPlayer(t)
	r.respond(bff.Answer{
		Result: want.Result, Message: want.Message, Data: want.Data, Code: want.Code, Debug: want.debug(),
		Pagination: want.Pagination,
		NoEffect:   want.debug() == "anonymous user",
	})
	r.search.answer, r.protection.answer = want.Data, want.Data
	switch {
	case call.Local && want.debug() == "anonymous user":
		delete(r.sessions.byToken, "s")
	case call.Name() == "user/two_auth_type" && name == "read":
		r.factor = -1 // by the example
	case strings.Contains(name, "staff have settled"):
		executed := &bff.Settlement{Outcome: bff.SettledExecuted, Reference: "7100042"}
		r.idempotencyStore.found = &bff.IdempotencyRecord{State: bff.IdempotencySettled, Settlement: executed}
	case strings.Contains(name, "answer was lost"):
		answer := &bff.Answer{Result: true, Code: want.Code, Data: want.Data}
		r.idempotencyStore.found = &bff.IdempotencyRecord{State: bff.IdempotencyAnswered, Answer: answer}
	case want.debug() == "outcome unknown":
		r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
			return nil, bff.ReasonUpstreamTimeout
		}
	case want.debug() == "duplicate in progress":
		r.idempotencyStore.busy = true
	case call.Local && want.debug() == "maintenance":
		r.state = announcedState(t, want.Data)
	}
	return r
}

// TestContractExamples replays every example. Invalid examples must be refused with the example's
// text. Other examples must pass unchanged in both directions. The test also sends each call to its
// path.
func TestContractExamples(t *testing.T) {
	rewritten := []string{"user/login", "user/refresh", "user/sessions", "limits/session"} // tested separately
	for _, call := range catalogue().Calls() {
		for _, example := range catalogue().Examples(call) {
			t.Run(call.Name()+" "+example.Name, func(t *testing.T) {
				var want envelope
				must(t, json.Unmarshal(example.Answer, &want))
				replay := func(
					body string, edits ...func(*http.Request),
				) (string, http.Header, []*bff.UpstreamRequest) {
					r := exampleFixture(t, call, example.Name, want)
					w, got := r.call(body, append(edits, cookie("s"), header("Idempotency-Key", uuid))...)
					if slices.Contains(rewritten, call.Name()) && want.Result {
						assert.True(t, w.Code == 200 && got.Result, text(w))
					} else {
						assert.JSONEq(t, string(example.Answer), w.Body.String())
						isOwn := call.Local || want.debug() == "invalid payload" ||
							want.debug() == "duplicate in progress"
						assert.NotEqual(t, isOwn, len(r.sent) == 1, "sent to the platform")
					}
					for _, u := range r.sent {
						u.RequestID, u.Brand, u.CacheLookup = "", nil, nil // differ between fixtures
					}
					w.Header().Del("X-Request-Id")
					return text(w), w.Header(), r.sent
				}
				response, headers, sent := replay(api(call.Name(), string(example.Data)))
				responseAtPath, headersAtPath, sentAtPath := replay(string(example.Data), at(call.Name()))
				assert.Equal(t, response, responseAtPath)
				assert.Equal(t, headers, headersAtPath)
				assert.Equal(t, sent, sentAtPath)
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

// at sends a request to the path of a call.
func at(call string) func(*http.Request) {
	return func(r *http.Request) { r.URL.Path = "/endpoint/v1/" + call }
}

func TestPathOfCallHasTheGuardsOfTheEndpoint(t *testing.T) {
	const read = "casino/provider_list"
	for _, c := range []struct {
		name, path, body string
		edits            []func(*http.Request)
		status           int
		debug            string
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
		{
			"a body that closes the envelope", read, `{}} {"api":{"class":"user","method":"account"}`,
			nil, 400, "bad request",
		},
		{"two values", read, `{}{}`, nil, 400, "bad request"},
		{"a field that is twice", read, `{"limit":1,"limit":2}`, nil, 400, "bad request"},
		{
			"an envelope", read, `{"api":{"class":"casino","method":"provider_list"},"data":{}}`,
			nil, 400, "invalid payload",
		},
		{"a body that is too large", read, `{"x":"` + strings.Repeat("a", 64<<10) + `"}`, nil, 413, "body too large"},
	} {
		r := newFixture(t)
		r.want(c.name, c.status, c.debug, c.body, append(c.edits, at(c.path))...)
		if c.status != 200 {
			r.wantSent(c.name, "")
		}
		assert.True(t, c.path != "finance/check_balance" || r.observations[0].Call == c.path,
			"observed %+v", r.observations[0])
	}
}

func TestAnswerDataIsUnchanged(t *testing.T) {
	r := newFixture(t)
	answer := accepted(`[{"b":1.50,"a":"<b>ğ</b>"}]`)
	answer.Message, answer.Pagination = "<ok> & \"ç\"", &bff.Pagination{Limit: 10, Offset: 5, Total: 312}
	r.respond(answer)
	w, _ := r.call(providers)
	const want = `{"result":true,"message":"<ok> & \"ç\"","data":[{"b":1.50,"a":"<b>ğ</b>"}],"code":200,"debug":null,` +
		`"pagination":{"limit":10,"offset":5,"total":312}}`
	assert.Equal(t, want, w.Body.String())
	checkHeaders(t, w.Header(), map[string]string{"Croupier-Cache": "BYPASS", "Age": ""})
}

func TestOnlyGuestReadsAreCached(t *testing.T) {
	r, _ := newCachingFixture(t)
	r.sessions.open("s")
	kept := bff.CachePolicy{TTL: time.Hour}
	r.marmara().Cache = map[string]bff.CachePolicy{
		"user/get_user_profile": kept, "casino/games_list": kept, "user/forgot": kept,
	}
	for body, want := range map[string]string{
		providers:                    "HIT",
		api("casino/games_list", ""): "HIT",
		api("casino/games_list", `{"favorites":true}`):     "BYPASS",
		api("user/get_user_profile", ""):                   "BYPASS",
		api("user/forgot", `{"email":"demo@example.com"}`): "BYPASS",
	} {
		r.call(body, cookie("s"))
		w, e := r.call(body, cookie("s"))
		assert.True(t, e.Result, body)
		assert.Equal(t, want, w.Header().Get("Croupier-Cache"), body)
	}
}

func TestCheckStatus(t *testing.T) {
	status := api("maintenance/check_status", "")
	r := newFixture(t)
	r.call(providers)
	_, e := r.want("open", 200, "", status)
	assert.True(t, string(e.Data) == `{"message":"","until":null}` && e.Debug == nil, "open: %+v", e)
	assert.Equal(t, []string{"slots", "casino/provider_list", ""}, r.maintenanceCalls)
	until := time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC)
	r.state = bff.MaintenanceState{On: true, Message: map[string]string{"tr": "Bakım var"}, Until: until}
	_, e = r.want("closed", 200, "maintenance", status)
	assert.Equal(t, `{"message":"Bakım var","until":"2026-01-02 07:00:00"}`, string(e.Data))
	assert.Equal(t, "This site is under maintenance", e.Message)
	r.state = bff.MaintenanceState{On: true}
	_, e = r.call(api("maintenance/check_status", `{"Lang":"en"}`))
	assert.Equal(t, `{"message":"This site is under maintenance","until":null}`, string(e.Data), "closed without end")
	r.wantSent("check_status", "casino/provider_list")
}

func TestDisconnectedClientGetsNoAnswer(t *testing.T) {
	r := newFixture(t)
	w := r.serve(r.request(providers, r.leaving("")))
	seen := r.observations[0]
	assert.True(t, w.Body.Len() == 0 && seen.Status == 499 && seen.Err == nil, "got %q, seen %+v", w.Body, seen)
	r.failWith(context.Canceled)
	r.want("a cancellation without a disconnect", 500, "internal error", providers)
}

func TestMailsDoNotRevealAccounts(t *testing.T) {
	for call, body := range map[string]string{
		"user/forgot": `{"email":"demo@example.com"}`, "user/register_resend": `{"username":"demo"}`,
	} {
		r := newFixture(t)
		r.respond(bff.Answer{Result: true, Message: "sent", Data: []byte(`{"id":7}`), Code: 200})
		known, _ := r.call(api(call, body)) // the platform's own messages differ
		r.respond(bff.Answer{Message: "no such account", Code: 404, Debug: "unknown"})
		unknown, e := r.call(api(call, body))
		assert.Equal(t, known.Body.String(), unknown.Body.String(), call)
		assert.True(t, e.Result, call)
		r.failWith(bff.ReasonUpstreamTimeout)
		r.want("no answer", 504, "upstream timeout", api(call, body))
	}
}
