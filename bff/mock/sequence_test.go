package mock_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff/contract"
	"croupier/bff/mock"
)

// sequence has every call of the contract, with data that succeeds without a scenario.
type sequence struct {
	guest, player *client
	other         *client                   // a player who logs out everywhere
	data          map[string]map[string]any // of the calls that need data of earlier responses
}

// prepare creates what the stateful calls of a sequence need, without a scenario.
func prepare(guest *client) *sequence {
	player := guest.login("demo")
	must[any](guest, "user/register", map[string]any{
		"username": "gezgin", "email": "gezgin@ornek.test", "password": "Gezgin123", "password_confirm": "Gezgin123",
	})
	must[any](guest, "user/forgot", map[string]any{"email": "yeni@ornek.test"})
	must[any](player, "user/sms_send", nil)
	must[any](player, "user/user_generate_ga", nil)
	account := func(iban string) int {
		return must[struct{ BankAccountID int }](player, "finance/save_bank_account", map[string]any{
			"owner": "Deniz Aydın", "bankID": 1, "branch_code": "10", "account_number": iban[24:], "iban": iban,
		}).BankAccountID
	}
	bonus := func(status string) int {
		return must[[]struct{ BonusID int }](player, "user/list_bonuses", map[string]any{"status": status})[0].BonusID
	}
	payee := account("TR130080100001000000000097")
	withdrawal := func(amount int) map[string]any {
		return map[string]any{
			"Type": 2, "transferType": 1, "methodID": 61, "amount": amount, "id_valid_until": "2030-01-01", "bankID": 1, "bankAccountID": payee,
		}
	}
	waiting := must[struct {
		ID int `json:"transaction_id"`
	}](player, "finance/save_bank_transfer", withdrawal(150)).ID
	return &sequence{guest, player, guest.login("zengin"), map[string]map[string]any{
		"user/register_confirm":       {"token": guest.mailed("gezgin@ornek.test")},
		"user/pass_reset":             {"token": guest.mailed("yeni@ornek.test"), "password": "Yeni123", "password_confirm": "Yeni123"},
		"user/cancel_bonus":           {"bonusID": bonus("active")},
		"user/claim_bonus":            {"bonusID": bonus("available")},
		"finance/delete_bank_account": {"bankAccountID": account("TR830080100001000000000098")},
		"finance/save_bank_transfer":  withdrawal(200),
		"finance/cancel_withdrawal":   {"transaction_id": waiting},
	}}
}

// steps returns every call in an order in which all succeed. Codes are read when their call is
// sent: earlier calls may have changed them.
func (o *sequence) steps() []asked {
	out := []asked{}
	for _, a := range allCalls() {
		if a.data["limit"] != nil {
			a.data["limit"] = 24
		}
		if a.call == "user/register" {
			a.data["username"], a.data["email"] = "gezgin2", "gezgin2@ornek.test"
		}
		out = append(out, a)
	}
	known := func(call string, session bool) asked { return asked{call, o.data[call], session} }
	return append(out,
		known("user/register_confirm", false),
		asked{"user/login", map[string]any{"username": "demo", "password": "Demo123", "SiteType": "desktop"}, false},
		known("user/pass_reset", false),
		asked{"user/sms_validate", map[string]any{"SiteType": "desktop"}, true},
		asked{"user/check_ga", map[string]any{"SiteType": "desktop"}, true},
		asked{"user/clear_generated_ga", map[string]any{}, true},
		known("user/cancel_bonus", true),
		known("finance/cancel_withdrawal", true),
		known("finance/save_bank_transfer", true),
		asked{"prepayServices/processTransaction", map[string]any{
			"Type": 2, "transferType": 7, "methodID": 62, "amount": 100, "phone": "+905551112233", "id_valid_until": "2030-01-01",
		}, true},
		known("user/claim_bonus", true),
		known("finance/delete_bank_account", true),
		asked{"user/pass_change", map[string]any{"password": "Demo123", "new_password": "Demo1234", "new_password_confirm": "Demo1234"}, true},
		asked{"user/logout", nil, true},
		asked{"user/logout_all", nil, true},
	)
}

// got is the response to a step.
type got struct {
	status  int
	header  http.Header
	body    []byte
	aborted bool // the connection was reset
}

// send sends a step.
func (o *sequence) send(ctx context.Context, a asked) (out got) {
	h := o.guest
	if a.session {
		h = o.player
	}
	if a.call == "user/logout_all" {
		h = o.other
	}
	data := map[string]any{"Lang": h.lang}
	for k, v := range a.data {
		data[k] = v
	}
	switch a.call {
	case "user/sms_validate":
		data["code"] = o.guest.mailed("+905551110101")
	case "user/check_ga":
		data["ga_code"] = o.code()
	case "user/clear_generated_ga":
		data["gacode"] = o.code()
	}
	class, method, _ := strings.Cut(a.call, "/")
	body, err := json.Marshal(map[string]any{"api": map[string]string{"class": class, "method": method}, "data": data, "user": h.user})
	if err != nil {
		h.t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/endpoint/v1", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Site-Id", h.site)
	if h.world != "" {
		r.Header.Set("X-Mock-World", h.world)
	}
	w := httptest.NewRecorder()
	defer func() {
		if p := recover(); p != nil {
			err, ok := p.(error)
			if !ok || !errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			out = got{aborted: true}
		}
	}()
	h.handler.ServeHTTP(w, r)
	return got{status: w.Code, header: w.Header(), body: w.Body.Bytes()}
}

// code returns the current code of the player's authenticator.
func (o *sequence) code() string {
	var shown struct{ Code string }
	w := o.guest.send(http.MethodGet, "/__mock/totp?username="+url.QueryEscape("demo"), nil)
	if err := json.Unmarshal(w.Body.Bytes(), &shown); err != nil {
		o.guest.t.Fatal(err)
	}
	return shown.Code
}

// theContract is loaded once because that is slow.
var theContract = sync.OnceValues(contract.Load)

// instant is a casino without delays: it records how late each response would be.
type instant struct {
	*client
	mu   sync.Mutex
	late []time.Duration
}

func openPatient(t testing.TB, seed uint64) *instant {
	t.Helper()
	p := &instant{}
	c, err := mock.New(mock.Options{Seed: seed, Clock: newClock().read, Control: true, Wait: func(ctx context.Context, d time.Duration) bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		if d > 0 {
			p.late = append(p.late, d)
		}
		return ctx.Err() == nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	p.client = &client{t: t, handler: c.Handler(), site: "889", lang: "tr"}
	return p
}

// in returns a client of a world.
func (p *instant) in(t testing.TB, world string) *client {
	h := *p.client
	h.t, h.world = t, world
	return &h
}

func TestWalkHasEveryCallOfTheContract(t *testing.T) {
	known, err := theContract()
	if err != nil {
		t.Fatal(err)
	}
	asks := map[string]bool{}
	for _, a := range prepare(open(t, 7)).steps() {
		asks[a.call] = true
	}
	for _, call := range known.Calls() {
		if !asks[call.Name()] {
			t.Errorf("%s is not in the sequence", call.Name())
		}
	}
}

func TestSameSeedGivesSameResponses(t *testing.T) {
	tell := func(seed uint64) (calls, responses []string) {
		o := prepare(open(t, seed))
		for _, a := range o.steps() {
			calls = append(calls, a.call)
			responses = append(responses, string(o.send(t.Context(), a).body))
		}
		return calls, responses
	}
	calls, first := tell(3)
	_, second := tell(3)
	_, other := tell(4)
	differ := 0
	for i, call := range calls {
		if first[i] != second[i] {
			t.Errorf("%s: responses differ for one seed:\n%.500s\n%.500s", call, first[i], second[i])
		}
		if first[i] != other[i] {
			differ++
		}
	}
	if differ == 0 {
		t.Error("another seed gives the same casino")
	}
}
