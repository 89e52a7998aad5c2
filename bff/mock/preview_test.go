package mock_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

type recentWin struct {
	GameID           int
	Name, Player, At string
	Amount           float64
}

func TestRecentWinsHappened(t *testing.T) {
	h := open(t, 1)
	h.control("clock", map[string]string{"advance": "1h"})
	wins := checked[[]recentWin](h, "crm/recent_wins", nil)
	if len(wins) != 20 || !slices.IsSortedFunc(wins, func(a, b recentWin) int { return strings.Compare(b.At, a.At) }) {
		t.Fatalf("%d wins, not the latest 20: %+v", len(wins), wins)
	}
	known := map[int]string{}
	for _, g := range checked[[]struct {
		GameID int
		Name   string
	}](h, "casino/games_list", map[string]any{"limit": 250}) {
		known[g.GameID] = g.Name
	}
	for _, w := range wins {
		if known[w.GameID] != w.Name || w.Amount < 100 || !utf8.ValidString(w.Player) || !strings.Contains(w.Player, "***") || w.At > "2026-05-14 22:00:00" {
			t.Errorf("%+v", w)
		}
	}
	again := checked[[]recentWin](h, "crm/recent_wins", nil)
	if !slices.Equal(wins, again) {
		t.Error("the same moment has other wins")
	}
	h.control("clock", map[string]string{"advance": "1m"})
	later := checked[[]recentWin](h, "crm/recent_wins", nil)
	if slices.Equal(wins, later) || !slices.Contains(later, wins[0]) {
		t.Errorf("a minute later: %+v", later)
	}
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
	for kind, want := range map[string]struct {
		events, items int // at least
		odds          bool
	}{
		"sport": {10, 2, true}, "livesport": {1, 0, false}, "goldenrace": {4, 6, true}, "football3d": {4, 3, true},
		"bingo": {4, 0, false}, "soundbingo": {4, 0, false}, "betongames": {4, 0, false}, "spaceman": {}, "zeplin": {},
	} {
		t.Run(kind, func(t *testing.T) {
			h := open(t, 1)
			events := checked[[]previewEvent](h, "virtualgames/preview", map[string]any{"type": kind})
			if len(events) < want.events || want.events == 0 && len(events) > 0 {
				t.Fatalf("%d events", len(events))
			}
			now := time.Date(2026, 5, 14, 21, 0, 0, 0, time.UTC).Format(time.DateTime) // of the casino's zone
			for _, e := range events {
				if e.Title == "" || len(e.Items) < want.items || kind != "livesport" && e.At < now {
					t.Errorf("%+v", e)
				}
				for _, i := range e.Items {
					if want.odds && i.Odds < 1 {
						t.Errorf("%s: %+v", e.Title, i)
					}
				}
			}
		})
	}
	if got := open(t, 1).call("virtualgames/preview", map[string]any{"type": "chess"}); got.Result {
		t.Errorf("an unknown game: %+v", got)
	}
}

// The race of a preview is the next one of the page.
func TestPreviewShowsTheRaceOfThePage(t *testing.T) {
	h := open(t, 1).login("demo")
	url := must[struct{ URL string }](h, "virtualgames/init_game", map[string]any{"providerID": 16, "type": "goldenrace"}).URL
	race := checked[[]previewEvent](h, "virtualgames/preview", map[string]any{"type": "goldenrace"})[0]
	for range 8 { // until it accepts bets
		state := h.send("GET", url+"/state", nil).Body.String()
		if !slices.ContainsFunc(race.Items, func(i previewItem) bool { return !strings.Contains(state, `"name":"`+i.Name+`"`) }) {
			return
		}
		h.control("clock", map[string]string{"advance": "10s"})
	}
	t.Errorf("the page has not shown %+v", race)
}
