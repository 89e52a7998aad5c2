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
	require.NoError(t, err)
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
		p, err := v.pay(token, firstKey, 1)
		assert.Error(t, err, "the hanging call got a response: %s", p.raw)
	}()
	eventually(t, "the call at the platform", func() bool {
		var state struct{ Faults []json.RawMessage }
		unmarshal(t, control(t, platform, "state", ""), &state)
		return len(state.Faults) == 0 // the fault has been used up
	})
	return done
}

// settle settles a payment as executed: destek proposes, yonetici approves.
func settle(t *testing.T, key string, destek, yonetici staffClient) {
	t.Helper()
	const outcome = `{"outcome":"executed","reference":"7100042"}`
	path := "/payments/" + key
	require.Contains(t, destek.must(t, http.MethodGet, "/payments", "", http.StatusOK, nil), key, "unknown payments")
	destek.must(t, http.MethodPost, path+"/settle", outcome, http.StatusOK, nil)
	destek.must(t, http.MethodPost, path+"/approve", outcome, http.StatusForbidden, nil)
	yonetici.must(t, http.MethodPost, path+"/approve", outcome, http.StatusOK, nil)
}

// assertSettledPayment repeats the payment of a key, and asks for its outcome.
func (v visitor) assertSettledPayment(t *testing.T, name, token, key string) {
	t.Helper()
	p := v.mustPay(t, token, key, 1)
	assert.True(t, p.Status == http.StatusOK && p.Debug == "" && p.Message != "" && strings.Contains(p.raw, `"transaction_id":7100042`),
		"%s: repeat: %s", name, p.raw)
	got := v.outcome(t, token, key)
	assert.Equal(t, "executed", got.Outcome, "%s: outcome: %+v", name, got)
}

// A call whose server was killed is not sent again. It becomes a payment of unknown outcome, which two
// members of staff settle, and which survives a further crash.
func TestMoneyCallIsNotRetriedAfterCrash(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	token := g.login(t, "", "demo", "Demo123")
	for _, account := range [][2]string{{"destek", "support"}, {"yonetici", "admin"}} {
		runStaff(t, g.dir, g.env, passwords[account[0]], "add", account[0], "--role", account[1], "--password-file", "-")
	}
	ended := g.startHangingPayment(t, g.platform, token)
	if p := g.mustPay(t, token, firstKey, 1); p.Status != http.StatusConflict || p.Debug != "duplicate in progress" {
		t.Errorf("repeat during the first call: %s", p.raw)
	}
	kill(t, g.Process)
	<-ended
	eventually(t, "the call in the log of the platform", func() bool { return received(t, g.platform, moneyCall) == 1 })

	g.start(t)
	for range 2 {
		p := g.mustPay(t, token, firstKey, 1)
		assert.True(t, p.Status == http.StatusServiceUnavailable && p.Debug == "outcome unknown" && p.Message != "",
			"repeat after the crash: %s", p.raw)
	}
	if p := g.mustPay(t, token, firstKey, 2); p.Status != http.StatusBadRequest {
		t.Errorf("same key with other data: %s", p.raw)
	}
	settle(t, firstKey, staffLogin(t, g.visitor, "destek", "Destek123!"), staffLogin(t, g.visitor, "yonetici", "Yonetici123!"))
	g.assertSettledPayment(t, "settled", token, firstKey)
	g.restart(t)
	g.assertSettledPayment(t, "after kill -9", token, firstKey)
	n := received(t, g.platform, moneyCall)
	assert.Equal(t, 1, n, "the platform received %d calls, want 1", n)
	answer := g.mustPay(t, token, otherKey, 1)
	assert.Equal(t, http.StatusOK, answer.Status, "a new key: %s", answer.raw)
	again := g.mustPay(t, token, otherKey, 1)
	assert.Equal(t, answer.raw, again.raw, "repeat: %s, first: %s", again.raw, answer.raw)
	n = received(t, g.platform, moneyCall)
	assert.Equal(t, 2, n, "the platform received %d calls, want one per key", n)
}
