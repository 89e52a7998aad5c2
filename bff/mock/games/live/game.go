// Package live holds the rules of the tables whose rounds everybody plays together: what may
// be bet on, how a round falls, and what it pays. Time and money are its callers'.
package live

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Outcome is how a round fell. Its JSON is what pages draw.
type Outcome interface {
	// Pays is what a stake on a spot gives back, the stake included, in hundredths of it;
	// 0 is lost, 100 the stake itself.
	Pays(spot string) int64
	// Brief is the outcome in a word, for the table's board of past rounds.
	Brief() string
}

// Game is one kind of table.
type Game struct {
	Clock rounds.Clock
	// Keep is how many past rounds the table shows.
	Keep int
	// Spots are what may be bet on, with what players get back of each in the long run, in
	// per cent of the stake.
	Spots map[string]float64
	// Usual are the spots that guests like, the liked ones more than once.
	Usual []string
	// RTP is the return of the game's best spots in per cent.
	RTP  float64
	Draw func(*rand.Rand) Outcome
	// Layout is what pages draw the table from, where the spots do not say it.
	Layout any
}

// Play is what somebody has bet in a round, by spot.
type Play map[string]bff.MinorUnits

// Total is the sum of the stakes.
func (p Play) Total() (sum bff.MinorUnits) {
	for _, amount := range p {
		sum += amount
	}
	return sum
}

// Win is what an outcome pays for the stakes, those included that come back.
func (p Play) Win(o Outcome) (win bff.MinorUnits) {
	for spot, amount := range p {
		win += amount * bff.MinorUnits(o.Pays(spot)) / 100
	}
	return win
}
