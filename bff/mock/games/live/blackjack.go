package live

import (
	"math/rand/v2"
	"time"
)

// Rules of blackjack at our tables: the dealer stands on every 17 and looks for a blackjack
// under an ace or a ten at once; under an ace only after insurance was offered. A blackjack
// pays three for two. Any two cards may be doubled, those of a split too. Two cards of one
// value may be split once; aces then get one card each, and 21 of a split is no blackjack.
// Every card comes from freshly shuffled packs, so what lies on the table tells nothing of
// the next one.
const (
	// BlackjackRTP is what a player who never errs gets back, in per cent of first stakes.
	BlackjackRTP = 99.43
	// InsuranceRTP is what insurance gives back, in per cent of what is staked on it.
	InsuranceRTP = 100. * 3 * 4 / 13
	// HandTime is how long a round may be thought about; then it stands.
	HandTime = 90 * time.Second
)

// Moves of a round, in the order in which they were made.
const (
	MoveHit    = 'h'
	MoveStand  = 's'
	MoveDouble = 'd'
	MoveSplit  = 'p'
	// The answers to the offer that an ace of the dealer's makes. Even money is insurance
	// of a blackjack, told in one word: one to one, whatever the dealer has.
	MoveInsure  = 'i'
	MoveEven    = 'e'
	MoveDecline = 'n'
)

// How a hand ended.
const (
	EndBlackjack = "blackjack"
	EndEven      = "even"
	EndWin       = "win"
	EndPush      = "push"
	EndLose      = "lose"
	EndBust      = "bust"
)

// What may be staked in a round: the first stake, as much again on the other hand of a split,
// as much again on a doubled hand, half of it on insurance.
const (
	StakeFirst     = ""
	StakeSplit     = "split"
	StakeDouble    = "double"
	StakeDouble2   = "double2"
	StakeInsurance = "insurance"
)

// Hand is cards of the player's.
type Hand struct {
	Cards   []Card
	Doubled bool
	End     string // empty while it goes on or waits for the dealer
	stood   bool
}

// Blackjack is a round after some moves.
type Blackjack struct {
	Hands   []Hand // two once split
	Turn    int    // the hand that is played; behind the last one where none is
	Dealer  []Card // the second one lies hidden until the round is over
	Offered bool   // insurance, or even money, is yet to be taken or declined
	Insured bool
	Over    bool
	deal    func() Card
}

// Score is what cards count, and whether an ace in it counts eleven.
func Score(cards []Card) (sum int, soft bool) {
	for _, c := range cards {
		sum += value(c)
		soft = soft || c.Rank() == 1
	}
	if soft = soft && sum <= 11; soft {
		sum += 10
	}
	return sum, soft
}

// value is what a card counts, an ace one.
func value(c Card) int { return min(c.Rank(), 10) }

// natural tells whether two cards are 21.
func natural(cards []Card) bool {
	sum, _ := Score(cards)
	return len(cards) == 2 && sum == 21
}

// DealBlackjack deals a round and plays the moves, as far as they go. The same chance and
// moves always give the same round.
func DealBlackjack(rng *rand.Rand, moves string) *Blackjack {
	return dealBlackjack(func() Card { return Card(rng.IntN(52)) }, moves)
}

func dealBlackjack(deal func() Card, moves string) *Blackjack {
	b := &Blackjack{Hands: make([]Hand, 1), deal: deal}
	first := &b.Hands[0]
	first.Cards, b.Dealer = append(first.Cards, deal()), append(b.Dealer, deal())
	first.Cards, b.Dealer = append(first.Cards, deal()), append(b.Dealer, deal())
	if b.Offered = b.Dealer[0].Rank() == 1; !b.Offered {
		b.peek()
	}
	for _, move := range moves {
		b.play(move)
	}
	return b
}

// TimeUp does what the clock does for a player who does not act: insurance is declined, and
// every hand stands.
func (b *Blackjack) TimeUp() {
	for !b.Over {
		b.play(MoveStand)
	}
}

// play makes a move. Whoever plays on while insurance is offered declines it.
func (b *Blackjack) play(move rune) {
	if b.Offered {
		b.answer(move)
	}
	if b.Over || move == MoveInsure || move == MoveEven || move == MoveDecline {
		return
	}
	h := &b.Hands[b.Turn]
	switch move {
	case MoveHit:
		h.Cards = append(h.Cards, b.deal())
	case MoveDouble:
		h.Cards = append(h.Cards, b.deal())
		h.Doubled, h.stood = true, true
	case MoveSplit:
		b.split()
	case MoveStand:
		h.stood = true
	}
	b.next()
}

// answer takes the answer to the offer, and the dealer looks at the hidden card.
func (b *Blackjack) answer(move rune) {
	b.Offered = false
	b.Insured = move == MoveInsure
	if move == MoveEven {
		b.Hands[0].End = EndEven
	}
	b.peek()
}

// peek ends the round where somebody has a blackjack.
func (b *Blackjack) peek() {
	if natural(b.Hands[0].Cards) || natural(b.Dealer) {
		b.end()
	}
}

// split makes two hands of one and gives each a card.
func (b *Blackjack) split() {
	two := b.Hands[0].Cards
	b.Hands = []Hand{{Cards: []Card{two[0], b.deal()}}, {Cards: []Card{two[1], b.deal()}}}
	if two[0].Rank() == 1 {
		b.Hands[0].stood, b.Hands[1].stood = true, true
	}
}

// next goes to the hand that is played on: 21 stands by itself, more is lost at once.
func (b *Blackjack) next() {
	for ; b.Turn < len(b.Hands); b.Turn++ {
		h := &b.Hands[b.Turn]
		sum, _ := Score(h.Cards)
		if sum > 21 {
			h.End = EndBust
		}
		if sum < 21 && !h.stood {
			return
		}
	}
	b.end()
}

// end lets the dealer draw where a hand is still to be beaten, and judges them all.
func (b *Blackjack) end() {
	b.Over, b.Turn = true, len(b.Hands)
	for i := range b.Hands {
		if b.Hands[i].End == "" && !b.natural(b.Hands[i].Cards) {
			for dealerDraws(b.Dealer) {
				b.Dealer = append(b.Dealer, b.deal())
			}
		}
	}
	for i := range b.Hands {
		if h := &b.Hands[i]; h.End == "" {
			h.End = b.judge(h.Cards)
		}
	}
}

func dealerDraws(cards []Card) bool {
	sum, _ := Score(cards)
	return sum < 17
}

// natural tells whether a hand of the player's is a blackjack: no hand of a split is.
func (b *Blackjack) natural(cards []Card) bool { return len(b.Hands) == 1 && natural(cards) }

func (b *Blackjack) judge(cards []Card) string {
	player, _ := Score(cards)
	dealer, _ := Score(b.Dealer)
	ours, theirs := b.natural(cards), natural(b.Dealer)
	switch {
	case ours && theirs:
		return EndPush
	case ours:
		return EndBlackjack
	case theirs:
		return EndLose
	case dealer > 21 || player > dealer:
		return EndWin
	case player == dealer:
		return EndPush
	default:
		return EndLose
	}
}

// May tells whether a move is possible.
func (b *Blackjack) May(move rune) bool {
	if b.Over {
		return false
	}
	if b.Offered {
		even := natural(b.Hands[0].Cards)
		return move == MoveDecline || move == MoveInsure && !even || move == MoveEven && even
	}
	cards := b.Hands[b.Turn].Cards
	switch move {
	case MoveHit, MoveStand:
		return true
	case MoveDouble:
		return len(cards) == 2
	case MoveSplit:
		return len(b.Hands) == 1 && len(cards) == 2 && value(cards[0]) == value(cards[1])
	default:
		return false
	}
}

// Adds tells what a move stakes beside the first stake (StakeFirst: nothing).
func (b *Blackjack) Adds(move rune) string {
	switch {
	case move == MoveInsure:
		return StakeInsurance
	case move == MoveSplit:
		return StakeSplit
	case move == MoveDouble && b.Turn == 1:
		return StakeDouble2
	case move == MoveDouble:
		return StakeDouble
	default:
		return StakeFirst
	}
}

// Pays is what a stake gives back once the round is over, in hundredths of it.
func (b *Blackjack) Pays(stake string) int64 {
	switch stake {
	case StakeFirst, StakeDouble:
		return b.Hands[0].pays()
	case StakeSplit, StakeDouble2:
		return b.Hands[len(b.Hands)-1].pays()
	case StakeInsurance:
		if b.Over && natural(b.Dealer) {
			return 300
		}
	}
	return 0
}

func (h *Hand) pays() int64 {
	switch h.End {
	case EndBlackjack:
		return 250
	case EndWin, EndEven:
		return 200
	case EndPush:
		return 100
	default:
		return 0
	}
}
