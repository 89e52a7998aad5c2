package gateway_test

import (
	"encoding/json"
	"strings"
	"testing"

	"croupier/bff"
)

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
		r := newFixture(t)
		r.sessions.open("s")
		r.failWith(bff.ReasonUpstreamTimeout)
		if e := pay(r, bankTransfer); e.debug() != "outcome unknown" {
			t.Fatalf("first: %+v", e)
		}
		outcome := func() (told struct {
			Outcome, Message string
			TransactionID    any `json:"transaction_id"`
		},
		) {
			_, e := r.call(api("finance/payment_outcome", `{"key":"`+uuid+`"}`), cookie("s"))
			if !e.Result || json.Unmarshal(e.Data, &told) != nil {
				t.Errorf("payment_outcome: %+v", e)
			}
			return told
		}
		if told := outcome(); told.Outcome != "unknown" || told.Message != "" {
			t.Errorf("before: %+v", told)
		}
		for _, entry := range r.idempotencyStore.entries {
			entry.settlement = &bff.Settlement{Outcome: row.outcome, Reference: row.reference, ApprovedBy: "b"}
		}
		e := pay(r, bankTransfer)
		if e.Result != row.result || e.Code != row.code || e.debug() != row.debug || e.Message == "" || string(e.Data) != row.data || strings.Join(r.sentCalls(), " ") != "finance/save_bank_transfer finance/list_transactions" {
			t.Errorf("%s: sent %v, %+v %s", row.outcome, r.sentCalls(), e, e.Data)
		}
		if told := outcome(); told.Outcome != string(row.outcome) || told.Message != e.Message {
			t.Errorf("after: %+v", told)
		}
	}
}

func TestPaymentOutcome(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	ask := func(data string) (status int, e envelope) {
		w, e := r.call(api("finance/payment_outcome", data), cookie("s"))
		return w.Code, e
	}
	if status, e := ask(`{"key":"7"}`); status != 400 {
		t.Errorf("no UUID: %d %+v", status, e)
	}
	if _, e := ask(`{"key":"` + uuid + `"}`); string(e.Data) != `{"outcome":"unknown"}` {
		t.Errorf("a key that nobody knows: %s", e.Data)
	}
	r.respond(bff.Answer{Result: true, Data: []byte(`{"transaction_id":"TX-1","status":1001}`), Code: 200})
	pay(r, bankTransfer)
	if _, e := ask(`{"key":"` + uuid + `"}`); string(e.Data) != `{"outcome":"executed","transaction_id":"TX-1"}` {
		t.Errorf("executed: %s", e.Data)
	}
}

func TestPaymentOutcomeTellsHowThePaymentGoesOn(t *testing.T) {
	for _, row := range []struct{ name, stored, want string }{
		{"a page and a QR code", `{"transaction_id":7,"status":1001,"url":"https://pay.example/7","qr":"PAY:7"}`, `{"outcome":"executed","transaction_id":7,"url":"https://pay.example/7","qr":"PAY:7"}`},
		{"a refused address", `{"transaction_id":7,"status":1001,"url":"","qr":""}`, `{"outcome":"executed","transaction_id":7}`},
		{"values that are no texts", `{"transaction_id":7,"status":1001,"url":7,"qr":{}}`, `{"outcome":"executed","transaction_id":7}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.respond(bff.Answer{Result: true, Data: []byte(row.stored), Code: 200})
			pay(r, bankTransfer)
			if _, e := r.call(api("finance/payment_outcome", `{"key":"`+uuid+`"}`), cookie("s")); string(e.Data) != row.want {
				t.Errorf("got %s", e.Data)
			}
			r.sessions.open("other", func(s *bff.Session) { s.Identity.UID = "8" })
			if _, e := r.call(api("finance/payment_outcome", `{"key":"`+uuid+`"}`), cookie("other")); string(e.Data) != `{"outcome":"unknown"}` {
				t.Errorf("another player got %s", e.Data)
			}
		})
	}
}
