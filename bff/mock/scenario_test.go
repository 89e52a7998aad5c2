package mock_test

import (
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
)

// inScenario opens a casino in a scenario and returns clients of a guest and a player.
func inScenario(t *testing.T, username, name string) (guest, player *client) {
	t.Helper()
	guest = open(t, 7)
	player = guest.login(username)
	guest.control("scenario", map[string]any{"name": name})
	return guest, player
}

type bonusRow struct {
	BonusID       int
	Amount        float64
	WagerRequired float64 `json:"wager_required"`
	WagerDone     float64 `json:"wager_done"`
	Status        string
}

func TestMidWageringShowsHalfWageredBonus(t *testing.T) {
	// One player has an active bonus, the other only an offer.
	for _, username := range []string{"demo", "yeni"} {
		guest, h := inScenario(t, username, "mid-wagering")
		active := checked[[]bonusRow](h, "user/list_bonuses", map[string]any{"status": "active"})
		if len(active) != 1 || active[0].WagerDone*2 != active[0].WagerRequired {
			t.Fatalf("%s plays %+v", username, active)
		}
		type wallet []struct{ Bonus float64 }
		if got := must[wallet](h, "finance/check_balance", nil)[0].Bonus; got < active[0].Amount {
			t.Errorf("%s has %v of bonus, the active one is %v", username, got, active[0].Amount)
		}
		for _, b := range must[[]bonusRow](h, "user/list_bonuses", map[string]any{"status": "available"}) {
			if b.BonusID == active[0].BonusID {
				t.Errorf("%s is offered what is active", username)
			}
		}
		if got := checked[bonusRow](h, "user/cancel_bonus", map[string]any{"bonusID": active[0].BonusID}); got.Status != "finished" {
			t.Errorf("%s: given up it is %+v", username, got)
		}
		guest.control("scenario", map[string]any{"name": "happy"})
		if left := must[[]bonusRow](h, "user/list_bonuses", map[string]any{"status": "active"}); len(left) != 0 {
			t.Errorf("%s: happy again, still active: %+v", username, left)
		}
	}
}

// payOut is a withdrawal to an e-wallet, settled ten minutes later.
func payOut(amount int) map[string]any {
	return map[string]any{
		"Type": 2, "transferType": 7, "methodID": 62, "amount": amount, "phone": "+905551112233", "id_valid_until": "2030-01-01",
	}
}

func TestMidWageringRefusesWithdrawals(t *testing.T) {
	guest, h := inScenario(t, "ikili", "mid-wagering") // balance 1250.50, no bonus
	if got := h.call("prepayServices/processTransaction", payOut(100)); got.Result || got.Message != "Bonus çevrimi tamamlanmadan çekim yapılamaz" {
		t.Errorf("%+v", got)
	}
	if got := h.balance(); got != "1250.5" {
		t.Errorf("the balance is %s", got)
	}
	guest.control("scenario", map[string]any{"name": "happy"})
	must[any](h, "prepayServices/processTransaction", payOut(100))
}

func TestWithdrawalStuckIgnoresTheClock(t *testing.T) {
	type row struct {
		Category int `json:"transaction_category_id"`
		Status   int `json:"transaction_status"`
	}
	for _, c := range []struct {
		cents   json.Number // 13: the provider refuses
		settled int
	}{{"100", 1002}, {"100.13", 1003}} {
		guest := open(t, 7)
		h := guest.login("ikili")
		data := payOut(0)
		data["amount"] = c.cents
		first := func() row {
			return must[[]row](h, "finance/list_transactions", map[string]any{"searchCategory": 2, "limit": 1})[0]
		}
		must[any](h, "prepayServices/processTransaction", data)
		held := h.balance()
		guest.control("scenario", map[string]any{"name": "withdrawal-stuck"})
		for _, later := range []string{"1m", "1h", "20h"} {
			guest.control("clock", map[string]string{"advance": later})
			if got := first(); got.Status != 1001 || h.balance() != held {
				t.Errorf("%s, %s later: %+v, balance %s, want %s", c.cents, later, got, h.balance(), held)
			}
		}
		guest.control("scenario", map[string]any{"name": "happy"})
		if got := first(); got.Status != c.settled || (h.balance() == held) != (c.settled == 1002) {
			t.Errorf("%s, happy again: %+v, balance %s", c.cents, got, h.balance())
		}
	}
}

func TestTournamentEndingScenario(t *testing.T) {
	guest := open(t, 7)
	type place struct {
		Rank   int
		Player string
		Points int
	}
	type contest struct {
		ID          int
		Start       string `json:"Start_date"`
		End         string `json:"End_date"`
		Leaderboard []place
	}
	now := "2026-05-14 21:00:00" // the clock's start in Istanbul
	running := func() (out []contest) {
		for _, c := range must[[]contest](guest, "cmscontroller/getTournaments", nil) {
			if c.Start <= now && now <= c.End {
				out = append(out, c)
			}
		}
		return out
	}
	before := running()
	guest.control("scenario", map[string]any{"name": "tournament-ending"})
	ending := running()
	if len(before) < 2 || len(ending) != len(before) {
		t.Fatalf("%d tournaments run, %d of them end", len(before), len(ending))
	}
	orders := map[string]bool{}
	points := map[string]int{}
	for range 9 {
		guest.control("clock", map[string]string{"advance": "9s"})
		for _, c := range running() {
			if c.End != "2026-05-14 21:01:30" {
				t.Fatalf("%d ends at %s", c.ID, c.End)
			}
			if gap := c.Leaderboard[0].Points - c.Leaderboard[len(c.Leaderboard)-1].Points; gap < 1 || gap > 100 {
				t.Errorf("%d: the first is %d points before the last", c.ID, gap)
			}
			var order []string
			for i, p := range c.Leaderboard {
				key := c.End + p.Player + string(rune(c.ID))
				if p.Rank != i+1 || i > 0 && p.Points > c.Leaderboard[i-1].Points || p.Points < points[key] {
					t.Errorf("%d: %+v after %d points", c.ID, p, points[key])
				}
				points[key] = p.Points
				order = append(order, p.Player)
			}
			if c.ID == ending[0].ID {
				orders[strings.Join(order, " ")] = true
			}
		}
	}
	if len(orders) < 4 {
		t.Errorf("in 81 seconds there were %d orders", len(orders))
	}
	guest.control("clock", map[string]string{"advance": "30s"})
	ended := must[[]contest](guest, "cmscontroller/getTournaments", nil)
	if slices.ContainsFunc(ended[:2], func(c contest) bool { return c.ID == ending[0].ID }) {
		t.Error("what has ended is still listed before the rest")
	}
	guest.control("clock", map[string]string{"advance": "1m"})
	if again := must[[]contest](guest, "cmscontroller/getTournaments", nil); !slices.EqualFunc(ended, again, func(a, b contest) bool {
		return a.End != "2026-05-14 21:01:30" || slices.Equal(a.Leaderboard, b.Leaderboard)
	}) {
		t.Error("a leaderboard goes on after the end")
	}
}

func TestJackpotWonScenario(t *testing.T) {
	type row struct {
		JackpotID, GameID int
		Name              string
		Amount            float64
	}
	guest, h := inScenario(t, "demo", "happy")
	before := must[[]row](guest, "habanero/getJackpots", nil)
	guest.control("scenario", map[string]any{"name": "jackpot-won"})
	after := checked[[]row](guest, "habanero/getJackpots", nil)
	if !slices.IsSortedFunc(after, func(a, b row) int { return int(b.Amount - a.Amount) }) || len(after) != len(before) {
		t.Errorf("not the biggest first: %+v", after)
	}
	for _, j := range after {
		i := slices.IndexFunc(before, func(b row) bool { return b.JackpotID == j.JackpotID })
		if fell := j.Amount < before[i].Amount/2; fell != (i == 0) {
			t.Errorf("%s went from %v to %v", j.Name, before[i].Amount, j.Amount)
		}
	}
	shown := must[[]struct{ Jackpot float64 }](guest, "casino/games_list", map[string]any{"searchGameName": before[0].Name, "limit": 1})[0]
	if i := slices.IndexFunc(after, func(j row) bool { return j.JackpotID == before[0].JackpotID }); shown.Jackpot != after[i].Amount {
		t.Errorf("the game shows %v, the list %v", shown.Jackpot, after[i].Amount)
	}
	news := checked[[]struct {
		ID    int
		Title string
		HTML  string `json:"html"`
	}](h, "crm/list_mass_messages", nil)
	if !strings.Contains(news[0].Title, before[0].Name) || strings.ContainsAny(news[0].HTML, "{}") {
		t.Errorf("%+v", news[0])
	}
	guest.control("clock", map[string]string{"advance": "10s"})
	if grown := must[[]row](guest, "habanero/getJackpots", nil); slices.Equal(grown, after) {
		t.Error("nothing grows any more")
	}
}

func TestBigListsArePaginated(t *testing.T) {
	guest, h := inScenario(t, "demo", "big-lists")
	for _, c := range []struct {
		call, id string
		total    int
	}{
		{"casino/games_list", "gameID", 10_000},
		{"livecasino/game_table_list", "tableID", 2_000},
		{"casino/provider_list", "providerID", 240},
	} {
		seen := map[string]bool{}
		names := map[string]bool{}
		for offset := 0; offset < c.total+250; offset += 250 {
			a := guest.call(c.call, map[string]any{"limit": 250, "offset": offset})
			if a.Pagination.Total != c.total {
				t.Fatalf("%s: a total of %d", c.call, a.Pagination.Total)
			}
			var rows []map[string]any
			if err := json.Unmarshal(a.Data, &rows); err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				key, _ := json.Marshal(row[c.id])
				seen[string(key)] = true
				if name, ok := row["name"].(string); ok {
					names[name] = true
				}
			}
		}
		if len(seen) != c.total || len(names) > 0 && len(names) < c.total*9/10 {
			t.Errorf("%s: %d of %d, under %d names", c.call, len(seen), c.total, len(names))
		}
	}
	last := must[[]struct {
		GameID int
		Image  string
	}](guest, "casino/games_list", map[string]any{"limit": 1, "offset": 9_999})[0]
	if w := guest.send(http.MethodGet, last.Image, nil); w.Code != http.StatusOK {
		t.Errorf("%s: HTTP %d", last.Image, w.Code)
	}
	place := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": last.GameID})
	if w := guest.send(http.MethodGet, place.URL, nil); w.Code != http.StatusOK || path.Base(place.URL) == "" {
		t.Errorf("%s: HTTP %d", place.URL, w.Code)
	}
	guest.control("scenario", map[string]any{"name": "happy"})
	if got := h.call("casino/init_game", map[string]any{"gameID": last.GameID}); got.Message != "Kayıt Bulunamadı" {
		t.Errorf("happy again, a game of the big list: %+v", got)
	}
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
			all = append(all, must[[]row](h, "finance/list_transactions", map[string]any{"limit": 250, "offset": offset})...)
		}
		ids := map[int]bool{}
		balance := 0
		slices.Reverse(all)
		for i, x := range all {
			ids[x.ID] = true
			if i > 0 && x.At < all[i-1].At {
				t.Fatalf("%s: %+v comes after %+v", username, x, all[i-1])
			}
			if x.Status != 1002 {
				continue
			}
			if balance += kurus(t, x.Amount); balance != kurus(t, x.After) {
				t.Fatalf("%s: after %+v the balance is %d", username, x, balance)
			}
		}
		if len(all) != total || total < 10_000 || len(ids) != total {
			t.Errorf("%s: %d of %d movements, %d ids", username, len(all), total, len(ids))
		}
		wide := map[string]any{"startDate": "2020-01-01", "endDate": "2030-01-01"}
		for call, least := range map[string]int{
			"user/game_history": 3_000, "user/login_history": 600, "betframe/getCoupons": 600, "user/list_bonuses": 300, "crm/list_mass_messages": 250,
		} {
			if got := h.call(call, wide).Pagination; got == nil || got.Total < least {
				t.Errorf("%s %s: %+v", username, call, got)
			}
		}
	}
}

func kurus(t *testing.T, n json.Number) int {
	t.Helper()
	k, err := bff.ParseMinorUnits(n.String())
	if err != nil {
		t.Fatal(err)
	}
	return int(k)
}

func TestScenariosListTheirCalls(t *testing.T) {
	var list []struct {
		Name, Description string
		Calls             []string
	}
	w := open(t, 1).send(http.MethodGet, "/__mock/scenarios", nil)
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	touches := map[string][]string{}
	for _, s := range list {
		touches[s.Name] = s.Calls
		if s.Description == "" || strings.ContainsAny(s.Description, "\n") || len(s.Description) > 120 || (len(s.Calls) == 0) != (s.Name == "happy") {
			t.Errorf("%+v", s)
		}
	}
	for _, want := range []string{
		"happy", "empty", "slow", "flaky", "hang", "maintenance", "session-expired", "inactive", "unauthorized", "insufficient-funds",
		"provider-down", "malformed", "rate-limited", "mid-wagering", "kyc-rejected", "withdrawal-stuck", "self-excluded", "limit-reached", "cool-off", "excluded",
		"two-factor-locked", "tournament-ending", "jackpot-won", "big-lists", "long-texts", "rtl",
	} {
		if _, ok := touches[want]; !ok {
			t.Errorf("%s is missing", want)
		}
	}
	if got := touches["tournament-ending"]; !slices.Equal(got, []string{"cmscontroller/getTournaments"}) {
		t.Errorf("tournament-ending touches %v", got)
	}
}
