// Package strips is what slots with reel strips have in common: how two sets of strips are
// mixed to return exactly what a game promises, how often something shows on reels that stop
// on their own, and the round of a paid spin with its free ones.
package strips

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// Mix is how a game is tuned: of its two sets of strips, the poor and the rich one, each
// spin uses one by chance.
type Mix struct {
	returns [2]float64 // of the poor and the rich set in the long run, per unit staked
	rich    float64    // how often a spin uses the rich set
}

// NewMix tunes two sets of strips, which return so much of a unit staked, to rtp per cent.
// An rtp beyond what the strips can give is moved to the nearest that they can.
func NewMix(rtp float64, returns [2]float64) Mix {
	poor, rich := returns[0], returns[1]
	return Mix{returns: returns, rich: min(max((rtp/100-poor)/(rich-poor), 0), 1)}
}

// RTP is the long-run return in per cent of stakes, worked out exactly.
func (m Mix) RTP() float64 {
	return 100 * (m.returns[0] + m.rich*(m.returns[1]-m.returns[0]))
}

// Draw picks the set of strips for one spin.
func Draw[Set any](m Mix, rng *rand.Rand, sets *[2]Set) *Set {
	if rng.Float64() < m.rich {
		return &sets[1]
	}
	return &sets[0]
}

// Counts gives how often exactly n of the reels show something, n from 0 to their number,
// where chances says how often each of them does.
func Counts(chances []float64) []float64 {
	counts := make([]float64, len(chances)+1)
	counts[0] = 1
	for _, p := range chances {
		for n := len(counts) - 1; n >= 0; n-- {
			counts[n] *= 1 - p
			if n > 0 {
				counts[n] += counts[n-1] * p
			}
		}
	}
	return counts
}

// Window is what n places of a strip show from a stop on; a strip is read as a ring.
func Window(ring []face.Symbol, at, n int) []face.Symbol {
	shown := make([]face.Symbol, n)
	for row := range shown {
		shown[row] = ring[(at+row)%len(ring)]
	}
	return shown
}

// Spin is one stop of the reels; Worth is what it pays, in the unit that its game counts in.
type Spin interface{ Worth() int64 }

// Round is a paid spin and the free spins it led to.
type Round[S Spin] struct {
	Stake bff.MinorUnits
	Paid  S
	Free  []S
	// Units are in a stake: what spins pay is counted in them, so every win is whole.
	Units int64
}

// Win is what the round pays.
func (r *Round[S]) Win() bff.MinorUnits {
	units := r.Paid.Worth()
	for _, spin := range r.Free {
		units += spin.Worth()
	}
	return r.Pay(units)
}

// Pay turns units of this round into money.
func (r *Round[S]) Pay(units int64) bff.MinorUnits {
	return r.Stake / bff.MinorUnits(r.Units) * bff.MinorUnits(units)
}
