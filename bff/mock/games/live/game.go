// Package live holds the rules of live tables: the spots to bet on, the outcomes and their pays.
package live

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Outcome is the outcome of a round. Its JSON is what pages draw.
type Outcome interface {
	// Pays returns the pay of a bet on a spot in hundredths of the stake, including the stake: 0
	// for a loss, 100 for a push.
	Pays(spot string) int64
	// Brief is a short form of the outcome for the list of past rounds.
	Brief() string
}

// Game is the rules of a table.
type Game struct {
	Clock rounds.Clock
	// Keep is how many past rounds are shown.
	Keep int
	// Spots are the spots to bet on with their long-run returns in per cent.
	Spots map[string]float64
	// Usual are the spots that simulated players bet on, frequent ones repeated.
	Usual []string
	// RTP is the return of the best spot in per cent.
	RTP  float64
	Draw func(*rand.Rand) Outcome
	// Layout is the data that the page needs to draw the table besides the spots; may be nil.
	Layout any
}

// Play is the stakes of a bet by spot.
type Play map[string]bff.MinorUnits

// Total is the sum of the stakes.
func (p Play) Total() (sum bff.MinorUnits) {
	for _, amount := range p {
		sum += amount
	}
	return sum
}

// Win returns the pay of all stakes for an outcome.
func (p Play) Win(o Outcome) (win bff.MinorUnits) {
	for spot, amount := range p {
		win += amount * bff.MinorUnits(o.Pays(spot)) / 100
	}
	return win
}
