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
	"time"

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
	assert.True(r.t, e.debug() != "outcome unknown" || w.Header().Get("Retry-After") == "", "it may have been done: %v", w.Header())
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
		assert.Contains(t, e.Message, "Idempotency-Key", name)
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
	// If the language were part of the body, a player who changes it after an unknown outcome would pay twice.
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
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	pay(r, bankTransfer, header("X-Mock-World", "w1"))
	require.Len(t, r.sent, 2)
	assert.Equal(t, "w1", r.sent[1].World)
	assert.Equal(t, []string{"7", "w1/7", "w1/7"}, r.limiter.subjects(bff.LimitMoney))
}

func TestMoneyFailures(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer *bff.Answer // nil without an error: a panic
		err    error
		code   int
		debug  string
		again  int // how many of two equal requests are sent
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
		{"a rate limit before the payment", nil, bff.ReasonRateLimited.WithDelivery(bff.DeliveryNoEffect), 429, "rate limited", 2},
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
				assert.True(t, row.answer != &sessionExpired || len(r.sessions.ended) == 1-i, "the session ends with the answer, not with its repeat")
				assert.True(t, e.Code == row.code && e.debug() == row.debug && !e.Result, "got %+v %q", e, e.debug())
				unknown := e.Message == catalogue().Message("tr", "outcome_unknown", nil)
				assert.Equal(t, row.debug == "outcome unknown", unknown, "message %q", e.Message)
			}
			assert.Len(t, r.sent, row.again)
			assert.Equal(t, row.name == "a panic", strings.Contains(r.log.String(), "panic: after sending"))
		})
	}
}

// expiredEarly is the answer to a request before the payment.
var expiredEarly = bff.Answer{Message: sessionExpired.Message, Code: 403, Debug: sessionExpired.Debug, NoEffect: true}

// notSent returns an error of a call that did not reach the platform.
func notSent(err error) error { return bff.WithDelivery(err, bff.DeliveryNotSent) }

func TestMoneyCallCompletesAfterDisconnect(t *testing.T) {
	r := newPlayer(t)
	pay(r, bankTransfer, r.leaving(`{"transaction_id":1}`))
	assert.True(t, pay(r, bankTransfer).Result, "a repeat")
	assert.Len(t, r.sent, 1)
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
		{"an expired session", expiredEarly, nil, 403, "anonymous user", 1, ""},
		{"nothing was sent", bff.Answer{}, notSent(bff.ReasonUnavailable), 503, "upstream unavailable", 0, ""},
	} {
		r := newPlayer(t, func(o *gateway.Options) { o.IdempotencyStore = brokenStore{o.IdempotencyStore.(*idempotencyStore)} })
		r.setOutcome(&row.answer, row.err)
		e := pay(r, bankTransfer)
		assert.Equal(t, fmt.Sprint(row.code, row.debug, row.answer.Result), fmt.Sprint(e.Code, e.debug(), e.Result), row.name)
		assert.Len(t, r.sessions.ended, row.ended, row.name)
		assert.True(t, row.err != nil || e.Message == row.answer.Message, "%s: message %q", row.name, e.Message)
		assert.Contains(t, r.log.String(), errStore.Error(), row.name)
		assert.Contains(t, r.log.String(), row.logged, row.name)
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
		{bff.SettledExecuted, "7100042", "true 200", `{"transaction_id":7100042,"reference":"7100042","settled":"executed"}`},
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

// follower is a gateway.Payments that notes what it receives.
type follower struct {
	followed []bff.WaitingPayment
	changed  []bff.PaymentChanged
	notSent  map[bff.IdempotencyKey]bool
	source   bff.PaymentSource // of the last stream
}

func (f *follower) Follow(_ context.Context, p bff.WaitingPayment) {
	f.followed = append(f.followed, p)
}

func (f *follower) Changed(_ context.Context, c bff.PaymentChanged) { f.changed = append(f.changed, c) }

func (f *follower) Open(_, _ string, source bff.PaymentSource) func() {
	f.source = source
	return func() {}
}

func (f *follower) MarkNotSent(_ context.Context, key bff.IdempotencyKey) { f.notSent[key] = true }

func (f *follower) WasNotSent(_ context.Context, key bff.IdempotencyKey) (bool, error) {
	return f.notSent[key], nil
}

// newFollowed returns a gateway with a player and a follower of payments.
func newFollowed(t *testing.T) (*fixture, *follower) {
	t.Helper()
	f := &follower{notSent: map[bff.IdempotencyKey]bool{}}
	return newPlayer(t, func(o *gateway.Options) { o.Payments = f }), f
}

const deposit = `{"Type":1,"transferType":7,"methodID":32,"amount":100}`

func (r *fixture) pay() envelope {
	_, e := r.call(api("prepayServices/processTransaction", deposit), cookie("s"), header("Idempotency-Key", uuid))
	return e
}

func TestPaymentsThatWaitAreFollowed(t *testing.T) {
	for _, row := range []struct {
		name     string
		answer   *bff.Answer
		err      error
		followed string // the transaction; "-": none
	}{
		{"pending", answerOf(`{"transaction_id":12,"status":1001}`), nil, "12"},
		{"pending, with texts", answerOf(`{"transaction_id":"x-1","status":"1001"}`), nil, `"x-1"`},
		{"settled at once", answerOf(`{"transaction_id":12,"status":1002}`), nil, "-"},
		{"without a transaction", answerOf(`[]`), nil, "-"},
		{"refused", &bff.Answer{Message: "?", Data: []byte(`{"transaction_id":12,"status":1001}`), Code: 400}, nil, "-"},
		{"unknown", nil, bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown), ""},
		{"not sent", nil, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), "-"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, f := newFollowed(t)
			r.setOutcome(row.answer, row.err)
			r.pay()
			if row.name != "not sent" { // whose key is free again
				r.pay() // a repeat follows nothing
			}
			id := bff.RecordID(row.followed)
			want := []bff.WaitingPayment{{Brand: "marmara", Player: "7", Key: uuid, TransactionID: id, Category: 1, At: r.now}}
			if row.followed == "-" {
				want = nil
			}
			assert.Equal(t, fmt.Sprint(want), fmt.Sprint(f.followed))
		})
	}
}

func TestOutcomeOfAPaymentThatWasNotSent(t *testing.T) {
	r, _ := newFollowed(t)
	assert.Equal(t, outcomeUnknown, r.outcome(), "an unknown key")
	r.failWith(notSent(bff.ReasonUnavailable))
	r.pay()
	assert.Equal(t, `{"outcome":"not_sent"}`, r.outcome())
	r.sessions.open("s", player("8"))
	assert.Equal(t, outcomeUnknown, r.outcome(), "for another player")
	r, _ = newFollowed(t)
	r.protection.closed = notSent(bff.ReasonLimitReached)
	r.pay()
	assert.Equal(t, `{"outcome":"not_sent"}`, r.outcome(), "refused by a limit")
	r, f := newFollowed(t)
	claim := func() { r.call(api("user/claim_bonus", `{"bonusID":1}`), cookie("s"), header("Idempotency-Key", uuid)) }
	r.protection.restriction = bff.SelfExcluded
	claim()
	assert.Len(t, f.notSent, 1, "refused by an exclusion")
	r, f = newFollowed(t)
	r.failWith(bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown))
	claim()
	r.protection.restriction = bff.SelfExcluded
	claim()
	assert.Empty(t, f.notSent, "an exclusion refuses the repeat of what was sent")
}

// listing makes the platform fail payments with an unknown outcome, and list transactions.
func (r *fixture) listing(transactions string, more ...int) {
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		if u.Call.Name() != "finance/list_transactions" {
			return nil, bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown)
		}
		a := answerOf(transactions)
		a.Pagination = &bff.Pagination{Total: strings.Count(transactions, "transaction_status")}
		for _, n := range more {
			a.Pagination.Total += n
		}
		return a, nil
	}
}

func TestUnknownPaymentIsSettledByThePlatformsListOnly(t *testing.T) {
	const other, own = `[{"transaction_id":11,"transaction_status":1002},{"transaction_id":12,`, `[{"transaction_id":12,`
	const key = `"idempotency_key":"` + uuid + `"}]`
	for _, row := range []struct {
		name, listed string
		want         string // of the outcome
	}{
		{"executed", other + `"transaction_status":1002,"idempotency_key":"` + strings.ToUpper(uuid) + `"}]`, `"outcome":"executed"`},
		{"pending", own + `"transaction_status":1001,` + key, `"outcome":"executed"`},
		{"refused", own + `"transaction_status":1003,` + key, `"outcome":"refused"`},
		{"refused and executed", `[{"transaction_id":11,"transaction_status":1003,"idempotency_key":"` + uuid + `"},{"transaction_id":12,"transaction_status":1002,` + key, `"outcome":"executed"`},
		{"of the same amount without a key", own + `"transaction_status":1002,"amount":100}]`, outcomeUnknown},
		{"with another key", own + `"transaction_status":1002,"idempotency_key":"x"}]`, outcomeUnknown},
		{"in a state that nobody knows", own + `"transaction_status":7,` + key, outcomeUnknown},
		{"not listed", `[]`, outcomeUnknown},
		{"unreadable", `{}`, outcomeUnknown},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, f := newFollowed(t)
			r.listing(row.listed)
			require.Equal(t, "outcome unknown", r.pay().debug())
			f.followed = nil
			got := r.outcome()
			assert.Contains(t, got, row.want)
			settled := !strings.Contains(row.want, "unknown")
			assert.Equal(t, len(f.followed) == 1, !settled || row.name == "pending", "followed %+v", f.followed)
			if !settled {
				assert.Empty(t, f.changed)
				return
			}
			assert.Contains(t, got, `"transaction_id":12`)
			require.Len(t, f.changed, 1)
			assert.Equal(t, uuid+" 12", f.changed[0].Key+" "+string(f.changed[0].TransactionID))
			again := r.pay()
			assert.Equal(t, row.name != "refused", again.Result, "a repeat")
			assert.Contains(t, string(again.Data), `"reference":"12"`)
		})
	}
}

// A platform may execute a payment before it refuses it. Its list decides.
func TestARefusedPaymentIsSettledByThePlatformsListAsNotExecuted(t *testing.T) {
	const other, longer = `[{"transaction_id":11,"transaction_status":1002,"idempotency_key":"x"}]`, "a list of which the platform tells a part"
	for _, row := range []struct {
		name   string
		err    error
		listed string
		after  time.Duration
		want   string
		answer *bff.Answer
	}{
		{"not listed", limited, other, time.Minute, `"outcome":"refused"`, nil},
		{"not listed yet", limited, other, time.Minute - 1, outcomeUnknown, nil},
		{"a platform that tells no keys", limited, strings.ReplaceAll(other, `,"idempotency_key":"x"`, ""), time.Minute, outcomeUnknown, nil},
		{longer, limited, other, time.Minute, outcomeUnknown, nil},
		{"in a state that nobody knows", limited, `[{"transaction_status":7,"idempotency_key":"` + uuid + `"},` + other[1:], time.Minute, outcomeUnknown, nil},
		{"no answer", bff.ReasonUpstreamTimeout, other, time.Minute, outcomeUnknown, nil},
		{"an envelope with code 429", nil, other, time.Minute, `"outcome":"refused"`, &bff.Answer{Code: 429}},
		{"an envelope with code 500", nil, other, time.Minute, `"outcome":"refused"`, &bff.Answer{Code: 500}},
		{"an envelope about a duplicate", nil, other, time.Minute, `"outcome":"refused"`, &bff.Answer{Code: 409, Debug: "Duplicate in progress "}},
		{"an envelope whose code nobody can read", nil, other, time.Minute, `"outcome":"refused"`, &bff.Answer{Code: 400, Deviations: []bff.Violation{{Path: "code"}}}},
	} {
		r, f := newFollowed(t)
		r.listing(row.listed)
		if row.name == longer {
			r.listing(row.listed, 400)
		}
		list := r.answer
		r.answer = func(ctx context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
			if a, err := list(ctx, u); err == nil {
				return a, nil
			}
			return row.answer, row.err
		}
		require.Equal(t, "outcome unknown", r.pay().debug(), row.name)
		r.now = r.now.Add(row.after)
		assert.Contains(t, r.outcome(), row.want, row.name)
		assert.Equal(t, row.want == outcomeUnknown, len(f.changed) == 0, "%s: %+v", row.name, f.changed)
		r.sent = nil
		r.pay()
		r.wantSent(row.name+", repeated", "")
	}
}

var limited = bff.ReasonRateLimited.WithDelivery(bff.DeliveryAnswered)

func TestUnknownPaymentsAreNotLookedForDuringMaintenance(t *testing.T) {
	r, _ := newFollowed(t)
	r.listing(`[]`)
	r.pay()
	r.sent, r.state.On = nil, true
	assert.Equal(t, outcomeUnknown, r.outcome())
	r.wantSent("during maintenance", "")
}
