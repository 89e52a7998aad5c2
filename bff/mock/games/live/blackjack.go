package live

import (
	"math/rand/v2"
	"time"
)

// Rules of blackjack: the dealer stands on all 17s and peeks for blackjack under an ace (after
// offering insurance) and under a ten. A blackjack pays 3 to 2. Any two cards may be doubled,
// also after a split. Two cards of equal value may be split once; split aces get one card each,
// and 21 after a split is no blackjack. Cards are drawn with replacement.
const (
	// BlackjackRTP is the return of perfect play in per cent of first stakes.
	BlackjackRTP = 99.43
	// InsuranceRTP is the return of insurance in per cent.
	InsuranceRTP = 100. * 3 * 4 / 13
	// HandTime is how long a round may take before it times out.
	HandTime = 90 * time.Second
)

// Moves of a round. Insurance, even money and declining answer the offer that a dealer's ace
// makes. Even money settles a blackjack at 1 to 1 whatever the dealer has.
const (
	MoveHit     = 'h'
	MoveStand   = 's'
	MoveDouble  = 'd'
	MoveSplit   = 'p'
	MoveInsure  = 'i'
	MoveEven    = 'e'
	MoveDecline = 'n'
)

// Ends of a hand.
const (
	EndBlackjack = "blackjack"
	EndEven      = "even"
	EndWin       = "win"
	EndPush      = "push"
	EndLose      = "lose"
	EndBust      = "bust"
)

// Stakes of a round: the first, as much on the second hand of a split, as much on a doubled hand,
// half as much on insurance.
const (
	StakeFirst     = ""
	StakeSplit     = "split"
	StakeDouble    = "double"
	StakeDouble2   = "double2"
	StakeInsurance = "insurance"
)

// Hand is a hand of the player.
type Hand struct {
	Cards   []Card
	Doubled bool
	End     string // empty until it is decided
	stood   bool
}

// Blackjack is a round after some moves.
type Blackjack struct {
	Hands   []Hand // two once split
	Turn    int    // the hand to be played; beyond the last: none
	Dealer  []Card // the second one is hidden until the round is over
	Offered bool   // insurance or even money must be answered
	Insured bool
	Over    bool
	deal    func() Card
}

// Score returns the value of cards and whether an ace counts eleven.
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

// value is the value of a card; an ace counts one.
func value(c Card) int { return min(c.Rank(), 10) }

// natural reports whether cards are two with a sum of 21.
func natural(cards []Card) bool {
	sum, _ := Score(cards)
	return len(cards) == 2 && sum == 21
}

// DealBlackjack deals a round and makes the moves. The same random numbers and moves give the
// same round.
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

// TimeUp ends a round that has timed out: insurance is declined and every hand stands.
func (b *Blackjack) TimeUp() {
	for !b.Over {
		b.play(MoveStand)
	}
}

// play makes a move. Any other move declines an offer of insurance.
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

// answer answers the offer of insurance; then the dealer peeks.
func (b *Blackjack) answer(move rune) {
	b.Offered = false
	b.Insured = move == MoveInsure
	if move == MoveEven {
		b.Hands[0].End = EndEven
	}
	b.peek()
}

// peek ends the round if the player or the dealer has a blackjack.
func (b *Blackjack) peek() {
	if natural(b.Hands[0].Cards) || natural(b.Dealer) {
		b.end()
	}
}

// split makes two hands and deals a card to each.
func (b *Blackjack) split() {
	two := b.Hands[0].Cards
	b.Hands = []Hand{{Cards: []Card{two[0], b.deal()}}, {Cards: []Card{two[1], b.deal()}}}
	if two[0].Rank() == 1 {
		b.Hands[0].stood, b.Hands[1].stood = true, true
	}
}

// next moves Turn to the next hand to be played. 21 stands automatically.
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

// end draws the dealer's cards if a hand is undecided, and decides all hands.
func (b *Blackjack) end() {
	b.Over, b.Turn = true, len(b.Hands)
	draws := func() bool {
		sum, _ := Score(b.Dealer)
		return sum < 17
	}
	for i := range b.Hands {
		for b.Hands[i].End == "" && !b.natural(b.Hands[i].Cards) && draws() {
			b.Dealer = append(b.Dealer, b.deal())
		}
	}
	for i := range b.Hands {
		if h := &b.Hands[i]; h.End == "" {
			h.End = b.compare(h.Cards)
		}
	}
}

// natural reports whether a hand of the player is a blackjack. No split hand is.
func (b *Blackjack) natural(cards []Card) bool { return len(b.Hands) == 1 && natural(cards) }

func (b *Blackjack) compare(cards []Card) string {
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

// May reports whether a move is possible.
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

// Adds returns the stake that a move adds, StakeFirst for none.
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

// Pays returns the pay of a stake of a finished round, in hundredths.
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
