// Package crash is the mathematics of a multiplier that rises until it crashes: when it
// shows what, where it ends, and which round it is at any time.
package crash

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"time"

	"croupier/bff"
)

// Multiplier is in hundredths of the stake: 231 is 2.31×.
type Multiplier int64

const (
	// Even is what every flight begins with; nobody is paid at it.
	Even Multiplier = 100
	// Least is the lowest that can be cashed.
	Least Multiplier = 101
	// Cap ends a flight that has not crashed before: who is still aboard is paid it.
	Cap Multiplier = 100_000
	// Growth is the exponent of the rise in 1/s: after t seconds it stands at e^(Growth·t).
	Growth = 0.12
)

// At is what is shown after a time in the air.
func At(air time.Duration) Multiplier {
	// The little more makes At(m.Time()) m, whatever the last bit of the logarithm was.
	m := Multiplier(math.Exp(Growth*air.Seconds())*100 + 1e-7)
	return min(max(m, Even), Cap)
}

// Time is how long after take-off m is first shown, in whole milliseconds.
func (m Multiplier) Time() time.Duration {
	return time.Duration(math.Ceil(math.Log(float64(m)/100)/Growth*1000)) * time.Millisecond
}

// Of is what a stake is paid at m. It is exact for stakes in whole units of the currency.
func (m Multiplier) Of(stake bff.MinorUnits) bff.MinorUnits { return stake * bff.MinorUnits(m) / 100 }

// Draw says where a round crashes. It reaches every m from Least to Cap with the chance
// rtp/m (rtp in per cent of stakes), so that cashing at any m, by whatever plan, returns rtp; the rest
// crashes on take-off.
func Draw(rng *rand.Rand, rtp float64) Multiplier {
	const grain = 1 << 48 // the chance is met within 1/grain
	hi, lo := bits.Mul64(uint64(math.Round(rtp*100)), grain)
	m, _ := bits.Div64(hi, lo, 100*uint64(rng.Int64N(grain)+1))
	return min(max(Multiplier(m), Even), Cap)
}

// Flight is how long a round stays in the air: to the end of the hundredth it crashes in, so
// that whoever sees the crash's own multiplier can still cash it.
func (m Multiplier) Flight() time.Duration {
	switch {
	case m <= Even:
		return 0
	case m >= Cap:
		return Cap.Time()
	default:
		return (m + 1).Time()
	}
}

// Bet is a stake on one flight. There are two hands, 0 and 1; Auto is the multiplier that
// cashes by itself, 0 for none.
type Bet struct {
	Hand int
	Auto Multiplier
}

// Ends is how long after take-off a bet is decided by the clock, where the flight crashes at
// point.
func (b Bet) Ends(point Multiplier) time.Duration {
	if b.Auto > 0 && b.Auto <= point {
		return b.Auto.Time()
	}
	return point.Flight()
}

// Pays is what the clock pays for a stake.
func (b Bet) Pays(stake bff.MinorUnits, point Multiplier) bff.MinorUnits {
	switch {
	case b.Auto > 0 && b.Auto <= point:
		return b.Auto.Of(stake)
	case point >= Cap:
		return Cap.Of(stake)
	default:
		return 0
	}
}
