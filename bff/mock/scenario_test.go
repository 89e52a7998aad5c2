package mock_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// inScenario opens a casino in a scenario and returns clients of a guest and a player.
func inScenario(t *testing.T, username, name string) (guest, player *client) {
	t.Helper()
	guest = open(t, 7)
	player = guest.login(username)
	guest.scenario(name)
	return guest, player
}

type bonusRow struct {
	BonusID       int
	Amount        float64
	WagerRequired float64 `json:"wager_required"`
	WagerDone     float64 `json:"wager_done"`
	Status        string
	Ended         string `json:"ended_at"`
}

func (h *client) bonuses(status string) []bonusRow {
	h.t.Helper()
	return must[[]bonusRow](h, "user/list_bonuses", map[string]any{"status": status})
}

func TestBigHistoriesAreConsistent(t *testing.T) {
	for _, username := range []string{"demo", "yeni"} {
		_, h := inScenario(t, username, "big-lists")
		type row struct {
			ID     int         `json:"transaction_id"`
			Status int         `json:"transaction_status"`
			Amount json.Number `json:"amount"`
			After  json.Number `json:"balance_after"`
			At     string      `json:"created_at"`
		}
		var all []row
		total := h.call("finance/list_transactions", nil).Pagination.Total
		for offset := 0; offset < total; offset += 250 {
			a := h.call("finance/list_transactions", map[string]any{"limit": 250, "offset": offset})
			var rows []row
			require.NoError(t, json.Unmarshal(a.Data, &rows))
			all = append(all, rows...)
		}
		ids := map[int]bool{}
		balance := 0
		slices.Reverse(all)
		for i, x := range all {
			ids[x.ID] = true
			require.GreaterOrEqual(t, x.At, all[max(i-1, 0)].At, username)
			if x.Status == 1002 {
				balance += minorUnits(t, x.Amount)
				require.Equal(t, balance, minorUnits(t, x.After), "%s: %+v", username, x)
			}
		}
		assert.GreaterOrEqual(t, total, 10_000, username)
		assert.Equal(t, []int{total, total}, []int{len(all), len(ids)}, username)
		wide := map[string]any{"startDate": "2020-01-01", "endDate": "2030-01-01"}
		for call, least := range map[string]int{
			"user/game_history": 3_000, "user/login_history": 600, "betframe/getCoupons": 600, "user/list_bonuses": 300,
			"crm/list_mass_messages": 250,
		} {
			got := h.call(call, wide).Pagination
			assert.True(t, got != nil && got.Total >= least, "%s %s: %+v", username, call, got)
		}
	}
}

func minorUnits(t *testing.T, n json.Number) int {
	t.Helper()
	k, err := bff.ParseMinorUnits(n.String())
	require.NoError(t, err)
	return int(k)
}

func TestScenariosListTheirCalls(t *testing.T) {
	type row struct {
		Name, Description string
		Calls             []string
	}
	touches := map[string][]string{}
	for _, s := range get[[]row](open(t, 1), "/__mock/scenarios") {
		touches[s.Name] = s.Calls
		assert.Regexp(t, `^.{1,120}$`, s.Description)
		assert.Equal(t, s.Name == "happy", len(s.Calls) == 0, s.Name)
	}
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for name := range touches {
		assert.True(t, strings.Contains(string(readme), "`"+name+"`"),
			"README.md: add the scenario %s to those of the mock casino", name)
	}
	assert.Equal(t, []string{"cmscontroller/getTournaments"}, touches["tournament-ending"])
}
