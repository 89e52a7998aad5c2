// Package draw is the mathematics of a lottery: five of thirty-six balls of four colours, the
// bets on them and their prices.
package draw

import (
	"math/rand/v2"
	"time"

	"croupier/bff/mock/games/rounds"
)

// The balls 1 to PerColour are of the first colour, the next PerColour of the second, …
const (
	Balls     = 36
	Drawn     = 5
	PerColour = 9
)

// Colours are the balls' colours in the order of their numbers.
var Colours = []string{"red", "blue", "green", "yellow"}

// Steps are the balls of a round.
var Steps = rounds.Steps{Lead: 2 * time.Second, Gap: 2200 * time.Millisecond, Count: Drawn}

// Clock times the rounds.
var Clock = rounds.Clock{
	Betting: 45 * time.Second, Grace: 500 * time.Millisecond, Playing: Steps.Length(), Showing: 8 * time.Second,
}

// Result is the drawn balls in their order.
type Result [Drawn]int

// New draws the balls. All ordered results are equally likely.
func New(rng *rand.Rand) Result {
	var drum [Balls]int
	for i := range drum {
		drum[i] = i + 1
	}
	var r Result
	for i := range r {
		k := i + rng.IntN(Balls-i)
		drum[i], drum[k] = drum[k], drum[i]
		r[i] = drum[i]
	}
	return r
}

func (r Result) sum() (all int) {
	for _, n := range r {
		all += n
	}
	return all
}

// colours counts the balls of each colour.
func (r Result) colours() (counts [4]int) {
	for _, n := range r {
		counts[colourOf(n)]++
	}
	return counts
}

// colourOf is the index of a ball's colour in Colours.
func colourOf(ball int) int { return (ball - 1) / PerColour }
