package bff

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Theme is the appearance of a brand. Colours are CSS colours, named by role.
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

// Gradient is the brand's colour gradient.
type Gradient struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Modes are the palettes of the two colour modes.
type Modes struct {
	Dark  Palette `json:"dark"`
	Light Palette `json:"light"`
}

// Palette assigns a colour to each colour role.
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

// Icon is an optional PNG file in a brand's logo folder, for the home screens of devices.
type Icon struct {
	File    string
	Size    int    // width and height in pixels
	Purpose string // purpose in the web app manifest, empty if the manifest does not list the icon
}

// Icons are the icons that a brand may have.
var Icons = []Icon{
	{File: "icon-192.png", Size: 192, Purpose: "any"},
	{File: "icon-512.png", Size: 512, Purpose: "any"},
	{File: "icon-maskable-512.png", Size: 512, Purpose: "maskable"},
	{File: "apple-touch-icon.png", Size: 180},
}

// Sizes returns the size in the syntax of manifests and link elements.
func (i Icon) Sizes() string { return fmt.Sprintf("%dx%d", i.Size, i.Size) }

// The calls that can supply the slides of a home page.
const (
	SliderOfHome        = "cmscontroller/getSlider" // the default
	SliderOfActiveItems = "slider/get_active_items"
	SliderOfSlots       = "cmscontroller/getIcSlider"
)

// Sections of the home page that Croupier treats specially.
const (
	LobbyLive   = "live"
	LobbyTicker = "jackpot_ticker"
)

// CategorySection is the prefix of a section that shows a slot category. The platform's category id
// follows it.
const CategorySection = "category/"

// RowSection is the prefix of a section with a row of games that the brand defines. Its id in
// Brand.Sections follows it.
const RowSection = "row/"

// Section contains the brand's settings of one section of the lobby.
type Section struct {
	Title  map[string]string   `yaml:"title"`  // in each language of the brand, nil: the default title
	Games  []GameRef           `yaml:"games"`  // chosen games of a row/ID
	Filter map[string]RecordID `yaml:"filter"` // category, provider and type of the games of another row/ID
	Pinned []GameRef           `yaml:"pinned"` // games that precede the others
	Hidden []GameRef           `yaml:"hidden"` // games that the section does not show
}

// GameRef names a slot of the platform.
type GameRef struct {
	ID   RecordID `yaml:"id"`
	Name string   `yaml:"name"` // to find the game, because platforms have no call for one game
}

// LobbySections lists the sections below the slides of the home page, in default order, with the
// required feature. Sections have no options, which would tie brand files to the site's code.
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

// DefaultLobby returns the sections for a brand that configures none.
func DefaultLobby() []string {
	out := make([]string, len(LobbySections))
	for i, s := range LobbySections {
		out[i] = s.Name
	}
	return out
}

// categorySections lists the sections that show a certain slot category.
var categorySections = []string{"popular", "new_arrivals", "jackpot", "drops_and_wins", "free_spins", "board_games"}

// ShowsCategory reports whether a section shows a slot category.
func ShowsCategory(section string) bool {
	return slices.Contains(categorySections, section) || strings.HasPrefix(section, CategorySection)
}

// Row is the content of a section with games of its own (RowAnswer of the contract).
type Row struct {
	Name  string            `json:"name,omitempty"` // of the slot category
	Games []json.RawMessage `json:"games"`          // at most 40
}

// LobbyLead returns the first section with a row of games, or "". That section is on the first
// screen.
func (b *Brand) LobbyLead() string {
	i := slices.IndexFunc(b.Lobby, func(s string) bool {
		return s == LobbyLive || s == "quick_access" || ShowsCategory(s) || strings.HasPrefix(s, RowSection)
	})
	if i < 0 {
		return ""
	}
	return b.Lobby[i]
}

// HasRow reports whether a section has games of its own, which /v1/rows returns.
func (b *Brand) HasRow(section string) bool {
	s := b.Sections[section]
	return strings.HasPrefix(section, RowSection) && (len(s.Filter) > 0 || len(s.Games) > 0) ||
		ShowsCategory(section) && len(s.Pinned)+len(s.Hidden) > 0
}
