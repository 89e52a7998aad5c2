package games

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestSportsbookNeedsABookmaker(t *testing.T) {
	h := Handler(newFakeWallet())
	w := get(h, Prefix+"sportsbook/"+fakeToken+"/board?view=live")
	if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "no session") {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
}

func TestSportsbookQuickStakesAreWithinLimits(t *testing.T) {
	game, err := describeSportsbook(Session{Type: "livesport", MinBet: 2_000, MaxBet: 6_000})
	if err != nil || game["live"] != true || fmt.Sprint(game["quick"]) != "[25 50]" {
		t.Errorf("%+v, %v", game, err)
	}
	if _, err := describeSportsbook(Session{MinBet: 2, MaxBet: 1}); err == nil {
		t.Error("limits without a stake are accepted")
	}
}
