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

// blackjackTable is one player against the dealer. A hand is an open bet whose Play says how
// it was played; one that is left alone stands when its time is up.
func blackjackTable() kind {
	return kind{
		describe: func(seat Seat) (any, error) {
			return blackjackGame{
				Dealer: seat.Dealer, Guests: seat.Guests, Min: leastChip(seat), Max: seat.MaxBet, Chips: chipsOf(seat),
				RTP: live.BlackjackRTP, Time: live.HandTime.Milliseconds(),
			}, nil
		},
		looks: map[string]action{"hand": func(h *handler, w http.ResponseWriter, r *http.Request, _ Seat) error {
			return h.blackjack(w, r, h.ledger.Watch, func(Book) error { return nil })
		}},
		actions: map[string]action{"deal": blackjackDeal, "move": blackjackMove},
		settle: func(_ Seat, bet Bet, chance *rand.Rand) bff.Kurus {
			p := handPlayOf(bet)
			return handWin(bet, live.PlayHand(chance, p.Moves+string(live.MoveStand)))
		},
		shares: "live",
	}
}

// blackjackGame is what the page must know before the first hand.
type blackjackGame struct {
	Dealer string      `json:"dealer"`
	Guests int         `json:"guests"`
	Min    bff.Kurus   `json:"min"`
	Max    bff.Kurus   `json:"max"`
	Chips  []bff.Kurus `json:"chips"`
	RTP    float64     `json:"rtp"`
	Time   int64       `json:"time"` // milliseconds for a hand
}

// handPlay is what the bet of a hand keeps in its book. Of is set on the second stake of a
// doubled hand: the id of the first.
type handPlay struct {
	Key   string `json:"key,omitempty"`
	Moves string `json:"moves"`
	Of    string `json:"of,omitempty"`
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

func handWin(bet Bet, hand live.Hand) bff.Kurus { return bet.Stake * bff.Kurus(hand.Pays()) / 100 }

// lastHand is the newest hand at the seat.
func lastHand(b Book) (bet Bet, found bool) {
	for _, one := range b.Bets() {
		if handPlayOf(one).Of == "" {
			bet, found = one, true
		}
	}
	return bet, found
}

// blackjackState is the table as its player sees it.
type blackjackState struct {
	Now     int64          `json:"now"`
	Balance bff.Kurus      `json:"balance"`
	Hand    *blackjackHand `json:"hand"` // the newest one
}

type blackjackHand struct {
	ID          string      `json:"id"`
	Key         string      `json:"key"`
	Stake       bff.Kurus   `json:"stake"` // with what doubling has added
	Ends        int64       `json:"ends"`  // when it stands by itself, milliseconds since 1970
	Step        int         `json:"step"`  // moves made
	Player      []live.Card `json:"player"`
	Dealer      []live.Card `json:"dealer"` // without the hidden one
	PlayerScore int         `json:"playerScore"`
	DealerScore int         `json:"dealerScore"`
	Soft        bool        `json:"soft"`
	End         string      `json:"end"` // empty while it goes on
	Win         bff.Kurus   `json:"win"`
	MayDouble   bool        `json:"mayDouble"`
}

func newBlackjackState(b Book) blackjackState {
	s := blackjackState{Now: b.Now().UnixMilli(), Balance: b.Balance()}
	bet, ok := lastHand(b)
	if !ok {
		return s
	}
	p := handPlayOf(bet)
	moves := p.Moves
	if bet.Settled {
		moves += string(live.MoveStand) // the clock's, where the player made none
	}
	hand := live.PlayHand(b.Chance(bet.Round), moves)
	h := &blackjackHand{
		ID: bet.ID, Key: p.Key, Stake: bet.Stake, Ends: bet.Due.UnixMilli(), Step: len(p.Moves),
		Player: hand.Player, Dealer: hand.Dealer, End: hand.End, Win: bet.Win, MayDouble: hand.May(live.MoveDouble),
	}
	if hand.End == "" {
		h.Dealer = hand.Dealer[:1]
	}
	for _, second := range b.Bets() {
		if handPlayOf(second).Of == bet.ID {
			h.Stake, h.Win = h.Stake+second.Stake, h.Win+second.Win
		}
	}
	h.PlayerScore, h.Soft = live.Score(h.Player)
	h.DealerScore, _ = live.Score(h.Dealer)
	s.Hand = h
	return s
}

// onBook is Watch or Act of a ledger.
type onBook func(ctx context.Context, token string, f func(Book) error) error

// blackjack does something with the seat's book and answers how the table stands then.
func (h *handler) blackjack(w http.ResponseWriter, r *http.Request, on onBook, do func(Book) error) error {
	var state blackjackState
	if err := on(r.Context(), r.PathValue("token"), func(b Book) error {
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

// blackjackDeal stakes a new hand. The key is the page's name for it: sent twice, it is
// still one hand.
func blackjackDeal(h *handler, w http.ResponseWriter, r *http.Request, seat Seat) error {
	move, err := readMove[struct {
		Stake bff.Kurus `json:"stake"`
		Key   string    `json:"key"`
	}](w, r)
	if err != nil {
		return err
	}
	if move.Key == "" || len(move.Key) > maxLiveKey {
		return errBody
	}
	if move.Stake < seat.MinBet || move.Stake > seat.MaxBet || move.Stake <= 0 || move.Stake%liveStep != 0 {
		return &stakeError{seat: seat, step: liveStep}
	}
	return h.blackjack(w, r, h.ledger.Act, func(b Book) error {
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
		return finishHand(b, bet, handPlay{Key: move.Key})
	})
}

// blackjackMove plays an open hand on. Step is how many moves the page has seen: one that is
// sent twice is made once.
func blackjackMove(h *handler, w http.ResponseWriter, r *http.Request, seat Seat) error {
	move, err := readMove[struct {
		ID   string `json:"id"`
		Step int    `json:"step"`
		Move string `json:"move"`
	}](w, r)
	if err != nil {
		return err
	}
	made, ok := map[string]rune{"hit": live.MoveHit, "stand": live.MoveStand, "double": live.MoveDouble}[move.Move]
	if !ok {
		return errBody
	}
	return h.blackjack(w, r, h.ledger.Act, func(b Book) error {
		bet, found := lastHand(b)
		p := handPlayOf(bet)
		if found && bet.ID == move.ID && len(p.Moves) > move.Step {
			return nil
		}
		if !found || bet.ID != move.ID || bet.Settled || len(p.Moves) != move.Step {
			return ErrBet
		}
		hand := live.PlayHand(b.Chance(bet.Round), p.Moves)
		if !hand.May(made) {
			return errClosed
		}
		if made == live.MoveDouble {
			second := handPlay{Of: bet.ID}
			if _, err := b.Stake(bet.Stake, bet.Round, bet.Due, second.String()); err != nil {
				return err
			}
		}
		p.Moves += string(made)
		if bet, err = b.Note(bet.ID, p.String()); err != nil {
			return err
		}
		return finishHand(b, bet, p)
	})
}

// finishHand pays a hand that is over, and what doubling has added to it.
func finishHand(b Book, bet Bet, p handPlay) error {
	hand := live.PlayHand(b.Chance(bet.Round), p.Moves)
	if hand.End == "" {
		return nil
	}
	var failed []error
	for _, one := range b.Bets() {
		if one.ID == bet.ID || handPlayOf(one).Of == bet.ID {
			_, err := b.Settle(one.ID, handWin(one, hand))
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
