package gateway_test

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
)

func TestMoneyCallsRequireKey(t *testing.T) {
	for name, edit := range map[string]func(*http.Request){
		"none":            without("Idempotency-Key"),
		"empty":           header("Idempotency-Key", ""),
		"no UUID":         header("Idempotency-Key", "1"),
		"without dashes":  header("Idempotency-Key", strings.ReplaceAll(uuid, "-", "")),
		"in braces":       header("Idempotency-Key", "{"+uuid+"}"),
		"a letter beyond": header("Idempotency-Key", strings.Replace(uuid, "f", "g", 1)),
		"two":             func(r *http.Request) { r.Header["Idempotency-Key"] = []string{uuid, uuid} },
	} {
		t.Run(name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			w, e := r.call(api("finance/save_bank_transfer", bankTransfer), cookie("s"), edit)
			if w.Code != 400 || e.debug() != "bad request" || !strings.Contains(e.Message, "Idempotency-Key") || len(r.sent) > 0 {
				t.Errorf("got %d %+v", w.Code, e)
			}
		})
	}
}

func pay(r *fixture, data string, edits ...func(*http.Request)) envelope {
	r.t.Helper()
	w, e := r.call(api("finance/save_bank_transfer", data), slices.Concat(
		[]func(*http.Request){cookie("s"), header("Idempotency-Key", uuid)}, edits)...)
	if w.Code != e.Code && w.Code != 200 {
		r.t.Errorf("status %d, code %d", w.Code, e.Code)
	}
	return e
}

func TestMoneyCallIsSentOnce(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.respond(bff.Answer{Result: true, Data: []byte(`{"transaction_id":1,"status":1001}`), Code: 200})
	first := pay(r, bankTransfer)
	// The same body in another encoding, with the same key in capitals.
	another := `{ "sender":"D\u0065mo", "bankAccountID":1,"bankID":1,"amount":100,"methodID":1, "Type":1.0}`
	again := pay(r, another, header("Idempotency-Key", strings.ToUpper(uuid)))
	if len(r.sent) != 1 || !reflect.DeepEqual(first, again) || !first.Result {
		t.Fatalf("sent %d times: %+v, %+v", len(r.sent), first, again)
	}
	if r.sent[0].IdempotencyKey != uuid {
		t.Errorf("key %q", r.sent[0].IdempotencyKey)
	}
	if e := pay(r, strings.Replace(bankTransfer, "100", "1000", 1)); e.Code != 400 || e.debug() != "bad request" || len(r.sent) != 1 {
		t.Errorf("another body: %+v", e)
	}
	r.sessions.open("other", func(s *bff.Session) { s.Identity.UID = "8" })
	if pay(r, bankTransfer, func(q *http.Request) { q.Header.Set("Cookie", "croupier=other") }); len(r.sent) != 2 {
		t.Error("keys of two players collide")
	}
}

// If the language were part of the body, a player who changes it after an unknown outcome would pay
// twice.
func TestMoneyCallIsSentOnceInAnyLanguage(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	pay(r, bankTransfer)
	for _, lang := range []string{"tr", "en", "xx"} {
		if e := pay(r, strings.Replace(bankTransfer, "{", `{"Lang":"`+lang+`",`, 1)); !e.Result || len(r.sent) != 1 {
			t.Errorf("%s: sent %d times: %+v", lang, len(r.sent), e)
		}
	}
}

func TestWorldsHaveSeparatePlayers(t *testing.T) {
	r := newFixture(t)
	r.marmara().Upstream.Control = true
	r.sessions.open("s")
	pay(r, bankTransfer)
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	if len(r.sent) != 2 || r.sent[1].World != "w1" {
		t.Errorf("sent %d times", len(r.sent))
	}
	var subjects []string
	for _, key := range r.limiter.taken {
		if key.Rule == bff.LimitMoney {
			subjects = append(subjects, key.Subject)
		}
	}
	if !slices.Equal(subjects, []string{"7", "w1/7", "w1/7"}) {
		t.Errorf("limits of %q", subjects)
	}
}

func TestMoneyFailures(t *testing.T) {
	for _, row := range []struct {
		name    string
		answer  bff.Answer
		err     error
		code    int
		debug   string
		again   int // how many of two equal requests are sent
		unknown bool
	}{
		{"a timeout", bff.Answer{}, bff.ReasonUpstreamTimeout, 504, "outcome unknown", 1, true},
		{"an unreadable answer", bff.Answer{}, bff.ReasonBadUpstreamAnswer, 502, "outcome unknown", 1, true},
		{"a connection lost after sending", bff.Answer{}, bff.OutcomeUnknown(bff.ReasonUnavailable), 503, "outcome unknown", 1, true},
		{"a defect", bff.Answer{}, errors.New("defect"), 500, "outcome unknown", 1, true},
		{"unavailable, without a delivery", bff.Answer{}, bff.ReasonUnavailable, 503, "outcome unknown", 1, true},
		{"an open breaker", bff.Answer{}, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), 503, "upstream unavailable", 2, false},
		{"a call without a mapping", bff.Answer{}, bff.ReasonUnsupported.WithDelivery(bff.DeliveryNotSent), 503, "upstream unavailable", 2, false},
		{"a mapping that fails", bff.Answer{}, bff.ReasonInternal.WithDelivery(bff.DeliveryNotSent), 503, "upstream unavailable", 2, false},
		{"a context that ended in a queue", bff.Answer{}, bff.WithDelivery(context.Canceled, bff.DeliveryNotSent), 503, "upstream unavailable", 2, false},
		{"maintenance", bff.Answer{}, bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), 503, "maintenance", 2, false},
		{"a rate limit", bff.Answer{}, bff.ReasonRateLimited.WithDelivery(bff.DeliveryAnswered), 429, "rate limited", 2, false},
		{"a refusal", bff.Answer{Message: "Bakiye yetersiz", Code: 400}, nil, 400, "", 1, false},
		{"an expired session", bff.Answer{Message: "Oturum Süresi Doldu", Code: 403, Debug: "anonymous user"}, nil, 403, "anonymous user", 2, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
				if row.err != nil {
					return nil, row.err
				}
				return &row.answer, nil
			}
			for range 2 {
				r.sessions.open("s")
				e := pay(r, bankTransfer)
				if e.Code != row.code || e.debug() != row.debug || e.Result {
					t.Errorf("got %+v %q", e, e.debug())
				}
				if recordingBus := e.Message == catalogue().Message("tr", "outcome_unknown", nil); recordingBus != row.unknown {
					t.Errorf("message %q", e.Message)
				}
			}
			if len(r.sent) != row.again {
				t.Errorf("sent %d times, want %d", len(r.sent), row.again)
			}
		})
	}
}

func TestPanicOfMoneyCallHasUnknownOutcome(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { panic("after sending") }
	for range 2 {
		if e := pay(r, bankTransfer); e.Code != 500 || e.debug() != "outcome unknown" {
			t.Errorf("got %+v", e)
		}
	}
	if len(r.sent) != 1 {
		t.Errorf("sent %d times", len(r.sent))
	}
	if !strings.Contains(r.log.String(), "panic: after sending") {
		t.Errorf("log %s", r.log.String())
	}
}

func TestMoneyCallCompletesAfterDisconnect(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(sent context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return &bff.Answer{Result: true, Data: []byte(`{"transaction_id":1}`), Code: 200}, sent.Err()
	}
	pay(r, bankTransfer, func(q *http.Request) { *q = *q.WithContext(ctx) })
	if e := pay(r, bankTransfer); !e.Result || len(r.sent) != 1 {
		t.Errorf("repeat: %+v, sent %d times", e, len(r.sent))
	}
}
