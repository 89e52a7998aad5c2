package mock_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

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

// look decodes a response of the sportsbook's page.
func look[T any](h *client, url string) (out T) {
	h.t.Helper()
	w := h.send(http.MethodGet, url, nil)
	if w.Code != http.StatusOK {
		h.t.Fatalf("%s: HTTP %d %s", url, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		h.t.Fatalf("%s: %v: %s", url, err, w.Body)
	}
	return out
}

func TestSportsbookPlacesCoupon(t *testing.T) {
	h := open(t, 1).login("demo")
	url := must[struct{ URL string }](h, "virtualgames/init_game", map[string]any{"providerID": 1, "type": "sport"}).URL
	if w := h.send(http.MethodGet, url, nil); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "sportsbook.js") {
		t.Fatalf("%s: HTTP %d %.200s", url, w.Code, w.Body)
	}
	board := look[struct{ Matches []bookMatch }](h, url+"/board?sport=football&day=1")
	if len(board.Matches) < 20 || board.Matches[0].Sport != "football" || board.Matches[0].Phase != "soon" {
		t.Fatalf("the board of tomorrow is %+v", board)
	}
	live := look[struct{ Matches []bookMatch }](h, url+"/board?view=live")
	if len(live.Matches) == 0 || live.Matches[0].Phase != "live" {
		t.Fatalf("the live board is %+v", live)
	}
	found := look[struct{ Matches []bookMatch }](h, url+"/board?text="+strings.ToLower(strings.Fields(board.Matches[0].Home)[0]))
	if len(found.Matches) == 0 {
		t.Errorf("nothing is found for %q", board.Matches[0].Home)
	}
	match := look[bookMatch](h, fmt.Sprintf("%s/match?id=%d", url, board.Matches[0].ID))
	if len(match.Markets) != 10 {
		t.Errorf("the match is %+v", match)
	}
	pick := match.Markets[0].Picks[0]
	tip := map[string]any{"match": match.ID, "market": match.Markets[0].Key, "pick": pick.Key, "odd": pick.Odd}
	order := map[string]any{"key": "k", "combo": false, "stake": json.Number("25"), "tips": []any{tip}}
	var odds struct{ Odds []json.Number }
	if w := h.send(http.MethodPost, url+"/odds", map[string]any{"tips": []any{tip}}); w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &odds) != nil || odds.Odds[0] != pick.Odd {
		t.Errorf("the odds are %d %s, not %s", w.Code, w.Body, pick.Odd)
	}
	before := h.balance()
	tip["odd"] = json.Number("9.99")
	if w := h.send(http.MethodPost, url+"/place", order); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), `"odds":[`+pick.Odd.String()) {
		t.Errorf("another odd: HTTP %d %s", w.Code, w.Body)
	}
	tip["odd"] = pick.Odd
	order["stake"] = json.Number("1")
	if w := h.send(http.MethodPost, url+"/place", order); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "bad stake") {
		t.Errorf("too low a stake: HTTP %d %s", w.Code, w.Body)
	}
	order["stake"] = json.Number("25")
	if h.balance() != before {
		t.Error("a refused coupon costs money")
	}
	for range 2 { // the second request is a repetition
		if w := h.send(http.MethodPost, url+"/place", order); w.Code != http.StatusOK {
			t.Fatalf("HTTP %d %s", w.Code, w.Body)
		}
	}
	if n := len(look[struct{ Coupons []struct{ Key string } }](h, url+"/coupons").Coupons); n < 2 {
		t.Errorf("%d coupons are shown", n)
	}
	window := map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14", "status": "open"}
	listed := checked[[]struct {
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
	if mine != 1 {
		t.Errorf("the coupon is listed %d times: %+v", mine, listed)
	}
	for path, want := range map[string]int{
		"/board?day=x": http.StatusBadRequest, "/match?id=x": http.StatusBadRequest, "/match?id=7": http.StatusBadRequest,
	} {
		if w := h.send(http.MethodGet, url+path, nil); w.Code != want {
			t.Errorf("%s: HTTP %d", path, w.Code)
		}
	}
	h.control("scenario", map[string]any{"name": "insufficient-funds"})
	order["key"] = "another"
	if w := h.send(http.MethodPost, url+"/place", order); w.Code != http.StatusPaymentRequired {
		t.Errorf("a coupon in the scenario: HTTP %d %s", w.Code, w.Body)
	}
	h.control("scenario", map[string]any{"name": "happy"})
	slot := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": 1001}).URL
	if w := h.send(http.MethodGet, strings.Replace(slot, "/slot/", "/sportsbook/", 1)+"/coupons", nil); w.Code != http.StatusNotFound {
		t.Errorf("coupons at a slot's seat: HTTP %d %s", w.Code, w.Body)
	}
}

// shownCoupon is a coupon in responses of the sportsbook's page.
type shownCoupon struct {
	ID     int
	Bets   int
	System int
	Stake  json.Number
	Offer  json.Number
	Win    json.Number
	Status string
}

func TestSportsbookCashesOutSystem(t *testing.T) {
	h := open(t, 1).login("demo")
	url := must[struct{ URL string }](h, "virtualgames/init_game", map[string]any{"providerID": 1, "type": "sport"}).URL
	board := look[struct{ Matches []bookMatch }](h, url+"/board?sport=football&day=1")
	var tips []any
	for _, m := range board.Matches[:4] {
		pick := m.Markets[0].Picks[0]
		tips = append(tips, map[string]any{"match": m.ID, "market": m.Markets[0].Key, "pick": pick.Key, "odd": pick.Odd})
	}
	order := map[string]any{"key": "s", "combo": true, "system": 5, "stake": json.Number("2.50"), "tips": tips}
	if w := h.send(http.MethodPost, url+"/place", order); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "bad picks") {
		t.Errorf("a system of more picks than there are: HTTP %d %s", w.Code, w.Body)
	}
	order["system"] = 2
	if w := h.send(http.MethodPost, url+"/place", order); w.Code != http.StatusOK {
		t.Fatalf("HTTP %d %s", w.Code, w.Body)
	}
	placed := look[struct{ Coupons []shownCoupon }](h, url+"/coupons").Coupons[0]
	if placed.System != 2 || placed.Bets != 6 || placed.Stake != "15" || placed.Status != "open" {
		t.Fatalf("placed %+v", placed)
	}
	offer, err := placed.Offer.Float64()
	if err != nil || offer < 12 || offer >= 15 {
		t.Fatalf("%s are offered for a stake of 15", placed.Offer)
	}
	for what, body := range map[string]map[string]any{
		"bad request":   {"coupon": placed.ID, "least": json.Number("0")},
		"no bet":        {"coupon": placed.ID + 1000, "least": placed.Offer},
		"offer changed": {"coupon": placed.ID, "least": json.Number("15")},
	} {
		w := h.send(http.MethodPost, url+"/cashout", body)
		if w.Code < 400 || !strings.Contains(w.Body.String(), what) {
			t.Errorf("%s: HTTP %d %s", what, w.Code, w.Body)
		}
		if what == "offer changed" && !strings.Contains(w.Body.String(), `"offer":`+placed.Offer.String()) {
			t.Errorf("the refusal is %s", w.Body)
		}
	}
	take := map[string]any{"coupon": placed.ID, "least": placed.Offer}
	var balances []string
	for range 2 { // the second request is a repetition
		var list struct{ Coupons []shownCoupon }
		w := h.send(http.MethodPost, url+"/cashout", take)
		if err := json.Unmarshal(w.Body.Bytes(), &list); w.Code != http.StatusOK || err != nil {
			t.Fatalf("HTTP %d %s", w.Code, w.Body)
		}
		if c := list.Coupons[0]; c.Status != "cashed" || c.Win != placed.Offer || c.Offer != "0" {
			t.Errorf("cashed out: %+v", c)
		}
		balances = append(balances, h.balance())
	}
	if balances[0] != balances[1] {
		t.Errorf("paid twice: %v", balances)
	}
	window := map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14", "status": "won"}
	listed := checked[[]struct {
		Stake json.Number
		Win   json.Number
		Type  string
	}](h, "betframe/getCoupons", window)
	if len(listed) == 0 || listed[0].Type != "system" || listed[0].Stake != "15" || listed[0].Win != placed.Offer {
		t.Errorf("the contract knows it as %+v", listed)
	}
	h.control("scenario", map[string]any{"name": "insufficient-funds"})
	if w := h.send(http.MethodPost, url+"/cashout", take); w.Code != http.StatusOK {
		t.Errorf("cash out without funds: HTTP %d %s", w.Code, w.Body)
	}
}
