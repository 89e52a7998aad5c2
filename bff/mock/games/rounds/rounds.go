// Package rounds holds what games of shared rounds have in common: when rounds begin and end,
// what a winning bet is paid, and the names of simulated players.
package rounds

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"croupier/bff"
)

// Clock is how long the parts of a round last. Bets are accepted until Grace after the end of
// Betting, because they may be in transit. The outcome is published only after that.
type Clock struct {
	Betting, Grace, Playing, Showing time.Duration
}

// Round is one round of a table.
type Round struct {
	Number  int64
	Opens   time.Time
	Closes  time.Time // pages stop offering bets
	Shut    time.Time // bets are refused from here on
	Settles time.Time // bets are paid
	Ends    time.Time // the next round opens
}

// Length is the duration of a whole round.
func (c Clock) Length() time.Duration { return c.Betting + c.Playing + c.Showing }

// At returns the round that runs at a table at now. Tables are offset against one another by
// their id. Times before 1970 have negative round numbers.
func (c Clock) At(table int, now time.Time) Round {
	offset := time.Duration(table) * 7 * time.Second % c.Length()
	length := c.Length().Milliseconds()
	number := FloorDiv(now.Add(-offset).UnixMilli(), length)
	r := Round{Number: number, Opens: time.UnixMilli(number * length).Add(offset)}
	r.Closes = r.Opens.Add(c.Betting)
	r.Shut = r.Closes.Add(c.Grace)
	r.Settles = r.Closes.Add(c.Playing)
	r.Ends = r.Settles.Add(c.Showing)
	return r
}

// FloorDiv divides and rounds towards minus infinity.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Open reports whether bets are accepted at now.
func (r Round) Open(now time.Time) bool { return now.Before(r.Shut) }

// Phase is a part of a round.
type Phase int

// The phases in their order.
const (
	Betting Phase = iota
	Playing
	Over
)

// Phase returns the phase at now and when the round changes next.
func (r Round) Phase(now time.Time) (phase Phase, next time.Time) {
	switch {
	case now.Before(r.Closes):
		return Betting, r.Closes
	case r.Open(now):
		return Betting, r.Shut
	case now.Before(r.Settles):
		return Playing, r.Settles
	default:
		return Over, r.Ends
	}
}

// Price returns the pay of a winning bet in hundredths of the stake: the fair price times rtp
// (per cent), rounded to the nearest hundredth. So the return differs from rtp by at most half
// a hundredth of the stake times the chance.
func Price(rtp, chance float64) int64 { return int64(math.Round(rtp / chance)) }

// Payout returns the win of a stake at a price in hundredths. It is exact for stakes in whole units
// of the currency.
func Payout(stake bff.MinorUnits, price int64) bff.MinorUnits {
	return stake * bff.MinorUnits(price) / 100
}

const initials = "ABCDEFGHKLMNOPRSTUVYZ"

// PlayerName draws the masked name of a simulated player.
func PlayerName(rng *rand.Rand) string {
	return fmt.Sprintf("%c***%d", initials[rng.IntN(len(initials))], rng.IntN(10))
}
