package mock_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

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

// Each fault applies only one time, over a real connection that it can break.
func TestFaultKinds(t *testing.T) {
	h := openOwn(t, 1)
	s := httptest.NewServer(h.handler)
	t.Cleanup(s.Close)
	body := `{"api":{"class":"habanero","method":"getJackpots"},"data":{"Lang":"tr"}}`
	ask := func(ctx context.Context) (status int, b []byte, err error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/endpoint/v1", strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Close = true
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, nil, err
		}
		defer func() { _ = resp.Body.Close() }()
		b, err = io.ReadAll(resp.Body)
		return resp.StatusCode, b, err
	}
	for kind, c := range map[string]struct {
		fields map[string]any
		want   string // pattern of HTTP status, "json" and envelope, or of an error
	}{
		"delay":       {map[string]any{"latency_ms": 1}, `^200 json envelope true `},
		"status":      {map[string]any{"status": 503}, `^503$`},
		"malformed":   {nil, `^200$`},
		"truncated":   {nil, `^error unexpected EOF$`},
		"wrong-type":  {nil, `^200 json$`},
		"huge":        {nil, `^200 json huge$`},
		"reset":       {nil, `^error`},
		"expired":     {nil, `^200 json envelope false Oturum Süresi Doldu$`},
		"maintenance": {nil, `^200 json envelope false This site is under maintenance$`},
	} {
		fault := map[string]any{"kind": kind, "call": "habanero/getJackpots", "times": 1}
		maps.Copy(fault, c.fields)
		h.control("fault", fault)
		status, b, err := ask(t.Context())
		got := fmt.Sprint(status)
		var a answer
		switch {
		case err != nil:
			got = "error " + err.Error()
		case len(b) > 30<<20 && json.Valid(b):
			got += " json huge"
		case json.Unmarshal(b, &a) == nil:
			got += fmt.Sprint(" json envelope ", a.Result, " ", a.Message)
		case json.Valid(b):
			got += " json"
		}
		assert.Regexp(t, c.want, got, kind)
		status, b, err = ask(t.Context())
		assert.True(t, err == nil && status == http.StatusOK && json.Valid(b), "%s applies twice: %v %.200s", kind,
			err, b)
	}
	h.control("fault", map[string]any{"call": "habanero/getJackpots", "kind": "hang"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, _, err := ask(ctx)
	assert.ErrorIs(t, err, context.DeadlineExceeded, "a hang")
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

func TestMidWageringScenario(t *testing.T) {
	// One player has an active bonus, the other only an offer.
	for _, username := range []string{"demo", "yeni"} {
		guest, h := inScenario(t, username, "mid-wagering")
		active := h.bonuses("active")
		require.True(t, len(active) == 1 && active[0].WagerDone*2 == active[0].WagerRequired, "%s plays %+v", username,
			active)
		bonus := must[[]struct{ Bonus float64 }](h, "finance/check_balance", nil)[0].Bonus
		assert.GreaterOrEqual(t, bonus, active[0].Amount, username)
		for _, b := range h.bonuses("available") {
			assert.NotEqual(t, active[0].BonusID, b.BonusID, "%s receives an offer of the active bonus", username)
		}
		id := map[string]any{"bonusID": active[0].BonusID}
		assert.Equal(t, "finished", must[bonusRow](h, "user/cancel_bonus", id).Status, username)
		guest.scenario("happy")
		assert.Empty(t, h.bonuses("active"), "%s: happy again, still active", username)
	}
	guest, h := inScenario(t, "ikili", "mid-wagering") // balance 1250.50, no bonus
	h.refuses(payment, payOut(100), "Bonus çevrimi tamamlanmadan çekim yapılamaz")
	h.holds("1250.5")
	guest.scenario("happy")
	must[any](h, payment, payOut(100))
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
