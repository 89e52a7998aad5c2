// Package facetest holds what the tests of every slot mechanic ask of it.
package facetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// Round is a settled round of a mechanic.
type Round interface{ Win() bff.MinorUnits }

// Machine is a tuned game of a mechanic.
type Machine[R Round] interface {
	Play(rng *rand.Rand, stake bff.MinorUnits) R
	RTP() float64
}

// Volatilities are all that a mechanic is tuned to, rising.
var Volatilities = []face.Volatility{face.LowVolatility, face.MediumVolatility, face.HighVolatility}

// ReturnsWhatItPromises tunes machines to every hundredth of a per cent that the casino may
// promise. A volatility that nobody knows is refused.
func ReturnsWhatItPromises[M Machine[R], R Round](t *testing.T, open func(float64, face.Volatility) (M, error)) {
	t.Helper()
	for _, v := range Volatilities {
		for hundredths := 9000; hundredths <= 9800; hundredths++ {
			rtp := float64(hundredths) / 100
			m, err := open(rtp, v)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(m.RTP()-rtp) > 1e-9 {
				t.Fatalf("%s: asked for %v %%, returns %v %%", v, rtp, m.RTP())
			}
		}
	}
	if _, err := open(96, "wild"); err == nil {
		t.Error("an unknown volatility was accepted")
	}
}

// RoundsAreSound plays many rounds of every volatility, with stakes of whole steps, and has
// each one checked.
func RoundsAreSound[M Machine[R], R Round](
	t *testing.T, open func(float64, face.Volatility) (M, error), rounds int, step bff.MinorUnits, check func(M, R) error,
) {
	t.Helper()
	for _, v := range Volatilities {
		m, err := open(95.5, v)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, 7))
		for i := range rounds {
			if err := check(m, m.Play(rng, step*bff.MinorUnits(1+rng.IntN(5000)))); err != nil {
				t.Fatalf("%s round %d: %v", v, i, err)
			}
		}
	}
}

// SameNumbersGiveTheSameRound plays rounds twice from one seed.
func SameNumbersGiveTheSameRound[M Machine[R], R Round](t *testing.T, open func(float64, face.Volatility) (M, error)) {
	t.Helper()
	m, err := open(96, face.MediumVolatility)
	if err != nil {
		t.Fatal(err)
	}
	a, b := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
	for range 20 {
		if x, y := m.Play(a, 100), m.Play(b, 100); fmt.Sprint(x) != fmt.Sprint(y) {
			t.Errorf("two rounds from one seed differ:\n%v\n%v", x, y)
		}
	}
}

// SpreadRises checks that what rounds pay spreads the wider the higher the volatility.
func SpreadRises(t *testing.T, spread func(face.Volatility) float64) {
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
