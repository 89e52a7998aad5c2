package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// settle settles the payment of firstKey as executed: destek proposes, yonetici approves.
func settle(t *testing.T, destek, yonetici staffClient) {
	t.Helper()
	path := "/payments/" + firstKey
	if status, raw := destek.do(t, http.MethodGet, "/payments", ""); status != http.StatusOK || !strings.Contains(string(raw), firstKey) {
		t.Fatalf("unknown payments: %d %s", status, raw)
	}
	if status, raw := destek.do(t, http.MethodPost, path+"/settle", `{"outcome":"executed","reference":"7100042"}`); status != http.StatusOK {
		t.Fatalf("proposal: %d %s", status, raw)
	}
	if status, raw := destek.do(t, http.MethodPost, path+"/approve", `{"outcome":"executed","reference":"7100042"}`); status != http.StatusForbidden {
		t.Fatalf("approval by the proposer: %d %s", status, raw)
	}
	if status, raw := yonetici.do(t, http.MethodPost, path+"/approve", `{"outcome":"executed","reference":"7100042"}`); status != http.StatusOK {
		t.Fatalf("approval: %d %s", status, raw)
	}
}

// assertSettledPayment repeats the payment of firstKey, and asks for its outcome.
func (v visitor) assertSettledPayment(t *testing.T, name, token string) {
	t.Helper()
	p := v.mustPay(t, token, firstKey, 1)
	if p.Status != http.StatusOK || p.Debug != "" || p.Message == "" || !strings.Contains(p.raw, `"transaction_id":7100042`) {
		t.Errorf("%s: repeat: %s", name, p.raw)
	}
	_, a, _ := v.call(t, token, "finance/payment_outcome", map[string]any{"key": firstKey})
	if !strings.Contains(string(a["data"]), `"outcome":"executed"`) {
		t.Errorf("%s: outcome: %s", name, a["data"])
	}
}

// An unknown payment is settled by two accounts on two instances; the player's open page is notified, and a
// repeat is answered without the platform, also while Redis is gone and after a restart.
func TestSettledPaymentIsAnsweredOnEveryInstance(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token, other := a.login(t, "", "demo", "Demo123"), a.login(t, "", "zengin", "Demo123")
	page := openEvents(t, b.address, "localhost", token)
	page.waitFor("maintenance")
	control(t, d.platform, "fault", `{"call":"`+moneyCall+`","kind":"malformed","times":1}`)
	if p := a.mustPay(t, token, firstKey, 1); p.Debug != "outcome unknown" {
		t.Fatalf("payment: %s", p.raw)
	}
	_, asked, _ := b.call(t, token, "finance/payment_outcome", map[string]any{"key": firstKey})
	if string(asked["data"]) != `{"outcome":"unknown"}` {
		t.Errorf("outcome before: %s", asked["data"])
	}
	settle(t, staffLogin(t, a.address, "localhost", "destek", "Destek123!"), staffLogin(t, b.address, "localhost", "yonetici", "Yonetici123!"))
	var event struct {
		TransactionID int `json:"transaction_id"`
		Key, Status   string
	}
	if raw := page.waitFor("payment"); json.Unmarshal([]byte(raw), &event) != nil || event.TransactionID != 7100042 || event.Key != firstKey || event.Status != "executed" {
		t.Errorf("event: %s", raw)
	}
	a.assertSettledPayment(t, "first instance", token)
	b.assertSettledPayment(t, "second instance", token)
	if _, asked, _ := b.call(t, other, "finance/payment_outcome", map[string]any{"key": firstKey}); string(asked["data"]) != `{"outcome":"unknown"}` {
		t.Errorf("outcome for another player: %s", asked["data"])
	}
	d.redis.Kill()
	a.assertSettledPayment(t, "first instance without Redis", token)
	b.assertSettledPayment(t, "second instance without Redis", token)
	if n := received(t, d.platform, moneyCall); n != 1 {
		t.Errorf("the platform received %d calls, want 1", n)
	}
}

// A call whose instance was killed becomes a payment of unknown outcome, which survives a restart settled.
func TestAbandonedPaymentIsSettledAcrossRestarts(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	platform, dir := e2e.NewClient(mock.Address, "localhost", ""), t.TempDir()
	env := inFrontOf(mock.Address)
	startGateway := func() *e2e.Process {
		return startServer(t, env, dir)
	}
	p := startGateway()
	for _, account := range [][3]string{{"destek", "support", "Destek123!"}, {"yonetici", "admin", "Yonetici123!"}} {
		runStaff(t, dir, env, account[2], "add", account[0], "--role", account[1], "--password-file", "-")
	}
	v := visitor{p.Address, "localhost", ""}
	token := v.login(t, "", "demo", "Demo123")
	ended := v.startHangingPayment(t, platform, token)
	kill(t, p)
	<-ended

	p = startGateway()
	v.address = p.Address
	settle(t, staffLogin(t, p.Address, "localhost", "destek", "Destek123!"), staffLogin(t, p.Address, "localhost", "yonetici", "Yonetici123!"))
	v.assertSettledPayment(t, "settled", token)
	kill(t, p)
	v.address = startGateway().Address
	v.assertSettledPayment(t, "after kill -9", token)
	if n := received(t, platform, moneyCall); n != 1 {
		t.Errorf("the platform received %d calls, want 1", n)
	}
}
