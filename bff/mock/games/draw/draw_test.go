package draw

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// every gives all draws, the balls in rising order.
func every(tell func(Result)) {
	for a := 1; a <= Balls; a++ {
		for b := a + 1; b <= Balls; b++ {
			for c := b + 1; c <= Balls; c++ {
				for d := c + 1; d <= Balls; d++ {
					for e := d + 1; e <= Balls; e++ {
						tell(Result{a, b, c, d, e})
					}
				}
			}
		}
	}
}

// samples are the fixed picks, and picks of numbers of each kind.
var samples = append(slices.Clone(Fixed), "in 7", "in 36", "out 1", "in 7 12", "in 1 36", "in 3 20 21", "in 1 2 3")

// TestTheReturnIsTheGames counts every draw one by one, each ball of it in the first place:
// what a bet returns is off by no more than half a hundredth of its price.
func TestTheReturnIsTheGames(t *testing.T) {
	won, rules := make([]int64, len(samples)), make([]func(Result) bool, len(samples))
	for i, p := range samples {
		rules[i] = p.rule()
	}
	draws := int64(0)
	every(func(r Result) {
		draws++
		for i, p := range samples {
			if p[0] != 'f' { // the order says nothing
				if rules[i](r) {
					won[i] += Drawn
				}
				continue
			}
			for first := range r {
				turned := r
				turned[0], turned[first] = r[first], r[0]
				if rules[i](turned) {
					won[i]++
				}
			}
		}
	})
	if draws != All {
		t.Fatalf("%d draws, counted as %d", draws, All)
	}
	for i, p := range samples {
		chance := float64(won[i]) / float64(draws*Drawn)
		if math.Abs(chance-p.Chance()) > 1e-12 {
			t.Errorf("%s wins %d of %d, not %v", p, won[i], draws*Drawn, p.Chance())
		}
		for _, rtp := range []float64{85, 95, 99} {
			price := p.Price(rtp)
			if back := chance * float64(price); math.Abs(back-rtp) > 0.5*chance+1e-9 || price < 101 && rtp >= 95 {
				t.Errorf("%s at %d returns %.6f%% of %v%%", p, price, back, rtp)
			}
		}
	}
}

// TestMarketsAreWhole holds each market to one winner for every draw of many.
func TestMarketsAreWhole(t *testing.T) {
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
			if won != 1 {
				t.Errorf("%v: %d of %v win", r, won, market)
			}
		}
	}
	sum := 0.0
	for i := range Bands() {
		sum += Pick(fmt.Sprintf("sum.%d", i)).Chance()
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the bands hold %v of all draws", sum)
	}
}

func TestPicksAreKnown(t *testing.T) {
	for p, want := range map[Pick]bool{
		"in 1": true, "in 36": true, "in 1 2 3": true, "out 5": true, "sum.odd": true, "red.3": true, "mix.all": true,
		"": false, "in": false, "in ": false, "in 0": false, "in 37": false, "in 01": false, "in 2 1": false, "in 2 2": false,
		"in 1 2 3 4": false, "out 1 2": false, "in 1  2": false, "sum.5": false, "red.4": false, "first": false, "at 3": false,
	} {
		if p.Known() != want {
			t.Errorf("%q known: %v", p, !want)
		}
		if !want && p.Chance() != 0 {
			t.Errorf("%q has the chance %v", p, p.Chance())
		}
	}
}

// TestEveryBallIsDrawnAlike asks the draw for each of its ways in turn: with a drum of its
// own numbers, every first pair comes once.
func TestEveryBallIsDrawnAlike(t *testing.T) {
	seen := map[[2]int]int{}
	for a := range uint64(Balls) {
		for b := range uint64(Balls - 1) {
			src := &turns{nth(a, Balls), nth(b, Balls-1), math.MaxUint64 / 3, math.MaxUint64 / 5, math.MaxUint64 / 7}
			r := New(rand.New(src))
			seen[[2]int{r[0], r[1]}]++
			if slices.Contains(r[1:], r[0]) || slices.Max(r[:]) > Balls || slices.Min(r[:]) < 1 {
				t.Fatalf("drew %v", r)
			}
		}
	}
	if len(seen) != Balls*(Balls-1) {
		t.Errorf("%d pairs of %d begin a draw", len(seen), Balls*(Balls-1))
	}
}

// turns gives its numbers one after the other.
type turns []uint64

func (s *turns) Uint64() uint64 {
	v := (*s)[0]
	*s = (*s)[1:]
	return v
}

// nth is a source's number that IntN(of) maps to n: the high part of 64 bits tells.
func nth(n, of uint64) uint64 { return n*(math.MaxUint64/of) + math.MaxUint64/of/2 }
