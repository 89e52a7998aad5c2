package ways

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/strips"
)

// heights weighs how many symbols a reel shows; the index is that number.
type heights [Most + 1]int

// draw says how many symbols a reel shows this time.
func (h *heights) draw(rng *rand.Rand) int {
	at := rng.IntN(h.sum())
	for n, weight := range h {
		if at -= weight; at < 0 {
			return n
		}
	}
	return Most // not reached: the weights are the sum
}

func (h *heights) sum() int {
	sum := 0
	for _, weight := range h {
		sum += weight
	}
	return sum
}

// reelSet is the six strips of a game, each read as a ring.
type reelSet [Reels][]face.Symbol

// usage says which strips a spin is played on.
type usage struct {
	rich bool // one wild more on the two middle reels, in place of a Low3
	free bool // without scatters: a wild stands in their place, a Low3 on the outer reels
}

// newReelSet lays the symbols out on six strips of equal length. Wilds are on the inner
// reels alone; the outer ones have a High1 in the place of each.
func (p *profile) newReelSet(u usage) reelSet {
	var set reelSet
	for reel := range set {
		c := usual
		stand := face.Wild
		if reel == 0 || reel == Reels-1 {
			stand = face.Low3
			c[face.High1] += c[face.Wild]
			c[face.Wild] = 0
		}
		if u.free {
			c[stand] += c[face.Scatter]
			c[face.Scatter] = 0
		}
		if u.rich && (reel == 2 || reel == 3) {
			c[face.Wild]++
			c[face.Low3]--
		}
		set[reel] = strip(c, p.stacks, reel)
	}
	return set
}

// strip spreads the stacks of symbols evenly over a ring. A stack of two shows as often as
// two alone, but on fewer spins.
func strip(counts, stacks [face.Count]int, reel int) []face.Symbol {
	type place struct {
		at     float64
		symbol face.Symbol
		size   int
	}
	var places []place
	// Not a draw: the strips are part of the game and must never change.
	phase := rand.New(rand.NewPCG(6, uint64(reel)))
	for s := range face.Count {
		size := stacks[s]
		n := (counts[s] + size - 1) / size
		offset := phase.Float64()
		for i := range n {
			places = append(places, place{(float64(i) + offset) / float64(n), s, min(size, counts[s]-i*size)})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	var ring []face.Symbol
	for _, p := range places {
		ring = append(ring, slices.Repeat([]face.Symbol{p.symbol}, p.size)...)
	}
	return ring
}

// stop lets every reel come to rest on its own, as high as it is drawn to be.
func (set *reelSet) stop(rng *rand.Rand, h *heights) Grid {
	var g Grid
	for reel, ring := range set {
		n := h.draw(rng)
		g[reel] = strips.Window(ring, rng.IntN(len(ring)), n)
	}
	return g
}
