// Package draw is the mathematics of a lottery that everybody at the game shares: five of
// thirty-six balls of four colours, what can be bet on them, and what it is priced at.
package draw

import (
	"math/rand/v2"
	"time"

	"croupier/bff/mock/games/live"
)

// What is in the drum, and how much of it is drawn. Of the balls, 1 to PerColour are of the
// first colour, the next of the second.
const (
	Balls     = 36
	Drawn     = 5
	PerColour = 9
)

// Colours are the balls', in the order of their numbers.
var Colours = []string{"red", "blue", "green", "yellow"}

// Gap is the time between two balls; Lead is that from the end of betting to the first.
const (
	Gap  = 2200 * time.Millisecond
	Lead = 2 * time.Second
)

// Clock is how long a round's parts last: the bets, the draw, and its result.
var Clock = live.Clock{
	Betting: 45 * time.Second, Grace: 500 * time.Millisecond, Playing: Lead + Drawn*Gap, Showing: 8 * time.Second,
}

// Result is the balls in the order in which they are drawn.
type Result [Drawn]int

// New draws the balls: every order of every five as likely as any other.
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

// Out is how many balls of a round have been drawn at a time.
func Out(r live.Round, now time.Time) int {
	since := now.Sub(r.Closes.Add(Lead))
	if since < 0 {
		return 0
	}
	return min(int(since/Gap)+1, Drawn)
}

// At is when a round's ball is drawn; the first one is 1.
func At(r live.Round, n int) time.Time {
	return r.Closes.Add(Lead + time.Duration(n-1)*Gap)
}

// colourOf is the place of a ball's colour among Colours.
func colourOf(ball int) int { return (ball - 1) / PerColour }
