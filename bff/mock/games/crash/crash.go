// Package crash is the mathematics of a crash game: a multiplier rises from 1.00 until it
// crashes at a point that is drawn before the round.
package crash

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Multiplier is in hundredths of the stake: 231 is 2.31×.
type Multiplier int64

const (
	// Even is the multiplier at take-off; it cannot be cashed.
	Even Multiplier = 100
	// Least is the lowest multiplier that can be cashed.
	Least Multiplier = 101
	// Cap ends a flight that has not crashed before. Open bets are paid at it.
	Cap Multiplier = 100_000
	// Growth is the exponent of the rise in 1/s: t seconds after take-off the multiplier is
	// e^(Growth·t).
	Growth = 0.12
)

// At is the multiplier that is shown after a time in the air.
func At(air time.Duration) Multiplier {
	// The addend makes At(m.Time()) m in spite of the logarithm's rounding error.
	m := Multiplier(math.Exp(Growth*air.Seconds())*100 + 1e-7)
	return min(max(m, Even), Cap)
}

// Time is how long after take-off m is first shown, in whole milliseconds.
func (m Multiplier) Time() time.Duration {
	return time.Duration(math.Ceil(math.Log(float64(m)/100)/Growth*1000)) * time.Millisecond
}

// Draw draws the crash point of a round. It reaches every m from Least to Cap with the chance
// rtp/m (rtp in per cent of stakes), so cashing at any m returns rtp. The remaining rounds crash
// at take-off.
func Draw(rng *rand.Rand, rtp float64) Multiplier {
	const grain = 1 << 48 // the chance is exact to 1/grain
	hi, lo := bits.Mul64(uint64(math.Round(rtp*100)), grain)
	m, _ := bits.Div64(hi, lo, 100*uint64(rng.Int64N(grain)+1))
	return min(max(Multiplier(m), Even), Cap)
}

// Flight is how long a round with the crash point m stays in the air. It includes the whole
// hundredth in which it crashes, so that the crash point itself can still be cashed.
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

// Bet is a stake on one flight. A player may have two, of Hand 0 and 1. Auto is the multiplier
// at which it is cashed automatically, 0 for none.
type Bet struct {
	Hand int
	Auto Multiplier
}

// Ends is how long after take-off the bet is settled without a cash-out, for a crash point.
func (b Bet) Ends(point Multiplier) time.Duration {
	if b.Auto > 0 && b.Auto <= point {
		return b.Auto.Time()
	}
	return point.Flight()
}

// Pays returns the win of a bet without a cash-out.
func (b Bet) Pays(stake bff.MinorUnits, point Multiplier) bff.MinorUnits {
	switch {
	case b.Auto > 0 && b.Auto <= point:
		return rounds.Payout(stake, int64(b.Auto))
	case point >= Cap:
		return rounds.Payout(stake, int64(Cap))
	default:
		return 0
	}
}

// Player is a simulated player. Target is where the player cashes, Cap for never; it is drawn
// independently of the crash point.
type Player struct {
	Name   string         `json:"name"`
	Stake  bff.MinorUnits `json:"stake"`
	Joins  int64          `json:"joins"` // ms before take-off
	Target Multiplier     `json:"target"`
}

// Players draws the simulated players of a round, highest stake first, with stakes from least
// to most.
func Players(rng *rand.Rand, least, most bff.MinorUnits) []Player {
	chips := []bff.MinorUnits{1, 2, 2, 5, 5, 5, 10, 10, 20, 25, 50, 100, 250}
	players := make([]Player, 14+rng.IntN(18))
	for i := range players {
		p := Player{
			Name:  rounds.PlayerName(rng),
			Stake: min(least*chips[rng.IntN(len(chips))], most),
			Joins: time.Duration(rng.Int64N(int64(Betting))).Milliseconds(),
		}
		// Most targets are low, a few are far.
		p.Target = Multiplier(112 * math.Pow(1-rng.Float64(), -0.8))
		if rng.IntN(9) == 0 {
			p.Target = Cap
		}
		p.Target = min(p.Target, Cap)
		players[i] = p
	}
	slices.SortStableFunc(players, func(a, b Player) int { return int(b.Stake - a.Stake) })
	return players
}
