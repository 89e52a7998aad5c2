package e2e_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	p := a.mustPay(t, token, key, 1)
	require.Equal(t, "outcome unknown", p.Debug, "payment: %s", p.raw)
	assert.Equal(t, paymentOutcome{Outcome: "unknown"}, b.outcome(t, token, key), "outcome before")
	settle(t, key, d.staff(t, 0, "destek"), d.staff(t, 1, "yonetici"))
	assert.Equal(t, paymentEvent{7100042, key, "executed"}, waitForPayment(t, page), "event")
	a.assertSettledPayment(t, "first instance", token, key)
	b.assertSettledPayment(t, "second instance", token, key)
	assert.Equal(t, paymentOutcome{Outcome: "unknown"}, b.outcome(t, other, key), "outcome for another player")
	d.killRedis(t)
	a.assertSettledPayment(t, "first instance without Redis", token, key)
	b.assertSettledPayment(t, "second instance without Redis", token, key)
	n := received(t, d.platform, moneyCall)
	assert.Equal(t, 1, n, "the platform received %d calls, want 1", n)
}
