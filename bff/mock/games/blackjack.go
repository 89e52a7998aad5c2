package games

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// blackjackTable is one player against the dealer. A round is an open bet whose Play says how
// it was played, and one more for each stake that a move adds; one that is left alone stands
// when its time is up.
func blackjackTable() kind {
	return kind{
		describe: func(s Session) (object, error) {
			return object{
				"dealer": s.Dealer, "guests": s.Guests, "min": minChip(s), "chips": chipsOf(s),
				"max": s.MaxBet, // of a first stake
				"rtp": live.BlackjackRTP, "insurance": live.InsuranceRTP, "time": live.HandTime.Milliseconds(),
			}, nil
		},
		queries: map[string]action{"hand": func(h *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
			return h.blackjack(w, r, h.wallet.View, func(Account) error { return nil })
		}},
		actions: map[string]action{"deal": blackjackDeal, "move": blackjackMove},
		settle: func(_ Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
			p := handPlayOf(bet)
			round := live.DealBlackjack(chance, p.Moves)
			round.TimeUp()
			return p.win(bet, round)
		},
		shares: "live",
	}
}

// handPlay is what a bet of a round keeps in its book. All bets of a round have its moves, so
// that the clock can settle each by itself. Of and For are set on stakes that a move added: the
// first one's id, and what was staked on (live.StakeSplit …).
type handPlay struct {
	Key   string `json:"key,omitempty"`
	Moves string `json:"moves"`
	Of    string `json:"of,omitempty"`
	For   string `json:"for,omitempty"`
}

func (p handPlay) String() string {
	b, _ := json.Marshal(p) // strings alone: cannot fail
	return string(b)
}

// handPlayOf reads a bet back. The books hold only what handPlay wrote.
func handPlayOf(b Bet) handPlay {
	var p handPlay
	_ = json.Unmarshal([]byte(b.Play), &p)
	return p
}

// win is what a bet gets back of a round that is over.
func (p handPlay) win(bet Bet, round *live.Blackjack) bff.MinorUnits {
	return bet.Stake * bff.MinorUnits(round.Pays(p.For)) / 100
}

// lastHand is the first stake of the newest round at the session.
func lastHand(b Account) (bet Bet, found bool) {
	for _, one := range b.Bets() {
		if handPlayOf(one).Of == "" {
			bet, found = one, true
		}
	}
	return bet, found
}

// stakesOf are all bets of a round, the first one among them.
func stakesOf(b Account, first Bet) (bets []Bet) {
	for _, one := range b.Bets() {
		if one.ID == first.ID || handPlayOf(one).Of == first.ID {
			bets = append(bets, one)
		}
	}
	return bets
}

// transaction is View or Update of a wallet.
type transaction func(ctx context.Context, token string, f func(Account) error) error

// blackjack does something with the session's book and answers how the table stands then.
func (h *handler) blackjack(w http.ResponseWriter, r *http.Request, on transaction, do func(Account) error) error {
	var state blackjackState
	if err := on(r.Context(), r.PathValue("token"), func(b Account) error {
		if err := do(b); err != nil {
			return err
		}
		state = newBlackjackState(b)
		return nil
	}); err != nil {
		return err
	}
	answer(w, http.StatusOK, state)
	return nil
}

// blackjackDeal stakes a new round. The key is the page's name for it: sent twice, it is
// still one round.
func blackjackDeal(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
	move, err := readMove[struct {
		Stake bff.MinorUnits `json:"stake"`
		Key   string         `json:"key"`
	}](w, r)
	if err != nil {
		return err
	}
	if move.Key == "" || len(move.Key) > maxLiveKey {
		return errBody
	}
	if err := checkStake(session, move.Stake, sharedStep); err != nil {
		return err
	}
	return h.blackjack(w, r, h.wallet.Update, func(b Account) error {
		last, found := lastHand(b)
		round := b.Now().UnixMilli()
		if found {
			switch {
			case handPlayOf(last).Key == move.Key:
				return nil
			case !last.Settled:
				return errBusy
			}
			round = max(round, last.Round+1)
		}
		bet, err := b.Stake(move.Stake, round, b.Now().Add(live.HandTime), handPlay{Key: move.Key}.String())
		if err != nil {
			return err
		}
		return payRound(b, bet, live.DealBlackjack(b.Chance(round), ""))
	})
}

// blackjackMoves are the moves as the page calls them.
var blackjackMoves = map[string]rune{
	"hit": live.MoveHit, "stand": live.MoveStand, "double": live.MoveDouble, "split": live.MoveSplit,
	"insure": live.MoveInsure, "even": live.MoveEven, "decline": live.MoveDecline,
}

// blackjackMove plays an open round on. Step is how many moves the page has seen: one that is
// sent twice is made, and staked, once.
func blackjackMove(h *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	move, err := readMove[struct {
		ID   string `json:"id"`
		Step int    `json:"step"`
		Move string `json:"move"`
	}](w, r)
	if err != nil {
		return err
	}
	made, ok := blackjackMoves[move.Move]
	if !ok {
		return errBody
	}
	return h.blackjack(w, r, h.wallet.Update, func(b Account) error {
		first, found := lastHand(b)
		moves := handPlayOf(first).Moves
		if found && first.ID == move.ID && len(moves) > move.Step {
			return nil
		}
		if !found || first.ID != move.ID || first.Settled || len(moves) != move.Step {
			return ErrBet
		}
		round := live.DealBlackjack(b.Chance(first.Round), moves)
		if !round.May(made) {
			return errClosed
		}
		if err := addStake(b, first, round.Adds(made)); err != nil {
			return err
		}
		return playOn(b, first, moves+string(made))
	})
}

// addStake takes what a move stakes beside the first stake, where it does.
func addStake(b Account, first Bet, on string) error {
	amount := first.Stake
	switch on {
	case live.StakeFirst:
		return nil
	case live.StakeInsurance:
		amount /= 2 // whole: a stake is whole steps
	}
	_, err := b.Raise(first.ID, amount, handPlay{Of: first.ID, For: on}.String())
	return err
}

// playOn writes the moves down with every stake of the round, and pays it once it is over.
func playOn(b Account, first Bet, moves string) error {
	for _, one := range stakesOf(b, first) {
		p := handPlayOf(one)
		p.Moves = moves
		if _, err := b.SetPlay(one.ID, p.String()); err != nil {
			return err
		}
	}
	return payRound(b, first, live.DealBlackjack(b.Chance(first.Round), moves))
}

// payRound pays every stake of a round that is over.
func payRound(b Account, first Bet, round *live.Blackjack) error {
	if !round.Over {
		return nil
	}
	var failed []error
	for _, one := range stakesOf(b, first) {
		_, err := b.Settle(one.ID, handPlayOf(one).win(one, round))
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}
