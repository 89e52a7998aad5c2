// Package slotstest holds the tests that all slot games share.
package slotstest

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/slots"
)

// Open is the New function of a game.
type Open[Grid any] func(rtp float64, v slots.Volatility) (*slots.Machine[Grid], error)

// Volatilities are all volatilities, rising.
var Volatilities = []slots.Volatility{slots.LowVolatility, slots.MediumVolatility, slots.HighVolatility}

// Symbols are the symbols of letters: w wild, s scatter, a–d the high symbols, x–z the low ones.
var Symbols = map[rune]slots.Symbol{
	'w': slots.Wild, 's': slots.Scatter, 'a': slots.High1, 'b': slots.High2, 'c': slots.High3, 'd': slots.High4,
	'x': slots.Low1, 'y': slots.Low2, 'z': slots.Low3,
}

// Model returns the model of a volatility.
func Model[M any](t *testing.T, models func(slots.Volatility) (M, error), v slots.Volatility) M {
	t.Helper()
	m, err := models(v)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Must opens a machine.
func (open Open[Grid]) Must(t *testing.T, rtp float64, v slots.Volatility) *slots.Machine[Grid] {
	t.Helper()
	m, err := open(rtp, v)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Times multiplies the number of rounds of a statistical test by the environment variable MOCK_ROUNDS.
func Times(rounds int) int {
	factor, err := strconv.Atoi(cmp.Or(os.Getenv("MOCK_ROUNDS"), "1"))
	if err != nil {
		panic(err)
	}
	return rounds * factor
}

// Returns checks the return of machines for every tenth of a per cent from 90 to 98 and
// beyond the range of a model, that the same random numbers give the same round, and that an
// unknown volatility is refused.
func (open Open[Grid]) Returns(t *testing.T) {
	t.Helper()
	for _, v := range Volatilities {
		for tenths := 900; tenths <= 980; tenths++ {
			rtp := float64(tenths) / 10
			if m := open.Must(t, rtp, v); math.Abs(m.RTP()-rtp) > 1e-9 {
				t.Fatalf("%s: asked for %v %%, returns %v %%", v, rtp, m.RTP())
			}
		}
		low, high := open.Must(t, 0, v), open.Must(t, 1e9, v)
		if math.Abs(low.RTP()-100*low.Model.Returns[0]) > 1e-9 || math.Abs(high.RTP()-100*high.Model.Returns[1]) > 1e-9 {
			t.Errorf("%s: returns %v–%v %%, want %v", v, low.RTP(), high.RTP(), low.Model.Returns)
		}
		m, a, b := open.Must(t, 96, v), rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
		for range 20 {
			if x, y := m.Play(a, 100), m.Play(b, 100); fmt.Sprint(x) != fmt.Sprint(y) {
				t.Errorf("%s: two rounds from one seed differ:\n%v\n%v", v, x, y)
			}
		}
	}
	if _, err := open(96, "wild"); err == nil {
		t.Error("an unknown volatility was accepted")
	}
}

// Rounds plays rounds of every volatility and checks each. units returns the worth of a
// round according to its grids.
func (open Open[Grid]) Rounds(t *testing.T, rounds int, units func(v slots.Volatility, r *slots.Round[Grid]) (int64, error)) {
	t.Helper()
	for _, v := range Volatilities {
		m := open.Must(t, 95.5, v)
		step := bff.MinorUnits(m.Units)
		rng := rand.New(rand.NewPCG(7, 7))
		for i := range Times(rounds) {
			r := m.Play(rng, step*bff.MinorUnits(1+rng.IntN(5000)))
			worth, err := units(v, r)
			if err != nil {
				t.Fatalf("%s round %d: %v", v, i, err)
			}
			if want := bff.MinorUnits(worth) * r.Stake / step; r.Win() != want || r.Win() > r.Stake*bff.MinorUnits(m.MaxTimes()) {
				t.Fatalf("%s round %d pays %s of %s, its grids are worth %s", v, i, r.Win(), r.Stake, want)
			}
		}
	}
}

// Simulate plays rounds of every volatility. The average win agrees with the return of the machine, the share of
// rounds that win is at least a fifth and at most most, and the spread rises with the volatility.
func (open Open[Grid]) Simulate(t *testing.T, rounds int, most float64) {
	t.Helper()
	SpreadRises(t, func(v slots.Volatility) float64 {
		m := open.Must(t, 96, v)
		rng := rand.New(rand.NewPCG(20, 5))
		var sum, squares, hits float64
		n := float64(Times(rounds))
		for range Times(rounds) {
			r := m.Play(rng, bff.MinorUnits(m.Units))
			x := float64(r.Win()) / float64(m.Units)
			if sum, squares = sum+x, squares+x*x; x > 0 {
				hits++
			}
		}
		mean := sum / n
		deviation := math.Sqrt(squares/n - mean*mean)
		// Four standard errors.
		if tolerance := 4 * deviation / math.Sqrt(n); math.Abs(mean-m.RTP()/100) > tolerance {
			t.Errorf("%s: returned %.4f, want %.4f ± %.4f", v, mean, m.RTP()/100, tolerance)
		}
		if rate := hits / n; rate < 0.2 || rate > most {
			t.Errorf("%s: %.1f %% of rounds win", v, 100*rate)
		}
		return deviation
	})
}

// SpreadRises checks that the spread of what rounds pay rises with the volatility.
func SpreadRises(t *testing.T, spread func(slots.Volatility) float64) {
	t.Helper()
	before := 0.0
	for _, v := range Volatilities {
		now := spread(v)
		if now <= before {
			t.Errorf("%s volatility spreads by %v, the one below by %v", v, now, before)
		}
		before = now
	}
}
