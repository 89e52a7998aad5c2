package mock_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"croupier/bff"
)

// TestSlotPagesByMechanic plays one game of each mechanic, from the lobby to the wallet.
func TestSlotPagesByMechanic(t *testing.T) {
	h := open(t, 1).login("demo")
	for kind, page := range map[string]string{"ways": "ways", "cluster": "cluster", "classic": "slot", "3d": "slot"} {
		game := must[[]gameRow](h, "casino/games_list", map[string]any{"type": kind, "limit": 1})[0]
		url := must[struct{ URL string }](h, "casino/init_game", map[string]any{"gameID": game.GameID}).URL
		if !strings.Contains(url, "/mock/play/"+page+"/") {
			t.Errorf("a game of type %s opens at %s", kind, url)
		}
		if w := h.send(http.MethodGet, url, nil); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "/"+page+"/"+page+".js") {
			t.Errorf("%s: HTTP %d %.200s", url, w.Code, w.Body)
		}
		for range 3 {
			w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": json.Number("2")})
			var round struct{ Stake, Win, Balance bff.MinorUnits }
			if err := json.Unmarshal(w.Body.Bytes(), &round); err != nil || w.Code != http.StatusOK || round.Stake != 200 {
				t.Fatalf("%s: HTTP %d %s", url, w.Code, w.Body)
			}
			if got, err := bff.ParseMinorUnits(h.balance()); err != nil || got != round.Balance {
				t.Errorf("%s: the page says %s, the wallet %s", kind, round.Balance, h.balance())
			}
		}
	}
}
