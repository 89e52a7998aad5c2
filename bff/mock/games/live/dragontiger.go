package live

import (
	"math/rand/v2"
	"time"

	"croupier/bff/mock/games/rounds"
)

// Spots of Dragon Tiger besides SpotTie.
const (
	SpotDragon    = "dragon"
	SpotTiger     = "tiger"
	SpotSuitedTie = "suitedtie"
)

// duel is a round of Dragon Tiger: one card each, the ace is low.
type duel struct {
	Dragon Card   `json:"dragon"`
	Tiger  Card   `json:"tiger"`
	Winner string `json:"winner"`
}

func (d duel) Brief() string { return d.Winner }

func (d duel) Pays(spot string) int64 {
	tie := d.Winner == SpotTie
	switch {
	case spot == SpotSuitedTie && tie && d.Dragon.Suit() == d.Tiger.Suit():
		return 5100
	case spot == SpotTie && tie:
		return 1200
	case tie && (spot == SpotDragon || spot == SpotTiger):
		return 50
	case spot == d.Winner:
		return 200
	default:
		return 0
	}
}

func playDuel(deal func() Card) duel {
	d := duel{Dragon: deal(), Tiger: deal(), Winner: SpotTie}
	switch {
	case d.Dragon.Rank() > d.Tiger.Rank():
		d.Winner = SpotDragon
	case d.Dragon.Rank() < d.Tiger.Rank():
		d.Winner = SpotTiger
	}
	return d
}

// DragonTiger is Dragon Tiger with eight decks.
func DragonTiger() *Game {
	return &Game{
		Clock: rounds.Clock{Betting: 12 * time.Second, Grace: time.Second, Playing: 5 * time.Second, Showing: 4 * time.Second},
		Keep:  72,
		Spots: map[string]float64{SpotDragon: 96.265, SpotTiger: 96.265, SpotTie: 89.639, SpotSuitedTie: 86.024},
		Usual: []string{SpotDragon, SpotDragon, SpotDragon, SpotTiger, SpotTiger, SpotTiger, SpotTie, SpotSuitedTie},
		RTP:   96.265,
		Draw:  func(rng *rand.Rand) Outcome { return playDuel(newShoe(rng).deal) },
	}
}
