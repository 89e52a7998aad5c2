package ways

import (
	"sync"

	"croupier/bff/mock/games/face"
)

// Pays is what a run over three, four, five and six reels pays, or how many free spins as
// many scatters win.
type Pays [Reels - Run + 1]int64

// At gives the pay for n reels; fewer than Run pay nothing.
func (p Pays) At(n int) int64 {
	if n < Run {
		return 0
	}
	return p[n-Run]
}

// profile is one tuning of the game.
type profile struct {
	table     [face.Count]Pays // in coins, for each way
	stacks    [face.Count]int  // how many of a symbol stand together
	heights   heights
	freeSpins Pays // won by three to six scatters
}

// usual is how many of each symbol are on a strip. One scatter each: no reel ever shows two.
var usual = [face.Count]int{
	face.Wild: 2, face.Scatter: 1, face.High1: 4, face.High2: 6, face.High3: 8, face.High4: 9,
	face.Low1: 12, face.Low2: 12, face.Low3: 12,
}

// stacked puts the better symbols in pairs, High4 in threes, and the low ones so high.
func stacked(low int) [face.Count]int { return [face.Count]int{1, 1, 2, 2, 2, 3, low, low, low} }

var profiles = map[face.Volatility]profile{
	face.LowVolatility: {
		table: [face.Count]Pays{
			face.High1: {10, 16, 25, 36}, face.High2: {6, 10, 15, 22}, face.High3: {5, 7, 10, 14}, face.High4: {3, 5, 7, 10},
			face.Low1: {2, 3, 4, 5}, face.Low2: {2, 3, 4, 5}, face.Low3: {1, 2, 3, 4},
		},
		stacks: stacked(3), heights: heights{2: 3, 3: 4, 4: 5, 5: 4, 6: 2, 7: 1},
		freeSpins: Pays{5, 6, 8, 10},
	},
	face.MediumVolatility: {
		table: [face.Count]Pays{
			face.High1: {6, 14, 30, 60}, face.High2: {4, 8, 16, 30}, face.High3: {3, 5, 9, 15}, face.High4: {2, 3, 5, 10},
			face.Low1: {1, 2, 3, 4}, face.Low2: {1, 2, 3, 4}, face.Low3: {1, 1, 2, 3},
		},
		stacks: stacked(4), heights: heights{2: 4, 3: 4, 4: 4, 5: 4, 6: 3, 7: 2},
		freeSpins: Pays{7, 8, 10, 12},
	},
	face.HighVolatility: {
		table: [face.Count]Pays{
			face.High1: {4, 12, 32, 90}, face.High2: {2, 6, 14, 30}, face.High3: {1, 2, 6, 12}, face.High4: {1, 2, 4, 6},
			face.Low1: {1, 1, 1, 2}, face.Low2: {0, 1, 2, 2}, face.Low3: {0, 1, 1, 2},
		},
		stacks: stacked(4), heights: heights{2: 3, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3},
		freeSpins: Pays{10, 12, 13, 14},
	},
}

// model is a profile worked out: its strips, poor and rich, and what each pair returns.
type model struct {
	profile
	paid, free [2]reelSet
	returns    [2]float64 // per unit staked, each pair alone
	most       int64      // coins that no round can exceed
}

func newModel(p profile) *model {
	m := &model{profile: p}
	for i, rich := range []bool{false, true} {
		m.paid[i] = p.newReelSet(usage{rich: rich})
		m.free[i] = p.newReelSet(usage{rich: rich, free: true})
		chances := p.scatterChances(&m.paid[i])
		multipliers := 0.0
		for n, chance := range chances {
			multipliers += chance * float64(climb(p.freeSpins.At(n)))
		}
		m.returns[i] = (p.expected(&m.paid[i]) + multipliers*p.expected(&m.free[i])) / Coins
		m.most = max(m.most, p.bound(&m.paid[i])+climb(p.freeSpins.At(Reels))*p.bound(&m.free[i]))
	}
	return m
}

var models = sync.OnceValue(func() map[face.Volatility]*model {
	all := make(map[face.Volatility]*model, len(profiles))
	for v, p := range profiles {
		all[v] = newModel(p)
	}
	return all
})
