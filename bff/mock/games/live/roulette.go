package live

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff/mock/games/rounds"
)

// Wheel is the pockets of a European wheel, clockwise.
var Wheel = [37]int{
	0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
	5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
}

// Red are the red numbers.
var Red = [18]int{1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

// rouletteReturn is the return of every spot in per cent.
const rouletteReturn = 3600.0 / 37

// pocket is a round of roulette: the pocket with the ball.
type pocket struct {
	Number int `json:"number"`
}

func (p pocket) Brief() string { return strconv.Itoa(p.Number) }

func (p pocket) Pays(spot string) int64 {
	covered := rouletteSpots[spot]
	if !slices.Contains(covered, p.Number) {
		return 0
	}
	return int64(3600 / len(covered))
}

// rouletteSpots are all spots of the layout with the numbers that they cover. Inside bets are
// named by their numbers, "8-9-11-12".
var rouletteSpots = spotsOfRoulette()

func spotsOfRoulette() map[string][]int {
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

// rouletteLayout is the data that the page draws the wheel and the table from.
type rouletteLayout struct {
	Wheel [37]int          `json:"wheel"`
	Red   [18]int          `json:"red"`
	Spots map[string][]int `json:"spots"`
}

// Roulette is European roulette: one zero, all spots have the same return.
func Roulette() *Game {
	g := &Game{
		Clock: rounds.Clock{Betting: 18 * time.Second, Grace: time.Second, Playing: 7 * time.Second, Showing: 5 * time.Second},
		Keep:  100,
		Spots: map[string]float64{},
		Usual: []string{
			"red", "black", "red", "black", "odd", "even", "low", "high", "dozen1", "dozen2", "dozen3",
			"column1", "column2", "column3", "0",
		},
		RTP:    rouletteReturn,
		Draw:   func(rng *rand.Rand) Outcome { return pocket{rng.IntN(len(Wheel))} },
		Layout: rouletteLayout{Wheel, Red, rouletteSpots},
	}
	for spot, numbers := range rouletteSpots {
		g.Spots[spot] = rouletteReturn
		if len(numbers) <= 4 {
			g.Usual = append(g.Usual, spot)
		}
	}
	slices.Sort(g.Usual) // simulated bets must not depend on the order of the map
	return g
}
