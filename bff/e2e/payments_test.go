package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// depositCall is the money call of these tests: a deposit to a wallet that takes a minute.
const depositCall = "prepayServices/processTransaction"

// deposit sends a deposit and returns status, debug and transaction.
func (v visitor) deposit(token, key, amount string) (answer depositAnswer, err error) {
	status, _, raw, err := e2e.NewClient(v.address, v.host, v.world).Call(depositCall,
		map[string]any{"Type": 1, "transferType": 7, "methodID": 32, "amount": json.Number(amount), "phone": "+905551110101"},
		map[string]string{"Cookie": "croupier=" + token, "Idempotency-Key": key})
	answer = depositAnswer{httpStatus: status, raw: string(raw)}
	if err == nil {
		err = json.Unmarshal(raw, &answer)
	}
	return answer, err
}

type depositAnswer struct {
	httpStatus int
	raw        string
	Debug      string
	Data       struct {
		TransactionID int `json:"transaction_id"`
		Status        int
	}
}

func (v visitor) mustDeposit(t *testing.T, token, key, amount string) depositAnswer {
	t.Helper()
	a, err := v.deposit(token, key, amount)
	require.NoError(t, err)
	return a
}

// paymentOutcome is the answer of finance/payment_outcome.
type paymentOutcome struct {
	Outcome       string
	TransactionID int `json:"transaction_id"`
}

func (v visitor) outcome(t *testing.T, token, key string) (o paymentOutcome) {
	t.Helper()
	unmarshal(t, []byte(v.ok(t, token, "finance/payment_outcome", map[string]any{"key": key})), &o)
	return o
}

func (v visitor) balance(t *testing.T, token string) float64 {
	t.Helper()
	var balances []struct{ Balance float64 }
	unmarshal(t, []byte(v.ok(t, token, "finance/check_balance", nil)), &balances)
	return balances[0].Balance
}

// paymentEvent is the event payment of /v1/events.
type paymentEvent struct {
	TransactionID int `json:"transaction_id"`
	Key, Status   string
}

func waitForPayment(t *testing.T, s *e2e.Stream) (e paymentEvent) {
	t.Helper()
	unmarshal(t, []byte(s.WaitFor("payment")), &e)
	return e
}

// A deposit that waits is followed for the player's open pages on every instance, also those that were
// opened after it was made: each is told when it settles, and of the new balance.
func TestPendingDepositIsFollowedOnEveryInstance(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token, other := a.login(t, "", "demo", "Demo123"), a.login(t, "", "zengin", "Demo123")
	before := a.balance(t, token)
	early, foreign := b.events(t, token), b.events(t, other)
	early.WaitFor("maintenance")
	foreign.WaitFor("maintenance")
	p := a.mustDeposit(t, token, firstKey, "100")
	require.True(t, p.Data.Status == 1001 && p.Data.TransactionID != 0, "deposit: %s", p.raw)
	late := a.events(t, token)
	late.WaitFor("maintenance")
	control(t, d.platform, "clock", `{"advance":"2m"}`)
	want := paymentEvent{TransactionID: p.Data.TransactionID, Key: firstKey, Status: "executed"}
	for name, page := range map[string]*e2e.Stream{"opened before": early, "opened after": late} {
		assert.Equal(t, want, waitForPayment(t, page), name)
		var balance struct{ Balance float64 }
		raw := page.WaitFor("balance")
		assert.True(t, json.Unmarshal([]byte(raw), &balance) == nil && balance.Balance == before+100,
			"%s: balance %s, want %v", name, raw, before+100)
	}
	n := received(t, d.platform, "finance/list_transactions")
	assert.True(t, n != 0 && n <= 4, "the platform was asked %d times for one player", n)
	// A further deposit of the other player shows that his page was told of nothing before.
	p = b.mustDeposit(t, other, otherKey, "100")
	control(t, d.platform, "clock", `{"advance":"2m"}`)
	if got := waitForPayment(t, foreign); got.Key != otherKey || got.TransactionID != p.Data.TransactionID {
		t.Errorf("the other player's page was told of %+v", got)
	}
}

// The server is killed after the platform has executed a deposit and before it has answered. After the
// restart nothing is sent again; the platform's list shows the deposit, and the player ends with the money
// and the right receipt, also on the page that was open all the time.
func TestDepositAcrossACrashEndsInTheRightState(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	token := g.login(t, "", "demo", "Demo123")
	before, v := g.balance(t, token), g.visitor
	control(t, g.platform, "fault", `{"call":"`+depositCall+`","kind":"lost","latency_ms":60000,"times":1}`)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p, err := v.deposit(token, firstKey, "100")
		assert.Error(t, err, "the deposit was answered: %s", p.raw)
	}()
	eventually(t, "the deposit at the platform", func() bool {
		_, a, _ := g.call(t, token, "finance/list_transactions", map[string]any{"searchCategory": 1, "limit": 1})
		return strings.Contains(string(a["data"]), firstKey)
	})
	if got := g.outcome(t, token, firstKey); got.Outcome != "in_flight" {
		t.Errorf("before the crash: %+v", got)
	}
	g.restart(t)
	<-ended

	if a := g.mustDeposit(t, token, firstKey, "100"); a.Debug != "outcome unknown" {
		t.Errorf("a repeat: %s", a.raw)
	}
	page := g.events(t, token)
	page.WaitFor("maintenance")
	got := g.outcome(t, token, firstKey)
	require.True(t, got.Outcome == "executed" && got.TransactionID != 0, "after the restart: %+v", got)
	e := waitForPayment(t, page)
	assert.Equal(t, paymentEvent{got.TransactionID, firstKey, "pending"}, e, "first event %+v", e)
	control(t, g.platform, "clock", `{"advance":"2m"}`)
	e = waitForPayment(t, page)
	assert.Equal(t, paymentEvent{got.TransactionID, firstKey, "executed"}, e, "second event %+v", e)
	after := g.balance(t, token)
	assert.Equal(t, before+100, after, "balance %v, want %v", after, before+100)
	if a := g.mustDeposit(t, token, firstKey, "100"); a.httpStatus != http.StatusOK || a.Data.TransactionID != got.TransactionID {
		t.Errorf("a repeat after it was settled: %s", a.raw)
	}
	eventually(t, "the deposit in the log of the platform", func() bool { return received(t, g.platform, depositCall) > 0 })
	n := received(t, g.platform, depositCall)
	assert.Equal(t, 1, n, "the platform received %d deposits, want 1", n)
}
