package bingo

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Guest is somebody else in the hall. Their cards are as good as the player's own.
type Guest struct {
	Name  string
	Joins time.Duration // after the sale has opened
	Cards []Card
}

// MaxCards is how many cards one may hold in a round.
const MaxCards = 24

const initials = "ABCDEFGHKLMNOPRSTUVYZ"

// Hall draws the others of a round.
func Hall(rng *rand.Rand) []Guest {
	guests := make([]Guest, 12+rng.IntN(14))
	for i := range guests {
		guests[i] = Guest{
			Name:  fmt.Sprintf("%c***%d", initials[rng.IntN(len(initials))], rng.IntN(10)),
			Joins: time.Duration(rng.Int64N(int64(Clock.Betting - 2*time.Second))).Truncate(time.Millisecond),
			Cards: Deal(rng, []int{1, 2, 3, 4, 6, 6, 8, 12}[rng.IntN(8)]),
		}
	}
	return guests
}

// Deal draws n cards.
func Deal(rng *rand.Rand, n int) []Card {
	cards := make([]Card, n)
	for i := range cards {
		cards[i] = DealCard(rng)
	}
	return cards
}
