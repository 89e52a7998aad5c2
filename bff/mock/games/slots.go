package games

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/cluster"
	"croupier/bff/mock/games/lines"
	"croupier/bff/mock/games/slots"
)

// slotGame defines a slot game.
type slotGame[Grid any] struct {
	open func(rtp float64, v slots.Volatility) (*slots.Machine[Grid], error)
	// describe returns the static parts that only this game has.
	describe func(m *slots.Machine[Grid]) Object
	// show returns a round as the page shows it.
	show func(r *slots.Round[Grid]) Object
}

var linesKind = slotGame[lines.Grid]{
	open: lines.New,
	describe: func(m *slots.Machine[lines.Grid]) Object {
		return Object{"paths": lines.Paths, "freeSpins": m.FreeSpins, "multiplier": m.Multipliers[0]}
	},
	show: func(r *slots.Round[lines.Grid]) Object {
		return showSpins(r, func(s *slots.Spin[lines.Grid]) Object {
			scatterWin := r.Pay(s.Units) // minus the lines
			return Object{
				"lines": showWins(r, s, func(w slots.Win, win bff.MinorUnits) Object {
					scatterWin -= win
					return Object{"line": w.Line, "symbol": w.Symbol, "count": w.Count, "win": win}
				}),
				"scatter": Object{"count": s.Scatters, "freeSpins": s.Awarded, "win": scatterWin},
			}
		})
	},
}.kind()

var clusterKind = slotGame[cluster.Grid]{
	open: cluster.New,
	describe: func(m *slots.Machine[cluster.Grid]) Object {
		return Object{"bands": cluster.Bands, "multipliers": m.Multipliers}
	},
	show: func(r *slots.Round[cluster.Grid]) Object {
		return Object{"last": r.Last, "cascades": mapped(r.Spins, func(s *slots.Spin[cluster.Grid]) Object {
			return Object{
				"grid": s.Grid, "multiplier": s.Multiplier, "win": r.Pay(s.Units),
				"wins": showWins(r, s, func(w slots.Win, win bff.MinorUnits) Object {
					return Object{"symbol": w.Symbol, "cells": cluster.Cells(w.Cells).List(), "win": win}
				}),
			}
		})}
	},
}.kind()

// showSpins shows the paid spin with its free spins. show returns what only this game has.
func showSpins[Grid any](r *slots.Round[Grid], show func(*slots.Spin[Grid]) Object) Object {
	all := mapped(r.Spins, func(s *slots.Spin[Grid]) Object {
		return merged(Object{"grid": s.Grid, "multiplier": s.Multiplier, "spinWin": r.Pay(s.Units)}, show(s))
	})
	return merged(all[0], Object{"freeSpins": all[1:]})
}

// showWins shows the wins of a spin with the money that each pays, multiplied.
func showWins[Grid any](r *slots.Round[Grid], s *slots.Spin[Grid], show func(w slots.Win, win bff.MinorUnits) Object) []Object {
	return mapped(s.Wins, func(w *slots.Win) Object { return show(*w, r.Pay(w.Units*s.Multiplier)) })
}

func (g slotGame[Grid]) kind() kind {
	return kind{
		describe: func(s Session) (Object, error) {
			m, err := g.machine(s)
			if err != nil {
				return nil, err
			}
			return withStakes(s, bff.MinorUnits(m.Units), merged(Object{
				"table": m.Table, "coins": m.Units, "maxTimes": m.MaxTimes(), "rtp": m.RTP(),
			}, g.describe(m)))
		},
		actions: map[string]action{"spin": g.spin}, shares: "reels",
	}
}

// machine returns the machine of a session.
func (g slotGame[Grid]) machine(s Session) (*slots.Machine[Grid], error) {
	return g.open(rtpOf(s), cmp.Or(slots.Volatility(s.Volatility), slots.MediumVolatility))
}

// spin is the action that plays a round.
func (g slotGame[Grid]) spin(h *handler, w http.ResponseWriter, r *http.Request, s Session) error {
	machine, err := g.machine(s)
	if err != nil {
		return err
	}
	step := bff.MinorUnits(machine.Units)
	stake, err := readStake(w, r)
	if err == nil {
		err = checkStake(s, stake, step)
	}
	if errors.Is(err, ErrStake) {
		return &stakeError{session: s, step: step}
	}
	if err != nil {
		return err
	}
	var round *slots.Round[Grid]
	receipt, err := h.play(r, stake, func(rng *rand.Rand) bff.MinorUnits {
		round = machine.Play(rng, stake)
		return round.Win()
	})
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, merged(g.show(round), receipt.Balances.Object(), Object{
		"stake": receipt.Stake, "win": receipt.Win, "jackpot": receipt.Jackpot, "roundID": receipt.RoundID,
	}))
	return nil
}
