package live

import (
	"math/rand/v2"
	"time"
)

// Rules of blackjack at our tables: the dealer stands on every 17 and looks for a blackjack
// at once; a blackjack pays three for two; any two cards may be doubled; there is no
// splitting and no insurance. Every card comes from freshly shuffled packs, so what lies on
// the table tells nothing of the next one.
const (
	// BlackjackRTP is what a player who never errs gets back, in per cent of first stakes.
	BlackjackRTP = 98.91
	// HandTime is how long a hand may be thought about; then it stands.
	HandTime = 90 * time.Second
)

// Moves of a hand.
const (
	MoveHit    = 'h'
	MoveStand  = 's'
	MoveDouble = 'd'
)

// How a hand ended.
const (
	EndBlackjack = "blackjack"
	EndWin       = "win"
	EndPush      = "push"
	EndLose      = "lose"
	EndBust      = "bust"
)

// Hand is a hand of blackjack after some moves.
type Hand struct {
	Player  []Card
	Dealer  []Card // the second one lies hidden until the hand is over
	Doubled bool
	End     string // empty while it goes on
}

// Score is what cards count, and whether an ace in it counts eleven.
func Score(cards []Card) (sum int, soft bool) {
	for _, c := range cards {
		sum += min(c.Rank(), 10)
		soft = soft || c.Rank() == 1
	}
	if soft = soft && sum <= 11; soft {
		sum += 10
	}
	return sum, soft
}

// isBlackjack tells whether the first two cards are 21.
func isBlackjack(cards []Card) bool {
	sum, _ := Score(cards)
	return len(cards) == 2 && sum == 21
}

// PlayHand deals a hand and plays the moves, as far as they go; a hand of 21 stands by
// itself. The same chance and moves always give the same hand.
func PlayHand(rng *rand.Rand, moves string) Hand {
	return playHand(func() Card { return Card(rng.IntN(52)) }, moves)
}

func playHand(deal func() Card, moves string) Hand {
	h := Hand{Player: []Card{deal()}, Dealer: []Card{deal()}}
	h.Player, h.Dealer = append(h.Player, deal()), append(h.Dealer, deal())
	if isBlackjack(h.Player) || isBlackjack(h.Dealer) {
		h.End = h.judge()
		return h
	}
	for _, move := range moves {
		if h.End != "" {
			break
		}
		if move != MoveStand {
			h.Player = append(h.Player, deal())
		}
		h.Doubled = h.Doubled || move == MoveDouble
		if sum, _ := Score(h.Player); sum >= 21 || move != MoveHit {
			h.finish(deal)
		}
	}
	return h
}

// finish lets the dealer draw, unless the player has too much already.
func (h *Hand) finish(deal func() Card) {
	if sum, _ := Score(h.Player); sum <= 21 {
		for dealerDraws(h.Dealer) {
			h.Dealer = append(h.Dealer, deal())
		}
	}
	h.End = h.judge()
}

func dealerDraws(cards []Card) bool {
	sum, _ := Score(cards)
	return sum < 17
}

func (h *Hand) judge() string {
	player, _ := Score(h.Player)
	dealer, _ := Score(h.Dealer)
	ours, theirs := isBlackjack(h.Player), isBlackjack(h.Dealer)
	switch {
	case ours && theirs:
		return EndPush
	case ours:
		return EndBlackjack
	case theirs:
		return EndLose
	case player > 21:
		return EndBust
	case dealer > 21 || player > dealer:
		return EndWin
	case player == dealer:
		return EndPush
	default:
		return EndLose
	}
}

// Pays is what each stake on the hand gives back, in hundredths of it.
func (h *Hand) Pays() int64 {
	switch h.End {
	case EndBlackjack:
		return 250
	case EndWin:
		return 200
	case EndPush:
		return 100
	default:
		return 0
	}
}

// May tells whether a move is possible.
func (h *Hand) May(move rune) bool {
	return h.End == "" && (move == MoveHit || move == MoveStand || move == MoveDouble && len(h.Player) == 2)
}
