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

// look reads what a page of the sportsbook is shown.
func look[T any](h *house, url string) (out T) {
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

func TestACouponIsPlacedAtTheSportsbook(t *testing.T) {
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
	for range 2 { // the second time it is only shown again
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
