package football

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(11, n)) }

// TestPicksReturnTheRTP enumerates all scores of many cards: the return of a bet differs from the
// RTP by at most half a hundredth of the price.
func TestPicksReturnTheRTP(t *testing.T) {
	for _, rtp := range []float64{85, 91, 96.5, 99} {
		for n := range uint64(200) {
			c := Draw(seeded(n))
			all := float64(c.home.sum()) * float64(c.away.sum())
			for _, p := range Picks {
				price, returned, chance := c.Price(p, rtp), 0.0, 0.0
				for home, h := range c.home {
					for away, a := range c.away {
						share := float64(h) * float64(a) / all
						returned += share * float64(p.Pays(Score{home, away}, 100, price))
						if p.Wins(Score{home, away}) {
							chance += share
						}
					}
				}
				require.InDelta(t, rtp, returned, 0.5*chance+1e-9, p)
				assert.GreaterOrEqual(t, price, int64(101), p)
			}
		}
	}
}

// TestMarketsHaveOneWinner enumerates all scores.
func TestMarketsHaveOneWinner(t *testing.T) {
	markets := [][]Pick{Picks[:3], Picks[3:5], Picks[5:7], Picks[7:]}
	for home := range MostGoals + 1 {
		for away := range MostGoals + 1 {
			for _, market := range markets {
				won := slices.DeleteFunc(slices.Clone(market), func(p Pick) bool { return !p.Wins(Score{home, away}) })
				assert.Len(t, won, 1, "%d-%d of %v", home, away, market)
			}
		}
	}
	for p, want := range map[Pick]bool{"1": true, "3-3": true, "other": true, "4-0": false, "": false, "x": false} {
		assert.Equal(t, want, p.Known(), p)
	}
}

// TestAttacksMatchTheScore counts the goals of the attacks.
func TestAttacksMatchTheScore(t *testing.T) {
	seen := map[Score]bool{}
	for n := range uint64(500) {
		rng := seeded(n)
		c := Draw(rng)
		require.True(t, c.Home != c.Away && !clash(c.Home.Shirt, c.Away.Shirt), "%v meets %v", c.Home, c.Away)
		m := c.Play(rng)
		var score Score
		for _, a := range m.Attacks {
			if a.End == EndGoal {
				score[a.Side]++
			}
			for _, way := range a.Ways {
				require.True(t, min(way[0], way[1]) > 0 && max(way[0], way[1]) < 1, "the ball leaves the pitch: %+v", a)
			}
		}
		require.Equal(t, m.Score, score)
		seen[score] = true
	}
	assert.GreaterOrEqual(t, len(seen), 15, "scores in 500 matches")
	for _, team := range teams {
		assert.True(t, len(team.Shirt) == 7 && len(team.Number) == 7 && strings.TrimSpace(team.Name) != "", "%+v", team)
		met := slices.ContainsFunc(teams, func(o Team) bool { return o != team && !clash(o.Shirt, team.Shirt) })
		assert.True(t, met, "no team can play %s", team.Name)
	}
}
