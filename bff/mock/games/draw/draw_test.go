package draw

import (
	"fmt"
	"math"
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
	require.Equal(t, results, draws, "%d draws, counted as %d", draws, results)
	for i, p := range samples {
		chance := float64(won[i]) / float64(draws*Drawn)
		assert.True(t, !(math.Abs(chance-p.Chance()) > 1e-12), "%s wins %d of %d, not %v", p, won[i], draws*Drawn, p.Chance())
		for _, rtp := range []float64{85, 95, 99} {
			price := p.Price(rtp)
			back := chance * float64(price)
			assert.True(t, !(math.Abs(back-rtp) > 0.5*chance+1e-9) && (price >= 101 || !(rtp >= 95)),
				"%s at %d returns %.6f%% of %v%%", p, price, back, rtp)
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
			won := 0
			for _, p := range market {
				if p.Wins(r) {
					won++
				}
			}
			assert.Equal(t, 1, won, "%v: %d of %v win", r, won, market)
		}
	}
	sum := 0.0
	for i := range Bands {
		sum += Pick(fmt.Sprintf("sum.%d", i)).Chance()
	}
	assert.True(t, !(math.Abs(sum-1) > 1e-12), "the bands cover %v of all results", sum)
}

func TestPickKnown(t *testing.T) {
	for p, want := range map[Pick]bool{
		"in 1": true, "in 36": true, "in 1 2 3": true, "out 5": true, "sum.odd": true, "red.3": true, "mix.all": true,
		"": false, "in": false, "in ": false, "in 0": false, "in 37": false, "in 01": false, "in 2 1": false, "in 2 2": false,
		"in 1 2 3 4": false, "out 1 2": false, "in 1  2": false, "sum.5": false, "red.4": false, "first": false, "at 3": false,
	} {
		assert.Equal(t, want, p.Known(), "%q known: %v", p, !want)
		if !want && p.Chance() != 0 {
			t.Errorf("%q has the chance %v", p, p.Chance())
		}
	}
}

// TestFirstBallsAreUniform feeds every pair of random numbers to the draw: each pair of first balls
// comes once.
func TestFirstBallsAreUniform(t *testing.T) {
	seen := map[[2]int]int{}
	for a := range uint64(Balls) {
		for b := range uint64(Balls - 1) {
			src := &sequence{nth(a, Balls), nth(b, Balls-1), math.MaxUint64 / 3, math.MaxUint64 / 5, math.MaxUint64 / 7}
			r := New(rand.New(src))
			seen[[2]int{r[0], r[1]}]++
			require.True(t, !slices.Contains(r[1:], r[0]) && slices.Max(r[:]) <= Balls && slices.Min(r[:]) >= 1, "drew %v", r)
		}
	}
	assert.Len(t, seen, Balls*(Balls-1), "%d of %d pairs come first", len(seen), Balls*(Balls-1))
}

// sequence is a source that returns given numbers.
type sequence []uint64

func (s *sequence) Uint64() uint64 {
	v := (*s)[0]
	*s = (*s)[1:]
	return v
}

// nth is a random number that IntN(of) maps to n.
func nth(n, of uint64) uint64 { return n*(math.MaxUint64/of) + math.MaxUint64/of/2 }
