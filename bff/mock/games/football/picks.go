package football

import (
	"fmt"
	"slices"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Score is the goals of the home and the away side.
type Score [2]int

// Pick is a selection to bet on: "1", "X", "2", "over" or "under" 2.5 goals, "yes" or "no" (both
// score), a score ("2-1"), or "other" for any score that is not listed.
type Pick string

// listed is the highest number of goals of a side in a listed score.
const listed = 3

// Picks are all valid picks, by market.
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

// Known reports whether p is a valid pick.
func (p Pick) Known() bool { return slices.Contains(Picks, p) }

// Wins reports whether p wins with a score.
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

// Chance is the exact probability that p wins, summed over all scores.
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

// Price returns the price of a bet, see rounds.Price.
func (c Card) Price(p Pick, rtp float64) int64 { return rounds.Price(rtp, c.Chance(p)) }

// Pays returns the win of a bet at a price.
func (p Pick) Pays(s Score, stake bff.MinorUnits, price int64) bff.MinorUnits {
	if !p.Wins(s) {
		return 0
	}
	return rounds.Payout(stake, price)
}
