package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"croupier/bff"
)

// sentTimes answers a call as an upstream that sent it n times.
func (r *fixture) sentTimes(n int, a *bff.Answer, err error) {
	r.answer = func(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
		for range n {
			bff.UpstreamTraceOf(ctx).CountAttempt()
		}
		return a, err
	}
}

func TestObservationTellsPlayerAndAttempts(t *testing.T) {
	r := newFixture(t)
	r.marmara().Upstream.Name, r.marmara().Routing = "main", map[string]bff.UpstreamRules{"finance": {Name: "cashier"}}
	failure := bff.ReasonUnavailable.WithRetryAfter(1)
	steps := []struct {
		name string
		do   func()
		want bff.Observation
	}{
		{
			"a visitor", func() {
				r.sentTimes(1, &bff.Answer{Result: true, Data: json.RawMessage(`[]`), Code: 200}, nil)
				r.call(api("casino/provider_list", ""))
			},
			bff.Observation{Result: true, UpstreamName: "main", Attempts: 1},
		},
		{
			"a login", func() {
				r.sentTimes(1, &bff.Answer{Result: true, Data: json.RawMessage(platformLogin), Code: 200}, nil)
				r.call(api("user/login", login))
			},
			bff.Observation{Result: true, UpstreamName: "main", Attempts: 1, Player: bff.Player{UID: "clear-uid", Username: "demo"}},
		},
		{
			"a refused login", func() { r.sentTimes(1, &bff.Answer{Code: 200}, nil); r.call(api("user/login", login)) },
			bff.Observation{UpstreamName: "main", Attempts: 1},
		},
		{
			"a profile", func() {
				r.sentTimes(2, &bff.Answer{Result: true, Data: json.RawMessage(`{"uid":"u","email":"demo@ornek.test"}`), Code: 200}, nil)
				r.call(api("user/get_user_profile", ""), cookie("made-1"))
			},
			bff.Observation{Result: true, UpstreamName: "main", Attempts: 2, Player: bff.Player{UID: "clear-uid", Username: "demo", Email: "demo@ornek.test"}},
		},
		{
			"a profile without an address", func() {
				r.sentTimes(1, &bff.Answer{Result: true, Data: json.RawMessage(`{"email":{}}`), Code: 200}, nil)
				r.call(api("user/get_user_profile", ""), cookie("made-1"))
			},
			bff.Observation{Result: true, UpstreamName: "main", Attempts: 1, Player: bff.Player{UID: "clear-uid", Username: "demo"}},
		},
		{
			"a payment that was not sent", func() {
				r.sentTimes(0, nil, failure.WithDelivery(bff.DeliveryNotSent))
				r.call(api("finance/save_bank_transfer", bankTransfer), cookie("made-1"), header("Idempotency-Key", uuid))
			},
			bff.Observation{UpstreamName: "cashier", IdempotencyKey: uuid, Player: bff.Player{UID: "clear-uid", Username: "demo"}},
		},
		{
			"a call that the server answers itself", func() { r.call(api("maintenance/check_status", "")) },
			bff.Observation{Result: true},
		},
	}
	for _, step := range steps {
		r.observations = nil
		step.do()
		if len(r.observations) != 1 {
			t.Fatalf("%s: %d observations", step.name, len(r.observations))
		}
		o := r.observations[0]
		got := bff.Observation{Result: o.Result, UpstreamName: o.UpstreamName, Attempts: o.Attempts, IdempotencyKey: o.IdempotencyKey, Player: o.Player}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", step.want) {
			t.Errorf("%s: got %+v\nwant %+v", step.name, got, step.want)
		}
	}
}
