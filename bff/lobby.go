package bff

import (
	"slices"
	"strings"
)

// The calls that a brand may choose for the slides of its home page.
const (
	SliderOfHome        = "cmscontroller/getSlider" // the default
	SliderOfActiveItems = "slider/get_active_items"
	SliderOfSlots       = "cmscontroller/getIcSlider"
)

// Sections of the home page that the server knows: the live tables, and the jackpots that grow.
const (
	LobbyLive   = "live"
	LobbyTicker = "jackpot_ticker"
)

// CategorySection is the beginning of the section of any slot category: category/ and the platform's id.
const CategorySection = "category/"

// LobbySections are the sections of the home page below its slides, in the default order, each with the
// feature that it needs; "" for none.
var LobbySections = []struct{ Name, Feature string }{
	{"shortcuts", ""},
	{"popular", "slots"},
	{LobbyTicker, "slots"},
	{"player", ""},
	{"boxes", ""},
	{"quick_access", "slots"},
	{LobbyLive, "live"},
	{"recent_wins", ""},
	{"new_arrivals", "slots"},
	{"jackpot", "slots"},
	{"tournaments", "tournaments"},
	{"drops_and_wins", "slots"},
	{"free_spins", "slots"},
	{"board_games", "slots"},
	{"promotions", "promotions"},
	{"providers", "slots"},
}

// DefaultLobby returns the sections of a brand that names none.
func DefaultLobby() []string {
	out := make([]string, len(LobbySections))
	for i, s := range LobbySections {
		out[i] = s.Name
	}
	return out
}

// rowSections are the sections that show a row of games to every visitor.
var rowSections = []string{
	"popular", "quick_access", LobbyLive, "new_arrivals", "jackpot", "drops_and_wins", "free_spins", "board_games",
}

// LobbyLead returns the first section of the lobby with a row of games: it is on the first screen. It is
// empty where there is none.
func (b *Brand) LobbyLead() string {
	i := slices.IndexFunc(b.Lobby, func(s string) bool {
		return slices.Contains(rowSections, s) || strings.HasPrefix(s, CategorySection)
	})
	if i < 0 {
		return ""
	}
	return b.Lobby[i]
}
