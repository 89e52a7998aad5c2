package ways

import (
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/strips"
)

// share is what one reel shows of one symbol, over all heights and stops.
type share struct {
	mean float64 // how many on average
	none float64 // how often not one
	most int
}

// shareOf looks at every window of a ring.
func shareOf(ring []face.Symbol, h *heights, s face.Symbol) share {
	var sh share
	total := float64(h.sum() * len(ring))
	for n, weight := range h {
		if weight == 0 {
			continue
		}
		for at := range ring {
			seen := count(strips.Window(ring, at, n), s)
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

// expected is how many coins a spin on the strips pays on average. Reels stop on their own,
// so the ways of a symbol are on average the product of what each reel shows of it.
func (p *profile) expected(set *reelSet) float64 {
	var sum float64
	for s := face.High1; s < face.Count; s++ {
		ways := 1.0
		for reel, ring := range set {
			sh := shareOf(ring, &p.heights, s)
			// The run ends before this reel, or goes on over it.
			sum += ways * sh.none * float64(p.table[s].At(reel))
			ways *= sh.mean
		}
		sum += ways * float64(p.table[s].At(Reels))
	}
	return sum
}

// scatterChances gives how often exactly n scatters show on the strips.
func (p *profile) scatterChances(set *reelSet) []float64 {
	var shown [Reels]float64
	for reel, ring := range set {
		// One scatter a strip: no window ever holds two.
		for n, weight := range p.heights {
			shown[reel] += float64(weight) / float64(p.heights.sum()) * float64(n) / float64(len(ring))
		}
	}
	return strips.Counts(shown[:])
}

// climb is what the multipliers of n free spins add up to: 1 + 2 + … + n.
func climb(n int64) int64 { return n * (n + 1) / 2 }

// bound is a number of coins that no spin on the strips can pay: the richest window of the
// first reel, with each of its symbols as often as any window of the other reels has it.
func (p *profile) bound(set *reelSet) int64 {
	var each [face.Count]int64 // what one symbol on the first reel can be worth
	for s := face.High1; s < face.Count; s++ {
		ways := int64(1)
		for reel := 1; reel < Reels; reel++ {
			ways *= int64(shareOf(set[reel], &p.heights, s).most)
			each[s] = max(each[s], ways*p.table[s].At(reel+1))
		}
	}
	best := int64(0)
	for at := range set[0] {
		sum := int64(0)
		for _, s := range strips.Window(set[0], at, Most) {
			sum += each[s]
		}
		best = max(best, sum)
	}
	return best
}
