package games

import (
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// picking is how a game takes bets whose players stake the same on each of several picks of
// a round: all of them, or none.
type picking[Pick interface {
	~string
	Known() bool
}] struct {
	clock live.Clock
	step  bff.MinorUnits // what a stake is a multiple of
	most  int            // bets that a player may have on a round
	see   func(Session, Account) sight
}

// pickMove is one stake on each of several picks of a round.
type pickMove[Pick any] struct {
	Round int64          `json:"round"`
	Picks []Pick         `json:"picks"`
	Stake bff.MinorUnits `json:"stake"`
}

// bet is the action that places bets.
func (p picking[Pick]) bet(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
	move, err := readMove[pickMove[Pick]](w, r)
	if err != nil {
		return err
	}
	if len(move.Picks) == 0 || len(move.Picks) > p.most {
		return errBody
	}
	for _, pick := range move.Picks {
		if !pick.Known() {
			return errBody
		}
	}
	if err := checkStake(session, move.Stake, p.step); err != nil {
		return err
	}
	return h.act(w, r, func(b Account) error { return p.place(session, b, move) },
		func(b Account) sight { return p.see(session, b) })
}

func (p picking[Pick]) place(session Session, b Account, move pickMove[Pick]) error {
	round := p.clock.At(session.GameID, b.Now())
	if round.Number != move.Round || !round.Open(b.Now()) {
		return errClosed
	}
	all := move.Stake * bff.MinorUnits(len(move.Picks))
	placed, staked := len(move.Picks), all
	for _, bet := range b.Bets() {
		if bet.Round == move.Round {
			placed++
			staked += bet.Stake
		}
	}
	switch {
	case placed > p.most || staked > session.MaxBet:
		return &stakeError{session: session, step: p.step}
	case all > b.Balances().Balance:
		return ErrInsufficientFunds
	}
	for _, pick := range move.Picks {
		if _, err := b.Stake(move.Stake, round.Number, round.Settles, string(pick)); err != nil {
			return err
		}
	}
	return nil
}
