package games

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// defaultRTP is the return of a game that names none (a live or virtual one played as a slot).
const defaultRTP = 96

// tuning is what a slot machine is made from.
func tuning(seat Seat) (rtp float64, v face.Volatility) {
	return cmp.Or(seat.RTP, defaultRTP), cmp.Or(face.Volatility(seat.Volatility), face.MediumVolatility)
}

// reelBets are the stakes that a slot's page offers.
type reelBets struct {
	Stakes []bff.Kurus `json:"stakes"`
	Stake  int         `json:"stake"` // the first one chosen, an index
}

// reelStakes offers stakes in a mechanic's steps.
func reelStakes(seat Seat, step bff.Kurus) (reelBets, error) {
	stakes := stakeLadder(seat.MinBet, seat.MaxBet, step)
	if len(stakes) == 0 {
		return reelBets{}, errors.New("games: no stake of a slot lies within the game's limits")
	}
	return reelBets{Stakes: stakes, Stake: usualStake(stakes)}, nil
}

// stakeLadder offers round stakes between least and most, both ends included as far as
// whole steps allow.
func stakeLadder(least, most, step bff.Kurus) []bff.Kurus {
	least, most = max((least+step-1)/step, 1)*step, most/step*step
	if least > most {
		return nil
	}
	ladder := []bff.Kurus{least, most}
	for unit := bff.Kurus(10); unit <= most; unit *= 10 {
		for _, n := range []bff.Kurus{1, 2, 3, 5} {
			if s := n * unit; s > least && s < most && s%step == 0 {
				ladder = append(ladder, s)
			}
		}
	}
	slices.Sort(ladder)
	return slices.Compact(ladder)
}

// usualStake picks where a player starts: the highest stake that is still small change.
func usualStake(ladder []bff.Kurus) int {
	const small bff.Kurus = 500
	i, exact := slices.BinarySearch(ladder, small)
	if exact || i == 0 {
		return i
	}
	return i - 1
}

// readReelStake reads the stake of a spin, and refuses one that the seat may not play.
func readReelStake(w http.ResponseWriter, r *http.Request, seat Seat, step bff.Kurus) (bff.Kurus, error) {
	stake, err := readStake(w, r)
	if err == nil && (stake < seat.MinBet || stake > seat.MaxBet || stake <= 0 || stake%step != 0) {
		err = ErrStake
	}
	if errors.Is(err, ErrStake) {
		err = &stakeError{seat: seat, step: step}
	}
	return stake, err
}
