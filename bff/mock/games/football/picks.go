package football

import (
	"fmt"
	"math"
	"slices"

	"croupier/bff"
)

// Score is how many goals the sides have.
type Score [2]int

// Pick is what one can bet on: "1", "X", "2", "over", "under", "yes", "no", a score ("2-1")
// or "other", any score that has no price of its own.
type Pick string

// listed is up to how many goals of a side a score has a price of its own.
const listed = 3

// Picks are all there are, by market.
var Picks = func() []Pick {
	picks := []Pick{"1", "X", "2", "over", "under", "yes", "no"}
	for home := range listed + 1 {
		for away := range listed + 1 {
			picks = append(picks, pickOf(Score{home, away}))
		}
	}
	return append(picks, "other")
}()

func pickOf(s Score) Pick { return Pick(fmt.Sprintf("%d-%d", s[0], s[1])) }

// Known tells whether one can bet on p.
func (p Pick) Known() bool { return slices.Contains(Picks, p) }

// Wins tells whether a score is what was bet on.
func (p Pick) Wins(s Score) bool {
	switch p {
	case "1":
		return s[0] > s[1]
	case "X":
		return s[0] == s[1]
	case "2":
		return s[0] < s[1]
	case "over":
		return s[0]+s[1] > 2
	case "under":
		return s[0]+s[1] < 3
	case "yes":
		return s[0] > 0 && s[1] > 0
	case "no":
		return s[0] == 0 || s[1] == 0
	case "other":
		return s[0] > listed || s[1] > listed
	default:
		return p == pickOf(s)
	}
}

// Chance is how likely a pick wins: counted over every score there can be.
func (c Card) Chance(p Pick) float64 {
	var won int64
	for home, h := range c.home {
		for away, a := range c.away {
			if p.Wins(Score{home, away}) {
				won += h * a
			}
		}
	}
	return float64(won) / float64(c.home.sum()*c.away.sum())
}

// Price is what a winning bet is paid, in hundredths of the stake: the fair price times rtp
// (per cent), to the nearest hundredth. So the return is rtp within half a hundredth of the
// stake times the chance.
func (c Card) Price(p Pick, rtp float64) int64 { return int64(math.Round(rtp / c.Chance(p))) }

// Pays is what a bet wins; it is exact for stakes in whole units of the currency.
func (p Pick) Pays(s Score, stake bff.MinorUnits, price int64) bff.MinorUnits {
	if !p.Wins(s) {
		return 0
	}
	return stake * bff.MinorUnits(price) / 100
}
