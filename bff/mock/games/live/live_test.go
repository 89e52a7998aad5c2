package live

import (
	"iter"
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
			require.InDelta(t, 1, sum, 1e-9)
			best := 0.
			for spot, stated := range f.game.Spots {
				assert.InDelta(t, stated, returns[spot], 0.0006, spot)
				best = max(best, stated)
			}
			assert.Equal(t, best, f.game.RTP)
			for _, spot := range f.game.Usual {
				assert.Contains(t, f.game.Spots, spot)
			}
		})
	}
}
