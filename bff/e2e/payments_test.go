package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

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
	if err != nil {
		t.Fatal(err)
	}
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
	if p.Data.Status != 1001 || p.Data.TransactionID == 0 {
		t.Fatalf("deposit: %s", p.raw)
	}
	late := a.events(t, token)
	late.WaitFor("maintenance")
	control(t, d.platform, "clock", `{"advance":"2m"}`)
	want := paymentEvent{TransactionID: p.Data.TransactionID, Key: firstKey, Status: "executed"}
	for name, page := range map[string]*e2e.Stream{"opened before": early, "opened after": late} {
		if got := waitForPayment(t, page); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		var balance struct{ Balance float64 }
		if raw := page.WaitFor("balance"); json.Unmarshal([]byte(raw), &balance) != nil || balance.Balance != before+100 {
			t.Errorf("%s: balance %s, want %v", name, raw, before+100)
		}
	}
	if n := received(t, d.platform, "finance/list_transactions"); n == 0 || n > 4 {
		t.Errorf("the platform was asked %d times for one player", n)
	}
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
		if p, err := v.deposit(token, firstKey, "100"); err == nil {
			t.Errorf("the deposit was answered: %s", p.raw)
		}
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
	if got.Outcome != "executed" || got.TransactionID == 0 {
		t.Fatalf("after the restart: %+v", got)
	}
	if e := waitForPayment(t, page); e != (paymentEvent{got.TransactionID, firstKey, "pending"}) {
		t.Errorf("first event %+v", e)
	}
	control(t, g.platform, "clock", `{"advance":"2m"}`)
	if e := waitForPayment(t, page); e != (paymentEvent{got.TransactionID, firstKey, "executed"}) {
		t.Errorf("second event %+v", e)
	}
	if after := g.balance(t, token); after != before+100 {
		t.Errorf("balance %v, want %v", after, before+100)
	}
	if a := g.mustDeposit(t, token, firstKey, "100"); a.httpStatus != http.StatusOK || a.Data.TransactionID != got.TransactionID {
		t.Errorf("a repeat after it was settled: %s", a.raw)
	}
	eventually(t, "the deposit in the log of the platform", func() bool { return received(t, g.platform, depositCall) > 0 })
	if n := received(t, g.platform, depositCall); n != 1 {
		t.Errorf("the platform received %d deposits, want 1", n)
	}
}
