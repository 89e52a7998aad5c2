package draw

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Pick is a selection to bet on: "in 7", "in 7 12" or "in 7 12 30" (all of the numbers are
// drawn), "out 7" (the number is not drawn), or one of Fixed.
type Pick string

// Together is the highest count of numbers in one "in" pick.
const Together = 3

// many is the count of balls of a colour from which on counts are one pick ("red.3").
const many = 3

// Bands are the ranges of the picks "sum.0", "sum.1", …, both ends included.
var Bands = [][2]int{{15, 69}, {70, 84}, {85, 100}, {101, 115}, {116, 170}}

// selection is a pick's rule and its probability.
type selection struct {
	wins   func(Result) bool
	chance float64
}

// fixed are the picks without numbers: on the sum of the balls, on the first ball, on the count
// of balls of a colour, and on the mix of colours.
var fixed = func() map[Pick]selection {
	all, bySum := map[Pick]selection{}, sums()
	onSum := func(name string, wins func(sum int) bool) {
		var won int64
		for sum, n := range bySum {
			if wins(sum) {
				won += n
			}
		}
		all[Pick("sum."+name)] = selection{func(r Result) bool { return wins(r.sum()) }, share(won)}
	}
	onFirst := func(name string, wins func(ball int) bool) {
		won := 0
		for ball := 1; ball <= Balls; ball++ { // every ball is first equally often
			if wins(ball) {
				won++
			}
		}
		all[Pick("first."+name)] = selection{func(r Result) bool { return wins(r[0]) }, float64(won) / Balls}
	}
	// Low is as likely as high.
	const middleSum, middleBall = Drawn * (Balls + 1) / 2, Balls / 2
	for _, on := range []struct {
		add    func(name string, wins func(int) bool)
		middle int
	}{{onSum, middleSum}, {onFirst, middleBall}} {
		on.add("odd", func(n int) bool { return n%2 == 1 })
		on.add("even", func(n int) bool { return n%2 == 0 })
		on.add("low", func(n int) bool { return n <= on.middle })
		on.add("high", func(n int) bool { return n > on.middle })
	}
	for i, band := range Bands {
		onSum(strconv.Itoa(i), func(sum int) bool { return sum >= band[0] && sum <= band[1] })
	}
	for i, colour := range Colours {
		onFirst(colour, func(ball int) bool { return colourOf(ball) == i })
		for n := range many + 1 {
			most := n
			if n == many {
				most = Drawn
			}
			all[Pick(colour+"."+strconv.Itoa(n))] = selection{
				func(r Result) bool { return min(r.colours()[i], many) == n }, share(ofColour(n, most)),
			}
		}
	}
	// One colour twice and the others once; one colour three times or more.
	colours := int64(len(Colours))
	all["mix.all"] = selection{func(r Result) bool {
		counts := r.colours()
		return slices.Min(counts[:]) > 0
	}, share(colours * choose(PerColour, 2) * PerColour * PerColour * PerColour)}
	all["mix.three"] = selection{func(r Result) bool {
		counts := r.colours()
		return slices.Max(counts[:]) >= many
	}, share(colours * ofColour(many, Drawn))}
	return all
}()

// Fixed returns the picks without numbers in no particular order.
func Fixed() []Pick { return slices.Collect(maps.Keys(fixed)) }

// numbers parses a pick of numbers: whether they are to be drawn, and which they are. They must
// rise. It returns nil for other picks.
func (p Pick) numbers() (in bool, numbers []int) {
	list, in := strings.CutPrefix(string(p), "in ")
	most := Together
	if !in {
		var out bool
		if list, out = strings.CutPrefix(list, "out "); !out {
			return false, nil
		}
		most = 1
	}
	last := 0
	for field := range strings.SplitSeq(list, " ") {
		n, err := strconv.Atoi(field)
		if err != nil || strconv.Itoa(n) != field || n <= last || n > Balls || len(numbers) == most {
			return false, nil
		}
		numbers, last = append(numbers, n), n
	}
	return in, numbers
}

// selection returns what p wins with, and false for an invalid pick.
func (p Pick) selection() (selection, bool) {
	in, numbers := p.numbers()
	if numbers == nil {
		s, ok := fixed[p]
		return s, ok
	}
	k, drawn := len(numbers), Drawn
	if in {
		drawn -= k
	}
	return selection{func(r Result) bool {
		return !slices.ContainsFunc(numbers, func(n int) bool { return slices.Contains(r[:], n) != in })
	}, share(choose(Balls-k, drawn))}, true
}

// Known reports whether p is a valid pick.
func (p Pick) Known() bool {
	_, ok := p.selection()
	return ok
}

// Wins reports whether p wins with a result.
func (p Pick) Wins(r Result) bool {
	s, ok := p.selection()
	return ok && s.wins(r)
}

// Chance is the exact probability that p wins; 0 for an invalid pick.
func (p Pick) Chance() float64 {
	s, _ := p.selection()
	return s.chance
}

// Price returns the price of p, see rounds.Price. p must be valid.
func (p Pick) Price(rtp float64) int64 { return rounds.Price(rtp, p.Chance()) }

// Pays returns the win of a bet at a price.
func (p Pick) Pays(r Result, stake bff.MinorUnits, price int64) bff.MinorUnits {
	if !p.Wins(r) {
		return 0
	}
	return rounds.Payout(stake, price)
}

// choose is the binomial coefficient n over k.
func choose(n, k int) int64 {
	ways := int64(1)
	for i := range int64(k) {
		ways = ways * (int64(n) - i) / (i + 1)
	}
	return ways
}

// results is the number of results regardless of the order of the balls.
var results = choose(Balls, Drawn)

func share(won int64) float64 { return float64(won) / float64(results) }

// ofColour counts the results with least to most balls of one colour.
func ofColour(least, most int) (won int64) {
	for k := least; k <= most; k++ {
		won += choose(PerColour, k) * choose(Balls-PerColour, Drawn-k)
	}
	return won
}

// sums counts the results by their sum, by dynamic programming over the balls.
func sums() map[int]int64 {
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
}
