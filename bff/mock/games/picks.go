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
	see   func(Seat, Book) sight
}

// pickMove is one stake on each of several picks of a round.
type pickMove[Pick any] struct {
	Round int64          `json:"round"`
	Picks []Pick         `json:"picks"`
	Stake bff.MinorUnits `json:"stake"`
}

// bet is the action that places bets.
func (p picking[Pick]) bet(h *handler, w http.ResponseWriter, r *http.Request, seat Seat) error {
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
	if err := checkStake(seat, move.Stake, p.step); err != nil {
		return err
	}
	return h.act(w, r, func(b Book) error { return p.place(seat, b, move) },
		func(b Book) sight { return p.see(seat, b) })
}

func (p picking[Pick]) place(seat Seat, b Book, move pickMove[Pick]) error {
	round := p.clock.At(seat.GameID, b.Now())
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
	case placed > p.most || staked > seat.MaxBet:
		return &stakeError{seat: seat, step: p.step}
	case all > b.Purse().Balance:
		return ErrInsufficientFunds
	}
	for _, pick := range move.Picks {
		if _, err := b.Stake(move.Stake, round.Number, round.Settles, string(pick)); err != nil {
			return err
		}
	}
	return nil
}
