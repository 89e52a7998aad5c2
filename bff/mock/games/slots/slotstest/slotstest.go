// Package slotstest holds the tests that all slot games share.
package slotstest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/slots"
)

// Open is the New function of a game.
type Open[Grid any] func(rtp float64, v slots.Volatility) (*slots.Machine[Grid], error)

// Volatilities are all volatilities, rising.
var Volatilities = []slots.Volatility{slots.LowVolatility, slots.MediumVolatility, slots.HighVolatility}

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

// Returns checks the return of machines for every hundredth of a per cent from 90 to 98 and
// beyond the range of a model, that the same random numbers give the same round, and that an
// unknown volatility is refused.
func (open Open[Grid]) Returns(t *testing.T) {
	t.Helper()
	for _, v := range Volatilities {
		for hundredths := 9000; hundredths <= 9800; hundredths++ {
			rtp := float64(hundredths) / 100
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
		for i := range rounds {
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
