package world

import "croupier/bff"

// Virtual is a game outside the lobbies (calls.md §2, virtualgames/init_game).
type Virtual struct {
	ID    int
	Type  string
	Name  string
	Theme string
	RTP   float64
	Min   bff.MinorUnits
	Max   bff.MinorUnits
}

var virtuals = []Virtual{
	{901, "bingo", "Bingo", "sweets", 92, 100, 20000},
	{902, "soundbingo", "Sesli Bingo", "neon", 92, 100, 20000},
	{903, "goldenrace", "Altın Yarış", "gold", 90, 200, 100000},
	{904, "football3d", "3D Futbol", "forest", 91, 200, 100000},
	{905, "spaceman", "Uzay Adamı", "space", 96.5, 100, 100000},
	{906, "zeplin", "Zeplin", "sea", 96.5, 100, 100000},
	{907, "betongames", "Oyun Bahisleri", "cards", 95, 100, 50000},
	{908, "sport", "Spor Bahisleri", "gems", 94, 500, 1000000},
	{909, "livesport", "Canlı Bahis", "gold", 93, 500, 1000000},
}

// VirtualGame finds a virtual game by its type; the first one where the type is empty. The
// provider is one of the catalogue's.
func (c *Catalogue) VirtualGame(provider int, kind string) (Game, bool) {
	if provider < 1 || provider > len(c.Providers) {
		return Game{}, false
	}
	for _, v := range virtuals {
		if kind == "" || v.Type == kind {
			return Game{
				ID: v.ID, Kind: KindVirtual, Name: v.Name, Provider: c.Providers[provider-1].Name,
				Theme: v.Theme, Type: v.Type, RTP: v.RTP, Volatility: VolatilityMedium, MinBet: v.Min, MaxBet: v.Max,
			}, true
		}
	}
	return Game{}, false
}
