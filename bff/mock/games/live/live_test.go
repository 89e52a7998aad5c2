package live

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outcomes are all outcomes of the games with their probabilities.
var outcomes = map[string]struct {
	game *Game
	all  iter.Seq2[Outcome, float64]
}{
	"roulette": {Roulette(), func(yield func(Outcome, float64) bool) {
		for n := range 37 {
			if !yield(pocket{n}, 1./37) {
				return
			}
		}
	}},
	"dragontiger": {DragonTiger(), func(yield func(Outcome, float64) bool) {
		for a := range Card(52) {
			for b := range Card(52) {
				left := float64(Decks)
				if a == b {
					left--
				}
				next := []Card{a, b}
				d := playDuel(func() Card { c := next[0]; next = next[1:]; return c })
				if !yield(d, 1./52*left/(52*Decks-1)) {
					return
				}
			}
		}
	}},
	"baccarat": {Baccarat(), coups},
	"sicbo": {SicBo(), func(yield func(Outcome, float64) bool) {
		for i := range 216 {
			if !yield(throw{[3]int{i%6 + 1, i/6%6 + 1, i/36 + 1}}, 1./216) {
				return
			}
		}
	}},
	"moneywheel": {MoneyWheel(), func(yield func(Outcome, float64) bool) {
		turns := map[turn]int{}
		for n := range 54 * 100 * 100 {
			turns[newTurn(n%54, n/54%100, n/5400)]++
		}
		for turn, n := range turns {
			if !yield(turn, float64(n)/54/100/100) {
				return
			}
		}
	}},
}

// coups enumerates all coups by rank, since suits do not matter. Ranks with equal points make
// different pairs, so the first four cards are enumerated by rank, third cards by points.
func coups(yield func(Outcome, float64) bool) {
	var walk func(dealt []Card, p float64) bool
	walk = func(dealt []Card, p float64) bool {
		next := dealt
		short := false
		c := playCoup(func() Card {
			if len(next) == 0 {
				short = true
				return 0
			}
			card := next[0]
			next = next[1:]
			return card
		})
		if !short {
			return yield(c, p)
		}
		for rank := range Card(13) {
			weight := float64(4 * Decks)
			if len(dealt) >= 4 { // ten to king have equal points
				switch {
				case rank > 9:
					continue
				case rank == 9:
					weight *= 4
				}
			}
			for _, d := range dealt {
				if d == rank || len(dealt) >= 4 && rank == 9 && d > 9 {
					weight--
				}
			}
			if !walk(append(slices.Clone(dealt), rank), p*weight/float64(52*Decks-len(dealt))) {
				return false
			}
		}
		return true
	}
	walk(nil, 1)
}

func TestSpotsReturnWhatTheyState(t *testing.T) {
	for name, f := range outcomes {
		t.Run(name, func(t *testing.T) {
			returns := map[string]float64{}
			sum := 0.
			for o, p := range f.all {
				sum += p
				for spot := range f.game.Spots {
					returns[spot] += p * float64(o.Pays(spot))
				}
			}
			require.True(t, !(math.Abs(sum-1) > 1e-9), "the probabilities add up to %v", sum)
			best := 0.
			for spot, stated := range f.game.Spots {
				assert.True(t, !(math.Abs(returns[spot]-stated) > 0.0006),
					"%s returns %.4f, states %.4f", spot, returns[spot], stated)
				best = max(best, stated)
			}
			assert.Equal(t, best, f.game.RTP, "the best spot returns %.3f, the game states %.3f", best, f.game.RTP)
			for _, spot := range f.game.Usual {
				_, ok := f.game.Spots[spot]
				assert.True(t, ok, "usual spot %q does not exist", spot)
			}
		})
	}
}

// TestDrawsAreEnumeratedOutcomes checks that the enumeration above is complete.
func TestDrawsAreEnumeratedOutcomes(t *testing.T) {
	for name, f := range outcomes {
		if name == "baccarat" || name == "dragontiger" {
			continue // the enumeration ignores suits; the rules are tested below
		}
		enumerated, drawn := map[string]bool{}, map[string]bool{}
		for o := range f.all {
			enumerated[fmt.Sprint(o)] = true
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20_000 {
			o := fmt.Sprint(f.game.Draw(rng))
			drawn[o] = true
			require.True(t, enumerated[o], "%s drew %s", name, o)
		}
		assert.True(t, len(drawn) >= len(enumerated)*9/10, "%s: %d of %d outcomes drawn", name, len(drawn), len(enumerated))
	}
}

func TestRouletteSpotsAreComplete(t *testing.T) {
	sizes := map[int]int{}
	for _, numbers := range rouletteSpots {
		sizes[len(numbers)]++
	}
	// 37 numbers, 60 splits, 12 streets and 2 trios, 22 corners and the first four, 11 lines,
	// 6 dozens and columns, 6 even chances.
	want := map[int]int{1: 37, 2: 60, 3: 14, 4: 23, 6: 11, 12: 6, 18: 6}
	for size, n := range want {
		assert.Equal(t, n, sizes[size], "%d bets of %d numbers, want %d", sizes[size], size, n)
	}
	pockets := slices.Sorted(slices.Values(Wheel[:]))
	for n := range 37 {
		require.Equal(t, n, pockets[n], "the wheel has %v", pockets)
	}
	for i, n := range Wheel { // colours alternate on the wheel
		next := Wheel[(i+1)%37]
		if n != 0 && next != 0 && slices.Contains(Red[:], n) == slices.Contains(Red[:], next) {
			t.Errorf("%d and %d are adjacent in one colour", n, next)
		}
	}
}

func TestBaccaratThirdCardRules(t *testing.T) {
	for _, c := range []struct {
		deal           string // ranks in the order of dealing: player, banker, player, banker, thirds
		player, banker int
		cards          int
	}{
		{"9 1 K 1", 9, 2, 4},     // natural
		{"2 4 4 4", 6, 8, 4},     // natural of the banker
		{"3 2 4 3 9", 7, 4, 5},   // player stands on 7, banker draws on 5
		{"3 3 3 3", 6, 6, 4},     // both stand on 6
		{"1 1 1 2 8", 0, 3, 5},   // banker 3 stands against 8
		{"1 1 1 2 9 2", 1, 5, 6}, // and draws against 9
		{"1 2 1 4 6 K", 8, 6, 6}, // banker 6 draws against 6
	} {
		var cards []Card
		var ranks []string
		for _, r := range splitRanks(c.deal) {
			ranks = append(ranks, fmt.Sprint(r))
			cards = append(cards, Card(r-1))
		}
		got := playCoup(func() Card { x := cards[0]; cards = cards[1:]; return x })
		assert.True(t, got.PlayerScore == c.player && got.BankerScore == c.banker && len(got.Player)+len(got.Banker) == c.cards,
			"%v: %+v", ranks, got)
	}
}

func splitRanks(s string) (ranks []int) {
	for _, r := range s {
		switch {
		case r == 'K':
			ranks = append(ranks, 13)
		case r != ' ':
			ranks = append(ranks, int(r-'0'))
		}
	}
	return ranks
}

func TestShoeDealsEachCardOncePerDeck(t *testing.T) {
	s := newShoe(rand.New(rand.NewPCG(3, 4)))
	count := map[Card]int{}
	for range 52 * Decks {
		count[s.deal()]++
	}
	for card := range Card(52) {
		assert.Equal(t, Decks, count[card], "%s was dealt %d times", card, count[card])
	}
}
