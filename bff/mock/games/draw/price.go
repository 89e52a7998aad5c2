package draw

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// choose is the binomial coefficient n over k.
func choose(n, k int) int64 {
	ways := int64(1)
	for i := range int64(k) {
		ways = ways * (int64(n) - i) / (i + 1)
	}
	return ways
}

// All is the number of results regardless of the order of the balls.
var All = choose(Balls, Drawn)

// sums counts the results by their sum, by dynamic programming over the balls.
var sums = sync.OnceValue(func() map[int]int64 {
	var ways [Drawn + 1]map[int]int64
	for i := range ways {
		ways[i] = map[int]int64{}
	}
	ways[0][0] = 1
	for ball := 1; ball <= Balls; ball++ {
		for taken := Drawn; taken > 0; taken-- {
			for sum, n := range ways[taken-1] {
				ways[taken][sum+ball] += n
			}
		}
	}
	return ways[Drawn]
})

// Chance is the exact probability that p wins; 0 for an unknown pick.
func (p Pick) Chance() float64 {
	if in, numbers := p.numbers(); numbers != nil {
		k := len(numbers)
		if !in {
			return share(choose(Balls-k, Drawn))
		}
		return share(choose(Balls-k, Drawn-k))
	}
	if !p.Known() {
		return 0
	}
	market, selection, _ := strings.Cut(string(p), ".")
	switch market {
	case "sum":
		var won int64
		for sum, n := range sums() {
			if sumIs(selection, sum) {
				won += n
			}
		}
		return share(won)
	case "first": // every ball is first equally often
		won := 0
		for ball := 1; ball <= Balls; ball++ {
			if firstIs(selection, ball) {
				won++
			}
		}
		return float64(won) / Balls
	case "mix":
		colours := len(Colours)
		if selection == "all" { // one colour twice, the others once
			return share(int64(colours) * choose(PerColour, 2) * int64(math.Pow(PerColour, float64(colours-1))))
		}
		return share(int64(colours) * ofColour(many, Drawn)) // at most one colour has so many
	default:
		n, _ := strconv.Atoi(selection) // cannot fail: p is known
		if n == many {
			return share(ofColour(many, Drawn))
		}
		return share(ofColour(n, n))
	}
}

// ofColour counts the results with least to most balls of one colour.
func ofColour(least, most int) (won int64) {
	for k := least; k <= most; k++ {
		won += choose(PerColour, k) * choose(Balls-PerColour, Drawn-k)
	}
	return won
}

func share(won int64) float64 { return float64(won) / float64(All) }

// Price is what a winning bet is paid, see rounds.Price. p must be known.
func (p Pick) Price(rtp float64) int64 { return rounds.Price(rtp, p.Chance()) }

// Pays is what a bet wins at a price.
func (p Pick) Pays(r Result, stake bff.MinorUnits, price int64) bff.MinorUnits {
	if !p.Wins(r) {
		return 0
	}
	return rounds.Payout(stake, price)
}
