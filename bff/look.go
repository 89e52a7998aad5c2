package bff

import (
	"fmt"
	"slices"
	"strings"
)

// Theme is the appearance of a brand. Colours are CSS colours by role.
type Theme struct {
	DefaultMode string   `json:"defaultMode" yaml:"default_mode"` // dark or light
	Hero        string   `json:"hero"`                            // cinematic, split or framed
	Radius      int      `json:"radius"`                          // px
	Fonts       Fonts    `json:"fonts"`
	Gradient    Gradient `json:"gradient"`
	Modes       Modes    `json:"modes"`
}

// Fonts are font families by use.
type Fonts struct {
	Display string `json:"display"`
	Text    string `json:"text"`
	Arabic  string `json:"arabic"`
}

// Gradient is the brand's gradient, from one colour to another.
type Gradient struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Modes are the palettes of the two colour modes.
type Modes struct {
	Dark  Palette `json:"dark"`
	Light Palette `json:"light"`
}

// Palette assigns a colour to each colour role of look.md.
type Palette struct {
	BG            string `json:"bg"`
	Surface       string `json:"surface"`
	SurfaceRaised string `json:"surfaceRaised" yaml:"surface_raised"`
	Line          string `json:"line"`
	Text          string `json:"text"`
	TextDim       string `json:"textDim" yaml:"text_dim"`
	Accent        string `json:"accent"`
	OnAccent      string `json:"onAccent" yaml:"on_accent"`
	Positive      string `json:"positive"`
	Negative      string `json:"negative"`
	Warning       string `json:"warning"`
	Focus         string `json:"focus"`
}

// Icon is a picture of a brand for the home screens of devices: an optional PNG file in its logo folder.
type Icon struct {
	File    string
	Size    int    // pixels, both sides
	Purpose string // in the web app manifest; empty if the icon is not listed there
}

// Icons are the icons that a brand may have.
var Icons = []Icon{
	{File: "icon-192.png", Size: 192, Purpose: "any"},
	{File: "icon-512.png", Size: 512, Purpose: "any"},
	{File: "icon-maskable-512.png", Size: 512, Purpose: "maskable"},
	{File: "apple-touch-icon.png", Size: 180},
}

// Sizes returns the size as the manifest and link elements write it.
func (i Icon) Sizes() string { return fmt.Sprintf("%dx%d", i.Size, i.Size) }

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

// LobbySections are the sections of the home page below its slides in the default order, with the feature of each.
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

// LobbyLead returns the first section of the lobby with a row of games, or "": it is on the first screen.
func (b *Brand) LobbyLead() string {
	i := slices.IndexFunc(b.Lobby, func(s string) bool {
		return slices.Contains(rowSections, s) || strings.HasPrefix(s, CategorySection)
	})
	if i < 0 {
		return ""
	}
	return b.Lobby[i]
}
