package gateway_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

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
				if len(f.followed) > 0 {
					t.Errorf("followed %+v", f.followed)
				}
				return
			}
			want := bff.WaitingPayment{Brand: "marmara", Player: "7", Key: uuid, TransactionID: bff.RecordID(row.followed), Category: 1, At: r.now}
			if len(f.followed) != 1 || fmt.Sprint(f.followed[0]) != fmt.Sprint(want) {
				t.Errorf("followed %+v, want %+v", f.followed, want)
			}
		})
	}
}

func TestOutcomeOfAPaymentThatWasNotSent(t *testing.T) {
	r := newPlayer(t, func(o *gateway.Options) { o.Payments = newFollower() })
	if got := r.outcome(); got != outcomeUnknown {
		t.Errorf("an unknown key: %s", got)
	}
	r.failWith(notSent(bff.ReasonUnavailable))
	r.pay()
	if got := r.outcome(); got != `{"outcome":"not_sent"}` {
		t.Errorf("got %s", got)
	}
	r.sessions.open("s", player("8"))
	if got := r.outcome(); got != outcomeUnknown {
		t.Errorf("for another player: %s", got)
	}
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
			if !strings.Contains(got, row.want) {
				t.Errorf("got %s", got)
			}
			settled := !strings.Contains(row.want, "unknown")
			if settled != (len(f.changed) == 1) || settled && (!strings.Contains(got, `"transaction_id":12`) || f.changed[0].Key != uuid || string(f.changed[0].TransactionID) != "12") {
				t.Errorf("got %s, notified of %+v", got, f.changed)
			}
			if waits := !settled || row.name == "pending"; waits != (len(f.followed) == 1) {
				t.Errorf("followed %+v", f.followed)
			}
			if settled {
				if e := r.pay(); e.Result != (row.name != "refused") || !strings.Contains(string(e.Data), `"reference":"12"`) {
					t.Errorf("a repeat: %+v %s", e, e.Data)
				}
			}
		})
	}
}

func TestUnknownPaymentsAreNotLookedForDuringMaintenance(t *testing.T) {
	r := newPlayer(t, func(o *gateway.Options) { o.Payments = newFollower() })
	r.listing(`[]`)
	r.pay()
	r.sent, r.state.On = nil, true
	if got := r.outcome(); got != outcomeUnknown || len(r.sent) > 0 {
		t.Errorf("got %s after %v", got, r.sentCalls())
	}
}
