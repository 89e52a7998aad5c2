package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// depositOf makes a deposit with a new key that must have this status and debug text.
func (v visitor) depositOf(t *testing.T, token, amount string, status int, debug string) {
	t.Helper()
	got := v.mustDeposit(t, token, uuid.NewString(), amount)
	assert.True(t, got.httpStatus == status && got.Debug == debug,
		"deposit of %s: %s, want %d %q", amount, got.raw, status, debug)
}

var (
	oneGame     = map[string]any{"gameID": 1001}
	withdrawals = map[string]any{"Type": 2}
)

func depositLimit(amount int) map[string]any {
	return map[string]any{"kind": "deposit", "period": "day", "amount": amount}
}

// A player limits deposits at one instance; the other one keeps to it, and a break closes games and deposits, and not
// withdrawals.
func TestPlayersAreHeldToTheirLimits(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "", "demo", "Demo123")
	got := a.ok(t, token, "limits/get", nil)
	require.True(t, strings.HasPrefix(got, `{"limits":[],`), "at first: %s", got)
	a.ok(t, token, "limits/set", depositLimit(500))
	b.depositOf(t, token, "300", http.StatusOK, "")
	a.depositOf(t, token, "300", http.StatusLocked, "limit reached")
	assert.Contains(t, b.ok(t, token, "limits/get", nil), `"used":300,"left":200,`, "what is left")
	b.ok(t, token, "limits/set", depositLimit(900))
	a.want(t, token, "limits/confirm", map[string]any{"kind": "deposit", "period": "day"}, http.StatusConflict, "limit waits")
	a.depositOf(t, token, "200", http.StatusOK, "")

	b.ok(t, token, "limits/cool_off", map[string]any{"hours": 24})
	a.want(t, token, "casino/init_game", oneGame, http.StatusLocked, "cooling off")
	a.depositOf(t, token, "1", http.StatusLocked, "cooling off")
	a.want(t, token, "finance/list_cash_methods", withdrawals, http.StatusOK, "")
	other := b.login(t, "", "zengin", "Demo123")
	status, _, _ := b.call(t, other, "casino/init_game", oneGame)
	assert.NotEqual(t, http.StatusLocked, status, "another player is in the break, too")
}

// A player who is excluded at one instance has a restricted session at every one at once: nothing but money out,
// histories and the account.
func TestExcludedPlayersHaveARestrictedSession(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "", "demo", "Demo123")
	const promotions, none = "cmscontroller/getPromotions", "[]"
	favourites := map[string]any{"favorites": true}
	require.NotEqual(t, none, b.ok(t, token, promotions, nil), "there are no promotions to hide")
	b.want(t, token, "casino/games_list", favourites, http.StatusOK, "")

	a.ok(t, token, "limits/cool_off", map[string]any{"hours": 24})
	eventually(t, "the break at the other instance", func() bool { return b.ok(t, token, promotions, nil) == none })
	b.want(t, token, "casino/games_list", favourites, http.StatusOK, "")
	assert.NotEqual(t, none, b.ok(t, "", promotions, nil), "guests see no promotions either")

	a.ok(t, token, "limits/self_exclude", map[string]any{"months": 6})
	eventually(t, "the exclusion at the other instance", func() bool {
		status, _, _ := b.call(t, token, "casino/games_list", favourites)
		return status == http.StatusLocked
	})
	b.want(t, token, "casino/games_list", favourites, http.StatusLocked, "self excluded")
	b.want(t, token, "casino/init_game", oneGame, http.StatusLocked, "self excluded")
	for call, data := range map[string]map[string]any{
		"finance/check_balance": nil, "finance/list_cash_methods": withdrawals, "user/get_user_profile": nil,
	} {
		b.want(t, token, call, data, http.StatusOK, "")
	}
	b.want(t, token, "user/logout", nil, http.StatusOK, "")
}
