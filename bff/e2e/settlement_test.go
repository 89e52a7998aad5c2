package e2e_test

import (
	"testing"

	"github.com/google/uuid"
)

// An unknown payment is settled by two accounts on two instances; the player's open page is notified, and a
// repeat is answered without the platform, also while Redis is gone and after a restart.
func TestSettledPaymentIsAnsweredOnEveryInstance(t *testing.T) {
	d := pair(t)
	a, b, key := d.visitorAt(0), d.visitorAt(1), uuid.NewString()
	token, other := a.login(t, "", "demo", "Demo123"), a.login(t, "", "zengin", "Demo123")
	page := b.events(t, token)
	page.WaitFor("maintenance")
	control(t, d.platform, "fault", `{"call":"`+moneyCall+`","kind":"malformed","times":1}`)
	if p := a.mustPay(t, token, key, 1); p.Debug != "outcome unknown" {
		t.Fatalf("payment: %s", p.raw)
	}
	if got := b.outcome(t, token, key); got != (paymentOutcome{Outcome: "unknown"}) {
		t.Errorf("outcome before: %+v", got)
	}
	settle(t, key, d.staff(t, 0, "destek"), d.staff(t, 1, "yonetici"))
	if e := waitForPayment(t, page); e != (paymentEvent{7100042, key, "executed"}) {
		t.Errorf("event: %+v", e)
	}
	a.assertSettledPayment(t, "first instance", token, key)
	b.assertSettledPayment(t, "second instance", token, key)
	if got := b.outcome(t, other, key); got != (paymentOutcome{Outcome: "unknown"}) {
		t.Errorf("outcome for another player: %+v", got)
	}
	d.killRedis(t)
	a.assertSettledPayment(t, "first instance without Redis", token, key)
	b.assertSettledPayment(t, "second instance without Redis", token, key)
	if n := received(t, d.platform, moneyCall); n != 1 {
		t.Errorf("the platform received %d calls, want 1", n)
	}
}
