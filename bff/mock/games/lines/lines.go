// Package lines is the mathematics of a slot with five reels, three rows and twenty pay lines.
package lines

import (
	"math/rand/v2"
	"slices"
	"strings"
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
type Grid [Reels][Rows]Symbol

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
	Table      map[Symbol]Pays // in units
	FreeSpins  Pays
	Multiplier int64 // of wins during free spins
}

// usual is how many of each symbol are on a strip.
var usual = [Count]int{1, 1, 4, 4, 5, 5, 5, 5, 5}

var profiles = map[Volatility]profile{
	LowVolatility: {
		Table: map[Symbol]Pays{
			Wild: {50, 150, 600}, Scatter: {40, 200, 1000},
			High1: {40, 120, 400}, High2: {30, 90, 300}, High3: {20, 60, 200}, High4: {20, 50, 150},
			Low1: {12, 35, 120}, Low2: {12, 30, 100}, Low3: {10, 25, 80},
		},
		FreeSpins: Pays{8, 10, 15}, Multiplier: 1,
	},
	MediumVolatility: {
		Table: map[Symbol]Pays{
			Wild: {50, 200, 1000}, Scatter: {40, 200, 1000},
			High1: {50, 160, 700}, High2: {35, 100, 350}, High3: {20, 55, 200}, High4: {15, 40, 150},
			Low1: {10, 25, 100}, Low2: {8, 20, 80}, Low3: {5, 15, 60},
		},
		FreeSpins: Pays{8, 10, 15}, Multiplier: 2,
	},
	HighVolatility: {
		Table: map[Symbol]Pays{
			Wild: {60, 300, 2000}, Scatter: {40, 200, 1000},
			High1: {45, 200, 1200}, High2: {30, 120, 450}, High3: {15, 60, 250}, High4: {12, 40, 150},
			Low1: {6, 20, 80}, Low2: {4, 15, 60}, Low3: {4, 10, 40},
		},
		FreeSpins: Pays{10, 12, 20}, Multiplier: 2,
	},
}

// addFreeSpins adds newly won free spins to those won before, up to MaxFreeSpins.
func addFreeSpins(won int, more int64) int { return min(won+int(more), MaxFreeSpins) }

// read returns what five symbols on a line pay from the left: the better of the run of wilds
// and the run of the first other symbol, which wilds complete.
func (p *profile) read(cells [Reels]Symbol) (best Symbol, count int, units int64) {
	wilds := 0
	for wilds < Reels && cells[wilds] == Wild {
		wilds++
	}
	best, count, units = Wild, wilds, p.Table[Wild].At(wilds)
	if wilds == Reels || cells[wilds] == Scatter {
		return best, count, units
	}
	s, n := cells[wilds], wilds
	for n < Reels && (cells[n] == s || cells[n] == Wild) {
		n++
	}
	if pay := p.Table[s].At(n); pay > units {
		return s, n, pay
	}
	return best, count, units
}

// wins reads every line of the grid.
func (p *profile) wins(g Grid) []Win {
	var won []Win
	for i, path := range Paths {
		var cells [Reels]Symbol
		for reel, row := range path {
			cells[reel] = g[reel][row]
		}
		if s, n, units := p.read(cells); units > 0 {
			won = append(won, Win{Line: i + 1, Symbol: s, Count: n, Units: units})
		}
	}
	return won
}

func (g *Grid) scatters() (n int) {
	for _, reel := range g {
		n += countIn(reel[:], Scatter)
	}
	return n
}

// reelSet is the strips of the five reels.
type reelSet [Reels]strip

// newReelSet lays out five strips. The rich set has one more wild on the middle reel in place
// of a Low3, so strip lengths and scatters are the same.
func newReelSet(counts [Count]int, rich bool) reelSet {
	var set reelSet
	for reel := range set {
		c := counts
		if rich && reel == Reels/2 {
			c[Wild]++
			c[Low3]--
		}
		for s := range Count {
			set[reel] = append(set[reel], slices.Repeat([]Symbol{s}, c[s])...)
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
		copy(g[reel][:], strip.window(rng.IntN(len(strip)), Rows))
	}
	return g
}
