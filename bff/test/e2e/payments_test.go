package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

const moneyCall = "user/claim_bonus"

// tryPay sends a money call. Goroutines use it instead of pay.
func (v visitor) tryPay(token, key string, bonus int) (answer, error) {
	header := map[string]string{"Cookie": "croupier=" + token, "Idempotency-Key": key}
	return v.try(moneyCall, map[string]any{"bonusID": bonus}, header)
}

func (v visitor) pay(t *testing.T, token, key string) answer {
	a, err := v.tryPay(token, key, 1)
	require.NoError(t, err)
	return a
}

// wantPay sends a money call and checks the status and debug text of the response.
func (v visitor) wantPay(t *testing.T, token, key, want string) answer {
	a := v.pay(t, token, key)
	assert.Equal(t, want, a.String(), a.raw)
	return a
}

const (
	firstKey = "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0001"
	otherKey = "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0002"
)

// startHangingPayment sends a money call without a response from the platform. It returns when the
// platform has received the call. ended is closed when the request has failed.
func (v visitor) startHangingPayment(t *testing.T, platform *e2e.Client, token string) (ended <-chan struct{}) {
	fault(t, platform, moneyCall, `"hang"`)
	done := make(chan struct{})
	go func() {
		defer close(done)
		a, err := v.tryPay(token, firstKey, 1)
		assert.Error(t, err, "the hanging call got a response: %s", a.raw)
	}()
	eventually(t, "the call at the platform", func() bool {
		var state struct{ Faults []json.RawMessage }
		unmarshal(t, control(t, platform, "state", ""), &state)
		return len(state.Faults) == 0 // the fault has been used up
	})
	return done
}

// settle settles a payment as executed. destek proposes, and yonetici approves.
func settle(t *testing.T, key string, destek, yonetici staffClient) {
	const outcome = `{"outcome":"executed","reference":"7100042"}`
	require.Contains(t, destek.get(t, "/payments", nil), key, "unknown payments")
	destek.post(t, "/payments/"+key+"/settle", outcome)
	destek.must(t, http.MethodPost, "/payments/"+key+"/approve", outcome, http.StatusForbidden, nil)
	yonetici.post(t, "/payments/"+key+"/approve", outcome)
}

// assertSettledPayment repeats the payment of a key and requests its outcome.
func (v visitor) assertSettledPayment(t *testing.T, name, token, key string) {
	p := v.wantPay(t, token, key, "200")
	assert.True(t, p.Message != "" && strings.Contains(p.raw, `"transaction_id":7100042`), "%s: repeat: %s", name,
		p.raw)
	assert.Equal(t, "executed", v.outcome(t, token, key).Outcome, name)
}

// If the server is killed, it does not send the call again. The payment has an unknown outcome,
// which two staff members settle. The settlement survives another crash.
func TestMoneyCallIsNotRetriedAfterCrash(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	token := g.login(t, "demo")
	ended := g.startHangingPayment(t, g.platform, token)
	g.wantPay(t, token, firstKey, "409 duplicate in progress")
	kill(t, g.Process)
	<-ended
	eventually(t, "the call in the log of the platform", func() bool { return received(t, g.platform, moneyCall) == 1 })

	g.start(t)
	for range 2 {
		assert.NotEmpty(t, g.wantPay(t, token, firstKey, "503 outcome unknown").Message, "the message after the crash")
	}
	other, err := g.tryPay(token, firstKey, 2)
	assert.True(t, err == nil && other.status == http.StatusBadRequest, "same key with other data: %v %s", err, other)
	settle(t, firstKey, g.staff(t, "destek", "support"), g.staff(t, "yonetici", "admin"))
	g.assertSettledPayment(t, "settled", token, firstKey)
	g.restart(t)
	g.assertSettledPayment(t, "after kill -9", token, firstKey)
	assertReceived(t, g.platform, moneyCall, 1)
	first := g.wantPay(t, token, otherKey, "200")
	assert.Equal(t, first.raw, g.pay(t, token, otherKey).raw, "a repeat")
	assertReceived(t, g.platform, moneyCall, 2)
}

// depositCall is the money call of these tests, a deposit to a wallet that takes a minute.
const depositCall = "prepayServices/processTransaction"

func (v visitor) deposit(token, key, amount string) (answer, error) {
	return v.try(depositCall,
		map[string]any{
			"Type": 1, "transferType": 7, "methodID": 32, "amount": json.Number(amount),
			"phone": "+905551110101",
		},
		map[string]string{"Cookie": "croupier=" + token, "Idempotency-Key": key})
}

// wantDeposit sends a deposit, checks status and debug text, and returns the transaction.
func (v visitor) wantDeposit(t *testing.T, token, key, amount, want string) (made struct {
	ID     int `json:"transaction_id"`
	Status int
},
) {
	a, err := v.deposit(token, key, amount)
	require.NoError(t, err)
	assert.Equal(t, want, a.String(), "deposit of %s: %s", amount, a.raw)
	if a.status == http.StatusOK {
		unmarshal(t, a.Data, &made)
	}
	return made
}

// startLostDeposit sends a deposit without a response. ended is closed when the request fails.
func (v visitor) startLostDeposit(t *testing.T, platform *e2e.Client, token, key, amount,
	kind string,
) (ended <-chan struct{}) {
	fault(t, platform, depositCall, kind)
	done := make(chan struct{})
	go func() {
		defer close(done)
		a, err := v.deposit(token, key, amount)
		assert.Error(t, err, "the deposit was answered: %s", a.raw)
	}()
	return done
}

type paymentOutcome struct {
	Outcome       string
	TransactionID int `json:"transaction_id"`
}

func (v visitor) outcome(t *testing.T, token, key string) (o paymentOutcome) {
	unmarshal(t, []byte(v.ok(t, token, "finance/payment_outcome", map[string]any{"key": key})), &o)
	return o
}

func (v visitor) balance(t *testing.T, token string) float64 {
	var balances []struct{ Balance float64 }
	unmarshal(t, []byte(v.ok(t, token, "finance/check_balance", nil)), &balances)
	return balances[0].Balance
}

type paymentEvent struct {
	TransactionID int `json:"transaction_id"`
	Key, Status   string
}

func waitForPayment(t *testing.T, s *e2e.Stream) (e paymentEvent) {
	unmarshal(t, []byte(s.WaitFor("payment")), &e)
	return e
}

// Croupier follows a pending deposit for all open pages of the player on every instance. Each page
// receives the outcome and the new balance, even if it opens later.
func TestPendingDepositIsFollowedOnEveryInstance(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token, other := a.login(t, "demo"), a.login(t, "zengin")
	before := a.balance(t, token)
	early, foreign := b.events(t, token), b.events(t, other)
	early.WaitFor("maintenance")
	foreign.WaitFor("maintenance")
	p := a.wantDeposit(t, token, firstKey, "100", "200")
	require.True(t, p.Status == 1001 && p.ID != 0, "deposit: %+v", p)
	late := a.events(t, token)
	late.WaitFor("maintenance")
	control(t, d.platform, "clock", `{"advance":"2m"}`)
	want := paymentEvent{TransactionID: p.ID, Key: firstKey, Status: "executed"}
	for name, page := range map[string]*e2e.Stream{"opened before": early, "opened after": late} {
		var event paymentEvent
		var balance struct{ Balance float64 }
		page.WaitUntil(func(kind, data string) bool { // in any order
			switch kind {
			case "payment":
				unmarshal(t, []byte(data), &event)
			case "balance":
				unmarshal(t, []byte(data), &balance)
			}
			return event.Key != "" && balance.Balance == before+100
		})
		assert.Equal(t, want, event, name)
	}
	n := received(t, d.platform, "finance/list_transactions")
	assert.True(t, n != 0 && n <= 4, "the platform received %d requests for one player", n)
	// The first event on the other player's page belongs to this later deposit.
	p = b.wantDeposit(t, other, otherKey, "100", "200")
	control(t, d.platform, "clock", `{"advance":"2m"}`)
	assert.Equal(t, paymentEvent{p.ID, otherKey, "executed"}, waitForPayment(t, foreign), "the other player's page")
}

// The test kills the server between the platform's execution of a deposit and its response. After
// the restart, the server sends nothing again but finds the deposit in the platform's list. The
// player has the money and the receipt.
func TestDepositAcrossACrashEndsInTheRightState(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	token := g.login(t, "demo")
	before := g.balance(t, token)
	ended := g.startLostDeposit(t, g.platform, token, firstKey, "100", `"lost","latency_ms":60000`)
	eventually(t, "the deposit at the platform", func() bool {
		a := g.call(t, token, "finance/list_transactions", map[string]any{"searchCategory": 1, "limit": 1})
		return strings.Contains(string(a.Data), firstKey)
	})
	assert.Equal(t, "in_flight", g.outcome(t, token, firstKey).Outcome, "before the crash")
	g.restart(t)
	<-ended

	g.wantDeposit(t, token, firstKey, "100", "503 outcome unknown")
	page := g.events(t, token)
	page.WaitFor("maintenance")
	got := g.outcome(t, token, firstKey)
	require.True(t, got.Outcome == "executed" && got.TransactionID != 0, "after the restart: %+v", got)
	assert.Equal(t, paymentEvent{got.TransactionID, firstKey, "pending"}, waitForPayment(t, page), "first event")
	control(t, g.platform, "clock", `{"advance":"2m"}`)
	assert.Equal(t, paymentEvent{got.TransactionID, firstKey, "executed"}, waitForPayment(t, page), "second event")
	assert.Equal(t, before+100, g.balance(t, token), "balance")
	again := g.wantDeposit(t, token, firstKey, "100", "200")
	assert.Equal(t, got.TransactionID, again.ID, "a repeat after it was settled")
	eventually(t, "the deposit in the log of the platform",
		func() bool { return received(t, g.platform, depositCall) > 0 })
	assertReceived(t, g.platform, depositCall, 1)
}

// Two accounts on two instances settle an unknown payment, and the player's page is notified.
// Repeats need no platform, even without Redis.
func TestSettledPaymentIsAnsweredOnEveryInstance(t *testing.T) {
	d := pair(t)
	a, b, key := d.visitorAt(0), d.visitorAt(1), uuid.NewString()
	token, other := a.login(t, "demo"), a.login(t, "zengin")
	page := b.events(t, token)
	page.WaitFor("maintenance")
	fault(t, d.platform, moneyCall, `"malformed"`)
	require.Equal(t, "outcome unknown", a.pay(t, token, key).Debug)
	assert.Equal(t, paymentOutcome{Outcome: "unknown"}, b.outcome(t, token, key), "outcome before")
	settle(t, key, d.staff(t, 0, "destek"), d.staff(t, 1, "yonetici"))
	assert.Equal(t, paymentEvent{7100042, key, "executed"}, waitForPayment(t, page), "event")
	a.assertSettledPayment(t, "first instance", token, key)
	b.assertSettledPayment(t, "second instance", token, key)
	assert.Equal(t, paymentOutcome{Outcome: "unknown"}, b.outcome(t, other, key), "outcome for another player")
	d.killRedis(t)
	a.assertSettledPayment(t, "first instance without Redis", token, key)
	b.assertSettledPayment(t, "second instance without Redis", token, key)
	assertReceived(t, d.platform, moneyCall, 1)
}
