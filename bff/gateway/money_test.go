package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
)

const bankTransfer = `{"Type":1,"methodID":1,"amount":100,"bankID":1,"bankAccountID":1,"sender":"Demo"}`

const uuid = "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"

func pay(r *fixture, data string, edits ...func(*http.Request)) envelope {
	r.t.Helper()
	w, e := r.call(api("finance/save_bank_transfer", data), slices.Concat(
		[]func(*http.Request){cookie("s"), header("Idempotency-Key", uuid)}, edits)...)
	if w.Code != e.Code && w.Code != 200 {
		r.t.Errorf("status %d, code %d", w.Code, e.Code)
	}
	return e
}

func TestMoneyCallsRequireKey(t *testing.T) {
	r := newPlayer(t)
	for name, keys := range map[string][]string{
		"none":            nil,
		"empty":           {""},
		"no UUID":         {"1"},
		"without dashes":  {strings.ReplaceAll(uuid, "-", "")},
		"in braces":       {"{" + uuid + "}"},
		"a letter beyond": {strings.Replace(uuid, "f", "g", 1)},
		"two":             {uuid, uuid},
	} {
		_, e := r.want(name, 400, "bad request", api("finance/save_bank_transfer", bankTransfer), cookie("s"),
			func(hr *http.Request) { hr.Header["Idempotency-Key"] = keys })
		assert.Contains(t, e.Message, "Idempotency-Key", "%s: message %q", name, e.Message)
	}
	r.wantSent("calls without a key", "")
}

func TestMoneyCallIsSentOnce(t *testing.T) {
	r := newPlayer(t)
	r.respond(accepted(`{"transaction_id":1,"status":1001}`))
	first := pay(r, bankTransfer)
	// The same body in another encoding, with the same key in capitals.
	another := `{ "sender":"D\u0065mo", "bankAccountID":1,"bankID":1,"amount":100,"methodID":1, "Type":1.0}`
	again := pay(r, another, header("Idempotency-Key", strings.ToUpper(uuid)))
	require.True(t, len(r.sent) == 1 && reflect.DeepEqual(first, again) && first.Result,
		"sent %d times: %+v, %+v", len(r.sent), first, again)
	assert.Equal(t, uuid, r.sent[0].IdempotencyKey, "key %q", r.sent[0].IdempotencyKey)
	// If the language were part of the body, a player who changes it after an unknown outcome would pay twice.
	for _, lang := range []string{"tr", "en", "xx"} {
		e := pay(r, transfer(lang))
		assert.True(t, e.Result && len(r.sent) == 1, "%s: sent %d times: %+v", lang, len(r.sent), e)
	}
	if e := pay(r, strings.Replace(bankTransfer, "100", "1000", 1)); e.Code != 400 || e.debug() != "bad request" || len(r.sent) != 1 {
		t.Errorf("another body: %+v", e)
	}
	r.sessions.open("other", player("8"))
	pay(r, bankTransfer, func(q *http.Request) { q.Header.Set("Cookie", "croupier=other") })
	assert.Len(t, r.sent, 2, "keys of two players collide")
}

func TestWorldsHaveSeparatePlayers(t *testing.T) {
	r := newPlayer(t)
	r.marmara().Upstream.Control = true
	pay(r, bankTransfer)
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	assert.True(t, len(r.sent) == 2 && r.sent[1].World == "w1", "sent %d times", len(r.sent))
	var subjects []string
	for _, key := range r.limiter.taken {
		if key.Rule == bff.LimitMoney {
			subjects = append(subjects, key.Subject)
		}
	}
	assert.Equal(t, []string{"7", "w1/7", "w1/7"}, subjects, "limits of %q", subjects)
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
		{"a panic", bff.Answer{}, nil, 500, "outcome unknown", 1, true},
		{"unavailable, without a delivery", bff.Answer{}, bff.ReasonUnavailable, 503, "outcome unknown", 1, true},
		{"an open breaker", bff.Answer{}, notSent(bff.ReasonUnavailable), 503, "upstream unavailable", 2, false},
		{"a call without a mapping", bff.Answer{}, notSent(bff.ReasonUnsupported), 503, "upstream unavailable", 2, false},
		{"a mapping that fails", bff.Answer{}, notSent(bff.ReasonInternal), 503, "upstream unavailable", 2, false},
		{"a context that ended in a queue", bff.Answer{}, notSent(context.Canceled), 503, "upstream unavailable", 2, false},
		{"maintenance", bff.Answer{}, bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), 503, "maintenance", 2, false},
		{"a rate limit", bff.Answer{}, bff.ReasonRateLimited.WithDelivery(bff.DeliveryAnswered), 429, "rate limited", 2, false},
		{"a refusal", bff.Answer{Message: "Bakiye yetersiz", Code: 400}, nil, 400, "", 1, false},
		{"an expired session", sessionExpired, nil, 403, "anonymous user", 2, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
				if row.name == "a panic" {
					panic("after sending")
				}
				return &row.answer, row.err
			}
			for range 2 {
				r.sessions.open("s")
				e := pay(r, bankTransfer)
				assert.True(t, e.Code == row.code && e.debug() == row.debug && !e.Result, "got %+v %q", e, e.debug())
				unknown := e.Message == catalogue().Message("tr", "outcome_unknown", nil)
				assert.Equal(t, row.unknown, unknown, "message %q", e.Message)
			}
			assert.Len(t, r.sent, row.again, "sent %d times, want %d", len(r.sent), row.again)
			if row.name == "a panic" && !strings.Contains(r.log.String(), "panic: after sending") {
				t.Errorf("log %s", r.log.String())
			}
		})
	}
}

// notSent returns an error of a call that did not reach the platform.
func notSent(err error) error { return bff.WithDelivery(err, bff.DeliveryNotSent) }

func TestMoneyCallCompletesAfterDisconnect(t *testing.T) {
	r := newPlayer(t)
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(sent context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return answerOf(`{"transaction_id":1}`), sent.Err()
	}
	pay(r, bankTransfer, func(q *http.Request) { *q = *q.WithContext(ctx) })
	e := pay(r, bankTransfer)
	assert.True(t, e.Result && len(r.sent) == 1, "repeat: %+v, sent %d times", e, len(r.sent))
}

// brokenStore is a store that fails to record and to release.
type brokenStore struct{ *idempotencyStore }

func (brokenStore) Finish(context.Context, bff.IdempotencyKey, *bff.Answer) error { return errStore }

func (brokenStore) Release(context.Context, bff.IdempotencyKey) error { return errStore }

// The player receives the answer of the platform although its record could not be written.
func TestAnswersAreReturnedWhenTheStoreFails(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer bff.Answer
		err    error
		code   int
		debug  string
		ended  int // sessions
		logged string
	}{
		{"accepted", bff.Answer{Result: true, Message: "ok", Code: 200}, nil, 200, "", 0, "record answer of money call: failed"},
		{"an expired session", sessionExpired, nil, 403, "anonymous user", 1, ""},
		{"nothing was sent", bff.Answer{}, notSent(bff.ReasonUnavailable), 503, "upstream unavailable", 0, ""},
	} {
		r := newPlayer(t, func(o *gateway.Options) { o.IdempotencyStore = brokenStore{o.IdempotencyStore.(*idempotencyStore)} })
		r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return &row.answer, row.err }
		e := pay(r, bankTransfer)
		assert.True(t, e.Code == row.code && e.debug() == row.debug && e.Result == row.answer.Result && len(r.sessions.ended) == row.ended,
			"%s: %+v, sessions ended %v", row.name, e, r.sessions.ended)
		if row.err == nil && e.Message != row.answer.Message {
			t.Errorf("%s: message %q", row.name, e.Message)
		}
		if log := r.log.String(); !strings.Contains(log, errStore.Error()) || !strings.Contains(log, row.logged) {
			t.Errorf("%s: the failure was not logged: %s", row.name, log)
		}
	}
}

// recordingBus is a bff.Bus that records messages.
type recordingBus struct {
	payloads []string
	fail     error
}

func (b *recordingBus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	b.payloads = append(b.payloads, string(topic)+" "+string(payload))
	return b.fail
}

func (*recordingBus) Subscribe(bff.Topic, func([]byte)) (cancel func()) { return func() {} }

func TestBalanceChangesArePublished(t *testing.T) {
	bus := &recordingBus{}
	r := newPlayer(t, func(o *gateway.Options) { o.Bus = bus })
	check := func(data string) {
		r.respond(accepted(data))
		r.call(api("finance/check_balance", ""), cookie("s"))
	}
	wantPublished := func(name string, want ...string) {
		t.Helper()
		assert.Equal(t, fmt.Sprint(want), fmt.Sprint(bus.payloads), "%s: published %v, want %v", name, bus.payloads, want)
		bus.payloads = nil
	}
	check(`[{"balance":100}]`)
	check(`[{"balance":100}]`)
	wantPublished("an unchanged balance")
	check(`[{"balance":90}]`)
	wantPublished("a changed balance", `balance {"brand":"marmara","player":"7","balance":{"balance":90}}`)
	for _, data := range []string{`null`, `[]`, `{"balance":1}`} {
		check(data)
	}
	wantPublished("a balance without content")
	claim := func(key string) envelope {
		_, e := r.call(api("user/claim_bonus", `{"bonusID":1}`), cookie("s"), header("Idempotency-Key", uuid[:35]+key))
		return e
	}
	r.respond(accepted(`{}`))
	claim("1")
	wantPublished("a money call", `balance {"brand":"marmara","player":"7"}`)
	r.respond(bff.Answer{Message: "Olmadı", Code: 400})
	claim("2")
	r.call(api("system/ping", ""), cookie("s"))
	r.call(providers)
	wantPublished("calls that change no balance")
	r.respond(accepted(`{}`))
	bus.fail = errStore
	if e := claim("3"); !e.Result || !strings.Contains(r.log.String(), "publish balance: failed") {
		t.Errorf("without the bus: %+v, log %s", e, r.log.String())
	}
}

// outcome asks for the outcome of the payment.
func (r *fixture) outcome() string {
	_, e := r.call(api("finance/payment_outcome", `{"key":"`+uuid+`"}`), cookie("s"))
	return string(e.Data)
}

const outcomeUnknown = `{"outcome":"unknown"}`

func TestPaymentOutcome(t *testing.T) {
	for _, row := range []struct{ name, stored, want string }{
		{"a transaction", `{"transaction_id":"TX-1","status":1001}`, `{"outcome":"executed","transaction_id":"TX-1"}`},
		{
			"a page and a QR code", `{"transaction_id":7,"status":1001,"url":"https://pay.example/7","qr":"PAY:7"}`,
			`{"outcome":"executed","transaction_id":7,"url":"https://pay.example/7","qr":"PAY:7"}`,
		},
		{"an empty address", `{"transaction_id":7,"status":1001,"url":"","qr":""}`, `{"outcome":"executed","transaction_id":7}`},
		{"values that are no texts", `{"transaction_id":7,"status":1001,"url":7,"qr":{}}`, `{"outcome":"executed","transaction_id":7}`},
	} {
		r := newPlayer(t)
		assert.Equal(t, outcomeUnknown, r.outcome(), "%s, before", row.name)
		r.respond(accepted(row.stored))
		pay(r, bankTransfer)
		assert.Equal(t, row.want, r.outcome(), row.name)
		r.sessions.open("s", player("8"))
		got := r.outcome()
		assert.Equal(t, outcomeUnknown, got, "%s: another player got %s", row.name, got)
	}
	r := newPlayer(t)
	r.want("no UUID", 400, "invalid payload", api("finance/payment_outcome", `{"key":"7"}`), cookie("s"))
}

func TestASettledPaymentIsAnsweredAndNotSentAgain(t *testing.T) {
	for _, row := range []struct {
		outcome   bff.SettledOutcome
		reference string
		result    bool
		code      int
		debug     string
		data      string
	}{
		{bff.SettledExecuted, "7100042", true, 200, "", `{"transaction_id":7100042,"reference":"7100042","settled":"executed"}`},
		{bff.SettledExecuted, "TX-7", true, 200, "", `{"transaction_id":"TX-7","reference":"TX-7","settled":"executed"}`},
		{bff.SettledRefused, "not found", false, 400, "payment refused", `{"reference":"not found","settled":"refused"}`},
	} {
		r := newPlayer(t)
		r.failWith(bff.ReasonUpstreamTimeout)
		if e := pay(r, bankTransfer); e.debug() != "outcome unknown" {
			t.Fatalf("first: %+v", e)
		}
		assert.Equal(t, outcomeUnknown, r.outcome(), "before")
		for _, entry := range r.idempotencyStore.entries {
			entry.settlement = &bff.Settlement{Outcome: row.outcome, Reference: row.reference, ApprovedBy: "b"}
		}
		e := pay(r, bankTransfer)
		assert.True(t, e.Result == row.result && e.Code == row.code && e.debug() == row.debug && e.Message != "" && string(e.Data) == row.data,
			"%s: %+v %s", row.outcome, e, e.Data)
		r.wantSent(row.reference, "finance/save_bank_transfer finance/list_transactions")
		var after struct{ Outcome, Message string }
		err := json.Unmarshal([]byte(r.outcome()), &after)
		assert.True(t, err == nil && after.Outcome == string(row.outcome) && after.Message == e.Message,
			"after: %+v, %v", after, err)
	}
}
