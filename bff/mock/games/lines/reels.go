package lines

import (
	"math/rand/v2"
	"slices"

	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/strips"
)

// reelSet is the five strips of a game, each read as a ring.
type reelSet [Reels][]face.Symbol

// newReelSet lays the counts out on five strips. A rich set has one wild more on the middle
// reel, in place of a Low3, so that strip lengths and scatters stay the same.
func newReelSet(counts [face.Count]int, rich bool) reelSet {
	var set reelSet
	for reel := range set {
		c := counts
		if rich && reel == Reels/2 {
			c[face.Wild]++
			c[face.Low3]--
		}
		set[reel] = strip(c, reel)
	}
	return set
}

// strip lays the counts on a ring in an order that is always the same for a reel. The order
// has no say in what the game returns, only in what passes by together.
func strip(counts [face.Count]int, reel int) []face.Symbol {
	var ring []face.Symbol
	for s := range face.Count {
		ring = append(ring, slices.Repeat([]face.Symbol{s}, counts[s])...)
	}
	// Not a draw: the strips are part of the game and must never change.
	order := rand.New(rand.NewPCG(20, uint64(reel)))
	order.Shuffle(len(ring), func(i, j int) { ring[i], ring[j] = ring[j], ring[i] })
	return ring
}

// stop lets every reel come to rest on its own.
func (set *reelSet) stop(rng *rand.Rand) Grid {
	var g Grid
	for reel, ring := range set {
		at := rng.IntN(len(ring))
		copy(g[reel][:], strips.Window(ring, at, Rows))
	}
	return g
}

// share tells how often symbol s stands in one given cell of the reel.
func (set *reelSet) share(reel int, s face.Symbol) float64 {
	n := 0
	for _, x := range set[reel] {
		if x == s {
			n++
		}
	}
	return float64(n) / float64(len(set[reel]))
}

// scatterChances gives how often exactly n scatters show, n from 0 to Reels. It counts
// windows, since the rows of one reel are not independent.
func (set *reelSet) scatterChances() []float64 {
	var shown [Reels]float64
	for reel, ring := range set {
		seen := 0
		for at := range ring {
			if slices.Contains(strips.Window(ring, at, Rows), face.Scatter) {
				seen++
			}
		}
		shown[reel] = float64(seen) / float64(len(ring))
	}
	return strips.Counts(shown[:])
}
