package pick

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPicksReturnTheRTP counts every outcome: the return of a pick differs from the RTP by at most half a
// hundredth of the price.
func TestPicksReturnTheRTP(t *testing.T) {
	for kind, theme := range Themes {
		for _, rtp := range []float64{85, 90, 95} {
			prices, picks := theme.Prices(rtp), 0
			for _, market := range theme.Markets {
				for _, pick := range market.Picks {
					picks++
					won := 0
					for i, outcome := range theme.outcomes {
						if theme.Wins(pick, outcome) {
							won += theme.weights[i]
						}
					}
					chance := float64(won) / float64(theme.total)
					assert.InDelta(t, rtp, chance*float64(prices[pick]), 0.5*chance+1e-9, "%s: %s", kind, pick)
					assert.Greater(t, prices[pick], int64(100), "%s: %s", kind, pick)
				}
			}
			assert.Len(t, prices, picks, "%s has a pick twice", kind)
		}
	}
}

func TestDrawsFollowTheWeights(t *testing.T) {
	for kind, theme := range Themes {
		const draws = 100_000
		counts, rng := map[string]int{}, rand.New(rand.NewPCG(4, 2))
		for range draws {
			counts[theme.Draw(rng)]++
		}
		for i, outcome := range theme.outcomes {
			share := float64(theme.weights[i]) / float64(theme.total)
			assert.InDelta(t, share, float64(counts[outcome])/draws, 0.01, "%s: %s", kind, outcome)
		}
	}
}

func TestPicksWin(t *testing.T) {
	for _, c := range []struct{ kind, outcome, wins, loses string }{
		{"goldenrace", "Poyraz", "Poyraz", "Karayel"},
		{"football3d", "2-1", "1", "X"},
		{"football3d", "2-1", "over", "no"},
		{"football3d", "1-1", "X", "over"},
		{"football3d", "0-3", "2", "yes"},
		{"betongames", "9", "red", "blue"},
		{"betongames", "10", "blue", "odd"},
		{"betongames", "18", "low", "high"},
		{"betongames", "36", "yellow", ""},
		{"bingo", "90", "90", "9"},
	} {
		theme := Themes[c.kind]
		assert.True(t, theme.Wins(c.wins, c.outcome), c)
		assert.False(t, theme.Wins(c.loses, c.outcome), c)
	}
}
