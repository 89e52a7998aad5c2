package lines

import (
	"sync"

	"croupier/bff/mock/games/face"
)

// Pays is what three, four and five of a symbol pay.
type Pays [Reels - 2]int64

// at gives the pay for n equal symbols; fewer than three pay nothing.
func (p Pays) at(n int) int64 {
	if n < 3 {
		return 0
	}
	return p[n-3]
}

// profile is one tuning of the game. Its two sets of strips differ only by one wild on the
// middle reel; a machine mixes them to return exactly what it promises.
type profile struct {
	table      [face.Count]Pays // in line bets; Scatter in line bets as well
	counts     [face.Count]int  // of each symbol on a strip
	freeSpins  Pays             // won by three, four, five scatters
	multiplier int64            // of wins during free spins
}

var profiles = map[face.Volatility]profile{
	face.LowVolatility: {
		table: [face.Count]Pays{
			face.Wild: {50, 150, 600}, face.Scatter: {40, 200, 1000},
			face.High1: {40, 120, 400}, face.High2: {30, 90, 300}, face.High3: {20, 60, 200}, face.High4: {20, 50, 150},
			face.Low1: {12, 35, 120}, face.Low2: {12, 30, 100}, face.Low3: {10, 25, 80},
		},
		counts:    [face.Count]int{1, 1, 4, 4, 5, 5, 5, 5, 5},
		freeSpins: Pays{8, 10, 15}, multiplier: 1,
	},
	face.MediumVolatility: {
		table: [face.Count]Pays{
			face.Wild: {50, 200, 1000}, face.Scatter: {40, 200, 1000},
			face.High1: {50, 160, 700}, face.High2: {35, 100, 350}, face.High3: {20, 55, 200}, face.High4: {15, 40, 150},
			face.Low1: {10, 25, 100}, face.Low2: {8, 20, 80}, face.Low3: {5, 15, 60},
		},
		counts:    [face.Count]int{1, 1, 4, 4, 5, 5, 5, 5, 5},
		freeSpins: Pays{8, 10, 15}, multiplier: 2,
	},
	face.HighVolatility: {
		table: [face.Count]Pays{
			face.Wild: {60, 300, 2000}, face.Scatter: {40, 200, 1000},
			face.High1: {45, 200, 1200}, face.High2: {30, 120, 450}, face.High3: {15, 60, 250}, face.High4: {12, 40, 150},
			face.Low1: {6, 20, 80}, face.Low2: {4, 15, 60}, face.Low3: {4, 10, 40},
		},
		counts:    [face.Count]int{1, 1, 4, 4, 5, 5, 5, 5, 5},
		freeSpins: Pays{10, 12, 20}, multiplier: 2,
	},
}

// model is a profile worked out: its strips and what each set of them returns.
type model struct {
	profile
	sets    [2]reelSet
	returns [2]float64 // per unit staked, each set alone
}

var models = sync.OnceValue(func() map[face.Volatility]*model {
	all := make(map[face.Volatility]*model, len(profiles))
	for v, p := range profiles {
		m := &model{profile: p, sets: [2]reelSet{newReelSet(p.counts, false), newReelSet(p.counts, true)}}
		for i, set := range m.sets {
			m.returns[i] = p.expected(set)
		}
		all[v] = m
	}
	return all
})
