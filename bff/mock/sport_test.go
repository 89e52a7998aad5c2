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

// sportState is a response of the page of coupons.
type sportState struct {
	Events []struct {
		ID           int64
		Title, Phase string
		Markets      []struct {
			Key   string
			Picks []struct {
				Key string
				Odd json.Number
			}
		}
	}
	Coupons []struct {
		ID                int
		Stake, Offer, Win json.Number
		Status            string
	}
}

// tip returns the first pick of the main market of an event.
func (s sportState) tip(event int) map[string]any {
	e := s.Events[event]
	pick := e.Markets[0].Picks[0]
	return map[string]any{"match": e.ID, "market": e.Markets[0].Key, "pick": pick.Key, "odd": pick.Odd}
}

func TestSportPlacesCoupon(t *testing.T) {
	h := open(t, 1).login("demo")
	live := h.page("virtualgames/init_game", map[string]any{"providerID": 1, "type": "livesport"})
	require.Equal(t, "live", get[sportState](h, live+"/state").Events[0].Phase)
	url := h.page("virtualgames/init_game", map[string]any{"providerID": 1, "type": "sport"})
	h.status(http.MethodGet, url, nil, http.StatusOK, "/pick/sport.js")
	state := get[sportState](h, url+"/state")
	require.Len(t, state.Events, 24)
	require.Equal(t, "soon", state.Events[0].Phase)
	tip, odd := state.tip(0), state.tip(0)["odd"]
	order := map[string]any{"key": "k", "combo": false, "stake": 25, "tips": []any{tip}}
	before := h.balance()
	tip["odd"] = 9.99
	h.status(http.MethodPost, url+"/place", order, http.StatusConflict, "odds changed")
	tip["odd"] = odd
	order["stake"] = 1
	h.status(http.MethodPost, url+"/place", order, http.StatusBadRequest, "bad stake")
	order["stake"] = 25
	h.holds(before) // a refused coupon costs nothing
	for range 2 {   // the second request is a repetition
		h.status(http.MethodPost, url+"/place", order, http.StatusOK, "")
	}
	window := map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14", "status": "open"}
	listed := must[[]struct {
		Stake  json.Number
		Type   string
		Events []struct{ Match, Market, Pick string }
	}](h, "betframe/getCoupons", window)
	mine := 0
	for _, c := range listed {
		home, _, _ := strings.Cut(state.Events[0].Title, " – ")
		if c.Stake == "25" && c.Events[0].Market == "Maç Sonucu" && strings.HasPrefix(c.Events[0].Match, home) {
			mine++
		}
	}
	assert.Equal(t, 1, mine, "the coupon is listed once: %+v", listed)
	h.scenario("insufficient-funds")
	order["key"] = "another"
	h.status(http.MethodPost, url+"/place", order, http.StatusPaymentRequired, "")
	h.scenario("happy")
	slot := h.slot(false)
	h.status(http.MethodGet, strings.Replace(slot, "/slot/", "/sport/", 1)+"/state", nil, http.StatusNotFound, "")
}

func TestSportCashesOut(t *testing.T) {
	h := open(t, 1).login("demo")
	url := h.page("virtualgames/init_game", map[string]any{"providerID": 1, "type": "sport"})
	state := get[sportState](h, url+"/state")
	order := map[string]any{"key": "s", "combo": true, "stake": 15, "tips": []any{state.tip(0), state.tip(1)}}
	placed := post[sportState](h, url+"/place", order, http.StatusOK).Coupons[0]
	require.True(t, placed.Stake == "15" && placed.Status == "open", "placed %+v", placed)
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
	} {
		h.status(http.MethodPost, url+"/cashout", map[string]any{"coupon": c.coupon, "least": c.least}, c.status,
			c.error)
	}
	take := map[string]any{"coupon": placed.ID, "least": placed.Offer}
	var balances []string
	for range 2 { // the second request is a repetition
		c := post[sportState](h, url+"/cashout", take, http.StatusOK).Coupons[0]
		assert.True(t, c.Status == "cashed" && c.Win == placed.Offer && c.Offer == "0", "cashed out: %+v", c)
		balances = append(balances, h.balance())
	}
	assert.Equal(t, balances[1], balances[0], "paid twice: %v", balances)
	window := map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14", "status": "won"}
	type coupon struct {
		Stake, Win json.Number
		Type       string
	}
	assert.Equal(t, coupon{"15", placed.Offer, "combo"}, must[[]coupon](h, "betframe/getCoupons", window)[0])
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
		assert.True(t, len(events) >= want.events && (want.events != 0 || len(events) <= 0), "%s: %d events", kind,
			len(events))
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

// A preview and the page show the same odds.
func TestPreviewShowsTheOddsOfThePage(t *testing.T) {
	h := open(t, 1).login("demo")
	for _, kind := range []string{"goldenrace", "football3d", "betongames", "bingo"} {
		page := h.send("GET", h.page("virtualgames/init_game", map[string]any{"providerID": 16, "type": kind}),
			nil).Body.String()
		for _, item := range must[[]previewEvent](h, "virtualgames/preview", map[string]any{"type": kind})[0].Items {
			assert.Contains(t, page, fmt.Sprintf(`"%s":%.0f`, item.Name, item.Odds*100), kind)
		}
	}
}
