package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
	assert.Contains(r.t, []int{200, e.Code}, w.Code, "status")
	assert.True(r.t, e.debug() != "outcome unknown" || w.Header().Get("Retry-After") == "",
		"it may have been done: %v", w.Header())
	return e
}

func TestMoneyCallsRequireKey(t *testing.T) {
	r := newPlayer(t)
	for name, keys := range map[string][]string{
		"none": nil, "empty": {""},
		"no UUID":         {"1"},
		"without dashes":  {strings.ReplaceAll(uuid, "-", "")},
		"in braces":       {"{" + uuid + "}"},
		"a letter beyond": {strings.Replace(uuid, "f", "g", 1)},
		"two":             {uuid, uuid},
	} {
		_, e := r.want(name, 400, "bad request", api("finance/save_bank_transfer", bankTransfer), cookie("s"),
			func(hr *http.Request) { hr.Header["Idempotency-Key"] = keys })
		assert.Contains(t, e.Message, "ödeme anahtarı", name)
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
	require.Len(t, r.sent, 1)
	assert.True(t, first.Result, "%+v", first)
	assert.Equal(t, first, again)
	assert.Equal(t, uuid, r.sent[0].IdempotencyKey)
	// The fingerprint ignores the language. A player must not pay twice after an unknown outcome
	// and a change of the language.
	for _, lang := range []string{"tr", "en", "xx"} {
		assert.Equal(t, first, pay(r, transfer(lang)), lang)
	}
	e := pay(r, strings.Replace(bankTransfer, "100", "1000", 1))
	assert.True(t, e.Code == 400 && e.debug() == "bad request" && len(r.sent) == 1, "another body: %+v", e)
	r.sessions.open("other", player("8"))
	pay(r, bankTransfer, func(q *http.Request) { q.Header.Set("Cookie", "croupier=other") })
	assert.Len(t, r.sent, 2, "keys of two players collide")
}

func TestWorldsHaveSeparatePlayers(t *testing.T) {
	r := newPlayer(t)
	r.marmara().Upstream.Control = true
	pay(r, bankTransfer)
	e := pay(r, bankTransfer, header("X-Mock-World", "w1"))
	assert.Equal(t, bff.ReasonAnonymous.Debug, e.debug(), "a session of another partition")
	r.sessions.open("s", func(s *bff.Session) { s.Identity.Partition = "marmara/w1" })
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	require.Len(t, r.sent, 2)
	assert.EqualValues(t, "marmara/w1", r.sent[1].Partition)
	assert.Equal(t, []string{"7", "w1/7", "w1/7"}, r.limiter.subjects(bff.LimitMoney))
}

func TestMoneyFailures(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer *bff.Answer // nil without an error: a panic
		err    error
		code   int
		debug  string
		again  int // how many of two equal requests reach the platform
	}{
		{"a timeout", nil, bff.ReasonUpstreamTimeout, 504, "outcome unknown", 1},
		{"an unreadable answer", nil, bff.ReasonBadUpstreamAnswer, 502, "outcome unknown", 1},
		{"a connection lost after sending", nil, bff.OutcomeUnknown(bff.ReasonUnavailable), 503, "outcome unknown", 1},
		{"a defect", nil, errors.New("defect"), 500, "outcome unknown", 1},
		{"a panic", nil, nil, 500, "outcome unknown", 1},
		{"unavailable, without a delivery", nil, bff.ReasonUnavailable, 503, "outcome unknown", 1},
		{"an open breaker", nil, notSent(bff.ReasonUnavailable), 503, "upstream unavailable", 2},
		{"a call without a mapping", nil, notSent(bff.ReasonUnsupported), 503, "upstream unavailable", 2},
		{"a mapping that fails", nil, notSent(bff.ReasonInternal), 503, "upstream unavailable", 2},
		{"a context that ended in a queue", nil, notSent(context.Canceled), 503, "upstream unavailable", 2},
		{"maintenance", nil, bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), 503, "outcome unknown", 1},
		{"a rate limit", nil, bff.ReasonRateLimited.WithDelivery(bff.DeliveryAnswered), 503, "outcome unknown", 1},
		{
			"a rate limit before the payment", nil, bff.ReasonRateLimited.WithDelivery(bff.DeliveryNoEffect),
			429, "rate limited", 2,
		},
		{"a refusal", &bff.Answer{Message: "Bakiye yetersiz", Code: 400}, nil, 400, "", 1},
		{"an expired session", &sessionExpired, nil, 503, "outcome unknown", 1},
		{"a session that expired before the payment", &expiredEarly, nil, 403, "anonymous user", 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.setOutcome(row.answer, row.err)
			for i := range 2 {
				r.sessions.open("s")
				r.sessions.ended = nil
				e := pay(r, bankTransfer)
				assert.True(t, row.answer != &sessionExpired || len(r.sessions.ended) == 1-i,
					"the session ends with the answer, not with its repeat")
				assert.True(t, e.Code == row.code && e.debug() == row.debug && !e.Result, "got %+v %q", e, e.debug())
				unknown := e.Message == catalogue().Message("tr", "outcome_unknown", nil)
				assert.Equal(t, row.debug == "outcome unknown", unknown, "message %q", e.Message)
			}
			assert.Len(t, r.sent, row.again)
			assert.Equal(t, row.name == "a panic", strings.Contains(r.log.String(), "panic: after sending"))
		})
	}
}

// expiredEarly is the response to a request before the payment.
var expiredEarly = bff.Answer{Message: sessionExpired.Message, Code: 403, Debug: sessionExpired.Debug, NoEffect: true}

// notSent returns an error of a call that did not reach the platform.
func notSent(err error) error { return bff.WithDelivery(err, bff.DeliveryNotSent) }

func TestMoneyCallCompletesAfterDisconnect(t *testing.T) {
	r := newPlayer(t)
	pay(r, bankTransfer, r.leaving(`{"transaction_id":1}`))
	assert.True(t, pay(r, bankTransfer).Result, "a repeat")
	assert.Len(t, r.sent, 1)
}

// brokenStore fails in Finish and Release.
type brokenStore struct{ *idempotencyStore }

func (brokenStore) Finish(context.Context, bff.IdempotencyKey, *bff.Answer) error { return errStore }

func (brokenStore) Release(context.Context, bff.IdempotencyKey) error { return errStore }

// The player receives the platform's response even if the store cannot record it.
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
		{
			"accepted",
			bff.Answer{Result: true, Message: "ok", Code: 200},
			nil, 200, "", 0,
			"could not record the response to a money call",
		},
		{"an expired session", expiredEarly, nil, 403, "anonymous user", 1, ""},
		{"nothing was sent", bff.Answer{}, notSent(bff.ReasonUnavailable), 503, "upstream unavailable", 0, ""},
	} {
		r := newPlayer(t,
			func(o *gateway.Options) { o.IdempotencyStore = brokenStore{o.IdempotencyStore.(*idempotencyStore)} })
		r.setOutcome(&row.answer, row.err)
		e := pay(r, bankTransfer)
		assert.Equal(t, fmt.Sprint(row.code, row.debug, row.answer.Result),
			fmt.Sprint(e.Code, e.debug(), e.Result), row.name)
		assert.Len(t, r.sessions.ended, row.ended, row.name)
		assert.True(t, row.err != nil || e.Message == row.answer.Message, "%s: message %q", row.name, e.Message)
		assert.Contains(t, r.log.String(), errStore.Error(), row.name)
		assert.Contains(t, r.log.String(), row.logged, row.name)
	}
}

// outcome requests the outcome of the payment.
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
		{
			"an empty address", `{"transaction_id":7,"status":1001,"url":"","qr":""}`,
			`{"outcome":"executed","transaction_id":7}`,
		},
		{
			"values that are no texts", `{"transaction_id":7,"status":1001,"url":7,"qr":{}}`,
			`{"outcome":"executed","transaction_id":7}`,
		},
	} {
		r := newPlayer(t)
		assert.Equal(t, outcomeUnknown, r.outcome(), "%s, before", row.name)
		r.respond(accepted(row.stored))
		pay(r, bankTransfer)
		assert.Equal(t, row.want, r.outcome(), row.name)
		r.sessions.open("s", player("8"))
		assert.Equal(t, outcomeUnknown, r.outcome(), "%s, of another player", row.name)
	}
	r := newPlayer(t)
	r.want("no UUID", 400, "invalid payload", api("finance/payment_outcome", `{"key":"7"}`), cookie("s"))
}

func TestASettledPaymentIsAnsweredAndNotSentAgain(t *testing.T) {
	for _, row := range []struct {
		outcome           bff.SettledOutcome
		reference, answer string
		data              string
	}{
		{
			bff.SettledExecuted,
			"7100042", "true 200", `{"transaction_id":7100042,"reference":"7100042","settled":"executed"}`,
		},
		{bff.SettledExecuted, "TX-7", "true 200", `{"transaction_id":"TX-7","reference":"TX-7","settled":"executed"}`},
		{bff.SettledRefused, "not found", "false 400 payment refused", `{"reference":"not found","settled":"refused"}`},
	} {
		r := newPlayer(t)
		r.failWith(bff.ReasonUpstreamTimeout)
		require.Equal(t, "outcome unknown", pay(r, bankTransfer).debug())
		assert.Equal(t, outcomeUnknown, r.outcome(), "before")
		for _, entry := range r.idempotencyStore.entries {
			entry.State = bff.IdempotencySettled
			entry.Settlement = &bff.Settlement{Outcome: row.outcome, Reference: row.reference, ApprovedBy: "b"}
		}
		e := pay(r, bankTransfer)
		assert.Equal(t, row.answer, strings.TrimSpace(fmt.Sprint(e.Result, " ", e.Code, " ", e.debug())), row.reference)
		assert.Equal(t, row.data, string(e.Data))
		assert.NotEmpty(t, e.Message)
		r.wantSent(row.reference, "finance/save_bank_transfer finance/list_transactions")
		var after struct{ Outcome, Message string }
		must(t, json.Unmarshal([]byte(r.outcome()), &after))
		assert.Equal(t, string(row.outcome)+" "+e.Message, after.Outcome+" "+after.Message, "after")
	}
}
