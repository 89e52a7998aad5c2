package e2e_test

import (
	"context"
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
	status, a, _ := v.call(t, token, "finance/payment_outcome", map[string]any{"key": key})
	if status != http.StatusOK || json.Unmarshal(a["data"], &o) != nil {
		t.Fatalf("payment_outcome: %d %s", status, a["data"])
	}
	return o
}

func (v visitor) balance(t *testing.T, token string) float64 {
	t.Helper()
	_, a, _ := v.call(t, token, "finance/check_balance", nil)
	var balances []struct{ Balance float64 }
	if err := json.Unmarshal(a["data"], &balances); err != nil || len(balances) == 0 {
		t.Fatalf("balance: %s", a["data"])
	}
	return balances[0].Balance
}

// paymentEvent is the event payment of /v1/events.
type paymentEvent struct {
	TransactionID int `json:"transaction_id"`
	Key, Status   string
}

func (s *eventStream) waitForPayment(t *testing.T) (e paymentEvent) {
	t.Helper()
	raw := s.waitFor("payment")
	if err := json.Unmarshal([]byte(raw), &e); err != nil {
		t.Fatalf("event %q: %v", raw, err)
	}
	return e
}

// A deposit that waits is followed for the player's open pages on every instance, also those that were
// opened after it was made: each is told when it settles, and of the new balance.
func TestPendingDepositIsFollowedOnEveryInstance(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token, other := a.login(t, "", "demo", "Demo123"), a.login(t, "", "zengin", "Demo123")
	before := a.balance(t, token)
	early, foreign := openEvents(t, b.address, "localhost", token), openEvents(t, b.address, "localhost", other)
	early.waitFor("maintenance")
	foreign.waitFor("maintenance")
	p := a.mustDeposit(t, token, firstKey, "100")
	if p.Data.Status != 1001 || p.Data.TransactionID == 0 {
		t.Fatalf("deposit: %s", p.raw)
	}
	late := openEvents(t, a.address, "localhost", token)
	late.waitFor("maintenance")
	control(t, d.platform, "clock", `{"advance":"2m"}`)
	want := paymentEvent{TransactionID: p.Data.TransactionID, Key: firstKey, Status: "executed"}
	for name, page := range map[string]*eventStream{"opened before": early, "opened after": late} {
		if got := page.waitForPayment(t); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		var balance struct{ Balance float64 }
		if raw := page.waitFor("balance"); json.Unmarshal([]byte(raw), &balance) != nil || balance.Balance != before+100 {
			t.Errorf("%s: balance %s, want %v", name, raw, before+100)
		}
	}
	if n := received(t, d.platform, "finance/list_transactions"); n == 0 || n > 4 {
		t.Errorf("the platform was asked %d times for one player", n)
	}
	// A further deposit of the other player shows that his page was told of nothing before.
	p = b.mustDeposit(t, other, otherKey, "100")
	control(t, d.platform, "clock", `{"advance":"2m"}`)
	if got := foreign.waitForPayment(t); got.Key != otherKey || got.TransactionID != p.Data.TransactionID {
		t.Errorf("the other player's page was told of %+v", got)
	}
}

func TestOutcomesOfPayments(t *testing.T) {
	t.Parallel()
	d := deploy(t, 1)
	v := d.visitorAt(0)
	token, other := v.login(t, "", "demo", "Demo123"), v.login(t, "", "zengin", "Demo123")
	key := func(n string) string { return "5a0c0d6e-2222-4b4e-9a40-0f6d1f6f000" + n }
	for _, row := range []struct{ name, key, fault, amount, want string }{
		{"executed", key("1"), "", "100", "executed"},
		{"refused", key("2"), "", "1", "refused"}, // below the minimum
		{"unknown", key("3"), `{"call":"` + depositCall + `","kind":"malformed","times":1}`, "100", "unknown"},
		{"lost, and found in the platform's list", key("5"), `{"call":"` + depositCall + `","kind":"lost","times":1}`, "100", "executed"},
	} {
		if row.fault != "" {
			control(t, d.platform, "fault", row.fault)
		}
		p := v.mustDeposit(t, token, row.key, row.amount)
		got := v.outcome(t, token, row.key)
		if got.Outcome != row.want || row.want == "executed" && got.TransactionID == 0 {
			t.Errorf("%s: %+v after %s", row.name, got, p.raw)
		}
		if got := v.outcome(t, other, row.key); got != (paymentOutcome{Outcome: "unknown"}) {
			t.Errorf("%s, for another player: %+v", row.name, got)
		}
	}
	if got := v.outcome(t, token, key("9")); got != (paymentOutcome{Outcome: "unknown"}) {
		t.Errorf("a key that was never used: %+v", got)
	}

	// The line of the player is cut while the platform works on the deposit.
	control(t, d.platform, "fault", `{"call":"`+depositCall+`","kind":"delay","latency_ms":1500,"times":1}`)
	ctx, hangUp := context.WithCancel(t.Context())
	body := `{"api":{"class":"prepayServices","method":"processTransaction"},"data":{"Type":1,"transferType":7,"methodID":32,"amount":100,"phone":"+905551110101"}}`
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+v.address+"/endpoint/v1", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "localhost"
	for name, value := range map[string]string{"Content-Type": "application/json", "panel": "frontend", "Idempotency-Key": key("6"), "Cookie": "croupier=" + token} {
		r.Header.Set(name, value)
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		if resp, err := http.DefaultClient.Do(r); err == nil {
			_ = resp.Body.Close()
			t.Errorf("the request was answered: %d", resp.StatusCode)
		}
	}()
	eventually(t, "the deposit in flight", func() bool { return v.outcome(t, token, key("6")).Outcome == "in_flight" })
	hangUp()
	<-gone
	eventually(t, "its outcome without the player's line", func() bool { return v.outcome(t, token, key("6")).Outcome == "executed" })

	// A platform under maintenance executes nothing; the brand is closed from then on.
	control(t, d.platform, "fault", `{"call":"`+depositCall+`","kind":"maintenance","times":1}`)
	if p := v.mustDeposit(t, token, key("4"), "100"); p.Debug != "maintenance" {
		t.Errorf("under maintenance: %s", p.raw)
	}
	if got := v.outcome(t, token, key("4")); got.Outcome != "not_sent" {
		t.Errorf("under maintenance: %+v", got)
	}
	if got := v.outcome(t, other, key("4")); got.Outcome != "unknown" {
		t.Errorf("under maintenance, for another player: %+v", got)
	}
}

// The server is killed after the platform has executed a deposit and before it has answered. After the
// restart nothing is sent again; the platform's list shows the deposit, and the player ends with the money
// and the right receipt, also on the page that was open all the time.
func TestDepositAcrossACrashEndsInTheRightState(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	platform, dir := e2e.NewClient(mock.Address, "localhost", ""), t.TempDir()
	startGateway := func() *e2e.Process {
		return startServer(t, inFrontOf(mock.Address), dir)
	}
	p := startGateway()
	v := visitor{p.Address, "localhost", ""}
	token := v.login(t, "", "demo", "Demo123")
	before := v.balance(t, token)
	control(t, platform, "fault", `{"call":"`+depositCall+`","kind":"lost","latency_ms":60000,"times":1}`)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if p, err := v.deposit(token, firstKey, "100"); err == nil {
			t.Errorf("the deposit was answered: %s", p.raw)
		}
	}()
	eventually(t, "the deposit at the platform", func() bool {
		_, a, _ := v.call(t, token, "finance/list_transactions", map[string]any{"searchCategory": 1, "limit": 1})
		return strings.Contains(string(a["data"]), firstKey)
	})
	if got := v.outcome(t, token, firstKey); got.Outcome != "in_flight" {
		t.Errorf("before the crash: %+v", got)
	}
	kill(t, p)
	<-ended

	v.address = startGateway().Address
	if a := v.mustDeposit(t, token, firstKey, "100"); a.Debug != "outcome unknown" {
		t.Errorf("a repeat: %s", a.raw)
	}
	page := openEvents(t, v.address, "localhost", token)
	page.waitFor("maintenance")
	got := v.outcome(t, token, firstKey)
	if got.Outcome != "executed" || got.TransactionID == 0 {
		t.Fatalf("after the restart: %+v", got)
	}
	if e := page.waitForPayment(t); e != (paymentEvent{got.TransactionID, firstKey, "pending"}) {
		t.Errorf("first event %+v", e)
	}
	control(t, platform, "clock", `{"advance":"2m"}`)
	if e := page.waitForPayment(t); e != (paymentEvent{got.TransactionID, firstKey, "executed"}) {
		t.Errorf("second event %+v", e)
	}
	if after := v.balance(t, token); after != before+100 {
		t.Errorf("balance %v, want %v", after, before+100)
	}
	if a := v.mustDeposit(t, token, firstKey, "100"); a.httpStatus != http.StatusOK || a.Data.TransactionID != got.TransactionID {
		t.Errorf("a repeat after it was settled: %s", a.raw)
	}
	eventually(t, "the deposit in the log of the platform", func() bool { return received(t, platform, depositCall) > 0 })
	if n := received(t, platform, depositCall); n != 1 {
		t.Errorf("the platform received %d deposits, want 1", n)
	}
}

// A deposit whose answer was lost resolves itself on the open page, without being asked for.
func TestLostDepositResolvesItself(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "", "demo", "Demo123")
	page := openEvents(t, b.address, "localhost", token)
	page.waitFor("maintenance")
	control(t, d.platform, "fault", `{"call":"`+depositCall+`","kind":"lost","times":1}`)
	if p := a.mustDeposit(t, token, firstKey, "100"); p.Debug != "outcome unknown" {
		t.Fatalf("deposit: %s", p.raw)
	}
	if e := page.waitForPayment(t); e.Key != firstKey || e.Status != "pending" || e.TransactionID == 0 {
		t.Errorf("event %+v", e)
	}
	if got := a.outcome(t, token, firstKey); got.Outcome != "executed" {
		t.Errorf("outcome %+v", got)
	}
}
