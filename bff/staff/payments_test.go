package staff_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// paymentKey returns the nth idempotency key.
func paymentKey(n int) string { return fmt.Sprintf("6f1e3c7e-0b1d-4a53-9f1e-%012d", n) }

// unknownPayment records a payment of unknown outcome.
func (r *rig) unknownPayment(player string, n int) {
	r.t.Helper()
	key := bff.IdempotencyKey{Brand: "marmara", Player: player, Key: paymentKey(n)}
	ctx := bff.WithScope(r.t.Context(), &bff.Scope{RequestID: fmt.Sprint("r", n), Amount: "250.00", Call: &bff.Call{Class: "finance", Method: "save_bank_transfer"}})
	_, err := r.money.Claim(ctx, key, bff.Fingerprint{})
	require.NoError(r.t, err)
	noError(r.t, r.money.MarkUnknown(ctx, key, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)))
	r.advance(time.Minute)
}

// payment is a payment as the API shows it.
type payment struct {
	Key, Brand, Request, Call, Amount, State, Debug string
	Code                                            int
	Settlement                                      *bff.Settlement
}

const (
	executed = `{"outcome":"executed","reference":"P-77","note":"seen in the back office"}`
	approval = `{"outcome":"executed","reference":"P-77"}`
)

func TestAPaymentIsSettledByTwoAccounts(t *testing.T) {
	r := newRig(t)
	destek, yonetici, viewer := r.login("destek", "Destek123!"), r.login("yonetici", "Yonetici123!"), r.login("izleyici", "Izleyici123!")
	r.unknownPayment("7", 1)
	path := "/payments/" + paymentKey(1)
	if p := read[payment](r, path, destek); p.Key != paymentKey(1) || p.Brand != "marmara" || p.Request != "r1" || p.Call != "finance/save_bank_transfer" ||
		p.Amount != "250.00 TRY" || p.State != "unknown" || p.Code != http.StatusGatewayTimeout || p.Debug != "outcome unknown" || p.Settlement != nil {
		t.Errorf("unknown: %+v", p)
	}
	for i, step := range []struct {
		name, action, body string
		by                 *http.Cookie
		want               int
		word               string
	}{
		{"a viewer may not propose", "/settle", executed, viewer, http.StatusForbidden, "role forbids"},
		{"nothing is proposed", "/approve", approval, yonetici, http.StatusConflict, "not proposed"},
		{"a proposal", "/settle", executed, destek, http.StatusOK, ""},
		{"a second proposal", "/settle", executed, yonetici, http.StatusConflict, "not unknown"},
		{"the proposer may not approve", "/approve", approval, destek, http.StatusForbidden, "second person required"},
		{"nor by a second login", "/approve", approval, r.login("Destek", "Destek123!"), http.StatusForbidden, "second person required"},
		{"another outcome", "/approve", `{"outcome":"refused","reference":"P-77"}`, yonetici, http.StatusConflict, "modified"},
		{"another reference", "/approve", `{"outcome":"executed","reference":"P-78"}`, yonetici, http.StatusConflict, "modified"},
		{"taken back", "/reject", "", destek, http.StatusOK, ""},
		{"nothing is left to approve", "/approve", approval, yonetici, http.StatusConflict, "not proposed"},
		{"proposed again", "/settle", executed, destek, http.StatusOK, ""},
		{"approved", "/approve", approval, yonetici, http.StatusOK, ""},
		{"approved again", "/approve", approval, yonetici, http.StatusConflict, "not proposed"},
		{"not taken back once approved", "/reject", "", destek, http.StatusConflict, "not proposed"},
		{"not proposed once approved", "/settle", executed, destek, http.StatusConflict, "not unknown"},
	} {
		r.advance(time.Second) // audit entries are sorted by time
		a := r.do("POST", path+step.action, step.body, step.by)
		require.Equal(t, step.want, a.status, "%d. %s: %d %s", i+1, step.name, a.status, a.body)
		if step.word != "" {
			word, message, _ := a.refusal(t)
			assert.True(t, word == step.word && message != "", "%s: %q %q", step.name, word, message)
		}
	}
	p := read[payment](r, path, destek)
	s := p.Settlement
	assert.True(t, p.State == "executed" && s != nil && s.ProposedBy == "destek" && s.ApprovedBy == "yonetici" && s.Reference == "P-77" && s.Note == "seen in the back office" && s.ApprovedAt.After(s.ProposedAt),
		"settled: %+v, %+v", p, p.Settlement)
	last := r.payments[len(r.payments)-1]
	assert.True(t, len(r.payments) == 4 && strings.Contains(last, paymentKey(1)) && strings.Contains(last, `"executed"`) && !strings.Contains(r.payments[0], paymentKey(1)),
		"published: %q", r.payments)
	var actions []string
	for _, e := range r.audit(destek, "?limit=500") {
		if e.Subject == paymentKey(1) {
			actions = append(actions, e.Who+": "+e.Action)
		}
	}
	want := []string{"yonetici: settlement approved", "destek: settlement proposed", "destek: settlement rejected", "destek: settlement proposed"}
	assert.Equal(t, fmt.Sprint(want), fmt.Sprint(actions), "audit: %q", actions)
}

// Players make keys themselves: a key that two of them used names no payment.
func TestAnAmbiguousKeyIsNotSettled(t *testing.T) {
	r := newRig(t)
	r.unknownPayment("7", 1)
	r.unknownPayment("8", 1)
	path, destek := "/payments/"+paymentKey(1)+"/settle", r.login("destek", "Destek123!")
	r.want(http.StatusConflict, "POST", path, executed, destek)
	r.wantReason("ambiguous key", "POST", path, executed, destek)
}

func TestPaymentsAreListedByState(t *testing.T) {
	r := newRig(t)
	destek, yonetici := r.login("destek", "Destek123!"), r.login("yonetici", "Yonetici123!")
	for n := range 5 {
		r.unknownPayment("7", n)
	}
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(1)+"/settle", executed, destek)
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/settle", executed, destek)
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/approve", approval, yonetici)
	for query, want := range map[string][]int{
		"":                                     {4, 3, 0},
		"?state=unknown&brand=marmara&limit=2": {4, 3},
		"?limit=2&before=" + paymentKey(3):     {0},
		"?state=proposed":                      {1},
		"?state=settled":                       {2},
	} {
		keys, wanted := []string{}, []string{}
		for _, p := range read[[]payment](r, "/payments"+query, destek) {
			keys = append(keys, p.Key)
		}
		for _, n := range want {
			wanted = append(wanted, paymentKey(n))
		}
		assert.Equal(t, fmt.Sprint(wanted), fmt.Sprint(keys), "%q: %v, want %v", query, keys, wanted)
	}
}
