package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"croupier/bff/e2e"
)

// moneyCall is the money call that these tests make.
const moneyCall = "user/claim_bonus"

// paid is what a money call came to.
type payment struct {
	Status  int
	Debug   string `json:"debug"`
	Message string `json:"message"`
	raw     string
}

// pay makes a money call of a session under an idempotency key.
func (v visitor) pay(token, key string, bonus int) (p payment, err error) {
	status, _, raw, err := e2e.NewClient(v.address, v.host, v.world).Call(moneyCall, map[string]any{"bonusID": bonus},
		map[string]string{"Cookie": "croupier=" + token, "Idempotency-Key": key})
	if err != nil {
		return p, err
	}
	p = payment{Status: status, raw: string(raw)}
	return p, json.Unmarshal(raw, &p)
}

// mustPay makes a money call that is answered.
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

// hung makes a money call that the platform takes and does not answer. It returns once the
// platform has it; ended is closed when the caller has given up.
func (v visitor) startHangingPayment(t *testing.T, platform *e2e.Client, token string) (ended <-chan struct{}) {
	t.Helper()
	control(t, platform, "fault", `{"call":"`+moneyCall+`","kind":"hang","times":1}`)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if p, err := v.pay(token, firstKey, 1); err == nil {
			t.Errorf("the call that hangs was answered: %s", p.raw)
		}
	}()
	eventually(t, "the platform has the call", func() bool {
		var state struct{ Faults []json.RawMessage }
		if err := json.Unmarshal(control(t, platform, "state", ""), &state); err != nil {
			t.Fatal(err)
		}
		return len(state.Faults) == 0 // its one time is over
	})
	return done
}

func TestAMoneyCallCutOffByACrashIsNeverSentAgain(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	platform := e2e.NewClient(mock.Address, "localhost", "")
	dir := t.TempDir()
	front := func() *e2e.Process {
		return start(t, []string{"CROUPIER_UPSTREAM=envelope", "CROUPIER_UPSTREAM_URL=http://" + mock.Address + "/endpoint/v1"},
			"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", dir)
	}
	first := front()
	v := visitor{first.Address, "localhost", ""}
	token := v.login(t, "", "demo", "Demo123")
	ended := v.startHangingPayment(t, platform, token)
	if p := v.mustPay(t, token, firstKey, 1); p.Status != http.StatusConflict || p.Debug != "duplicate in progress" {
		t.Errorf("a repeat while the first is under way: %s", p.raw)
	}
	if err := first.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	eventually(t, "the platform has noticed", func() bool { return received(t, platform, moneyCall) == 1 })

	v.address = front().Address
	for range 2 {
		p := v.mustPay(t, token, firstKey, 1)
		if p.Status != http.StatusServiceUnavailable || p.Debug != "outcome unknown" || p.Message == "" {
			t.Errorf("a repeat after the crash: %s", p.raw)
		}
	}
	if p := v.mustPay(t, token, firstKey, 2); p.Status != http.StatusBadRequest {
		t.Errorf("the same key for something else: %s", p.raw)
	}
	if n := received(t, platform, moneyCall); n != 1 {
		t.Errorf("the platform has seen %d calls, want the first alone", n)
	}
	answer := v.mustPay(t, token, otherKey, 1)
	if answer.Status != http.StatusOK {
		t.Errorf("a new key: %s", answer.raw)
	}
	if again := v.mustPay(t, token, otherKey, 1); again.raw != answer.raw {
		t.Errorf("a repeat is told %s, the first %s", again.raw, answer.raw)
	}
	if n := received(t, platform, moneyCall); n != 2 {
		t.Errorf("the platform has seen %d calls, want one for each key", n)
	}
}
