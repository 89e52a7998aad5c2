package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// A player limits deposits at one instance; the other one keeps to it, and a break closes games and deposits, and not
// withdrawals.
func TestPlayersAreHeldToTheirLimits(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "", "demo", "Demo123")
	state := func(v visitor, method string, data map[string]any) string {
		t.Helper()
		status, answer, _ := v.call(t, token, "limits/"+method, data)
		if status != http.StatusOK {
			t.Fatalf("limits/%s: %d %s", method, status, answer["debug"])
		}
		return string(answer["data"])
	}
	deposit := func(v visitor, amount string) depositAnswer {
		t.Helper()
		return v.mustDeposit(t, token, uuid.NewString(), amount)
	}
	if got := state(a, "get", nil); !strings.HasPrefix(got, `{"limits":[],`) {
		t.Fatalf("at first: %s", got)
	}
	state(a, "set", map[string]any{"kind": "deposit", "period": "day", "amount": 500})
	if got := deposit(b, "300"); got.httpStatus != http.StatusOK {
		t.Fatalf("300 of 500: %s", got.raw)
	}
	refused := deposit(a, "300")
	if refused.httpStatus != http.StatusLocked || refused.Debug != "limit reached" {
		t.Errorf("300 of 200: %s", refused.raw)
	}
	var view struct {
		Limits []struct{ Used, Left float64 }
	}
	if err := json.Unmarshal([]byte(state(b, "get", nil)), &view); err != nil || len(view.Limits) != 1 || view.Limits[0].Left != 200 || view.Limits[0].Used != 300 {
		t.Errorf("what is left: %+v, %v", view, err)
	}
	state(b, "set", map[string]any{"kind": "deposit", "period": "day", "amount": 900})
	if status, answer, _ := a.call(t, token, "limits/confirm", map[string]any{"kind": "deposit", "period": "day"}); status != http.StatusConflict {
		t.Errorf("confirmed at once: %d %s", status, answer["data"])
	}
	if got := deposit(a, "200"); got.httpStatus != http.StatusOK {
		t.Errorf("200 of 200: %s", got.raw)
	}

	state(b, "cool_off", map[string]any{"hours": 24})
	if status, answer, _ := a.call(t, token, "casino/init_game", map[string]any{"gameID": 1001}); status != http.StatusLocked || string(answer["debug"]) != `"cooling off"` {
		t.Errorf("a game in the break: %d %s", status, answer["debug"])
	}
	if got := deposit(a, "1"); got.Debug != "cooling off" {
		t.Errorf("a deposit in the break: %s", got.raw)
	}
	if status, answer, _ := a.call(t, token, "finance/list_cash_methods", map[string]any{"Type": 2}); status != http.StatusOK {
		t.Errorf("withdrawal methods in the break: %d %s", status, answer["debug"])
	}
	other := b.login(t, "", "zengin", "Demo123")
	if status, _, _ := b.call(t, other, "casino/init_game", map[string]any{"gameID": 1001}); status == http.StatusLocked {
		t.Error("another player is in the break, too")
	}
}

// A player who is excluded at one instance has a restricted session at every one at once: nothing but money out,
// histories and the account.
func TestExcludedPlayersHaveARestrictedSession(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "", "demo", "Demo123")
	want := func(when string, status int, debug, name string, data map[string]any) string {
		t.Helper()
		got, answer, _ := b.call(t, token, name, data)
		if got != status || string(answer["debug"]) != debug {
			t.Errorf("%s, %s: %d %s", when, name, got, answer["debug"])
		}
		return string(answer["data"])
	}
	const promotions, none = "cmscontroller/getPromotions", "[]"
	favourites := map[string]any{"favorites": true}
	if got := want("at first", http.StatusOK, "null", promotions, nil); got == none {
		t.Fatal("there are no promotions to hide")
	}
	want("at first", http.StatusOK, "null", "casino/games_list", favourites)

	if status, answer, _ := a.call(t, token, "limits/cool_off", map[string]any{"hours": 24}); status != http.StatusOK {
		t.Fatalf("limits/cool_off: %d %s", status, answer["debug"])
	}
	eventually(t, "the break at the other instance", func() bool {
		_, answer, _ := b.call(t, token, promotions, nil)
		return string(answer["data"]) == none
	})
	want("in the break", http.StatusOK, "null", "casino/games_list", favourites)
	if _, answer, _ := b.call(t, "", promotions, nil); string(answer["data"]) == none {
		t.Error("guests see no promotions either")
	}

	if status, answer, _ := a.call(t, token, "limits/self_exclude", map[string]any{"months": 6}); status != http.StatusOK {
		t.Fatalf("limits/self_exclude: %d %s", status, answer["debug"])
	}
	eventually(t, "the exclusion at the other instance", func() bool {
		status, _, _ := b.call(t, token, "casino/games_list", favourites)
		return status == http.StatusLocked
	})
	want("excluded", http.StatusLocked, `"self excluded"`, "casino/games_list", favourites)
	want("excluded", http.StatusLocked, `"self excluded"`, "casino/init_game", map[string]any{"gameID": 1001})
	want("excluded", http.StatusOK, "null", "finance/check_balance", nil)
	want("excluded", http.StatusOK, "null", "finance/list_cash_methods", map[string]any{"Type": 2})
	want("excluded", http.StatusOK, "null", "user/get_user_profile", nil)
	want("excluded", http.StatusOK, "null", "user/logout", nil)
}
