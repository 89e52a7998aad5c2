package live

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPokerSpotsReturnWhatTheyState enumerates all hands. The two hands have equal chances, so only
// ties need counting: pairs of hands of equal worth without a common card.
func TestPokerSpotsReturnWhatTheyState(t *testing.T) {
	type hand = uint64 // a bit for each card
	byWorth := map[[4]int][]hand{}
	plus, hands := 0., 0.
	for a := range Card(52) {
		for b := range a {
			for c := range b {
				cards := []Card{a, b, c}
				byWorth[worth(cards)] = append(byWorth[worth(cards)], 1<<a|1<<b|1<<c)
				plus += float64(showdown{A: cards}.Pays(SpotAPlus))
				hands++
			}
		}
	}
	ties := 0.
	for _, group := range byWorth {
		for _, one := range group {
			for _, other := range group {
				if one&other == 0 {
					ties++
				}
			}
		}
	}
	const others = 49 * 48 * 47 / 6
	tie := ties / hands / others
	sides := (1-tie)/2*float64(showdown{Winner: SpotA}.Pays(SpotA)) + tie*float64(showdown{Winner: SpotTie}.Pays(SpotA))
	game := Poker()
	for spot, got := range map[string]float64{SpotA: sides, SpotB: sides, SpotAPlus: plus / hands, SpotBPlus: plus / hands} {
		assert.InDelta(t, game.Spots[spot], got, 0.0006, spot)
	}
	assert.Equal(t, max(game.Spots[SpotA], game.Spots[SpotAPlus]), game.RTP)
}

func TestPokerHandRanks(t *testing.T) {
	// Lowest first; each beats the one before. Cards 0–12 are spades, 13–25 hearts.
	hands := []struct {
		name string
		hand []Card
		rank int
	}{
		{"five high", []Card{1, 15, 4}, highCard},
		{"ace high", []Card{0, 24, 6}, highCard},
		{"twos and a king", []Card{1, 14, 12}, pair},
		{"threes and a two", []Card{2, 15, 1}, pair},
		{"threes and a four", []Card{2, 15, 3}, pair},
		{"a flush", []Card{1, 3, 7}, flush},
		{"3-2-A", []Card{0, 14, 2}, straight},
		{"4-3-2", []Card{1, 15, 3}, straight},
		{"A-K-Q", []Card{0, 25, 11}, straight},
		{"three twos", []Card{1, 14, 27}, threeOfAKind},
		{"3-2-A of one suit", []Card{0, 1, 2}, straightFlush},
		{"A-K-Q of one suit", []Card{0, 12, 11}, straightFlush},
	}
	for i, c := range hands {
		assert.Equal(t, c.rank, worth(c.hand)[0], c.name)
		for _, lower := range hands[:i] {
			assert.Equal(t, SpotA, newShowdown(c.hand, lower.hand).Winner, "%s against %s", c.name, lower.name)
			assert.Equal(t, SpotB, newShowdown(lower.hand, c.hand).Winner, "%s against %s", lower.name, c.name)
		}
	}
	equal := newShowdown([]Card{1, 4, 20}, []Card{14, 17, 7})
	assert.Equal(t, "tie 100 100\n", fmt.Sprintln(equal.Winner, equal.Pays(SpotA), equal.Pays(SpotB)))
}
