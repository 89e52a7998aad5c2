package gateway_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// refusalCase causes one reason of calls.md §1.
type refusalCase struct {
	name    string
	reason  *bff.Reason
	body    func(lang string) string
	edits   []func(*http.Request)
	fixture func(*fixture)
	header  map[string]string
}

func refusalCases() []refusalCase {
	call := func(name string) func(string) string {
		return func(lang string) string { return api(name, `{"Lang":"`+lang+`"}`) }
	}
	logout, profile := call("user/logout"), call("user/get_user_profile")
	secret := errors.New("dial secret.example")
	tooLong := fixed(strings.Repeat(" ", 64<<10+1))
	unknownLength := func(r *http.Request) { r.ContentLength = -1 }
	retryAfter := func(seconds string) map[string]string { return map[string]string{"Retry-After": seconds} }
	maintenance := func(until time.Duration) func(*fixture) {
		return func(r *fixture) {
			if r.state.On = true; until > 0 {
				r.state.Until = r.now.Add(until)
			}
		}
	}
	return []refusalCase{
		{name: "not JSON", reason: bff.ReasonBadRequest, body: fixed("{")},
		{name: "no session", reason: bff.ReasonAnonymous, body: logout},
		{
			name: "code due", reason: bff.ReasonTwoFactorRequired, body: profile, edits: edits(cookie("p")),
			fixture: func(r *fixture) { r.sessions.open("p", pending) },
		},
		{name: "no panel header", reason: bff.ReasonPanelMissing, edits: edits(without("panel"))},
		{name: "a foreign origin", reason: bff.ReasonOriginRefused, edits: edits(header("Origin", "http://evil.example"))},
		{name: "a blocked country", reason: bff.ReasonRegionBlocked, fixture: func(r *fixture) { r.visitFrom("KP") }},
		{
			name: "a blocked player", reason: bff.ReasonBlocked, body: profile, edits: edits(cookie("s")),
			fixture: func(r *fixture) { r.sessions.open("s"); r.blocks["7"] = true },
		},
		{name: "a foreign host", reason: bff.ReasonUnknownHost, edits: edits(host("evil.example"))},
		{name: "an unknown call", reason: bff.ReasonUnknownCall, body: call("casino/steal")},
		{
			name: "a call that the platform does not have", reason: bff.ReasonUnsupported, body: logout,
			fixture: func(r *fixture) { r.marmara().Unsupported = map[string]bool{"user/logout": true} },
		},
		{
			name: "a money call in flight", reason: bff.ReasonDuplicate,
			body:    func(lang string) string { return api("finance/save_bank_transfer", transfer(lang)) },
			edits:   edits(cookie("s"), header("Idempotency-Key", uuid)),
			fixture: func(r *fixture) { r.sessions.open("s"); r.idempotencyStore.busy = true },
		},
		{name: "a body of 64 KiB and one byte", reason: bff.ReasonBodyTooLarge, body: tooLong},
		{name: "such a body of unknown length", reason: bff.ReasonBodyTooLarge, body: tooLong, edits: edits(unknownLength)},
		{name: "a form", reason: bff.ReasonMediaType, edits: edits(header("Content-Type", "text/plain"))},
		{
			name: "too many calls", reason: bff.ReasonRateLimited, header: retryAfter("2"),
			fixture: func(r *fixture) { r.limiter.denied[bff.LimitAddress] = 1500 * time.Millisecond },
		},
		{name: "an unreadable answer", reason: bff.ReasonBadUpstreamAnswer, fixture: failing(bff.ReasonBadUpstreamAnswer)},
		{name: "maintenance", reason: bff.ReasonMaintenance, fixture: maintenance(90 * time.Second), header: retryAfter("90")},
		{name: "maintenance without end", reason: bff.ReasonMaintenance, fixture: maintenance(0), header: retryAfter("30")},
		{name: "maintenance reported by the platform", reason: bff.ReasonMaintenance, fixture: failing(bff.ReasonMaintenance)},
		{
			name: "an open breaker", reason: bff.ReasonUnavailable, header: retryAfter("5"),
			fixture: failing(bff.ReasonUnavailable.WithRetryAfter(5 * time.Second)),
		},
		{name: "a stage that knows no time", reason: bff.ReasonUnavailable, fixture: failing(bff.ReasonUnavailable), header: retryAfter("1")},
		{name: "a platform too slow", reason: bff.ReasonUpstreamTimeout, fixture: failing(bff.ReasonUpstreamTimeout.WithCause(secret))},
		{name: "a platform's HTTP 500", reason: bff.ReasonUpstreamError, fixture: failing(bff.ReasonUpstreamError.WithCause(secret))},
		{name: "an unknown error", reason: bff.ReasonInternal, fixture: failing(secret)},
		{
			name: "a panic", reason: bff.ReasonInternal,
			fixture: func(r *fixture) {
				r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { panic("secret.example") }
			},
		},
	}
}

// TestEveryReason causes each reason of calls.md §1 and checks the answer.
func TestEveryReason(t *testing.T) {
	inEnglish := strings.Replace(providers, `"tr"`, `"en"`, 1)
	tested := map[*bff.Reason]bool{bff.ReasonInvalidPayload: true} // by TestInvalidPayloadNamesFieldInPlayersLanguage
	for _, row := range refusalCases() {
		tested[row.reason] = true
		for _, lang := range []string{"tr", "en"} {
			t.Run(row.name+" in "+lang, func(t *testing.T) {
				r := newFixture(t)
				if row.fixture != nil {
					row.fixture(r)
				}
				request := map[string]string{"tr": providers, "en": inEnglish}[lang]
				if row.body != nil {
					request = row.body(lang)
				}
				w, e := r.want(row.name, row.reason.Status, row.reason.Debug, request, row.edits...)
				assert.Equal(t, row.reason.Status, e.Code, "code")
				if want := catalogue().Message(answerLang(row.reason, lang), row.reason.Key, nil); e.Message != want || want == row.reason.Key {
					t.Errorf("message %q, want %q", e.Message, want)
				}
				assert.True(t, string(e.Data) == "null" && e.Pagination == nil,
					"a refusal has data %s, pagination %v", e.Data, e.Pagination)
				assert.False(t, bytes.Contains(w.Body.Bytes(), []byte("secret.example")),
					"the answer reveals internals: %s", w.Body)
				checkHeaders(t, w.Header(), row.header)
				got := w.Header().Get("Croupier-Cache")
				assert.Equal(t, "BYPASS", got, "Croupier-Cache is %q", got)
				cleared := strings.HasPrefix(w.Header().Get("Set-Cookie"), "croupier=;")
				assert.Equal(t, row.reason.EndSession, cleared, "cookie cleared")
			})
		}
	}
	for _, r := range bff.Reasons() {
		assert.True(t, tested[r], "no test causes %v", r)
	}
}

// answerLang returns the language of a refusal: the brand's default before the body is read, English
// for unknown hosts.
func answerLang(r *bff.Reason, lang string) string {
	switch r {
	case bff.ReasonUnknownHost:
		return "en"
	case bff.ReasonPanelMissing, bff.ReasonOriginRefused, bff.ReasonRegionBlocked, bff.ReasonMediaType,
		bff.ReasonBodyTooLarge, bff.ReasonBadRequest, bff.ReasonRateLimited:
		return "tr"
	}
	return lang
}

func checkHeaders(t *testing.T, got http.Header, want map[string]string) {
	t.Helper()
	for name, value := range want {
		assert.Equal(t, value, got.Get(name), "%s is %q, want %q", name, got.Get(name), value)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		assert.Equal(t, value, got.Get(name), "%s is %q, want %q", name, got.Get(name), value)
	}
	assert.Len(t, got.Get("X-Request-Id"), 26, "X-Request-Id is %q", got.Get("X-Request-Id"))
}

func fixed(body string) func(string) string { return func(string) string { return body } }

func edits(e ...func(*http.Request)) []func(*http.Request) { return e }

func failing(err error) func(*fixture) { return func(r *fixture) { r.failWith(err) } }

func transfer(lang string) string {
	return strings.Replace(bankTransfer, "{", `{"Lang":"`+lang+`",`, 1)
}

func TestInvalidPayloadNamesFieldInPlayersLanguage(t *testing.T) {
	r := newPlayer(t)
	for _, row := range []struct{ name, body, message string }{
		{"a field missing, in Turkish", api("casino/init_game", `{"Lang":"tr"}`), "gameID alanı geçerli değil: bu alan zorunludur."},
		{"a field missing, in English", api("casino/init_game", `{"Lang":"en"}`), "The field gameID is not right: it is required."},
		{"an unknown field of a cached call", api("casino/provider_list", `{"Lang":"en","x":1}`), "The field x is not right: it is not known here."},
		{"a language of three letters", api("casino/provider_list", `{"Lang":"tur"}`), "Lang alanı geçerli değil: iki küçük harf olmalıdır."},
		{"a language in capitals", api("casino/provider_list", `{"Lang":"TR"}`), "Lang alanı geçerli değil: iki küçük harf olmalıdır."},
		{"a language that is a number", api("casino/provider_list", `{"Lang":12}`), "Lang alanı geçerli değil: iki küçük harf olmalıdır."},
		{"an extra key", `{"api":{"class":"a","method":"b"},"x":1}`, "x alanı geçerli değil: bu alan tanınmıyor."},
		{"a language that the brand does not have", api("casino/init_game", `{"Lang":"xx"}`), "gameID alanı geçerli değil: bu alan zorunludur."},
	} {
		_, e := r.want(row.name, 400, "invalid payload", row.body, cookie("s"))
		assert.True(t, e.Code == 400 && e.Message == row.message, "%s: %+v", row.name, e)
	}
	r.wantSent("invalid payloads", "")
}
