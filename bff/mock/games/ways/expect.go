package ways

import "croupier/bff/mock/games/slots"

// shown describes how often one reel shows a symbol or a wild, over all heights and stops.
type shown struct {
	mean float64 // average number
	none float64 // probability of none
	most int
}

// shownOn counts every window of a strip.
func shownOn(strip slots.Strip, h *heights, s slots.Symbol) shown {
	var sh shown
	total := float64(h.sum() * len(strip))
	for n, weight := range h {
		if weight == 0 {
			continue
		}
		for stop := range strip {
			seen := slots.CountIn(strip.Window(stop, n), s, slots.Wild)
			chance := float64(weight) / total
			sh.mean += chance * float64(seen)
			if seen == 0 {
				sh.none += chance
			}
			sh.most = max(sh.most, seen)
		}
	}
	return sh
}

// expected is how many coins a spin on the strips pays on average. Reels are independent, so
// the average number of ways of a symbol is the product of the averages of the reels.
func (p *profile) expected(set *reelSet) float64 {
	var sum float64
	for s := slots.High1; s < slots.Count; s++ {
		ways := 1.0
		for reel, strip := range set {
			sh := shownOn(strip, &p.heights, s)
			// The run ends before this reel, or continues.
			sum += ways * sh.none * float64(p.table[s].At(reel))
			ways *= sh.mean
		}
		sum += ways * float64(p.table[s].At(Reels))
	}
	return sum
}

// scatterChances returns the probabilities of exactly 0, 1, … scatters.
func (p *profile) scatterChances(set *reelSet) []float64 {
	var chances [Reels]float64
	for reel, strip := range set {
		// Each strip has one scatter, so no window shows two.
		for n, weight := range p.heights {
			chances[reel] += float64(weight) / float64(p.heights.sum()) * float64(n) / float64(len(strip))
		}
	}
	return slots.Exactly(chances[:])
}

// bound is a number of coins that no spin on the strips exceeds: the best window of the first
// reel, with the most of each of its symbols that any window of the other reels shows.
func (p *profile) bound(set *reelSet) int64 {
	var each [slots.Count]int64 // the highest pay of one symbol on the first reel
	for s := slots.High1; s < slots.Count; s++ {
		ways := int64(1)
		for reel := 1; reel < Reels; reel++ {
			ways *= int64(shownOn(set[reel], &p.heights, s).most)
			each[s] = max(each[s], ways*p.table[s].At(reel+1))
		}
	}
	best := int64(0)
	for stop := range set[0] {
		sum := int64(0)
		for _, s := range set[0].Window(stop, Most) {
			sum += each[s]
		}
		best = max(best, sum)
	}
	return best
}
