package games

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// blackjackKind is one player against the dealer. A round is an open bet whose play is the
// moves made, with one more bet for each stake that a move adds. A round that times out stands.
var blackjackKind = kind{
	describe: func(s Session) (Object, error) {
		return Object{
			"dealer": s.Dealer, "guests": s.Guests, "min": minChip(s), "chips": chipsOf(s),
			"max": s.MaxBet, // of a first stake
			"rtp": live.BlackjackRTP, "insurance": live.InsuranceRTP, "time": live.HandTime.Milliseconds(),
		}, nil
	},
	queries: map[string]action{"hand": func(h *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
		return h.blackjack(w, r, h.wallet.View, func(Account) error { return nil })
	}},
	actions: map[string]action{"deal": blackjackDeal, "move": blackjackMove},
	settle: func(_ Session, bet Bet, rng *rand.Rand) bff.MinorUnits {
		p := parseHandPlay(bet)
		round := live.DealBlackjack(rng, p.Moves)
		round.TimeUp()
		return p.win(bet, round)
	},
	shares: "live",
}

// handPlay is Bet.Play. All bets of a round have its moves, so that each can be settled alone.
// Of and For are set on stakes that a move added: the id of the first stake, and what was
// staked on (live.StakeSplit, …).
type handPlay struct {
	Key   string `json:"key,omitempty"` // the page's idempotency key of the round
	Moves string `json:"moves"`
	Of    string `json:"of,omitempty"`
	For   string `json:"for,omitempty"`
}

func (p handPlay) String() string {
	b, _ := json.Marshal(p) // strings only: cannot fail
	return string(b)
}

func parseHandPlay(b Bet) handPlay {
	var p handPlay
	_ = json.Unmarshal([]byte(b.Play), &p) // cannot fail: String wrote it
	return p
}

// win returns the pay of a bet of a finished round.
func (p handPlay) win(bet Bet, round *live.Blackjack) bff.MinorUnits {
	return bet.Stake * bff.MinorUnits(round.Pays(p.For)) / 100
}

// lastHand returns the first stake of the newest round.
func lastHand(a Account) (bet Bet, found bool) {
	for _, b := range slices.Backward(a.Bets()) {
		if parseHandPlay(b).Of == "" {
			return b, true
		}
	}
	return Bet{}, false
}

// stakesOf returns all bets of a round, including the first.
func stakesOf(a Account, first Bet) []Bet {
	return slices.DeleteFunc(a.Bets(), func(b Bet) bool { return b.ID != first.ID && parseHandPlay(b).Of != first.ID })
}

// transaction is the View or Update method of a wallet.
type transaction func(ctx context.Context, token string, f func(Account) error) error

// blackjack runs f in a transaction and answers with the state of the table.
func (h *handler) blackjack(w http.ResponseWriter, r *http.Request, in transaction, f func(Account) error) error {
	var state Object
	err := in(r.Context(), r.PathValue("token"), func(a Account) error {
		if err := f(a); err != nil {
			return err
		}
		state = viewBlackjack(a)
		return nil
	})
	if err == nil {
		answer(w, http.StatusOK, state)
	}
	return err
}

// blackjackDeal stakes a new round. A second request with the same key is ignored.
func blackjackDeal(h *handler, w http.ResponseWriter, r *http.Request, s Session) error {
	move, err := readJSON[struct {
		Stake bff.MinorUnits `json:"stake"`
		Key   string         `json:"key"`
	}](w, r)
	if err != nil {
		return err
	}
	if move.Key == "" || len(move.Key) > maxKey {
		return errBody
	}
	if err := checkStake(s, move.Stake, sharedStep); err != nil {
		return err
	}
	return h.blackjack(w, r, h.wallet.Update, func(a Account) error {
		last, found := lastHand(a)
		round := a.Now().UnixMilli()
		if found {
			switch {
			case parseHandPlay(last).Key == move.Key:
				return nil
			case !last.Settled:
				return errBusy
			}
			round = max(round, last.Round+1)
		}
		bet, err := a.Stake(move.Stake, round, a.Now().Add(live.HandTime), handPlay{Key: move.Key}.String())
		if err != nil {
			return err
		}
		return settleRound(a, bet, live.DealBlackjack(a.Chance(round), ""))
	})
}

// blackjackMoves are the moves by their names in requests.
var blackjackMoves = map[string]rune{
	"hit": live.MoveHit, "stand": live.MoveStand, "double": live.MoveDouble, "split": live.MoveSplit,
	"insure": live.MoveInsure, "even": live.MoveEven, "decline": live.MoveDecline,
}

// blackjackMove makes a move. Step is how many moves the page has seen: a repeated request is
// ignored.
func blackjackMove(h *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	request, err := readJSON[struct {
		ID   string `json:"id"`
		Step int    `json:"step"`
		Move string `json:"move"`
	}](w, r)
	if err != nil {
		return err
	}
	move, ok := blackjackMoves[request.Move]
	if !ok {
		return errBody
	}
	return h.blackjack(w, r, h.wallet.Update, func(a Account) error {
		first, found := lastHand(a)
		moves := parseHandPlay(first).Moves
		if found && first.ID == request.ID && len(moves) > request.Step {
			return nil
		}
		if !found || first.ID != request.ID || first.Settled || len(moves) != request.Step {
			return ErrBet
		}
		round := live.DealBlackjack(a.Chance(first.Round), moves)
		if !round.May(move) {
			return errClosed
		}
		if err := addStake(a, first, round.Adds(move)); err != nil {
			return err
		}
		moves += string(move)
		for _, bet := range stakesOf(a, first) {
			p := parseHandPlay(bet)
			p.Moves = moves
			if _, err := a.SetPlay(bet.ID, p.String()); err != nil {
				return err
			}
		}
		return settleRound(a, first, live.DealBlackjack(a.Chance(first.Round), moves))
	})
}

// addStake stakes what a move adds to the first stake, if anything.
func addStake(a Account, first Bet, on string) error {
	amount := first.Stake
	switch on {
	case live.StakeFirst:
		return nil
	case live.StakeInsurance:
		amount /= 2 // exact: stakes are whole steps
	}
	_, err := a.Raise(first.ID, amount, handPlay{Of: first.ID, For: on}.String())
	return err
}

// settleRound settles every stake of a round that is over.
func settleRound(a Account, first Bet, round *live.Blackjack) error {
	if !round.Over {
		return nil
	}
	var errs []error
	for _, bet := range stakesOf(a, first) {
		_, err := a.Settle(bet.ID, parseHandPlay(bet).win(bet, round))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// viewBlackjack shows the newest round. Times are in milliseconds since 1970.
func viewBlackjack(a Account) Object {
	state := merged(a.Balances().Object(), Object{"now": a.Now().UnixMilli(), "round": nil})
	first, found := lastHand(a)
	if !found {
		return state
	}
	p := parseHandPlay(first)
	round := live.DealBlackjack(a.Chance(first.Round), p.Moves)
	if first.Settled {
		round.TimeUp()
	}
	var stake, win, insurance, insuranceWin bff.MinorUnits
	stakes, wins := make([]bff.MinorUnits, len(round.Hands)), make([]bff.MinorUnits, len(round.Hands))
	for _, bet := range stakesOf(a, first) {
		stake, win = stake+bet.Stake, win+bet.Win
		hand := 0
		switch parseHandPlay(bet).For {
		case live.StakeInsurance:
			insurance, insuranceWin = bet.Stake, bet.Win
			continue
		case live.StakeSplit, live.StakeDouble2:
			hand = len(round.Hands) - 1
		}
		stakes[hand], wins[hand] = stakes[hand]+bet.Stake, wins[hand]+bet.Win
	}
	var hands []Object
	for i, hand := range round.Hands {
		score, _ := live.Score(hand.Cards)
		hands = append(hands, Object{"cards": hand.Cards, "score": score, "stake": stakes[i], "win": wins[i], "end": hand.End})
	}
	dealer := round.Dealer
	if !round.Over {
		dealer = dealer[:1]
	}
	score, _ := live.Score(dealer)
	may := []string{}
	for _, name := range slices.Sorted(maps.Keys(blackjackMoves)) {
		if round.May(blackjackMoves[name]) {
			may = append(may, name)
		}
	}
	state["round"] = Object{
		"id": first.ID, "key": p.Key, "step": len(p.Moves), "over": round.Over, "may": may, "hands": hands,
		"bet": first.Stake, "stake": stake, "win": win, // the first stake; all stakes
		"ends":   first.Due.UnixMilli(), // when the round times out
		"turn":   round.Turn,            // the hand to be played; beyond the last: none
		"dealer": dealer, "dealerScore": score, "insurance": insurance, "insuranceWin": insuranceWin,
	}
	return state
}
