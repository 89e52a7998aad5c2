package games

import (
	"cmp"
	"errors"
	"slices"

	"croupier/bff"
)

// defaultRTP is the return of a game that names none (a live or virtual one played as a slot).
const defaultRTP = 96

// rtpOf is the return in per cent that a session's game promises.
func rtpOf(session Session) float64 { return cmp.Or(session.RTP, defaultRTP) }

// stakeOffer is what a page offers to stake.
type stakeOffer struct {
	Stakes []bff.MinorUnits `json:"stakes"`
	Stake  int              `json:"stake"` // the first one chosen, an index
}

// offerStakes offers whole steps within the limits of a session's game; it fails where none
// lies within them.
func offerStakes(session Session, step bff.MinorUnits) (stakeOffer, error) {
	stakes := stakeLadder(session.MinBet, session.MaxBet, step)
	if len(stakes) == 0 {
		return stakeOffer{}, errors.New("games: no stake lies within the game's limits")
	}
	return stakeOffer{Stakes: stakes, Stake: usualStake(stakes)}, nil
}

// checkStake refuses a stake that a session may not play.
func checkStake(session Session, stake, step bff.MinorUnits) error {
	if stake < session.MinBet || stake > session.MaxBet || stake <= 0 || stake%step != 0 {
		return &stakeError{session: session, step: step}
	}
	return nil
}

// stakeLadder offers round stakes between least and most, both ends included as far as
// whole steps allow.
func stakeLadder(least, most, step bff.MinorUnits) []bff.MinorUnits {
	least, most = max((least+step-1)/step, 1)*step, most/step*step
	if least > most {
		return nil
	}
	ladder := []bff.MinorUnits{least, most}
	for unit := bff.MinorUnits(10); unit <= most; unit *= 10 {
		for _, n := range []bff.MinorUnits{1, 2, 3, 5} {
			if s := n * unit; s > least && s < most && s%step == 0 {
				ladder = append(ladder, s)
			}
		}
	}
	slices.Sort(ladder)
	return slices.Compact(ladder)
}

// usualStake picks where a player starts: the highest stake that is still small change.
func usualStake(ladder []bff.MinorUnits) int {
	const small bff.MinorUnits = 500
	i, exact := slices.BinarySearch(ladder, small)
	if exact || i == 0 {
		return i
	}
	return i - 1
}
