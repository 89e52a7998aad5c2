// Package live holds the rules of live tables, which all play European roulette: one zero, and the
// same return for all spots.
package live

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Clock times the rounds of a table.
var Clock = rounds.Clock{Betting: 18 * time.Second, Grace: time.Second, Playing: 7 * time.Second, Showing: 5 * time.Second}

// Wheel is the pockets of the wheel, clockwise.
var Wheel = [37]int{
	0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
	5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
}

// Red are the red numbers.
var Red = [18]int{1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

// RTP is the return of every spot in per cent.
const RTP = 3600.0 / 37

// Pocket is the outcome of a round: the pocket with the ball.
type Pocket struct {
	Number int `json:"number"`
}

// Spin draws the outcome of a round.
func Spin(rng *rand.Rand) Pocket { return Pocket{rng.IntN(len(Wheel))} }

// Pays returns the pay of a bet on a spot in hundredths of the stake, including the stake: 0 for a loss.
func (p Pocket) Pays(spot string) int64 {
	covered := Spots[spot]
	if !slices.Contains(covered, p.Number) {
		return 0
	}
	return int64(3600 / len(covered))
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
func (p Play) Win(o Pocket) (win bff.MinorUnits) {
	for spot, amount := range p {
		win += amount * bff.MinorUnits(o.Pays(spot)) / 100
	}
	return win
}

// Spots are all spots of the layout with the numbers that they cover. Inside bets are
// named by their numbers, "8-9-11-12".
var Spots = newSpots()

func newSpots() map[string][]int {
	spots := map[string][]int{}
	inside := func(numbers ...int) {
		words := make([]string, len(numbers))
		for i, n := range numbers {
			words[i] = strconv.Itoa(n)
		}
		spots[strings.Join(words, "-")] = numbers
	}
	for n := range 37 {
		inside(n)
	}
	for n := 1; n <= 36; n++ {
		if n%3 != 0 {
			inside(n, n+1)
		}
		if n <= 33 {
			inside(n, n+3)
		}
		if n%3 != 0 && n <= 33 {
			inside(n, n+1, n+3, n+4)
		}
		if n%3 == 1 {
			inside(n, n+1, n+2)
		}
		if n%3 == 1 && n <= 31 {
			inside(n, n+1, n+2, n+3, n+4, n+5)
		}
	}
	for n := 1; n <= 3; n++ {
		inside(0, n)
	}
	inside(0, 1, 2)
	inside(0, 2, 3)
	inside(0, 1, 2, 3)
	for n := 1; n <= 36; n++ {
		for _, name := range []string{
			fmt.Sprintf("dozen%d", (n+11)/12), fmt.Sprintf("column%d", (n+2)%3+1), either(n <= 18, "low", "high"),
			either(n%2 == 0, "even", "odd"), either(slices.Contains(Red[:], n), "red", "black"),
		} {
			spots[name] = append(spots[name], n)
		}
	}
	return spots
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// Usual are the spots that simulated players bet on, frequent ones repeated. They are sorted, because
// simulated bets must not depend on the order of a map.
var Usual = func() []string {
	usual := []string{
		"red", "black", "red", "black", "odd", "even", "low", "high", "dozen1", "dozen2", "dozen3",
		"column1", "column2", "column3", "0",
	}
	for spot, numbers := range Spots {
		if len(numbers) <= 4 {
			usual = append(usual, spot)
		}
	}
	slices.Sort(usual)
	return usual
}()
