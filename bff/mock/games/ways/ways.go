// Package ways is the mathematics of a slot that pays by ways: six reels of two to seven
// symbols, wins on neighbouring reels from the left, and free spins with a rising multiplier.
package ways

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"croupier/bff/mock/games/slots"
)

// The measures of the game.
const (
	Reels = 6
	Least = 2 // the fewest symbols that a reel shows; each spin draws the number
	Most  = 7
	Coins = 20 // units in a stake
)

// Grid is the visible symbols: Grid[reel] has Least to Most symbols, the first on top.
type Grid [Reels][]slots.Symbol

// Ways is the number of ways: combinations of one symbol of each reel.
func (g *Grid) Ways() int {
	ways := 1
	for _, reel := range g {
		ways *= len(reel)
	}
	return ways
}

func (g *Grid) scatters() (n int) {
	for _, reel := range g {
		n += slots.CountIn(reel, slots.Scatter)
	}
	return n
}

// wins reads the grid. The first reel has no wild, so every way belongs to one symbol.
func (p *profile) wins(g *Grid) []slots.Win {
	var won []slots.Win
	for s := slots.High1; s < slots.Count; s++ {
		ways, reels := 1, 0
		for _, reel := range g {
			n := slots.CountIn(reel, s, slots.Wild)
			if n == 0 {
				break
			}
			ways, reels = ways*n, reels+1
		}
		if pay := p.table[s].At(reels); pay > 0 {
			won = append(won, slots.Win{Symbol: s, Count: reels, Ways: ways, Units: pay * int64(ways)})
		}
	}
	return won
}

// profile is the definition of a volatility.
type profile struct {
	table     slots.Paytable   // for each way
	stacks    [slots.Count]int // how many of a symbol are adjacent on a strip
	heights   heights
	freeSpins slots.Pays
}

// usual is how many of each symbol are on a strip. One scatter each: no reel shows two.
var usual = [slots.Count]int{
	slots.Wild: 2, slots.Scatter: 1, slots.High1: 4, slots.High2: 6, slots.High3: 8, slots.High4: 9,
	slots.Low1: 12, slots.Low2: 12, slots.Low3: 12,
}

// stacked returns stacks of two of the high symbols, three of High4, and low of the low ones.
func stacked(low int) [slots.Count]int { return [slots.Count]int{1, 1, 2, 2, 2, 3, low, low, low} }

var profiles = map[slots.Volatility]profile{
	slots.LowVolatility: {
		table: slots.Paytable{
			slots.High1: {10, 16, 25, 36}, slots.High2: {6, 10, 15, 22}, slots.High3: {5, 7, 10, 14}, slots.High4: {3, 5, 7, 10},
			slots.Low1: {2, 3, 4, 5}, slots.Low2: {2, 3, 4, 5}, slots.Low3: {1, 2, 3, 4},
		},
		stacks: stacked(3), heights: heights{2: 3, 3: 4, 4: 5, 5: 4, 6: 2, 7: 1},
		freeSpins: slots.Pays{5, 6, 8, 10},
	},
	slots.MediumVolatility: {
		table: slots.Paytable{
			slots.High1: {6, 14, 30, 60}, slots.High2: {4, 8, 16, 30}, slots.High3: {3, 5, 9, 15}, slots.High4: {2, 3, 5, 10},
			slots.Low1: {1, 2, 3, 4}, slots.Low2: {1, 2, 3, 4}, slots.Low3: {1, 1, 2, 3},
		},
		stacks: stacked(4), heights: heights{2: 4, 3: 4, 4: 4, 5: 4, 6: 3, 7: 2},
		freeSpins: slots.Pays{7, 8, 10, 12},
	},
	slots.HighVolatility: {
		table: slots.Paytable{
			slots.High1: {4, 12, 32, 90}, slots.High2: {2, 6, 14, 30}, slots.High3: {1, 2, 6, 12}, slots.High4: {1, 2, 4, 6},
			slots.Low1: {1, 1, 1, 2}, slots.Low2: {0, 1, 2, 2}, slots.Low3: {0, 1, 1, 2},
		},
		stacks: stacked(4), heights: heights{2: 3, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3},
		freeSpins: slots.Pays{10, 12, 13, 14},
	},
}

// model is a profile with its strips, poor and rich ones.
type model struct {
	slots.Model[Grid]
	profile
	paid, free [2]reelSet
}

func newModel(p profile) *model {
	m := &model{profile: p}
	m.Model = slots.Model[Grid]{Units: Coins, Table: p.table.Shown(slots.High1), FreeSpins: p.freeSpins, Play: m.play}
	for i, rich := range []bool{false, true} {
		m.paid[i], m.free[i] = p.newReelSet(rich, false), p.newReelSet(rich, true)
		multipliers := 0.0
		for n, chance := range p.scatterChances(&m.paid[i]) {
			multipliers += chance * float64(sumTo(p.freeSpins.At(n)))
		}
		m.Returns[i] = (p.expected(&m.paid[i]) + multipliers*p.expected(&m.free[i])) / Coins
		m.Most = max(m.Most, p.bound(&m.paid[i])+sumTo(p.freeSpins.At(Reels))*p.bound(&m.free[i]))
	}
	return m
}

var models = slots.Models(profiles, newModel)

// New returns a machine, see slots.Open.
func New(rtp float64, v slots.Volatility) (*slots.Machine[Grid], error) {
	return slots.Open[Grid](models, rtp, v)
}

// play plays the paid spin and the free spins. The nth free spin multiplies its wins by n.
func (m *model) play(mix slots.Mix, rng *rand.Rand) (spins []slots.Spin[Grid], _ Grid) {
	spin := func(sets *[2]reelSet, multiplier int64) slots.Spin[Grid] {
		g := sets[mix.Draw(rng)].stop(rng, &m.heights)
		return slots.NewSpin(g, m.wins(&g), g.scatters(), 0, multiplier)
	}
	spins = append(spins, spin(&m.paid, 1))
	for n := range m.freeSpins.At(spins[0].Scatters) {
		spins = append(spins, spin(&m.free, n+1))
	}
	return spins, Grid{}
}

// sumTo is 1 + 2 + … + n.
func sumTo(n int64) int64 { return n * (n + 1) / 2 }

// heights are the weights of the numbers of symbols that a reel shows, by that number.
type heights [Most + 1]int

// draw draws how many symbols a reel shows.
func (h *heights) draw(rng *rand.Rand) int {
	n := rng.IntN(h.sum())
	for height, weight := range h {
		if n -= weight; n < 0 {
			return height
		}
	}
	return Most // unreachable: n is less than the sum
}

func (h *heights) sum() (sum int) {
	for _, weight := range h {
		sum += weight
	}
	return sum
}

// reelSet is the strips of the six reels.
type reelSet [Reels]slots.Strip

// newReelSet lays out six strips of equal length. Only the inner reels have wilds; the outer
// ones have a High1 instead of each. The rich set has one more wild on the two middle reels in
// place of a Low3. Strips for free spins have no scatters: a wild replaces each, a Low3 on the
// outer reels.
func (p *profile) newReelSet(rich, free bool) reelSet {
	var set reelSet
	for reel := range set {
		c, substitute := usual, slots.Wild
		if reel == 0 || reel == Reels-1 {
			substitute = slots.Low3
			c[slots.High1] += c[slots.Wild]
			c[slots.Wild] = 0
		}
		if free {
			c[substitute] += c[slots.Scatter]
			c[slots.Scatter] = 0
		}
		if rich && (reel == 2 || reel == 3) {
			c[slots.Wild]++
			c[slots.Low3]--
		}
		set[reel] = newStrip(c, p.stacks, reel)
	}
	return set
}

// newStrip spreads the stacks of each symbol evenly over a strip. A stack of two appears as
// often as two single symbols, but in fewer spins.
func newStrip(counts, stacks [slots.Count]int, reel int) slots.Strip {
	type place struct {
		at     float64
		symbol slots.Symbol
		size   int
	}
	var places []place
	// The seed is fixed: strips are part of the game and must never change.
	phase := rand.New(rand.NewPCG(6, uint64(reel)))
	for s := range slots.Count {
		size := stacks[s]
		n := (counts[s] + size - 1) / size
		offset := phase.Float64()
		for i := range n {
			places = append(places, place{(float64(i) + offset) / float64(n), s, min(size, counts[s]-i*size)})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	var strip slots.Strip
	for _, p := range places {
		strip = append(strip, slices.Repeat([]slots.Symbol{p.symbol}, p.size)...)
	}
	return strip
}

// stop draws the height and the stop of every reel.
func (set *reelSet) stop(rng *rand.Rand, h *heights) Grid {
	var g Grid
	for reel, strip := range set {
		n := h.draw(rng)
		g[reel] = strip.Window(rng.IntN(len(strip)), n)
	}
	return g
}
