package games

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/lines"
	"croupier/bff/mock/world"
)

// slotKind is the slot of lines.
var slotKind = kind{
	describe: func(s Session) (Object, error) {
		m, err := slotMachine(s)
		if err != nil {
			return nil, err
		}
		return withStakes(s, lines.Lines, Object{
			"table": m.Table, "maxTimes": m.MaxTimes(), "rtp": m.RTP(),
			"paths": lines.Paths, "freeSpins": m.FreeSpins, "multiplier": m.Multiplier,
		})
	},
	actions: map[string]action{"spin": spin}, shares: "reels",
}

// showRound returns a round as the page shows it: the paid spin with its free spins.
func showRound(r *lines.Round) Object {
	all := mapped(r.Spins, func(s *lines.Spin) Object {
		scatterWin := r.Pay(s.Units) // minus the lines
		return Object{
			"grid": s.Grid, "multiplier": s.Multiplier, "spinWin": r.Pay(s.Units),
			"lines": mapped(s.Wins, func(w *lines.Win) Object {
				win := r.Pay(w.Units * s.Multiplier)
				scatterWin -= win
				return Object{"line": w.Line, "symbol": w.Symbol, "count": w.Count, "win": win}
			}),
			"scatter": Object{"count": s.Scatters, "freeSpins": s.Awarded, "win": scatterWin},
		}
	})
	return merged(all[0], Object{"freeSpins": all[1:]})
}

// slotMachine returns the machine of a session.
func slotMachine(s Session) (*lines.Machine, error) {
	return lines.New(rtpOf(s), cmp.Or(lines.Volatility(s.Volatility), lines.MediumVolatility))
}

// spin is the action that plays a round.
func spin(h *handler, w http.ResponseWriter, r *http.Request, s Session) error {
	machine, err := slotMachine(s)
	if err != nil {
		return err
	}
	stake, err := readStake(w, r)
	if err == nil {
		err = checkStake(s, stake, lines.Lines)
	}
	if errors.Is(err, world.ErrStake) {
		return &stakeError{session: s, step: lines.Lines}
	}
	if err != nil {
		return err
	}
	var round *lines.Round
	receipt, err := h.play(r, stake, func(rng *rand.Rand) bff.MinorUnits {
		round = machine.Play(rng, stake)
		return round.Win()
	})
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, merged(showRound(round), BalancesObject(receipt.Balances), Object{
		"stake": receipt.Stake, "win": receipt.Win, "jackpot": receipt.Jackpot, "roundID": receipt.RoundID,
	}))
	return nil
}
