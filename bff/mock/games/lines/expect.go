package lines

import "slices"

// expected is the exact long-run return of one unit staked on a set of strips, free spins
// included. It sums over all combinations of symbols on a line.
func (p *profile) expected(set reelSet) float64 {
	chances := set.scatterChances()
	var scatter float64
	for n, chance := range chances {
		scatter += chance * float64(p.Table[Scatter].At(n)) / Lines
	}
	// All lines have the same distribution, so one line's return is the grid's.
	spin := p.expectedLine(set) + scatter
	return spin * (1 + float64(p.Multiplier)*p.expectedFreeSpins(chances))
}

// expectedLine is the return of one unit on one line.
func (p *profile) expectedLine(set reelSet) float64 {
	var cells [Reels]Symbol
	var walk func(reel int, chance float64) float64
	walk = func(reel int, chance float64) float64 {
		if reel == Reels {
			_, _, units := p.read(cells)
			return chance * float64(units)
		}
		var sum float64
		for s := range Count {
			cells[reel] = s
			sum += walk(reel+1, chance*set.share(reel, s))
		}
		return sum
	}
	return walk(0, 1)
}

// expectedFreeSpins is the average number of free spins after a paid spin, retriggers included
// and MaxFreeSpins respected. It computes backwards from the last possible spin.
func (p *profile) expectedFreeSpins(chances []float64) float64 {
	// from[won] is the number of spins to come when played are over and won have been won.
	var from [MaxFreeSpins + 1]float64
	for played := MaxFreeSpins - 1; played >= 0; played-- {
		var now [MaxFreeSpins + 1]float64
		for won := played + 1; won <= MaxFreeSpins; won++ {
			now[won] = 1
			for n, chance := range chances {
				now[won] += chance * from[addFreeSpins(won, p.FreeSpins.At(n))]
			}
		}
		from = now
	}
	var sum float64
	for n, chance := range chances {
		sum += chance * from[addFreeSpins(0, p.FreeSpins.At(n))]
	}
	return sum
}

// share is the probability of a symbol in one cell of a reel.
func (set *reelSet) share(reel int, s Symbol) float64 {
	return float64(countIn(set[reel], s)) / float64(len(set[reel]))
}

// scatterChances returns the probabilities of exactly 0, 1, … scatters. It counts windows,
// since the rows of a reel are not independent.
func (set *reelSet) scatterChances() []float64 {
	var shown [Reels]float64
	for reel, strip := range set {
		seen := 0
		for stop := range strip {
			if slices.Contains(strip.window(stop, Rows), Scatter) {
				seen++
			}
		}
		shown[reel] = float64(seen) / float64(len(strip))
	}
	return exactly(shown[:])
}

// exactly returns the probabilities that exactly 0, 1, … of independent events happen, whose
// probabilities are chances.
func exactly(chances []float64) []float64 {
	exactly := make([]float64, len(chances)+1)
	exactly[0] = 1
	for _, p := range chances {
		for n := len(exactly) - 1; n >= 0; n-- {
			exactly[n] *= 1 - p
			if n > 0 {
				exactly[n] += exactly[n-1] * p
			}
		}
	}
	return exactly
}
