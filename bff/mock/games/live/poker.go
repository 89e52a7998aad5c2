package live

import (
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff/mock/games/rounds"
)

// Spots of three-card poker: the better hand, and whether a hand has at least a pair.
const (
	SpotA     = "a"
	SpotB     = "b"
	SpotAPlus = "aplus"
	SpotBPlus = "bplus"
)

// Ranks of hands of three cards, lowest first.
const (
	highCard = iota
	pair
	flush
	straight
	threeOfAKind
	straightFlush
)

// plusPays are the odds to one of the plus spots.
var plusPays = [...]int64{highCard: -1, pair: 1, flush: 4, straight: 6, threeOfAKind: 30, straightFlush: 40}

// showdown is a round of three-card poker with one deck.
type showdown struct {
	A      []Card `json:"a"`
	B      []Card `json:"b"`
	Winner string `json:"winner"`
}

func (s showdown) Brief() string { return s.Winner }

func (s showdown) Pays(spot string) int64 {
	switch {
	case spot == SpotAPlus || spot == SpotBPlus:
		hand := s.A
		if spot == SpotBPlus {
			hand = s.B
		}
		return 100 * (plusPays[worth(hand)[0]] + 1)
	case s.Winner == SpotTie:
		return 100
	case spot == s.Winner:
		return 195 // minus 5 % commission
	default:
		return 0
	}
}

// worth is the value of a hand for comparison: its rank, then its cards. The ace is high, but
// low in 3-2-A.
func worth(cards []Card) [4]int {
	high := make([]int, 0, 3)
	for _, c := range cards {
		rank := c.Rank()
		if rank == 1 {
			rank = 14
		}
		high = append(high, rank)
	}
	slices.SortFunc(high, func(a, b int) int { return b - a })
	suited := cards[0].Suit() == cards[1].Suit() && cards[1].Suit() == cards[2].Suit()
	if high[0] == 14 && high[1] == 3 && high[2] == 2 {
		high = []int{3, 2, 1}
	}
	running := high[0] == high[1]+1 && high[1] == high[2]+1
	rank := highCard
	switch {
	case running && suited:
		rank = straightFlush
	case high[0] == high[2]:
		rank = threeOfAKind
	case running:
		rank = straight
	case suited:
		rank = flush
	case high[0] == high[1]:
		rank = pair
	case high[1] == high[2]:
		rank = pair
		high = []int{high[1], high[2], high[0]} // the pair is compared before the third card
	}
	return [4]int{rank, high[0], high[1], high[2]}
}

func newShowdown(a, b []Card) showdown {
	s := showdown{A: a, B: b, Winner: SpotTie}
	ours, theirs := worth(a), worth(b)
	switch slices.Compare(ours[:], theirs[:]) {
	case 1:
		s.Winner = SpotA
	case -1:
		s.Winner = SpotB
	}
	return s
}

// Poker is three-card poker between two hands, with one deck that is shuffled every round.
func Poker() *Game {
	return &Game{
		Clock: rounds.Clock{Betting: 15 * time.Second, Grace: time.Second, Playing: 9 * time.Second, Showing: 5 * time.Second},
		Keep:  72,
		Spots: map[string]float64{SpotA: 97.503, SpotB: 97.503, SpotAPlus: 97.683, SpotBPlus: 97.683},
		Usual: []string{SpotA, SpotA, SpotA, SpotB, SpotB, SpotB, SpotAPlus, SpotBPlus},
		RTP:   97.683,
		Draw: func(rng *rand.Rand) Outcome {
			deck := rng.Perm(52)
			cards := make([]Card, 6)
			for i := range cards {
				cards[i] = Card(deck[i])
			}
			return newShowdown([]Card{cards[0], cards[2], cards[4]}, []Card{cards[1], cards[3], cards[5]})
		},
	}
}
