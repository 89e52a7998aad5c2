package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"croupier/bff/e2e"
)

// moneyCall is the money call of these tests.
const moneyCall = "user/claim_bonus"

// payment is the response to a money call.
type payment struct {
	Status  int
	Debug   string `json:"debug"`
	Message string `json:"message"`
	raw     string
}

// pay sends a money call with a session token and an idempotency key.
func (v visitor) pay(token, key string, bonus int) (p payment, err error) {
	status, _, raw, err := e2e.NewClient(v.address, v.host, v.world).Call(moneyCall, map[string]any{"bonusID": bonus},
		map[string]string{"Cookie": "croupier=" + token, "Idempotency-Key": key})
	if err != nil {
		return p, err
	}
	p = payment{Status: status, raw: string(raw)}
	return p, json.Unmarshal(raw, &p)
}

// mustPay is pay that fails the test on a transport error.
func (v visitor) mustPay(t *testing.T, token, key string, bonus int) payment {
	t.Helper()
	p, err := v.pay(token, key, bonus)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const (
	firstKey = "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0001"
	otherKey = "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0002"
)

// startHangingPayment sends a money call that the platform receives and does not answer. It
// returns when the platform has received the call; ended is closed when the request has failed.
func (v visitor) startHangingPayment(t *testing.T, platform *e2e.Client, token string) (ended <-chan struct{}) {
	t.Helper()
	control(t, platform, "fault", `{"call":"`+moneyCall+`","kind":"hang","times":1}`)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if p, err := v.pay(token, firstKey, 1); err == nil {
			t.Errorf("the hanging call got a response: %s", p.raw)
		}
	}()
	eventually(t, "the call at the platform", func() bool {
		var state struct{ Faults []json.RawMessage }
		if err := json.Unmarshal(control(t, platform, "state", ""), &state); err != nil {
			t.Fatal(err)
		}
		return len(state.Faults) == 0 // the fault has been used up
	})
	return done
}

func TestMoneyCallIsNotRetriedAfterCrash(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	platform := e2e.NewClient(mock.Address, "localhost", "")
	dir := t.TempDir()
	startGateway := func() *e2e.Process {
		return startServer(t, inFrontOf(mock.Address), dir)
	}
	first := startGateway()
	v := visitor{first.Address, "localhost", ""}
	token := v.login(t, "", "demo", "Demo123")
	ended := v.startHangingPayment(t, platform, token)
	if p := v.mustPay(t, token, firstKey, 1); p.Status != http.StatusConflict || p.Debug != "duplicate in progress" {
		t.Errorf("repeat during the first call: %s", p.raw)
	}
	if err := first.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	eventually(t, "the call in the log of the platform", func() bool { return received(t, platform, moneyCall) == 1 })

	v.address = startGateway().Address
	for range 2 {
		p := v.mustPay(t, token, firstKey, 1)
		if p.Status != http.StatusServiceUnavailable || p.Debug != "outcome unknown" || p.Message == "" {
			t.Errorf("repeat after the crash: %s", p.raw)
		}
	}
	if p := v.mustPay(t, token, firstKey, 2); p.Status != http.StatusBadRequest {
		t.Errorf("same key with other data: %s", p.raw)
	}
	if n := received(t, platform, moneyCall); n != 1 {
		t.Errorf("the platform received %d calls, want 1", n)
	}
	answer := v.mustPay(t, token, otherKey, 1)
	if answer.Status != http.StatusOK {
		t.Errorf("a new key: %s", answer.raw)
	}
	if again := v.mustPay(t, token, otherKey, 1); again.raw != answer.raw {
		t.Errorf("repeat: %s, first: %s", again.raw, answer.raw)
	}
	if n := received(t, platform, moneyCall); n != 2 {
		t.Errorf("the platform received %d calls, want one per key", n)
	}
}
