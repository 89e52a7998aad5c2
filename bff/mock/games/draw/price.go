package draw

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"croupier/bff"
)

// choose is how many ways there are to take k of n.
func choose(n, k int) int64 {
	ways := int64(1)
	for i := range int64(k) {
		ways = ways * (int64(n) - i) / (i + 1)
	}
	return ways
}

// All is how many draws there are, whatever the order of the balls.
var All = choose(Balls, Drawn)

// sums counts the draws by their sum: taking the balls one by one, each into the draws that
// have room for it.
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

// Chance is how likely a pick wins, counted exactly; 0 for one that is not Known.
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
	market, answer, _ := strings.Cut(string(p), ".")
	switch market {
	case "sum":
		var won int64
		for sum, n := range sums() {
			if sumIs(answer, sum) {
				won += n
			}
		}
		return share(won)
	case "first": // every ball is the first one equally often
		won := 0
		for ball := 1; ball <= Balls; ball++ {
			if firstIs(answer, ball) {
				won++
			}
		}
		return float64(won) / Balls
	case "mix":
		colours := len(Colours)
		if answer == "all" { // one colour twice, the others once
			return share(int64(colours) * choose(PerColour, 2) * int64(math.Pow(PerColour, float64(colours-1))))
		}
		return share(int64(colours) * ofColour(many, Drawn)) // of no two colours at once
	default:
		n, _ := strconv.Atoi(answer) // Known
		if n == many {
			return share(ofColour(many, Drawn))
		}
		return share(ofColour(n, n))
	}
}

// ofColour counts the draws that have from least to most balls of one colour.
func ofColour(least, most int) (won int64) {
	for k := least; k <= most; k++ {
		won += choose(PerColour, k) * choose(Balls-PerColour, Drawn-k)
	}
	return won
}

func share(won int64) float64 { return float64(won) / float64(All) }

// Price is what a winning bet is paid, in hundredths of the stake: the fair price times rtp
// (per cent), to the nearest hundredth. So the return is rtp within half a hundredth of the
// stake times the chance. p is Known.
func (p Pick) Price(rtp float64) int64 { return int64(math.Round(rtp / p.Chance())) }

// Pays is what a bet wins by a draw at a price.
func (p Pick) Pays(r Result, stake bff.MinorUnits, price int64) bff.MinorUnits {
	if !p.Wins(r) {
		return 0
	}
	return stake * bff.MinorUnits(price) / 100
}
