package mock_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/mock"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/webpage"
)

// asked is a call with its data. If session is set, a player sends it.
type asked struct {
	call    string
	data    map[string]any
	session bool
}

// stateful are calls with data from earlier responses, and calls that end sessions.
var stateful = []string{
	"user/register_confirm", "user/login", "user/pass_reset", "user/sms_validate", "user/check_ga",
	"user/clear_generated_ga",
	"user/cancel_bonus", "finance/cancel_withdrawal", "user/claim_bonus", "finance/delete_bank_account",
	"user/pass_change", "user/logout",
	"user/logout_all",
}

// allCalls returns each stateless call of the world at least one time, in an order in which all
// succeed. The data is from the demo or from the first example of the call.
func allCalls() []asked {
	wide := map[string]any{"startDate": "2025-01-01", "endDate": "2026-12-31"}
	known := map[string]map[string]any{
		"casino/games_list":            {"limit": 250},
		"casino/init_game":             {"gameID": 1001},
		"livecasino/game_table_list":   {"limit": 250},
		"virtualgames/init_game":       {"providerID": 1, "type": "bingo"},
		"betframe/getCoupons":          wide,
		"cmscontroller/getInformation": {"InfType": informationTypes[0]},
		"user/update_profile":          {"city": "Muğla"},
		"user/two_auth_type":           {"mode": "get"},
		"user/game_history":            wide,
		"user/sms_send":                {},
		"user/forgot":                  {"email": "demo@ornek.test"},
		"user/register":                registration("taze"),
		"user/register_resend":         {"username": "taze"},
		"finance/save_bank_account": {
			"owner": "Deniz Aydın", "bankID": 1, "branch_code": "10", "account_number": "99",
			"iban": "TR560080100001000000000099",
		},
		"finance/list_transactions":      {"limit": 250},
		"finance/save_bank_transfer":     {"Type": 1, "methodID": 11, "amount": 150, "bankID": 1},
		"finance/save_cep_bank_transfer": {"Type": 1, "methodID": 13, "amount": 75.5, "bankID": 1},
		"envoy/getDepositAmounts":        {"bankcode": "yildiz"},
		payment:                          wallet(100),
	}
	var out []asked
	table, _ := theContract()
	registry := calls.Registry(nil)
	for _, c := range table.Calls() {
		name, data := c.Name(), map[string]any{}
		if registry[name] == nil || slices.Contains(stateful, name) {
			continue
		}
		if given, ok := known[name]; ok {
			data = maps.Clone(given)
		} else {
			_ = json.Unmarshal(table.Examples(c)[0].Data, &data) // the contract is valid
		}
		out = append(out, asked{name, data, c.Rules.Who != bff.WhoGuest})
	}
	for _, kind := range informationTypes[1:] {
		out = append(out, asked{"cmscontroller/getInformation", map[string]any{"InfType": kind}, false})
	}
	return append(out,
		asked{"casino/games_list", map[string]any{"favorites": true, "limit": 100}, true},
		asked{"casino/init_game", map[string]any{"gameID": 1001, "demo": true}, false},
		asked{"virtualgames/preview", map[string]any{"type": "sport"}, false},
		asked{"virtualgames/preview", map[string]any{"type": "goldenrace"}, false},
		asked{"user/two_auth_type", map[string]any{"mode": "set", "type": 1}, true},
	)
}

var informationTypes = []string{
	"SocialMediaLinks", "DomainBilgi", "bottomBarInfo", "SorumluOyunculuk", "SSSinformation", "GenelKurallar",
	"GizlilikBilgisi", "FinancialsInformation", "CasinoKurallari", "BahisKurallari", "PromoSart", "SiteInformation",
}

// registration returns a registration with only the required fields.
func registration(username string) map[string]any {
	return map[string]any{
		"username": username, "email": username + "@ornek.test", "password": "Taze123", "password_confirm": "Taze123",
	}
}

// sequence contains every call of the contract, with data that succeeds without a scenario.
type sequence struct {
	guest, player *client
	other         *client                   // a player who logs out everywhere
	data          map[string]map[string]any // of the calls that need data of earlier responses
}

// prepare creates the data for the stateful calls of a sequence, without a scenario.
func prepare(guest *client) *sequence {
	player := guest.login("demo")
	must[any](guest, "user/register", registration("gezgin"))
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
			"Type": 2, "transferType": 1, "methodID": 61, "amount": amount, "id_valid_until": "2030-01-01",
			"bankID": 1, "bankAccountID": payee,
		}
	}
	waiting := must[struct {
		ID int `json:"transaction_id"`
	}](player, "finance/save_bank_transfer", withdrawal(150)).ID
	return &sequence{guest, player, guest.login("zengin"), map[string]map[string]any{
		"user/register_confirm": {"token": guest.mailed("gezgin@ornek.test").Token},
		"user/pass_reset": {
			"token": guest.mailed("yeni@ornek.test").Token, "password": "Yeni123",
			"password_confirm": "Yeni123",
		},
		"user/cancel_bonus":           {"bonusID": bonus("active")},
		"user/claim_bonus":            {"bonusID": bonus("available")},
		"finance/delete_bank_account": {"bankAccountID": account("TR830080100001000000000098")},
		"finance/save_bank_transfer":  withdrawal(200),
		"finance/cancel_withdrawal":   {"transaction_id": waiting},
	}}
}

// steps returns every call in an order in which all succeed. steps does not contain the codes,
// because earlier calls may change them. send reads a code before its call.
func (o *sequence) steps() []asked {
	out := []asked{}
	for _, a := range allCalls() {
		if a.data["limit"] != nil {
			a.data["limit"] = 24
		}
		if a.call == "user/register" {
			a.data = registration("gezgin2")
		}
		out = append(out, a)
	}
	known := func(call string, session bool) asked { return asked{call, o.data[call], session} }
	return append(out,
		known("user/register_confirm", false),
		asked{"user/login", map[string]any{"username": "demo", "password": "Demo123"}, false},
		known("user/pass_reset", false),
		asked{"user/sms_validate", map[string]any{"SiteType": "desktop"}, true},
		asked{"user/check_ga", map[string]any{"SiteType": "desktop"}, true},
		asked{"user/clear_generated_ga", map[string]any{}, true},
		known("user/cancel_bonus", true),
		known("finance/cancel_withdrawal", true),
		known("finance/save_bank_transfer", true),
		asked{payment, payOut(100), true},
		known("user/claim_bonus", true),
		known("finance/delete_bank_account", true),
		asked{"user/pass_change", map[string]any{
			"password": "Demo123", "new_password": "Demo1234", "new_password_confirm": "Demo1234",
		}, true},
		asked{"user/logout", nil, true},
		asked{"user/logout_all", nil, true},
	)
}

// payOut returns a withdrawal to an e-wallet, settled after ten minutes.
func payOut(amount any) map[string]any {
	return map[string]any{
		"Type": 2, "transferType": 7, "methodID": 62, "amount": amount, "phone": "+905551112233",
		"id_valid_until": "2030-01-01",
	}
}

// got is the response to a step.
type got struct {
	*httptest.ResponseRecorder
	aborted bool // the connection was reset
}

// send sends a step.
func (o *sequence) send(ctx context.Context, a asked) (out got) {
	h := *o.guest
	if a.session {
		h = *o.player
	}
	if a.call == "user/logout_all" {
		h = *o.other
	}
	data := maps.Clone(a.data)
	switch a.call {
	case "user/sms_validate":
		data["code"] = o.guest.mailed("+905551110101").Token
	case "user/check_ga":
		data["ga_code"] = o.guest.code("demo")
	case "user/clear_generated_ga":
		data["gacode"] = o.guest.code("demo")
	}
	defer func() {
		if p := recover(); p != nil {
			err, ok := p.(error)
			if !ok || !errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			out = got{aborted: true}
		}
	}()
	handler := h.handler
	h.handler = http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r.WithContext(ctx)) })
	return got{ResponseRecorder: h.raw(a.call, data)}
}

// instant is a casino without delays. It records the delay of each response.
type instant struct {
	*client
	mu   sync.Mutex
	late []time.Duration
}

func openInstant(t testing.TB, seed uint64) *instant {
	t.Helper()
	p := &instant{}
	p.client = openWith(t,
		mock.Options{Seed: seed, Control: true, Wait: func(ctx context.Context, d time.Duration) bool {
			p.mu.Lock()
			defer p.mu.Unlock()
			if d > 0 {
				p.late = append(p.late, d)
			}
			return ctx.Err() == nil
		}})
	return p
}

// in returns a client of a world.
func (p *instant) in(t testing.TB, world string) *client {
	h := p.client.in(world)
	h.t = t
	return h
}

// A call without a function returns its first example.
func TestRegistryAndSequenceHaveEveryCallOfTheContract(t *testing.T) {
	registry, contract := calls.Registry(nil), map[string]bool{}
	casino := openWith(t, mock.Options{Seed: 1, Contract: loadContract(t)}).login("demo")
	for _, c := range loadContract(t).Calls() {
		contract[c.Name()] = true
		if registry[c.Name()] != nil {
			continue
		}
		got := decode[answer](casino, casino.raw(c.Name(), nil), http.StatusOK)
		if assert.True(t, got.Result, "%s: add its function to a file of bff/mock/calls", c.Name()) {
			checkAnswer(t, c.Name(), got)
		}
	}
	tested := map[string]bool{}
	for _, a := range prepare(open(t, 7)).steps() {
		tested[a.call] = true
	}
	for name := range registry {
		assert.True(t, contract[name], "%s: bff/mock/calls answers a call that contracts/calls.yaml does not have",
			name)
		assert.True(t, tested[name], "%s: send it in a step of bff/mock/calls_test.go", name)
	}
}

// unfilled are parts of texts that are not translated or not filled in.
var unfilled = []string{
	"{site}", "{age}", "{percent}", "{cap}", `"slide.`, `"promo.`, `terms.`, `"popup.`, `"special.`, `"message.`,
	`"tournament.`, `"bonus.`, `"field.`, `"move.`, `"sub.`, `"kind.`, `"status.`, `"category.`,
}

// In every language, every call returns a response that matches its schema. All texts are complete,
// and every link to a picture works. The casino logs no violation of the contract.
func TestEveryCallInEveryLanguage(t *testing.T) {
	var log bytes.Buffer
	casino := openWith(t, mock.Options{
		Seed: 1, Control: true, Contract: loadContract(t), Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	owners := map[string]string{"demo": "Deniz Aydın", "yeni": "Ada Yeni", "zengin": "Kenan Varol"}
	pictures := map[string]bool{}
	check := func(from *client, a asked, refused bool) {
		t.Helper()
		w := from.raw(a.call, a.data)
		body := w.Body.String()
		if got := decode[answer](from, w, http.StatusOK); got.Result {
			checkAnswer(t, a.call, got)
		} else {
			assert.True(t, refused, "%s %s %v: %s", from.lang, a.call, a.data, body)
		}
		for _, mark := range unfilled {
			assert.NotContains(t, body, mark, "%s %s %s", from.lang, from.site, a.call)
		}
		for _, part := range strings.Split(body, `"`) {
			if strings.HasPrefix(part, "/mock/") && !pictures[part] {
				pictures[part] = true
				from.status(http.MethodGet, part, nil, http.StatusOK, "")
			}
		}
	}
	for _, lang := range webpage.Languages {
		usernames := []string{"zengin"}
		if lang == "tr" {
			usernames = []string{"demo", "yeni", "zengin"}
		}
		guest := casino.in(lang).as(lang)
		for n, username := range usernames {
			player := guest.login(username)
			for _, a := range allCalls() {
				if a.data["limit"] == 250 {
					a.data["limit"] = 40
				}
				if a.call == "finance/save_bank_account" {
					a.data["owner"] = owners[username]
				}
				from := guest
				if a.session {
					from = player
				}
				// Players without an authenticator and second registrations of a name are refused.
				check(from, a, a.call == "user/check_user_ga" || a.call == "user/register" && n > 0)
			}
		}
		for _, site := range []string{"111", "890"} {
			guest.site = site
			for _, a := range allCalls() {
				if class, _, _ := strings.Cut(a.call, "/"); class == "cmscontroller" || class == "slider" {
					check(guest, a, false)
				}
			}
		}
	}
	assert.GreaterOrEqual(t, len(pictures), 100)
	assert.Empty(t, log.String())
}

func TestSameSeedGivesSameResponses(t *testing.T) {
	run := func(seed uint64) (calls, responses []string) {
		o := prepare(openOwn(t, seed))
		for _, a := range o.steps() {
			calls = append(calls, a.call)
			responses = append(responses, o.send(t.Context(), a).Body.String())
		}
		return calls, responses
	}
	calls, first := run(3)
	_, second := run(3)
	_, other := run(4)
	for i, call := range calls {
		assert.Equal(t, first[i], second[i], call)
	}
	assert.NotEqual(t, first, other, "another seed gives the same casino")
}

func TestInvalidCallsAreRefused(t *testing.T) {
	h := open(t, 1)
	for _, body := range []string{"", "{", "[]", `"x"`} {
		h.status(http.MethodPost, "/endpoint/v1", []byte(body), http.StatusBadRequest, "{")
	}
	got := h.call("casino/none", nil)
	assert.True(t, !got.Result && got.Code == http.StatusNotFound, "%+v", got)
}
