package live

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		assert.True(t, !(math.Abs(got-game.Spots[spot]) > 0.0006), "%s returns %.4f, states %.4f", spot, got, game.Spots[spot])
	}
	assert.Equal(t, max(game.Spots[SpotA], game.Spots[SpotAPlus]), game.RTP, "the game states %.3f", game.RTP)
}

func TestPokerHandRanks(t *testing.T) {
	// Lowest first. Cards 0–12 are spades, 13–25 hearts.
	for i, c := range []struct {
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
	} {
		got := worth(c.hand)[0]
		assert.Equal(t, c.rank, got, "%s ranks %d", c.name, got)
		if i == 0 {
			continue
		}
		lower := []Card{1, 15, 4}
		assert.Equal(t, SpotA, newShowdown(c.hand, lower).Winner, "%s against five high", c.name)
	}
	for _, c := range []struct{ better, worse []Card }{
		{[]Card{2, 15, 1}, []Card{1, 14, 12}},
		{[]Card{2, 15, 3}, []Card{28, 41, 1}},
		{[]Card{1, 15, 3}, []Card{0, 14, 2}},
		{[]Card{0, 25, 11}, []Card{12, 24, 10}},
		{[]Card{1, 3, 7}, []Card{0, 13, 12}},
	} {
		assert.Equal(t, SpotB, newShowdown(c.worse, c.better).Winner, "%v against %v", c.worse, c.better)
	}
	if s := newShowdown([]Card{1, 4, 20}, []Card{14, 17, 7}); s.Winner != SpotTie || s.Pays(SpotA) != 100 || s.Pays(SpotB) != 100 {
		t.Errorf("equal hands: %+v", s)
	}
}

func TestPokerDealsDistinctCards(t *testing.T) {
	for round := range uint64(200) {
		s, ok := Poker().Draw(rand.New(rand.NewPCG(1, round))).(showdown)
		seen := map[Card]bool{}
		for _, c := range append(append([]Card{}, s.A...), s.B...) {
			seen[c] = true
		}
		require.True(t, ok && len(seen) == 6 && len(s.A) == 3, "%+v", s)
	}
}
