package games

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// tuning is what a slot machine is made from.
func tuning(session Session) (rtp float64, v face.Volatility) {
	return rtpOf(session), cmp.Or(face.Volatility(session.Volatility), face.MediumVolatility)
}

// reelSpin is the action that plays one round of a mechanic, with all that the round leads
// to. open makes a machine tuned to a session, tell makes the answer of a round.
func reelSpin[Machine interface {
	Play(rng *rand.Rand, stake bff.MinorUnits) Round
}, Round interface{ Win() bff.MinorUnits }, Answer any](
	step bff.MinorUnits, open func(rtp float64, v face.Volatility) (Machine, error), tell func(Round, settledRound) Answer,
) action {
	return func(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
		stake, err := readStake(w, r)
		if err == nil {
			err = checkStake(session, stake, step)
		}
		if errors.Is(err, ErrStake) {
			return &stakeError{session: session, step: step}
		}
		if err != nil {
			return err
		}
		machine, err := open(tuning(session))
		if err != nil {
			return err
		}
		var round Round
		receipt, err := h.play(r, stake, func(rng *rand.Rand) bff.MinorUnits {
			round = machine.Play(rng, stake)
			return round.Win()
		})
		if err != nil {
			return err
		}
		answer(w, http.StatusOK, tell(round, newSettledRound(receipt)))
		return nil
	}
}

// settledRound is the money of a settled round; it ends every mechanic's answer.
type settledRound struct {
	Stake bff.MinorUnits `json:"stake"`
	Win   bff.MinorUnits `json:"win"`
	Balances
	Jackpot bff.MinorUnits `json:"jackpot"` // beside win
	RoundID string         `json:"roundID"`
}

func newSettledRound(r Receipt) settledRound {
	return settledRound{Stake: r.Stake, Win: r.Win, Balances: r.Balances, Jackpot: r.Jackpot, RoundID: r.RoundID}
}
