// Package lines is the mathematics of a slot with five reels, three rows and twenty pay lines.
package lines

import (
	"math/rand/v2"
	"slices"
	"strings"

	"croupier/bff/mock/games/slots"
)

// The measures of the game.
const (
	Reels = 5
	Rows  = 3
	// Lines is also the number of units in a stake: each line is bet one unit.
	Lines = 20
	// MaxFreeSpins bounds the free spins of one round, retriggers included.
	MaxFreeSpins = 50
)

// Grid is the visible symbols: Grid[reel][row], row 0 on top.
type Grid [Reels][Rows]slots.Symbol

// Paths are the rows that the lines cross on each reel.
var Paths = func() (paths [Lines][Reels]int) {
	for line, path := range strings.Fields(`
		11111 00000 22222 01210 21012 00100 22122 10001 12221 10101
		12121 01010 21212 11011 11211 01110 21112 00122 22100 02020`) {
		for reel, row := range path {
			paths[line][reel] = int(row - '0')
		}
	}
	return paths
}()

// profile is the definition of a volatility.
type profile struct {
	table      slots.Paytable
	freeSpins  slots.Pays
	multiplier int64 // of wins during free spins
}

// usual is how many of each symbol are on a strip.
var usual = [slots.Count]int{1, 1, 4, 4, 5, 5, 5, 5, 5}

var profiles = map[slots.Volatility]profile{
	slots.LowVolatility: {
		table: slots.Paytable{
			slots.Wild: {50, 150, 600}, slots.Scatter: {40, 200, 1000},
			slots.High1: {40, 120, 400}, slots.High2: {30, 90, 300}, slots.High3: {20, 60, 200}, slots.High4: {20, 50, 150},
			slots.Low1: {12, 35, 120}, slots.Low2: {12, 30, 100}, slots.Low3: {10, 25, 80},
		},
		freeSpins: slots.Pays{8, 10, 15}, multiplier: 1,
	},
	slots.MediumVolatility: {
		table: slots.Paytable{
			slots.Wild: {50, 200, 1000}, slots.Scatter: {40, 200, 1000},
			slots.High1: {50, 160, 700}, slots.High2: {35, 100, 350}, slots.High3: {20, 55, 200}, slots.High4: {15, 40, 150},
			slots.Low1: {10, 25, 100}, slots.Low2: {8, 20, 80}, slots.Low3: {5, 15, 60},
		},
		freeSpins: slots.Pays{8, 10, 15}, multiplier: 2,
	},
	slots.HighVolatility: {
		table: slots.Paytable{
			slots.Wild: {60, 300, 2000}, slots.Scatter: {40, 200, 1000},
			slots.High1: {45, 200, 1200}, slots.High2: {30, 120, 450}, slots.High3: {15, 60, 250}, slots.High4: {12, 40, 150},
			slots.Low1: {6, 20, 80}, slots.Low2: {4, 15, 60}, slots.Low3: {4, 10, 40},
		},
		freeSpins: slots.Pays{10, 12, 20}, multiplier: 2,
	},
}

// model is a profile with its poor and its rich reels.
type model struct {
	slots.Model[Grid]
	profile
	sets [2]reelSet
}

func newModel(p profile) *model {
	m := &model{profile: p, sets: [2]reelSet{newReelSet(usual, false), newReelSet(usual, true)}}
	// The bound: the best symbol five times on every line of every spin, and five scatters.
	var best int64
	for s, pays := range p.table {
		if slots.Symbol(s) != slots.Scatter {
			best = max(best, pays.At(Reels))
		}
	}
	spin := Lines*best + p.table[slots.Scatter].At(Reels)
	m.Model = slots.Model[Grid]{
		Units: Lines, Table: p.table.Shown(slots.Wild), FreeSpins: p.freeSpins, Multipliers: []int64{p.multiplier},
		Returns: [2]float64{p.expected(m.sets[0]), p.expected(m.sets[1])},
		Most:    spin * (1 + p.multiplier*MaxFreeSpins), Play: m.play,
	}
	return m
}

var models = slots.Models(profiles, newModel)

// New returns a machine, see slots.Open.
func New(rtp float64, v slots.Volatility) (*slots.Machine[Grid], error) {
	return slots.Open[Grid](models, rtp, v)
}

func (m *model) play(mix slots.Mix, rng *rand.Rand) (spins []slots.Spin[Grid], _ Grid) {
	spin := func(multiplier int64) slots.Spin[Grid] {
		g := m.sets[mix.Draw(rng)].stop(rng)
		scatters := g.scatters()
		return slots.NewSpin(g, m.wins(g), scatters, m.table[slots.Scatter].At(scatters), multiplier)
	}
	spins, won := append(spins, spin(1)), 0
	for i := 0; ; i++ {
		total := addFreeSpins(won, m.freeSpins.At(spins[i].Scatters))
		spins[i].Awarded, won = total-won, total
		if i == won {
			return spins, Grid{}
		}
		spins = append(spins, spin(m.multiplier))
	}
}

// addFreeSpins adds newly won free spins to those won before, up to MaxFreeSpins.
func addFreeSpins(won int, more int64) int { return min(won+int(more), MaxFreeSpins) }

// read returns what five symbols on a line pay from the left: the better of the run of wilds
// and the run of the first other symbol, which wilds complete.
func (p *profile) read(cells [Reels]slots.Symbol) (best slots.Symbol, count int, units int64) {
	wilds := 0
	for wilds < Reels && cells[wilds] == slots.Wild {
		wilds++
	}
	best, count, units = slots.Wild, wilds, p.table[slots.Wild].At(wilds)
	if wilds == Reels || cells[wilds] == slots.Scatter {
		return best, count, units
	}
	s, n := cells[wilds], wilds
	for n < Reels && (cells[n] == s || cells[n] == slots.Wild) {
		n++
	}
	if pay := p.table[s].At(n); pay > units {
		return s, n, pay
	}
	return best, count, units
}

// wins reads every line of the grid.
func (p *profile) wins(g Grid) []slots.Win {
	var won []slots.Win
	for i, path := range Paths {
		var cells [Reels]slots.Symbol
		for reel, row := range path {
			cells[reel] = g[reel][row]
		}
		if s, n, units := p.read(cells); units > 0 {
			won = append(won, slots.Win{Line: i + 1, Symbol: s, Count: n, Units: units})
		}
	}
	return won
}

func (g *Grid) scatters() (n int) {
	for _, reel := range g {
		n += slots.CountIn(reel[:], slots.Scatter)
	}
	return n
}

// reelSet is the strips of the five reels.
type reelSet [Reels]slots.Strip

// newReelSet lays out five strips. The rich set has one more wild on the middle reel in place
// of a Low3, so strip lengths and scatters are the same.
func newReelSet(counts [slots.Count]int, rich bool) reelSet {
	var set reelSet
	for reel := range set {
		c := counts
		if rich && reel == Reels/2 {
			c[slots.Wild]++
			c[slots.Low3]--
		}
		for s := range slots.Count {
			set[reel] = append(set[reel], slices.Repeat([]slots.Symbol{s}, c[s])...)
		}
		// The seed is fixed: strips are part of the game and must never change.
		order := rand.New(rand.NewPCG(20, uint64(reel)))
		order.Shuffle(len(set[reel]), func(i, j int) { set[reel][i], set[reel][j] = set[reel][j], set[reel][i] })
	}
	return set
}

// stop draws a stop for every reel.
func (set *reelSet) stop(rng *rand.Rand) Grid {
	var g Grid
	for reel, strip := range set {
		copy(g[reel][:], strip.Window(rng.IntN(len(strip)), Rows))
	}
	return g
}
