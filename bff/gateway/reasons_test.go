package gateway_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

const bankTransfer = `{"Type":1,"methodID":1,"amount":100,"bankID":1,"bankAccountID":1,"sender":"Demo"}`

const uuid = "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"

// refusal is a way to bring a row of calls.md §1 about.
type refusal struct {
	name   string
	reason *bff.Reason
	body   func(lang string) string
	edits  []func(*http.Request)
	rig    func(*rig)
	header map[string]string
}

func refusals() []refusal {
	logout := func(lang string) string { return api("user/logout", `{"Lang":"`+lang+`"}`) }
	return []refusal{
		{name: "not JSON", reason: bff.ReasonBadRequest, body: fixed("{")},
		{name: "no session", reason: bff.ReasonAnonymous, body: logout},
		{
			name: "code due", reason: bff.ReasonTwoFactorRequired, body: logout, edits: edits(cookie("p")),
			rig: func(r *rig) { r.sessions.open("p", pending) },
		},
		{name: "no panel header", reason: bff.ReasonPanelMissing, edits: edits(without("panel"))},
		{name: "a foreign origin", reason: bff.ReasonOriginRefused, edits: edits(header("Origin", "http://evil.example"))},
		{name: "a blocked country", reason: bff.ReasonRegionBlocked, rig: func(r *rig) { r.country = "KP" }},
		{name: "a foreign host", reason: bff.ReasonUnknownHost, edits: edits(host("evil.example"))},
		{
			name: "an unknown call", reason: bff.ReasonUnknownCall,
			body: func(lang string) string { return api("casino/steal", `{"Lang":"`+lang+`"}`) },
		},
		{
			name: "a money call in flight", reason: bff.ReasonDuplicate,
			body:  func(lang string) string { return api("finance/save_bank_transfer", transfer(lang)) },
			edits: edits(cookie("s"), header("Idempotency-Key", uuid)),
			rig:   func(r *rig) { r.sessions.open("s"); r.journal.busy = true },
		},
		{name: "a body of 64 KiB and one byte", reason: bff.ReasonBodyTooLarge, body: fixed(strings.Repeat(" ", 64<<10+1))},
		{
			name: "such a body of unknown length", reason: bff.ReasonBodyTooLarge,
			body:  fixed(strings.Repeat(" ", 64<<10+1)),
			edits: edits(func(r *http.Request) { r.ContentLength = -1 }),
		},
		{name: "a form", reason: bff.ReasonMediaType, edits: edits(header("Content-Type", "text/plain"))},
		{
			name: "too many calls", reason: bff.ReasonRateLimited,
			rig:    func(r *rig) { r.limiter.denied[bff.LimitAddress] = 1500 * time.Millisecond },
			header: map[string]string{"Retry-After": "2"},
		},
		{name: "an unreadable answer", reason: bff.ReasonBadUpstreamAnswer, rig: failing(bff.ReasonBadUpstreamAnswer)},
		{
			name: "maintenance", reason: bff.ReasonMaintenance,
			rig:    func(r *rig) { r.state = bff.MaintenanceState{On: true, Until: r.now.Add(90 * time.Second)} },
			header: map[string]string{"Retry-After": "90"},
		},
		{
			name: "maintenance without end", reason: bff.ReasonMaintenance,
			rig:    func(r *rig) { r.state = bff.MaintenanceState{On: true} },
			header: map[string]string{"Retry-After": "30"},
		},
		{name: "maintenance that the platform tells", reason: bff.ReasonMaintenance, rig: failing(bff.ReasonMaintenance)},
		{
			name: "an open breaker", reason: bff.ReasonUnavailable,
			rig: failing(bff.ReasonUnavailable.WithRetryAfter(5 * time.Second)), header: map[string]string{"Retry-After": "5"},
		},
		{name: "a platform too slow", reason: bff.ReasonUpstreamTimeout, rig: failing(bff.ReasonUpstreamTimeout.WithCause(errors.New("dial secret.example")))},
		{name: "a platform's HTTP 500, told literally", reason: bff.ReasonUpstreamError, rig: failing(bff.ReasonUpstreamError.WithCause(errors.New("dial secret.example")))},
		{name: "an error nobody knows", reason: bff.ReasonInternal, rig: failing(errors.New("dial secret.example"))},
		{
			name: "a panic", reason: bff.ReasonInternal,
			rig: func(r *rig) {
				r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { panic("secret.example") }
			},
		},
	}
}

// TestEveryReason brings each row of calls.md §1 about, and reads what a player reads.
func TestEveryReason(t *testing.T) {
	inEnglish := strings.Replace(providers, `"tr"`, `"en"`, 1)
	for _, row := range refusals() {
		for _, lang := range []string{"tr", "en"} {
			t.Run(row.name+" in "+lang, func(t *testing.T) {
				r := newRig(t)
				if row.rig != nil {
					row.rig(r)
				}
				request := map[string]string{"tr": providers, "en": inEnglish}[lang]
				if row.body != nil {
					request = row.body(lang)
				}
				w, e := r.call(request, row.edits...)
				if w.Code != row.reason.Status || e.Code != row.reason.Status || e.debug() != row.reason.Debug || e.Result {
					t.Errorf("got %d %+v, want %v", w.Code, e, row.reason)
				}
				if want := catalogue().Message(heard(row.reason, lang), row.reason.Key, nil); e.Message != want || want == row.reason.Key {
					t.Errorf("message %q, want %q", e.Message, want)
				}
				if string(e.Data) != "null" || e.Pagination != nil {
					t.Errorf("a refusal has data %s, pagination %v", e.Data, e.Pagination)
				}
				if bytes.Contains(w.Body.Bytes(), []byte("secret.example")) {
					t.Errorf("the answer tells internals: %s", w.Body)
				}
				checkHeaders(t, w.Header(), row.header)
				if got := w.Header().Get("Croupier-Cache"); got != "BYPASS" {
					t.Errorf("Croupier-Cache is %q", got)
				}
				cleared := strings.HasPrefix(w.Header().Get("Set-Cookie"), "croupier=;")
				if want := row.reason.EndSession; cleared != want {
					t.Errorf("cookie cleared: %v, want %v", cleared, want)
				}
			})
		}
	}
}

// heard is the language that a refusal comes in: of those made before the body is read,
// the brand's own, and of unknown hosts, nobody's.
func heard(r *bff.Reason, lang string) string {
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
		if got.Get(name) != value {
			t.Errorf("%s is %q, want %q", name, got.Get(name), value)
		}
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got.Get(name) != value {
			t.Errorf("%s is %q, want %q", name, got.Get(name), value)
		}
	}
	if len(got.Get("X-Request-Id")) != 26 {
		t.Errorf("X-Request-Id is %q", got.Get("X-Request-Id"))
	}
}

func fixed(body string) func(string) string { return func(string) string { return body } }

func edits(e ...func(*http.Request)) []func(*http.Request) { return e }

func failing(err error) func(*rig) { return func(r *rig) { r.fails(err) } }

func transfer(lang string) string {
	return strings.Replace(bankTransfer, "{", `{"Lang":"`+lang+`",`, 1)
}

func TestEveryRowOfTheTableHasItsTest(t *testing.T) {
	tested := map[*bff.Reason]bool{bff.ReasonInvalidPayload: true} // below
	for _, row := range refusals() {
		tested[row.reason] = true
	}
	for _, r := range bff.Reasons() {
		if !tested[r] {
			t.Errorf("no test brings %v about", r)
		}
	}
}

func TestInvalidPayloadNamesTheFieldInThePlayersLanguage(t *testing.T) {
	for _, row := range []struct{ name, body, message string }{
		{"a field missing, in Turkish", api("casino/init_game", `{"Lang":"tr"}`), "gameID alanı geçerli değil: bu alan zorunludur."},
		{"a field missing, in English", api("casino/init_game", `{"Lang":"en"}`), "The field gameID is not right: it is required."},
		{"an unknown field of a kept call", api("casino/provider_list", `{"Lang":"en","x":1}`), "The field x is not right: it is not known here."},
		{"a language of three letters", api("casino/provider_list", `{"Lang":"tur"}`), "Lang alanı geçerli değil: iki küçük harf olmalıdır."},
		{"a language in capitals", api("casino/provider_list", `{"Lang":"TR"}`), "Lang alanı geçerli değil: iki küçük harf olmalıdır."},
		{"a language that is a number", api("casino/provider_list", `{"Lang":12}`), "Lang alanı geçerli değil: iki küçük harf olmalıdır."},
		{"a key too many", `{"api":{"class":"a","method":"b"},"x":1}`, "x alanı geçerli değil: bu alan tanınmıyor."},
		{"a language the brand does not speak", api("casino/init_game", `{"Lang":"xx"}`), "gameID alanı geçerli değil: bu alan zorunludur."},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRig(t)
			r.sessions.open("s")
			w, e := r.call(row.body, cookie("s"))
			if w.Code != 400 || e.Code != 400 || e.debug() != "invalid payload" || e.Message != row.message {
				t.Errorf("got %d %+v", w.Code, e)
			}
			if len(r.sent) > 0 {
				t.Error("it was sent on")
			}
		})
	}
}
