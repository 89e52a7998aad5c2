package games

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// A multiplier, in hundredths of the stake, rises from 1.00× until it crashes at a point drawn
// before the round.
type multiplier int64

const (
	even  multiplier = 100    // at take-off; it cannot be cashed
	least multiplier = 101    // the lowest that can be cashed
	most  multiplier = 10_000 // ends a flight; open bets are paid at it

	// growth is the exponent of the rise in 1/s: t seconds after take-off the multiplier is
	// e^(growth·t).
	growth = 0.3
	// A flight takes off once in every interval, which has room for the longest flight and a time
	// for bets.
	interval  = 25 * time.Second
	afterglow = 2500 * time.Millisecond // between a crash and the next bets
)

func multiplierAt(air time.Duration) multiplier {
	// The addend makes multiplierAt(m.time()) m in spite of the logarithm's rounding error.
	return min(max(multiplier(math.Exp(growth*air.Seconds())*100+1e-7), even), most)
}

// time returns how long after take-off m is first shown, in whole milliseconds.
func (m multiplier) time() time.Duration {
	return time.Duration(math.Ceil(math.Log(float64(m)/100)/growth*1000)) * time.Millisecond
}

// drawPoint draws the crash point, which reaches m with the chance rtp/m, so that cashing at any m
// returns rtp.
func drawPoint(rng *rand.Rand, rtp float64) multiplier {
	const grain = 1 << 48 // the chance is exact to 1/grain
	hi, lo := bits.Mul64(uint64(math.Round(rtp*100)), grain)
	m, _ := bits.Div64(hi, lo, 100*uint64(rng.Int64N(grain)+1))
	return min(max(multiplier(m), even), most)
}

// flight returns how long a round with the crash point m is in the air, with the whole hundredth in
// which it crashes.
func (m multiplier) flight() time.Duration {
	if m <= even {
		return 0
	}
	return min(m+1, most).time()
}

var curve = &sharedGame{
	round: func(s Session, a Account) Round {
		number, takeoff := period(s.ID, interval, a.Now())
		ends := func(round int64, takeoff time.Time) (settles, ends time.Time) {
			settles = takeoff.Add(drawPoint(a.Chance(round), rtpOf(s)).flight())
			return settles, settles.Add(afterglow)
		}
		_, opens := ends(number-1, takeoff.Add(-interval))
		settles, end := ends(number, takeoff)
		if !a.Now().Before(end) { // bets for the next flight are open
			opens, number, takeoff = end, number+1, takeoff.Add(interval)
			settles, end = ends(number, takeoff)
		}
		return Round{Number: number, Opens: opens, Closes: takeoff, Shut: takeoff, Settles: settles, Ends: end}
	},
	view: viewCurve,
	past: func(s Session, rng *rand.Rand) any { return drawPoint(rng, rtpOf(s)) },
	pays: func(s Session, bet world.Bet, rng *rand.Rand) bff.MinorUnits {
		if drawPoint(rng, rtpOf(s)) < most {
			return 0
		}
		return payout(bet.Stake, int64(most))
	},
}

func describeCurve(s Session) Object {
	return withStakes(s, wholeUnits, Object{"art": s.Type, "growth": growth, "most": most})
}

// viewCurve shows a round. The crash is published once it has happened.
func viewCurve(t *table) Object {
	state := Object{"bets": t.bets(
		func(b world.Bet) Object { return Object{"paid": multiplier(b.Win * 100 / b.Stake)} })}
	if t.phase == over {
		state["point"] = drawPoint(t.Chance(t.round.Number), rtpOf(t.session))
	}
	return state
}

type curveStake struct {
	Round int64          `json:"round"`
	Stake bff.MinorUnits `json:"stake"`
}

func stakeOnCurve(s Session, a Account, in curveStake) (Object, error) {
	if err := checkStake(s, in.Stake, wholeUnits); err != nil {
		return nil, err
	}
	return curve.act(s, a, func(t *table) error {
		if in.Round != t.round.Number || !t.round.Open(t.now) || len(t.placed(in.Round)) > 0 {
			return errClosed
		}
		_, err := t.Stake(in.Stake, in.Round, t.round.Settles, "")
		return err
	})
}

type curveCash struct {
	Round int64  `json:"round"` // pages send it with every action
	Bet   string `json:"bet"`
}

// cashOnCurve settles the player's bet at the multiplier of the time when the request arrives.
func cashOnCurve(s Session, a Account, in curveCash) (Object, error) {
	return curve.act(s, a, func(t *table) error {
		for _, bet := range t.placed(t.round.Number) {
			at := min(multiplierAt(t.now.Sub(t.round.Closes)), drawPoint(t.Chance(bet.Round), rtpOf(s)))
			switch {
			case bet.ID != in.Bet || bet.Settled:
				continue
			case t.phase != playing || at < least:
				return errClosed
			}
			_, err := t.Settle(bet.ID, payout(bet.Stake, int64(at)))
			return err
		}
		return world.ErrBet
	})
}
