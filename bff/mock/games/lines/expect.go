package lines

import "croupier/bff/mock/games/face"

// expected is what one unit staked returns in the long run on the given strips, free spins
// included. It is worked out over every combination a line can show, not by simulation.
func (p *profile) expected(set reelSet) float64 {
	line := p.expectedLine(set)
	chances := set.scatterChances()
	var scatter float64
	for n, chance := range chances {
		scatter += chance * float64(p.table[face.Scatter].at(n)) / Lines
	}
	// All lines see the same distribution, so one line's return is the grid's.
	spin := line + scatter
	return spin * (1 + float64(p.multiplier)*p.expectedFreeSpins(chances))
}

// expectedLine is the return of one line bet, over all symbols^Reels combinations.
func (p *profile) expectedLine(set reelSet) float64 {
	var shares [Reels][face.Count]float64
	for reel := range shares {
		for s := range face.Count {
			shares[reel][s] = set.share(reel, s)
		}
	}
	var cells [Reels]face.Symbol
	var walk func(reel int, chance float64) float64
	walk = func(reel int, chance float64) float64 {
		if reel == Reels {
			_, _, bets := p.read(cells)
			return chance * float64(bets)
		}
		var sum float64
		for s := range face.Count {
			cells[reel] = s
			sum += walk(reel+1, chance*shares[reel][s])
		}
		return sum
	}
	return walk(0, 1)
}

// expectedFreeSpins is how many free spins follow a paid one on average. Retriggers count,
// and so does the bound on them: the table runs backwards from the last possible spin.
func (p *profile) expectedFreeSpins(chances []float64) float64 {
	// from[won] = spins still to come when `played` are over and `won` have been won so far.
	var from [MaxFreeSpins + 1]float64
	for played := MaxFreeSpins - 1; played >= 0; played-- {
		var now [MaxFreeSpins + 1]float64
		for won := played + 1; won <= MaxFreeSpins; won++ {
			now[won] = 1
			for n, chance := range chances {
				now[won] += chance * from[addFreeSpins(won, p.freeSpins.at(n))]
			}
		}
		from = now
	}
	var sum float64
	for n, chance := range chances {
		sum += chance * from[addFreeSpins(0, p.freeSpins.at(n))]
	}
	return sum
}

// addFreeSpins adds newly won free spins to those won so far, up to the bound.
func addFreeSpins(won int, more int64) int { return min(won+int(more), MaxFreeSpins) }
