package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/gateway"
)

// A deposit counts before it is sent, and what the platform did not execute is given back. What nobody knows counts on.
func TestDepositsCountForLimitsByTheirOutcome(t *testing.T) {
	const executed, givenBack, counts = "executed", "given back", "counts on"
	for name, row := range map[string]struct {
		answer *bff.Answer
		err    error
		want   string
	}{
		"accepted":            {&bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"transaction_id":1,"status":1001}`)}, nil, executed},
		"refused":             {&bff.Answer{Code: 400, Message: "no", Debug: "refused"}, nil, givenBack},
		"not sent":            {nil, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), givenBack},
		"of a session's end":  {&bff.Answer{Code: 403, Debug: "anonymous user"}, nil, givenBack},
		"without an answer":   {nil, bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown), counts},
		"that panicked below": {nil, nil, counts},
	} {
		t.Run(name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
				if r.protection.counted[uuid] != 10_000 {
					t.Errorf("when it was sent, %v counted", r.protection.counted)
				}
				if row.answer == nil && row.err == nil {
					panic("below")
				}
				return row.answer, row.err
			}
			pay(r, bankTransfer)
			got := counts
			if wasExecuted, ok := r.protection.settled[uuid]; ok {
				got = map[bool]string{true: executed, false: givenBack}[wasExecuted]
			}
			if got != row.want || len(r.sent) != 1 {
				t.Errorf("%s, want %s; sent %d times", got, row.want, len(r.sent))
			}
		})
	}
}

func TestLimitsRefuseDepositsAndGamesAndNothingElse(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.protection.closed = bff.ReasonLimitReached.WithData(json.RawMessage(`{"kind":"deposit","period":"day","left":20}`)).WithDelivery(bff.DeliveryNotSent)
	refused := pay(r, bankTransfer)
	if refused.Code != 423 || refused.debug() != "limit reached" || string(refused.Data) != `{"kind":"deposit","period":"day","left":20}` || len(r.sent) != 0 {
		t.Errorf("deposit: %+v, sent %d times", refused, len(r.sent))
	}
	for _, call := range []string{"casino/init_game", "livecasino/init_game", "virtualgames/init_game"} {
		body := api(call, string(catalogue().Examples(callNamed(t, call))[0].Data))
		if _, e := r.call(body, cookie("s")); e.Code != 423 || len(r.sent) != 0 {
			t.Errorf("%s: %+v, sent %d times", call, e, len(r.sent))
		}
	}
	withdrawal := strings.Replace(bankTransfer, `"Type":1`, `"Type":2,"id_valid_until":"2030-01-01"`, 1)
	if e := pay(r, withdrawal); !e.Result || len(r.sent) != 1 || len(r.protection.counted) != 0 {
		t.Errorf("withdrawal: %+v, sent %d times", e, len(r.sent))
	}
	if _, e := r.call(api("finance/check_balance", ""), cookie("s")); !e.Result {
		t.Errorf("balance: %+v", e)
	}
	r.protection.closed = nil
	r.idempotencyStore.entries = map[bff.IdempotencyKey]*idempotencyEntry{}
	if e := pay(r, bankTransfer); !e.Result {
		t.Errorf("afterwards: %+v", e)
	}
}

// A refused deposit leaves no trace of its key: the same form may be sent once the limit allows it.
func TestRefusedDepositReleasesItsKey(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.protection.closed = bff.ReasonCoolingOff.WithDelivery(bff.DeliveryNotSent)
	pay(r, bankTransfer)
	r.protection.closed = nil
	if e := pay(r, bankTransfer); !e.Result || len(r.sent) != 1 {
		t.Errorf("%+v, sent %d times", e, len(r.sent))
	}
}

func TestLimitsAreThoseOfTheSessionsPlayer(t *testing.T) {
	r := newFixture(t)
	r.protection.answer = json.RawMessage(`{"limits":[]}`)
	calls := map[string]string{"get": "", "cool_off": `{"hours":24}`, "set": `{"kind":"deposit","period":"day","amount":5}`}
	if _, e := r.call(api("limits/get", "")); e.debug() != "anonymous user" {
		t.Errorf("without a session: %+v", e)
	}
	r.sessions.open("s")
	r.state.On = true // a break may be begun at any time
	for method, data := range calls {
		if _, e := r.call(api("limits/"+method, data), cookie("s")); !e.Result || len(r.sent) != 0 {
			t.Errorf("%s: %+v", method, e)
		}
	}
	slices.Sort(r.protection.methods)
	var want []string
	for _, method := range slices.Sorted(maps.Keys(calls)) {
		want = append(want, "marmara "+r.sessions.byToken["s"].Identity.Player()+" "+method)
	}
	if !slices.Equal(r.protection.methods, want) {
		t.Errorf("asked for %q, want %q", r.protection.methods, want)
	}
	for method, data := range map[string]string{
		"set": `{"kind":"luck","period":"day","amount":5}`, "cool_off": `{"hours":25}`, "self_exclude": `{"months":6,"forever":true}`, "confirm": `{"kind":"deposit"}`,
	} {
		if _, e := r.call(api("limits/"+method, data), cookie("s")); e.debug() != "invalid payload" {
			t.Errorf("%s %s: %+v", method, data, e)
		}
	}
}

func TestWithoutProtectionLimitsAreUnsupported(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) { o.Protection = nil })
	r.sessions.open("s")
	if _, e := r.call(api("limits/get", ""), cookie("s")); e.debug() != "unsupported" {
		t.Errorf("%+v", e)
	}
	if e := pay(r, bankTransfer); !e.Result {
		t.Errorf("deposit: %+v", e)
	}
}

func callNamed(t *testing.T, name string) *bff.Call {
	t.Helper()
	for _, c := range catalogue().Calls() {
		if c.Name() == name {
			return c
		}
	}
	t.Fatal(errors.New(name))
	return nil
}
