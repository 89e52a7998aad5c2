package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"croupier/bff"
	"croupier/bff/gateway"
)

var errStore = errors.New("the store is gone")

func TestSessionStoreFailuresFailTheCall(t *testing.T) {
	login := api("user/login", login)
	for _, row := range []struct {
		name, body string
		fail       func(*sessions)
	}{
		{"begin at login", login, func(s *sessions) { s.failing = errStore }},
		{"token at login", login, func(s *sessions) { s.tokenErr = errStore }},
		{"seal at login", login, func(s *sessions) { s.sealErr = errStore }},
		{"refresh", api("user/refresh", ""), func(s *sessions) { s.failing = errStore }},
		{"token at refresh", api("user/refresh", ""), func(s *sessions) { s.tokenErr = errStore }},
		{"seal at refresh", api("user/refresh", ""), func(s *sessions) { s.sealErr = errStore }},
		{"complete", api("user/check_ga", codeData), func(s *sessions) { s.failing = errStore }},
		{"token of a renewed session", api("system/ping", ""), func(s *sessions) { s.touch, s.tokenErr = s.byToken["s"], errStore }},
		{"open", api("system/ping", ""), func(s *sessions) { s.openErr = errStore }},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.respond(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
			r.sessions.open("s", func(s *bff.Session) {
				if row.name == "complete" {
					pending(s)
				}
			})
			row.fail(r.sessions)
			w, e := r.call(row.body, cookie("s"))
			if w.Code != 500 || e.debug() != "internal error" || len(e.Data) > 0 && string(e.Data) != "null" {
				t.Errorf("got %d %+v", w.Code, e)
			}
			if !strings.Contains(r.log.String(), errStore.Error()) {
				t.Errorf("the cause was not logged: %s", r.log.String())
			}
		})
	}
}

func TestLoginFailsWhenThePreviousSessionCannotBeEnded(t *testing.T) {
	r := newFixture(t)
	r.respond(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	r.sessions.open("s")
	r.sessions.endErr = errStore
	if w, e := r.call(api("user/login", login), cookie("s")); w.Code != 500 || e.Result {
		t.Errorf("got %d %+v", w.Code, e)
	}
}

// failingFinish is a store whose Finish fails.
type failingFinish struct{ *idempotencyStore }

func (failingFinish) Finish(context.Context, bff.IdempotencyKey, *bff.Answer) error { return errStore }

// An answer in hand is given to the player, whatever becomes of its record.
func TestAnswerOfMoneyCallIsReturnedWhenItCannotBeRecorded(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) { o.IdempotencyStore = failingFinish{o.IdempotencyStore.(*idempotencyStore)} })
	r.sessions.open("s")
	r.respond(bff.Answer{Result: true, Code: 200, Message: "ok"})
	w, e := r.call(api("user/claim_bonus", `{"bonusID":1}`), cookie("s"), header("Idempotency-Key", uuid))
	if w.Code != 200 || !e.Result || e.Message != "ok" {
		t.Errorf("got %d %+v", w.Code, e)
	}
	if !strings.Contains(r.log.String(), "record answer of money call: failed") || !strings.Contains(r.log.String(), errStore.Error()) {
		t.Errorf("the failure was not logged: %s", r.log.String())
	}
}

// failingBus is a bff.Bus that cannot publish.
type failingBus struct{ recordingBus }

func (*failingBus) Publish(context.Context, bff.Topic, []byte) error { return errStore }

func TestFailedBalanceEventIsLogged(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) { o.Bus = &failingBus{} })
	r.sessions.open("s")
	r.respond(bff.Answer{Result: true, Code: 200})
	_, e := r.call(api("user/claim_bonus", `{"bonusID":1}`), cookie("s"), header("Idempotency-Key", uuid))
	if !e.Result || !strings.Contains(r.log.String(), "publish balance: failed") {
		t.Errorf("got %+v, log %s", e, r.log.String())
	}
}

func TestBalanceWithoutContentIsNotPublished(t *testing.T) {
	bus := &recordingBus{}
	r := newFixture(t, func(o *gateway.Options) { o.Bus = bus })
	r.sessions.open("s")
	for _, data := range []string{`null`, `[]`, `{"balance":1}`} {
		r.respond(bff.Answer{Result: true, Data: json.RawMessage(data), Code: 200})
		r.call(api("finance/check_balance", ""), cookie("s"))
	}
	if len(bus.payloads) > 0 {
		t.Errorf("published %v", bus.payloads)
	}
}

func TestStreamFailsWhenTheSessionCannotBeOpened(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) { o.Events = &hub{} })
	r.sessions.openErr = bff.ReasonUnavailable
	if w := r.get("/v1/events", cookie("s")); w.Code != 503 {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestBodiesThatCannotBeRead(t *testing.T) {
	chunked := func(body io.Reader) func(*http.Request) {
		return func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(body), -1 }
	}
	for _, row := range []struct {
		name string
		edit func(*http.Request)
		code int
	}{
		{"shorter than announced", func(r *http.Request) { r.ContentLength += 10 }, 400},
		{"chunked", chunked(strings.NewReader(providers)), 200},
		{"chunked and cut off", chunked(io.MultiReader(strings.NewReader(providers[:10]), iotest.ErrReader(io.ErrUnexpectedEOF))), 400},
		{"chunked and too large", chunked(strings.NewReader(strings.Repeat(" ", 65<<10))), 413},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			if w, _ := r.call(providers, row.edit); w.Code != row.code {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, row.code)
			}
		})
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
		if w := r.serve(req); w.Code != row.code {
			t.Errorf("%s: %d %s, want %d", row.name, w.Code, w.Body, row.code)
		}
	}
}

func TestAbortedHandlerIsNotLoggedAsPanic(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Site = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	})
	defer func() {
		if p := recover(); p != http.ErrAbortHandler { //nolint:errorlint // net/http compares it like this
			t.Errorf("recovered %v", p)
		}
		if strings.Contains(r.log.String(), "panic") {
			t.Errorf("log %s", r.log.String())
		}
	}()
	r.get("/")
}

func TestOriginWithDefaultPortOfHTTPS(t *testing.T) {
	r := newFixture(t)
	r.marmara().Sessions.Secure = true
	for origin, code := range map[string]int{"https://marmara.localhost:443": 200, "https://marmara.localhost:80": 403} {
		if w, _ := r.call(providers, header("Origin", origin)); w.Code != code {
			t.Errorf("%s: %d, want %d", origin, w.Code, code)
		}
	}
}

func TestCachedResponsesVaryByOriginOfListedClients(t *testing.T) {
	r, _, _ := newCachingFixture(t)
	withBodyTransport(r)
	r.marmara().Origins.Clients = []string{"https://app.example"}
	r.call(providers)
	w, _ := r.call(providers)
	if vary := w.Header().Values("Vary"); strings.Join(vary, ", ") != "Origin, Accept-Encoding" {
		t.Errorf("Vary %q", vary)
	}
}
