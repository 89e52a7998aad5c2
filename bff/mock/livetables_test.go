package mock_test

import (
	"encoding/json"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"croupier/bff/mock/world"
)

// livePages are the game pages by type of live table.
var livePages = map[string]string{
	world.TableRoulette: "roulette", world.TableBaccarat: "cards", world.TableDragonTiger: "cards",
	world.TableBlackjack: "blackjack", world.TableGameShow: "wheel", world.TableSicBo: "dice", world.TablePoker: "cards",
}

// lobbyTable is a live table in the lobby's list.
type lobbyTable struct {
	TableID    int
	Dealer     string
	SeatsTaken int
	IsOpen     bool
}

// liveTable opens a staffed table of a type and returns the address of its page.
func (h *client) liveTable(kind string) (url string, table lobbyTable) {
	h.t.Helper()
	for _, t := range must[[]lobbyTable](h, "livecasino/game_table_list", map[string]any{"type": kind}) {
		if t.IsOpen && t.SeatsTaken > 0 {
			url = must[struct{ URL string }](h, "livecasino/init_game", map[string]any{"tableID": t.TableID}).URL
			return url, t
		}
	}
	h.t.Fatalf("no %s table is open", kind)
	return "", lobbyTable{}
}

// The catalogue states the return of each table; it is compared with that of the game.
func TestLiveTableReturnsMatchTheCatalogue(t *testing.T) {
	catalogue, err := world.NewCatalogue(1)
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, 1).login("zengin")
	data := regexp.MustCompile(`(?s)<script type="application/json" id="boot">(.*?)</script>`)
	for kind, page := range livePages {
		url, seen := h.liveTable(kind)
		if !strings.Contains(url, "/mock/play/"+page+"/") {
			t.Errorf("%s opens %s", kind, url)
		}
		w := h.send(http.MethodGet, url, nil)
		found := data.FindStringSubmatch(w.Body.String())
		if w.Code != http.StatusOK || found == nil {
			t.Fatalf("%s: HTTP %d", kind, w.Code)
		}
		var boot struct {
			Game struct {
				RTP    float64
				Dealer string
			}
		}
		if err := json.Unmarshal([]byte(found[1]), &boot); err != nil {
			t.Fatal(err)
		}
		table, _ := catalogue.Table(seen.TableID)
		if said := table.AsGame().RTP; math.Abs(boot.Game.RTP-said) > 0.006 {
			t.Errorf("%s returns %.3f, the catalogue says %.3f", kind, boot.Game.RTP, said)
		}
		if boot.Game.Dealer != seen.Dealer {
			t.Errorf("%s is dealt by %q, the lobby names %q", kind, boot.Game.Dealer, seen.Dealer)
		}
	}
}

// A bet on every outcome is settled by the clock after its page was closed, once.
func TestLiveTableSettlesBetsOfClosedPages(t *testing.T) {
	h := open(t, 1).login("zengin")
	url, seen := h.liveTable(world.TableRoulette)
	look := func() (s struct {
		Round  int64
		Guests int
		Mine   []struct {
			Settled bool
			Win     json.Number
		}
		Balance json.Number
	},
	) {
		w := h.send(http.MethodGet, url+"/table", nil)
		if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != http.StatusOK {
			t.Fatalf("HTTP %d %v: %s", w.Code, err, w.Body)
		}
		return s
	}
	for !strings.Contains(h.send(http.MethodGet, url+"/table", nil).Body.String(), `"outcome":null`) {
		h.control("clock", map[string]string{"advance": "5s"})
	}
	s := look()
	if s.Guests != seen.SeatsTaken {
		t.Errorf("%d guests at the table, %d in the lobby", s.Guests, seen.SeatsTaken)
	}
	before := h.balance()
	bet := map[string]any{"round": s.Round, "key": "k", "bets": map[string]int{"dozen1": 100, "dozen2": 100, "dozen3": 100, "0": 100}}
	if w := h.send(http.MethodPost, url+"/bet", bet); w.Code != http.StatusOK {
		t.Fatalf("HTTP %d %s", w.Code, w.Body)
	}
	staked := h.balance()
	h.control("clock", map[string]string{"advance": "1m"})
	paid := h.balance()
	number := func(text string) float64 {
		n, err := json.Number(text).Float64()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if number(staked) != number(before)-400 {
		t.Errorf("%s before, %s with the bet", before, staked)
	}
	// A dozen pays 300, the zero 3600.
	if won := number(paid) - number(staked); won != 300 && won != 3600 {
		t.Errorf("paid %v", won)
	}
	rounds := h.call("user/game_history", map[string]any{"startDate": "2026-05-14", "endDate": "2026-05-14"})
	if !strings.Contains(string(rounds.Data), "400") {
		t.Errorf("the history lacks the round: %s", rounds.Data)
	}
}

// A reloaded page shows the open hand unchanged.
func TestBlackjackHandSurvivesReload(t *testing.T) {
	h := open(t, 1).login("zengin")
	url, _ := h.liveTable(world.TableBlackjack)
	type seen struct {
		Round struct {
			ID    string
			Step  int
			Hands []struct{ Cards []string }
			May   []string
			Over  bool
		}
	}
	read := func(method, path string, body any) (s seen) {
		w := h.send(method, url+path, body)
		if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: HTTP %d %v: %s", path, w.Code, err, w.Body)
		}
		return s
	}
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		s := read(http.MethodPost, "/deal", map[string]any{"stake": 1000, "key": key})
		step := 0
		if slices.Contains(s.Round.May, "decline") {
			s = read(http.MethodPost, "/move", map[string]any{"id": s.Round.ID, "step": 0, "move": "decline"})
			step = 1
		}
		if s.Round.Over {
			continue // a blackjack
		}
		s = read(http.MethodPost, "/move", map[string]any{"id": s.Round.ID, "step": step, "move": "hit"})
		again := read(http.MethodGet, "/hand", nil)
		if len(again.Round.Hands[0].Cards) != 3 || again.Round.Step != step+1 || again.Round.ID != s.Round.ID || again.Round.Over != s.Round.Over {
			t.Errorf("left %+v, found %+v", s, again)
		}
		return
	}
	t.Error("ten hands ended at once")
}

// Two windows of one player double the same hand concurrently.
func TestBlackjackDoubleIsAppliedOnce(t *testing.T) {
	h := open(t, 1).login("zengin")
	one, _ := h.liveTable(world.TableBlackjack)
	other, _ := h.liveTable(world.TableBlackjack)
	type seen struct {
		Balance json.Number
		Round   struct {
			ID    string
			Stake json.Number
			May   []string
		}
	}
	send := func(url, path string, body any) (s seen) {
		w := h.send(http.MethodPost, url+path, body)
		if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: HTTP %d %v: %s", path, w.Code, err, w.Body)
		}
		return s
	}
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		s := send(one, "/deal", map[string]any{"stake": 1000, "key": key})
		if !slices.Contains(s.Round.May, "double") {
			h.control("clock", map[string]string{"advance": "2m"}) // the round is over
			continue
		}
		double := map[string]any{"id": s.Round.ID, "step": 0, "move": "double"}
		first, second := send(one, "/move", double), send(other, "/move", double)
		if first.Round.Stake != "2000" || second.Round.Stake != "2000" || first.Balance != second.Balance {
			t.Errorf("first %+v, then %+v", first, second)
		}
		return
	}
	t.Error("none of ten hands could be doubled")
}
