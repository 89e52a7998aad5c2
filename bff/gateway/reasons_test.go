package gateway_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// TestEveryReason causes each reason and checks the response.
func TestEveryReason(t *testing.T) {
	call := func(name string) func(string) string {
		return func(lang string) string { return api(name, `{"Lang":"`+lang+`"}`) }
	}
	list, logout, profile := call("casino/provider_list"), call("user/logout"), call("user/get_user_profile")
	pay := func(lang string) string { return api("finance/save_bank_transfer", transfer(lang)) }
	tooLong := func(string) string { return strings.Repeat(" ", 64<<10+1) }
	unknownLength := func(r *http.Request) { r.ContentLength = -1 }
	secret := errors.New("dial secret.example")
	failing := func(err error) func(*fixture) { return func(r *fixture) { r.failWith(err) } }
	unsupported := func(r *fixture) { r.marmara().Unsupported = map[string]bool{"user/logout": true} }
	inFlight := func(r *fixture) { r.idempotencyStore.busy = true }
	limited := func(r *fixture) { r.limiter.denied[bff.LimitAddress] = 1500 * time.Millisecond }
	closedFor := func(d time.Duration) func(*fixture) {
		return func(r *fixture) { r.state = bff.MaintenanceState{On: true, Until: r.now.Add(d)} }
	}
	closed := func(by *bff.Reason) func(*fixture) { return func(r *fixture) { r.protection.closed = notSent(by) } }
	keyed, confirm := edits(cookie("s"), header("Idempotency-Key", uuid)), func(lang string) string {
		return api("limits/confirm", `{"kind":"deposit","period":"day","Lang":"`+lang+`"}`)
	}
	tested := map[*bff.Reason]bool{
		bff.ReasonInvalidPayload: true,                          // by TestInvalidPayloadNamesFieldInPlayersLanguage
		bff.ReasonKeyReused:      true, bff.ReasonKeyTime: true, // by the suites of storetest
	}
	for _, row := range []struct {
		name       string
		reason     *bff.Reason
		body       func(lang string) string
		edits      []func(*http.Request)
		fixture    func(*fixture)
		retryAfter string
	}{
		{"not JSON", bff.ReasonBadRequest, func(string) string { return "{" }, nil, nil, ""},
		{"no session", bff.ReasonAnonymous, logout, nil, nil, ""},
		{"code due", bff.ReasonTwoFactorRequired, profile, edits(cookie("p")), nil, ""},
		{"no panel header", bff.ReasonPanelMissing, list, edits(without("panel")), nil, ""},
		{"a foreign origin", bff.ReasonOriginRefused, list, edits(header("Origin", "http://evil.example")), nil, ""},
		{"a blocked country", bff.ReasonRegionBlocked, list, nil, func(r *fixture) { r.visitFrom("KP") }, ""},
		{"a blocked player", bff.ReasonBlocked, profile, edits(cookie("s")), func(r *fixture) {
			r.block(bff.BlockSubject{UID: "7"})
		}, ""},
		{"a foreign host", bff.ReasonUnknownHost, list, edits(host("evil.example")), nil, ""},
		{"an unknown call", bff.ReasonUnknownCall, call("casino/steal"), nil, nil, ""},
		{"a call that the platform does not have", bff.ReasonUnsupported, logout, nil, unsupported, ""},
		{"another method", bff.ReasonMethod, list, edits(method(http.MethodPut)), nil, ""},
		{"a money call in flight", bff.ReasonDuplicate, pay, keyed, inFlight, ""},
		{"a money call without a key", bff.ReasonKeyMissing, pay, edits(cookie("s")), nil, ""},
		{"a deposit above the limit", bff.ReasonLimitReached, pay, keyed, closed(bff.ReasonLimitReached), ""},
		{"a deposit without a limit", bff.ReasonLimitRequired, pay, keyed, closed(bff.ReasonLimitRequired), ""},
		{"a deposit in a break", bff.ReasonCoolingOff, pay, keyed, closed(bff.ReasonCoolingOff), ""},
		{"a deposit of an excluded player", bff.ReasonSelfExcluded, pay, keyed, closed(bff.ReasonSelfExcluded), ""},
		{"a limit that waits", bff.ReasonLimitWaits, confirm, edits(cookie("s")), closed(bff.ReasonLimitWaits), ""},
		{
			"no limit to confirm", bff.ReasonNothingPending,
			confirm, edits(cookie("s")), closed(bff.ReasonNothingPending), "",
		},
		{"a body of 64 KiB and one byte", bff.ReasonBodyTooLarge, tooLong, nil, nil, ""},
		{"such a body of unknown length", bff.ReasonBodyTooLarge, tooLong, edits(unknownLength), nil, ""},
		{"a form", bff.ReasonMediaType, list, edits(header("Content-Type", "text/plain")), nil, ""},
		{"too many calls", bff.ReasonRateLimited, list, nil, limited, "2"},
		{"an unreadable answer", bff.ReasonBadUpstreamAnswer, list, nil, failing(bff.ReasonBadUpstreamAnswer), ""},
		{"maintenance", bff.ReasonMaintenance, list, nil, closedFor(90 * time.Second), "90"},
		{"maintenance without end", bff.ReasonMaintenance, list, nil, func(r *fixture) { r.state.On = true }, "30"},
		{"a part under maintenance", bff.ReasonPartMaintenance, list, nil, func(r *fixture) {
			r.state.On, r.state.Partial = true, true
		}, "30"},
		{"maintenance reported by the platform", bff.ReasonMaintenance, list, nil, failing(bff.ReasonMaintenance), ""},
		{
			"an open breaker", bff.ReasonUnavailable, list, nil,
			failing(bff.ReasonUnavailable.WithRetryAfter(5 * time.Second)), "5",
		},
		{"a stage without a time", bff.ReasonUnavailable, list, nil, failing(bff.ReasonUnavailable), "1"},
		{
			"a platform too slow", bff.ReasonUpstreamTimeout,
			list, nil, failing(bff.ReasonUpstreamTimeout.WithCause(secret)), "",
		},
		{
			"a platform's HTTP 500", bff.ReasonUpstreamError,
			list, nil, failing(bff.ReasonUpstreamError.WithCause(secret)), "",
		},
		{"an unknown error", bff.ReasonInternal, list, nil, failing(secret), ""},
		{"a panic", bff.ReasonInternal, list, nil, failing(nil), ""},
	} {
		tested[row.reason] = true
		for _, lang := range []string{"tr", "en"} {
			t.Run(row.name+" in "+lang, func(t *testing.T) {
				r := newPlayer(t)
				r.sessions.open("p", pending)
				if row.fixture != nil {
					row.fixture(r)
				}
				w, e := r.want(row.name, row.reason.Status, row.reason.Debug, row.body(lang), row.edits...)
				assert.Equal(t, row.reason.Status, e.Code, "code")
				assert.Equal(t, catalogue().Message(answerLang(row.reason, lang), row.reason.Key, nil), e.Message)
				assert.NotEqual(t, row.reason.Key, e.Message, "a message is missing")
				assert.True(t, (string(e.Data) == "null" || row.reason == bff.ReasonPartMaintenance) &&
					e.Pagination == nil, "data and pagination of a refusal: %+v", e)
				assert.NotContains(t, w.Body.String(), "secret.example", "the answer reveals internals")
				checkHeaders(t,
					w.Header(), map[string]string{"Retry-After": row.retryAfter, "Croupier-Cache": "BYPASS"})
				cleared := strings.HasPrefix(w.Header().Get("Set-Cookie"), "croupier=;")
				assert.Equal(t, row.reason.EndSession, cleared, "cookie cleared")
			})
		}
	}
	for _, r := range bff.Reasons() {
		assert.True(t, tested[r], "no test causes %v", r)
	}
}

// answerLang returns the language of a refusal. It is the brand's default before the body is read,
// and English for unknown hosts.
func answerLang(r *bff.Reason, lang string) string {
	switch r {
	case bff.ReasonUnknownHost:
		return "en"
	case bff.ReasonMethod, bff.ReasonPanelMissing, bff.ReasonOriginRefused, bff.ReasonRegionBlocked,
		bff.ReasonMediaType,
		bff.ReasonBodyTooLarge, bff.ReasonBadRequest, bff.ReasonRateLimited:
		return "tr"
	}
	return lang
}

func checkHeaders(t *testing.T, got http.Header, want map[string]string) {
	t.Helper()
	for name, value := range want {
		assert.Equal(t, value, got.Get(name), name)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		assert.Equal(t, value, got.Get(name), name)
	}
	assert.Len(t, got.Get("X-Request-Id"), 26, "X-Request-Id")
}

func edits(e ...func(*http.Request)) []func(*http.Request) { return e }

func transfer(lang string) string {
	return strings.Replace(bankTransfer, "{", `{"Lang":"`+lang+`",`, 1)
}
