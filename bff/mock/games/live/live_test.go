package live

import (
	"iter"
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
