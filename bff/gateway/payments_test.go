package gateway_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/player/protection"
)

// followed and changed return the tracked payments and the published changes.
func (r *fixture) followed() []bff.WaitingPayment {
	return published[bff.WaitingPayment](r.bus, bff.TopicPaymentWaiting)
}

func (r *fixture) changed() []bff.PaymentChanged {
	return published[bff.PaymentChanged](r.bus, bff.TopicPaymentChanged)
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
		followed string // transaction, "-" for none
	}{
		{"pending", answerOf(`{"transaction_id":12,"status":1001}`), nil, "12"},
		{"pending, with texts", answerOf(`{"transaction_id":"x-1","status":"1001"}`), nil, `"x-1"`},
		{"settled at once", answerOf(`{"transaction_id":12,"status":1002}`), nil, "-"},
		{"without a transaction", answerOf(`[]`), nil, "-"},
		{
			"refused",
			&bff.Answer{Message: "?", Data: []byte(`{"transaction_id":12,"status":1001}`), Code: 400}, nil, "-",
		},
		{"unknown", nil, bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown), ""},
		{"not sent", nil, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), "-"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newPlayer(t)
			r.setOutcome(row.answer, row.err)
			r.pay()
			if row.name != "not sent" { // its key is free again
				r.pay() // a repeat tracks nothing
			}
			id := bff.RecordID(row.followed)
			want := []bff.WaitingPayment{
				{Brand: "marmara", Player: "7", Key: uuid, TransactionID: id, Category: 1, At: r.now},
			}
			if row.followed == "-" {
				want = nil
			}
			assert.Equal(t, fmt.Sprint(want), fmt.Sprint(r.followed()))
		})
	}
}

func TestOutcomeOfAPaymentThatWasNotSent(t *testing.T) {
	r := newPlayer(t)
	assert.Equal(t, outcomeUnknown, r.outcome(), "an unknown key")
	r.failWith(notSent(bff.ReasonUnavailable))
	r.pay()
	assert.Equal(t, `{"outcome":"not_sent"}`, r.outcome())
	r.sessions.open("s", player("8"))
	assert.Equal(t, outcomeUnknown, r.outcome(), "for another player")
	r = newPlayer(t)
	r.protection.closed = notSent(bff.ReasonLimitReached)
	r.pay()
	assert.Equal(t, `{"outcome":"not_sent"}`, r.outcome(), "refused by a limit")
	r = newPlayer(t)
	claim := func() { r.call(api("user/claim_bonus", `{"bonusID":1}`), cookie("s"), header("Idempotency-Key", uuid)) }
	r.protection.restriction = protection.SelfExcluded
	claim()
	assert.Equal(t, `{"outcome":"not_sent"}`, r.outcome(), "refused by an exclusion")
	r = newPlayer(t)
	r.failWith(bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown))
	claim()
	r.protection.restriction = protection.SelfExcluded
	claim()
	assert.Equal(t, outcomeUnknown, r.outcome(), "an exclusion refuses the repeat of a sent payment")
}

// listing makes the platform fail payments with an unknown outcome and list transactions.
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
	const other, own = `[{"transaction_id":11,"transaction_status":1002},{"transaction_id":12,`,
		`[{"transaction_id":12,`
	const key = `"idempotency_key":"` + uuid + `"}]`
	for _, row := range []struct {
		name, listed string
		want         string // of the outcome
	}{
		{
			"executed", other + `"transaction_status":1002,"idempotency_key":"` + strings.ToUpper(uuid) + `"}]`,
			`"outcome":"executed"`,
		},
		{"pending", own + `"transaction_status":1001,` + key, `"outcome":"executed"`},
		{"refused", own + `"transaction_status":1003,` + key, `"outcome":"refused"`},
		{
			"refused and executed", `[{"transaction_id":11,"transaction_status":1003,"idempotency_key":"` +
				uuid + `"},{"transaction_id":12,"transaction_status":1002,` + key, `"outcome":"executed"`,
		},
		{"of the same amount without a key", own + `"transaction_status":1002,"amount":100}]`, outcomeUnknown},
		{"with another key", own + `"transaction_status":1002,"idempotency_key":"x"}]`, outcomeUnknown},
		{"in an unknown state", own + `"transaction_status":7,` + key, outcomeUnknown},
		{"not listed", `[]`, outcomeUnknown},
		{"unreadable", `{}`, outcomeUnknown},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newPlayer(t)
			r.listing(row.listed)
			require.Equal(t, "outcome unknown", r.pay().debug())
			r.bus.payloads = nil
			got := r.outcome()
			assert.Contains(t, got, row.want)
			settled := !strings.Contains(row.want, "unknown")
			assert.Equal(t, len(r.followed()) == 1, !settled || row.name == "pending", "followed %+v", r.followed())
			if !settled {
				assert.Empty(t, r.changed())
				return
			}
			assert.Contains(t, got, `"transaction_id":12`)
			require.Len(t, r.changed(), 1)
			assert.Equal(t, uuid+" 12", r.changed()[0].Key+" "+string(r.changed()[0].TransactionID))
			again := r.pay()
			assert.Equal(t, row.name != "refused", again.Result, "a repeat")
			assert.Contains(t, string(again.Data), `"reference":"12"`)
		})
	}
}

// A platform may execute a payment before it refuses it, so its list decides.
func TestARefusedPaymentIsSettledByThePlatformsListAsNotExecuted(t *testing.T) {
	const other, longer = `[{"transaction_id":11,"transaction_status":1002,"idempotency_key":"x"}]`,
		"a list that the platform reports in part"
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
		{
			"a platform that reports no keys", limited, strings.ReplaceAll(other, `,"idempotency_key":"x"`, ""),
			time.Minute, outcomeUnknown, nil,
		},
		{longer, limited, other, time.Minute, outcomeUnknown, nil},
		{
			"in an unknown state", limited,
			`[{"transaction_status":7,"idempotency_key":"` + uuid + `"},` + other[1:], time.Minute, outcomeUnknown, nil,
		},
		{"no answer", bff.ReasonUpstreamTimeout, other, time.Minute, outcomeUnknown, nil},
		{"an envelope with code 429", nil, other, time.Minute, `"outcome":"refused"`, &bff.Answer{Code: 429}},
		{"an envelope with code 500", nil, other, time.Minute, `"outcome":"refused"`, &bff.Answer{Code: 500}},
		{
			"an envelope about a duplicate", nil, other, time.Minute, `"outcome":"refused"`,
			&bff.Answer{Code: 409, Debug: "Duplicate in progress "},
		},
		{
			"an envelope with an unreadable code", nil, other, time.Minute, `"outcome":"refused"`,
			&bff.Answer{Code: 400, Deviations: []bff.Violation{{Path: "code"}}},
		},
	} {
		r := newPlayer(t)
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
		assert.Equal(t, row.want == outcomeUnknown, len(r.changed()) == 0, "%s: %+v", row.name, r.changed())
		r.sent = nil
		r.pay()
		r.wantSent(row.name+", repeated", "")
	}
}

var limited = bff.ReasonRateLimited.WithDelivery(bff.DeliveryAnswered)

func TestUnknownPaymentsAreNotLookedForDuringMaintenance(t *testing.T) {
	r := newPlayer(t)
	r.listing(`[]`)
	r.pay()
	r.sent, r.state.On = nil, true
	assert.Equal(t, outcomeUnknown, r.outcome())
	r.wantSent("during maintenance", "")
}
