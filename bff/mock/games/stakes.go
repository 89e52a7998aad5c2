package games

import (
	"cmp"
	"errors"
	"slices"

	"croupier/bff"
)

// defaultRTP is the return of a game without an RTP of its own.
const defaultRTP = 96

// rtpOf is the return of a session's game in per cent.
func rtpOf(s Session) float64 { return cmp.Or(s.RTP, defaultRTP) }

// withStakes adds the stakes to choose from to the static part of a game: whole steps within
// the session's limits, with the index of the preselected one.
func withStakes(s Session, step bff.MinorUnits, game Object) (Object, error) {
	stakes := stakeLadder(s.MinBet, s.MaxBet, step)
	if len(stakes) == 0 {
		return nil, errors.New("games: no stake lies within the game's limits")
	}
	return merged(Object{"rtp": rtpOf(s), "stakes": stakes, "stake": usualStake(stakes)}, game), nil
}

// checkStake returns a *stakeError for a stake outside the limits or between the steps.
func checkStake(s Session, stake, step bff.MinorUnits) error {
	if stake < s.MinBet || stake > s.MaxBet || stake <= 0 || stake%step != 0 {
		return &stakeError{session: s, step: step}
	}
	return nil
}

// stakeLadder returns round stakes from least to most, both ends included and moved inwards to
// whole steps.
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

// usualStake returns the index of the preselected stake: the highest up to 5.00.
func usualStake(ladder []bff.MinorUnits) int {
	const small bff.MinorUnits = 500
	i, exact := slices.BinarySearch(ladder, small)
	if exact || i == 0 {
		return i
	}
	return i - 1
}
