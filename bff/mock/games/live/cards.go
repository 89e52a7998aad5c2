package live

import (
	"encoding/json"
	"math/rand/v2"
)

// Card is one of 52: rank Card%13 (0 is the ace, 12 the king), suit Card/13.
type Card int

// Decks is the number of decks in a shoe. Every round is dealt from a full shoe.
const Decks = 8

// Rank is 1 for the ace to 13 for the king.
func (c Card) Rank() int { return int(c)%13 + 1 }

// Suit is 0 to 3: spades, hearts, diamonds, clubs.
func (c Card) Suit() int { return int(c) / 13 }

// String returns the rank and the suit: "AS", "10H".
func (c Card) String() string {
	return [...]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}[c.Rank()-1] + "SHDC"[c.Suit():c.Suit()+1]
}

// MarshalJSON encodes String.
func (c Card) MarshalJSON() ([]byte, error) { return json.Marshal(c.String()) }

// shoe deals without replacement.
type shoe struct {
	rng   *rand.Rand
	dealt map[int]bool
}

func newShoe(rng *rand.Rand) *shoe { return &shoe{rng, map[int]bool{}} }

func (s *shoe) deal() Card {
	for {
		n := s.rng.IntN(52 * Decks)
		if !s.dealt[n] {
			s.dealt[n] = true
			return Card(n % 52)
		}
	}
}
