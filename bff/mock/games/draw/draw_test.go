package draw

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// eachResult calls f with all results, the balls in rising order.
func eachResult(f func(Result)) {
	for a := 1; a <= Balls; a++ {
		for b := a + 1; b <= Balls; b++ {
			for c := b + 1; c <= Balls; c++ {
				for d := c + 1; d <= Balls; d++ {
					for e := d + 1; e <= Balls; e++ {
						f(Result{a, b, c, d, e})
					}
				}
			}
		}
	}
}

// samples are the fixed picks and examples of picks of numbers.
var samples = append(Fixed(), "in 7", "in 36", "out 1", "in 7 12", "in 1 36", "in 3 20 21", "in 1 2 3")

// TestPicksReturnTheRTP counts every result, with each of its balls first: the return of a bet
// differs from the RTP by at most half a hundredth of the price.
func TestPicksReturnTheRTP(t *testing.T) {
	won, selections := make([]int64, len(samples)), make([]selection, len(samples))
	for i, p := range samples {
		selections[i], _ = p.selection()
	}
	draws := int64(0)
	eachResult(func(r Result) {
		draws++
		for i, p := range samples {
			if p[0] != 'f' { // the order does not matter
				if selections[i].wins(r) {
					won[i] += Drawn
				}
				continue
			}
			for first := range r {
				turned := r
				turned[0], turned[first] = r[first], r[0]
				if selections[i].wins(turned) {
					won[i]++
				}
			}
		}
	})
	require.Equal(t, results, draws)
	for i, p := range samples {
		chance := float64(won[i]) / float64(draws*Drawn)
		assert.InDelta(t, chance, p.Chance(), 1e-12, p)
		for _, rtp := range []float64{85, 95, 99} {
			price := p.Price(rtp)
			assert.InDelta(t, rtp, chance*float64(price), 0.5*chance+1e-9, p)
			assert.True(t, price >= 101 || rtp < 95, "%s at %d", p, price)
		}
	}
}

// TestMarketsHaveOneWinner checks many results.
func TestMarketsHaveOneWinner(t *testing.T) {
	markets := [][]Pick{
		{"sum.odd", "sum.even"},
		{"sum.low", "sum.high"},
		{"sum.0", "sum.1", "sum.2", "sum.3", "sum.4"},
		{"first.red", "first.blue", "first.green", "first.yellow"},
		{"first.odd", "first.even"},
		{"first.low", "first.high"},
		{"in 9", "out 9"},
	}
	for _, colour := range Colours {
		markets = append(markets, []Pick{Pick(colour + ".0"), Pick(colour + ".1"), Pick(colour + ".2"), Pick(colour + ".3")})
	}
	rng := rand.New(rand.NewPCG(4, 2))
	for range 3000 {
		r := New(rng)
		for _, market := range markets {
			won := slices.DeleteFunc(slices.Clone(market), func(p Pick) bool { return !p.Wins(r) })
			assert.Len(t, won, 1, "%v of %v", r, market)
		}
		assert.Len(t, slices.Compact(slices.Sorted(slices.Values(r[:]))), Drawn)
	}
}

func TestPickKnown(t *testing.T) {
	for p, want := range map[Pick]bool{
		"in 1": true, "in 36": true, "in 1 2 3": true, "out 5": true, "sum.odd": true, "red.3": true, "mix.all": true,
		"": false, "in": false, "in ": false, "in 0": false, "in 37": false, "in 01": false, "in 2 1": false, "in 2 2": false,
		"in 1 2 3 4": false, "out 1 2": false, "in 1  2": false, "sum.5": false, "red.4": false, "first": false, "at 3": false,
	} {
		assert.Equal(t, want, p.Known(), p)
		assert.Equal(t, want, p.Chance() > 0, p)
	}
}
