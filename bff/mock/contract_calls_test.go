package mock_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"croupier/bff/mock/calls"
	"croupier/bff/mock/world"
)

// asked is a call with its data; session is set if a player sends it.
type asked struct {
	call    string
	data    map[string]any
	session bool
}

// allCalls returns each call of the contract at least once, in an order in which each succeeds.
func allCalls() []asked {
	wide := map[string]any{"startDate": "2025-01-01", "endDate": "2026-12-31"}
	out := []asked{
		{"cmscontroller/getIcSlider", map[string]any{"sliderPlace": "sol"}, false},
		{"cmscontroller/getSlider", nil, false},
		{"cmscontroller/getPromotions", nil, false},
		{"cmscontroller/popupInformation", map[string]any{"siteId": 889}, false},
		{"cmscontroller/getSpecialDateInf", nil, false},
		{"cmscontroller/getTournaments", nil, false},
		{"slider/get_all_items", map[string]any{"siteId": 111}, false},
		{"slider/get_active_items", nil, false},
		{"casino/category_list", nil, false},
		{"casino/provider_list", nil, false},
		{"casino/games_list", map[string]any{"limit": 250}, false},
		{"casino/games_list", map[string]any{"favorites": true, "limit": 100}, true},
		{"casino/init_game", map[string]any{"gameID": 1001}, true},
		{"livecasino/category_list", nil, false},
		{"livecasino/provider_list", map[string]any{"status": 2}, false},
		{"livecasino/game_table_list", map[string]any{"limit": 250}, false},
		{"livecasino/init_game", map[string]any{"tableID": 5001}, true},
		{"virtualgames/init_game", map[string]any{"providerID": 1, "type": "bingo"}, true},
		{"casino/init_game", map[string]any{"gameID": 1001, "demo": true}, false},
		{"virtualgames/preview", map[string]any{"type": "sport"}, false},
		{"virtualgames/preview", map[string]any{"type": "goldenrace"}, false},
		{"crm/recent_wins", nil, false},
		{"search/suggest", map[string]any{"q": "al"}, false},
		{"habanero/getJackpots", nil, false},
		{"betframe/getCoupons", wide, true},
		{"crm/list_mass_messages", nil, true},
		{"system/ping", nil, true},
		{"maintenance/check_status", nil, false},
		{"user/refresh", nil, true},
		{"user/sessions", nil, true},
		{"user/get_user_profile", nil, true},
		{"user/update_profile", map[string]any{"city": "Muğla"}, true},
		{"user/two_auth_type", map[string]any{"mode": "get"}, true},
		{"user/two_auth_type", map[string]any{"mode": "set", "type": 1}, true},
		{"user/sms_send", nil, true},
		{"user/check_user_ga", nil, true},
		{"user/user_generate_ga", nil, true},
		{"user/favorites", map[string]any{"mode": "insert", "type": "casino", "id": 1003}, true},
		{"user/login_history", nil, true},
		{"user/list_bonuses", map[string]any{"status": "available"}, true},
		{"user/game_history", wide, true},
		{"user/forgot", map[string]any{"email": "demo@ornek.test"}, false},
		{"user/register", map[string]any{"username": "taze", "email": "taze@ornek.test", "password": "Taze123", "password_confirm": "Taze123"}, false},
		{"finance/check_balance", nil, true},
		{"finance/payment_outcome", map[string]any{"key": "01976b1c-5e00-7a53-9f1e-0d8f9a1b2c3d"}, true},
		{"limits/get", nil, true},
		{"limits/set", map[string]any{"kind": "deposit", "period": "day", "amount": 500}, true},
		{"limits/confirm", map[string]any{"kind": "deposit", "period": "day"}, true},
		{"limits/cancel_pending", map[string]any{"kind": "deposit", "period": "day"}, true},
		{"limits/cool_off", map[string]any{"hours": 24}, true},
		{"limits/self_exclude", map[string]any{"months": 6}, true},
		{"limits/reality_check", map[string]any{"minutes": 30}, true},
		{"limits/history", nil, true},
		{"limits/session", nil, true},
		{"finance/list_cash_methods_new", map[string]any{"Type": 1}, true},
		{"finance/list_cash_methods", map[string]any{"Type": 2}, true},
		{"finance/list_highlighted_cash_methods", map[string]any{"Type": 1}, true},
		{"finance/add_favorite_cash_method", map[string]any{"Type": 1, "id": 11}, true},
		{"finance/check_favorite_cash_method", map[string]any{"Type": 1, "id": 11}, true},
		{"finance/remove_favorite_cash_method", map[string]any{"Type": 1, "id": 11}, true},
		{"finance/list_banks", nil, true},
		{"finance/list_bank_accounts", nil, true},
		{"finance/get_bank_account", map[string]any{"bankID": 2}, true},
		{"finance/save_bank_account", map[string]any{"owner": "Deniz Aydın", "bankID": 1, "branch_code": "10", "account_number": "99", "iban": "TR560080100001000000000099"}, true},
		{"finance/list_transactions", map[string]any{"limit": 250}, true},
		{"finance/list_types_frontend", nil, true},
		{"finance/list_categories", nil, true},
		{"finance/list_sub_categories", nil, true},
		{"finance/save_bank_transfer", map[string]any{"Type": 1, "methodID": 11, "amount": 150, "bankID": 1}, true},
		{"finance/save_cep_bank_transfer", map[string]any{"Type": 1, "methodID": 13, "amount": 75.5, "bankID": 1}, true},
		{"envoy/getDepositAmounts", map[string]any{"bankcode": "yildiz"}, true},
		{"prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 7, "methodID": 31, "amount": 100, "phone": "+905551112233"}, true},
	}
	for _, kind := range informationTypes {
		out = append(out, asked{"cmscontroller/getInformation", map[string]any{"InfType": kind}, false})
	}
	return out
}

var informationTypes = []string{
	"SocialMediaLinks", "DomainBilgi", "bottomBarInfo", "SorumluOyunculuk", "SSSinformation", "GenelKurallar",
	"GizlilikBilgisi", "FinancialsInformation", "CasinoKurallari", "BahisKurallari", "PromoSart", "SiteInformation",
}

// stateful are the calls with tests of their own: they need data of earlier responses.
var stateful = []string{
	"user/login", "user/logout", "user/register_confirm", "user/pass_reset", "user/pass_change", "user/sms_validate",
	"user/check_ga", "user/clear_generated_ga", "user/claim_bonus", "user/cancel_bonus", "finance/delete_bank_account",
	"finance/cancel_withdrawal", "user/logout_all",
}

func TestRegistryHasEveryCallOfTheContract(t *testing.T) {
	var contract []string
	for _, c := range loadContract(t).Calls() {
		contract = append(contract, c.Name())
	}
	slices.Sort(contract)
	if have := slices.Sorted(maps.Keys(calls.Registry())); !slices.Equal(have, contract) {
		t.Errorf("the casino answers\n%v\nthe contract has\n%v", have, contract)
	}
	tested := map[string]bool{}
	for _, a := range allCalls() {
		tested[a.call] = true
	}
	for _, s := range stateful {
		tested[s] = true
	}
	for _, c := range contract {
		if !tested[c] {
			t.Errorf("%s has no test", c)
		}
	}
}

// owners are the names for bank accounts of the demo accounts.
var owners = map[string]string{"demo": "Deniz Aydın", "yeni": "Ada Yeni", "zengin": "Kenan Varol"}

func TestEveryCallMatchesItsSchema(t *testing.T) {
	known := loadContract(t)
	for _, lang := range world.Languages {
		guest := open(t, 7)
		guest.lang = lang
		usernames := []string{"zengin"}
		if lang == "tr" {
			usernames = []string{"demo", "yeni", "zengin"}
		}
		for n, username := range usernames {
			player := guest.login(username)
			for _, a := range allCalls() {
				h := guest
				if a.session {
					h = player
				}
				if a.call == "finance/save_bank_account" {
					a.data["owner"] = owners[username]
				}
				got := h.call(a.call, a.data)
				if !got.Result {
					// Refused: players without an authenticator, and a second registration of a name.
					expected := a.call == "user/check_user_ga" || (a.call == "user/register" && n > 0)
					if !expected {
						t.Errorf("%s %s %v: %d %s", username, a.call, a.data, got.Code, got.Message)
					}
					continue
				}
				class, method, _ := strings.Cut(a.call, "/")
				call, ok := known.Lookup(class, method)
				if !ok {
					t.Fatalf("%s is not in the contract", a.call)
				}
				if err := known.CheckAnswer(call, decoded(t, got.Data)); err != nil {
					t.Errorf("%s %s %v: %v", username, a.call, a.data, err)
				}
				if (got.Pagination != nil) != call.Paginated {
					t.Errorf("%s: pagination %v, the contract says %v", a.call, got.Pagination, call.Paginated)
				}
			}
		}
	}
}

func decoded(t testing.TB, raw json.RawMessage) any {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestNoTranslationIsMissing(t *testing.T) {
	for _, lang := range world.Languages {
		for _, site := range []string{"889", "111", "890"} {
			guest := open(t, 1)
			guest.lang, guest.site = lang, site
			player := guest.login("zengin")
			for _, a := range allCalls() {
				h := guest
				if a.session {
					h = player
				}
				body := h.raw(a.call, a.data).Body.String()
				for _, mark := range []string{
					"{site}", "{age}", "{percent}", "{cap}", `"slide.`, `"promo.`, `terms.`, `"popup.`, `"special.`, `"message.`,
					`"tournament.`, `"bonus.`, `"field.`, `"move.`, `"sub.`, `"kind.`, `"status.`, `"category.`,
				} {
					if strings.Contains(body, mark) {
						t.Errorf("%s %s %s: unfilled %s in %.300s", lang, site, a.call, mark, body)
					}
				}
			}
		}
	}
}
