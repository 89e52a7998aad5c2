package gateway_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/gateway"
)

// follower is a gateway.Payments that notes what it receives.
type follower struct {
	followed []bff.WaitingPayment
	changed  []bff.PaymentChanged
	notSent  map[bff.IdempotencyKey]bool
	sources  map[string]bff.PaymentSource // of open streams, by player
}

func (f *follower) Follow(_ context.Context, p bff.WaitingPayment) {
	f.followed = append(f.followed, p)
}

func (f *follower) Changed(_ context.Context, c bff.PaymentChanged) { f.changed = append(f.changed, c) }

func (f *follower) Open(brand, player string, source bff.PaymentSource) func() {
	f.sources[brand+"/"+player] = source
	return func() { delete(f.sources, brand+"/"+player) }
}

func (f *follower) MarkNotSent(_ context.Context, key bff.IdempotencyKey) { f.notSent[key] = true }

func (f *follower) WasNotSent(_ context.Context, key bff.IdempotencyKey) (bool, error) {
	return f.notSent[key], nil
}

func newFollower() *follower {
	return &follower{notSent: map[bff.IdempotencyKey]bool{}, sources: map[string]bff.PaymentSource{}}
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
			f := newFollower()
			r := newPlayer(t, func(o *gateway.Options) { o.Payments = f })
			r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return row.answer, row.err }
			for range 2 { // a repeat follows nothing
				r.pay()
				if row.name == "not sent" {
					break // the key is free again
				}
			}
			if row.followed == "-" {
				assert.True(t, len(f.followed) <= 0, "followed %+v", f.followed)
				return
			}
			want := bff.WaitingPayment{Brand: "marmara", Player: "7", Key: uuid, TransactionID: bff.RecordID(row.followed), Category: 1, At: r.now}
			assert.True(t, len(f.followed) == 1 && fmt.Sprint(f.followed[0]) == fmt.Sprint(want),
				"followed %+v, want %+v", f.followed, want)
		})
	}
}

func TestOutcomeOfAPaymentThatWasNotSent(t *testing.T) {
	r := newPlayer(t, func(o *gateway.Options) { o.Payments = newFollower() })
	assert.Equal(t, outcomeUnknown, r.outcome(), "an unknown key")
	r.failWith(notSent(bff.ReasonUnavailable))
	r.pay()
	assert.Equal(t, `{"outcome":"not_sent"}`, r.outcome())
	r.sessions.open("s", player("8"))
	assert.Equal(t, outcomeUnknown, r.outcome(), "for another player")
}

// listing makes the platform fail payments with an unknown outcome, and list transactions.
func (r *fixture) listing(transactions string) {
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		if u.Call.Name() != "finance/list_transactions" {
			return nil, bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown)
		}
		return answerOf(transactions), nil
	}
}

func TestUnknownPaymentIsSettledByThePlatformsListOnly(t *testing.T) {
	for _, row := range []struct {
		name, listed string
		want         string // of the outcome
	}{
		{"executed", `[{"transaction_id":11,"transaction_status":1002},{"transaction_id":12,"transaction_status":1002,"idempotency_key":"` + strings.ToUpper(uuid) + `"}]`, `"outcome":"executed"`},
		{"pending", `[{"transaction_id":12,"transaction_status":1001,"idempotency_key":"` + uuid + `"}]`, `"outcome":"executed"`},
		{"refused", `[{"transaction_id":12,"transaction_status":1003,"idempotency_key":"` + uuid + `"}]`, `"outcome":"refused"`},
		{"of the same amount without a key", `[{"transaction_id":12,"transaction_status":1002,"amount":100}]`, outcomeUnknown},
		{"with another key", `[{"transaction_id":12,"transaction_status":1002,"idempotency_key":"x"}]`, outcomeUnknown},
		{"in a state that nobody knows", `[{"transaction_id":12,"transaction_status":7,"idempotency_key":"` + uuid + `"}]`, outcomeUnknown},
		{"not listed", `[]`, outcomeUnknown},
		{"unreadable", `{}`, outcomeUnknown},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := newFollower()
			r := newPlayer(t, func(o *gateway.Options) { o.Payments = f })
			r.listing(row.listed)
			if e := r.pay(); e.debug() != "outcome unknown" {
				t.Fatalf("got %+v", e)
			}
			f.followed = nil
			got := r.outcome()
			assert.Contains(t, got, row.want)
			settled := !strings.Contains(row.want, "unknown")
			assert.True(t, settled == (len(f.changed) == 1) && (!settled || strings.Contains(got, `"transaction_id":12`) && f.changed[0].Key == uuid && string(f.changed[0].TransactionID) == "12"),
				"got %s, notified of %+v", got, f.changed)
			assert.Equal(t, len(f.followed) == 1, !settled || row.name == "pending", "followed %+v", f.followed)
			if settled {
				e := r.pay()
				assert.True(t, e.Result == (row.name != "refused") && strings.Contains(string(e.Data), `"reference":"12"`),
					"a repeat: %+v %s", e, e.Data)
			}
		})
	}
}

func TestUnknownPaymentsAreNotLookedForDuringMaintenance(t *testing.T) {
	r := newPlayer(t, func(o *gateway.Options) { o.Payments = newFollower() })
	r.listing(`[]`)
	r.pay()
	r.sent, r.state.On = nil, true
	got := r.outcome()
	assert.True(t, got == outcomeUnknown && len(r.sent) <= 0, "got %s after %v", got, r.sentCalls())
}
