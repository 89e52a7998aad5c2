package mock_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// board is a list of matches.
type board struct{ Matches []bookMatch }

type bookMatch struct {
	ID      int64
	Sport   string
	Home    string
	Phase   string
	Markets []struct {
		Key   string
		Picks []struct {
			Key string
			Odd json.Number
		}
	}
}

func TestSportsbookPlacesCoupon(t *testing.T) {
	h := open(t, 1).login("demo")
	url := h.page("virtualgames/init_game", map[string]any{"providerID": 1, "type": "sport"})
	h.status(http.MethodGet, url, nil, http.StatusOK, "sportsbook.js")
	tomorrow := get[board](h, url+"/board?sport=football&day=1").Matches
	require.GreaterOrEqual(t, len(tomorrow), 20)
	require.Equal(t, "football soon", tomorrow[0].Sport+" "+tomorrow[0].Phase)
	require.Equal(t, "live", get[board](h, url+"/board?view=live").Matches[0].Phase)
	word := strings.ToLower(strings.Fields(tomorrow[0].Home)[0])
	assert.NotEmpty(t, get[board](h, url+"/board?text="+word).Matches, word)
	match := get[bookMatch](h, fmt.Sprintf("%s/match?id=%d", url, tomorrow[0].ID))
	assert.Len(t, match.Markets, 10)
	pick := match.Markets[0].Picks[0]
	tip := map[string]any{"match": match.ID, "market": match.Markets[0].Key, "pick": pick.Key, "odd": pick.Odd}
	order := map[string]any{"key": "k", "combo": false, "stake": 25, "tips": []any{tip}}
	h.status(http.MethodPost, url+"/odds", map[string]any{"tips": []any{tip}}, http.StatusOK, `"odds":[`+pick.Odd.String())
	before := h.balance()
	tip["odd"] = 9.99
	h.status(http.MethodPost, url+"/place", order, http.StatusConflict, `"odds":[`+pick.Odd.String())
	tip["odd"] = pick.Odd
	order["stake"] = 1
	h.status(http.MethodPost, url+"/place", order, http.StatusBadRequest, "bad stake")
	order["stake"] = 25
	h.holds(before) // a refused coupon costs nothing
	for range 2 {   // the second request is a repetition
		h.status(http.MethodPost, url+"/place", order, http.StatusOK, "")
	}
	assert.GreaterOrEqual(t, len(get[shownCoupons](h, url+"/coupons").Coupons), 2)
	window := map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14", "status": "open"}
	listed := must[[]struct {
		Stake  json.Number
		Type   string
		Events []struct{ Match, Market, Pick string }
	}](h, "betframe/getCoupons", window)
	mine := 0
	for _, c := range listed {
		if c.Stake == "25" && c.Events[0].Market == "Maç Sonucu" && strings.HasPrefix(c.Events[0].Match, match.Home) {
			mine++
		}
	}
	assert.Equal(t, 1, mine, "the coupon is listed once: %+v", listed)
	for _, path := range []string{"/board?day=x", "/match?id=x", "/match?id=7"} {
		h.status(http.MethodGet, url+path, nil, http.StatusBadRequest, "")
	}
	h.scenario("insufficient-funds")
	order["key"] = "another"
	h.status(http.MethodPost, url+"/place", order, http.StatusPaymentRequired, "")
	h.scenario("happy")
	slot := h.slot(false)
	h.status(http.MethodGet, strings.Replace(slot, "/slot/", "/sportsbook/", 1)+"/coupons", nil, http.StatusNotFound, "")
}

// shownCoupons are coupons in responses of the sportsbook's page.
type shownCoupons struct {
	Coupons []struct {
		ID, Bets, System  int
		Stake, Offer, Win json.Number
		Status            string
	}
}

func TestSportsbookCashesOutSystem(t *testing.T) {
	h := open(t, 1).login("demo")
	url := h.page("virtualgames/init_game", map[string]any{"providerID": 1, "type": "sport"})
	var tips []any
	for _, m := range get[board](h, url+"/board?sport=football&day=1").Matches[:4] {
		pick := m.Markets[0].Picks[0]
		tips = append(tips, map[string]any{"match": m.ID, "market": m.Markets[0].Key, "pick": pick.Key, "odd": pick.Odd})
	}
	order := map[string]any{"key": "s", "combo": true, "system": 5, "stake": 2.5, "tips": tips}
	h.status(http.MethodPost, url+"/place", order, http.StatusBadRequest, "bad picks") // more than there are
	order["system"] = 2
	h.status(http.MethodPost, url+"/place", order, http.StatusOK, "")
	placed := get[shownCoupons](h, url+"/coupons").Coupons[0]
	require.True(t, placed.System == 2 && placed.Bets == 6 && placed.Stake == "15" && placed.Status == "open", "placed %+v", placed)
	offer, err := placed.Offer.Float64()
	require.True(t, err == nil && offer >= 12 && offer < 15, "%s are offered for a stake of 15", placed.Offer)
	for _, c := range []struct {
		coupon int
		least  any
		status int
		error  string
	}{
		{placed.ID, 0, http.StatusBadRequest, `"bad request"`},
		{placed.ID + 1000, placed.Offer, http.StatusConflict, `"no bet"`},
		{placed.ID, 15, http.StatusConflict, `"offer changed"`},
		{placed.ID, 15, http.StatusConflict, `"offer":` + placed.Offer.String()},
	} {
		h.status(http.MethodPost, url+"/cashout", map[string]any{"coupon": c.coupon, "least": c.least}, c.status, c.error)
	}
	take := map[string]any{"coupon": placed.ID, "least": placed.Offer}
	var balances []string
	for range 2 { // the second request is a repetition
		c := post[shownCoupons](h, url+"/cashout", take, http.StatusOK).Coupons[0]
		assert.True(t, c.Status == "cashed" && c.Win == placed.Offer && c.Offer == "0", "cashed out: %+v", c)
		balances = append(balances, h.balance())
	}
	assert.Equal(t, balances[1], balances[0], "paid twice: %v", balances)
	window := map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14", "status": "won"}
	type coupon struct {
		Stake, Win json.Number
		Type       string
	}
	assert.Equal(t, coupon{"15", placed.Offer, "system"}, must[[]coupon](h, "betframe/getCoupons", window)[0])
	h.scenario("insufficient-funds")
	h.status(http.MethodPost, url+"/cashout", take, http.StatusOK, "")
}

type recentWin struct {
	GameID           int
	Name, Player, At string
	Amount           float64
}

func TestRecentWinsHappened(t *testing.T) {
	h := open(t, 1)
	h.advance("1h")
	wins := must[[]recentWin](h, "crm/recent_wins", nil)
	require.Len(t, wins, 20)
	require.True(t, slices.IsSortedFunc(wins, func(a, b recentWin) int { return strings.Compare(b.At, a.At) }), wins)
	known := map[int]string{}
	for _, g := range must[[]gameRow](h, "casino/games_list", map[string]any{"limit": 250}) {
		known[g.GameID] = g.Name
	}
	for _, w := range wins {
		assert.Equal(t, known[w.GameID], w.Name)
		assert.True(t, w.Amount >= 100 && strings.Contains(w.Player, "***") && w.At <= "2026-05-14 22:00:00", "%+v", w)
	}
	assert.Equal(t, wins, must[[]recentWin](h, "crm/recent_wins", nil), "at the same moment")
	h.advance("1m")
	later := must[[]recentWin](h, "crm/recent_wins", nil)
	assert.True(t, !slices.Equal(wins, later) && slices.Contains(later, wins[0]), "a minute later: %+v", later)
}

type previewEvent struct {
	Title, At string
	Items     []previewItem
}

type previewItem struct {
	Name string
	Odds float64
}

func TestPreviewShowsWhatComes(t *testing.T) {
	h := open(t, 1)
	for kind, want := range map[string]struct {
		events, items int // at least
		odds          bool
	}{
		"sport": {10, 2, true}, "livesport": {1, 0, false}, "goldenrace": {4, 6, true}, "football3d": {4, 3, true},
		"bingo": {4, 4, true}, "soundbingo": {4, 4, true}, "betongames": {4, 4, true}, "spaceman": {}, "zeplin": {},
	} {
		events := must[[]previewEvent](h, "virtualgames/preview", map[string]any{"type": kind})
		assert.True(t, len(events) >= want.events && (want.events != 0 || len(events) <= 0), "%s: %d events", kind, len(events))
		for _, e := range events {
			now := kind == "livesport" || e.At >= "2026-05-14 21:00:00" // in Istanbul
			assert.True(t, now && e.Title != "" && len(e.Items) >= want.items, "%s: %+v", kind, e)
			for _, i := range e.Items {
				assert.True(t, !want.odds || i.Odds >= 1, "%s: %s: %+v", kind, e.Title, i)
			}
		}
	}
	assert.False(t, h.call("virtualgames/preview", map[string]any{"type": "chess"}).Result, "an unknown game")
}

// The odds of a preview are those of the page.
func TestPreviewShowsTheOddsOfThePage(t *testing.T) {
	h := open(t, 1).login("demo")
	for _, kind := range []string{"goldenrace", "football3d", "betongames", "bingo"} {
		page := h.send("GET", h.page("virtualgames/init_game", map[string]any{"providerID": 16, "type": kind}), nil).Body.String()
		for _, item := range must[[]previewEvent](h, "virtualgames/preview", map[string]any{"type": kind})[0].Items {
			assert.Contains(t, page, fmt.Sprintf(`"%s":%.0f`, item.Name, item.Odds*100), kind)
		}
	}
}
