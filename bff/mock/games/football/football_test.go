package football

import (
	"math"
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
				require.True(t, !(math.Abs(returned-rtp) > 0.5*chance+1e-9),
					"%s at %d returns %.6f%% of %v%%", p, price, returned, rtp)
				assert.True(t, price >= 101, "%s is priced at %d", p, price)
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
				won := 0
				for _, p := range market {
					if p.Wins(Score{home, away}) {
						won++
					}
				}
				assert.Equal(t, 1, won, "%d-%d: %d of %v win", home, away, won, market)
			}
		}
	}
	for p, want := range map[Pick]bool{"1": true, "3-3": true, "other": true, "4-0": false, "": false, "x": false} {
		assert.Equal(t, want, p.Known(), "%q known: %v", p, !want)
	}
}

// TestGoalsAreDrawnByWeight enumerates all random numbers.
func TestGoalsAreDrawnByWeight(t *testing.T) {
	w := weights{3, 0, 2, 1}
	var got weights
	for n := range uint64(6) {
		// Int64N(6) maps this number to n.
		got[w.draw(rand.New(fixed(n*(math.MaxUint64/6)+math.MaxUint64/12)))]++
	}
	assert.Equal(t, w, got, "drew %v of %v", got, w)
	average := 0.0
	g := goals(1.3)
	for n, part := range g {
		average += float64(n) * float64(part) / float64(g.sum())
	}
	assert.True(t, !(math.Abs(average-1.3) > 0.005), "the average is %v, want 1.3", average)
}

// fixed is a source that always returns the same number.
type fixed uint64

func (f fixed) Uint64() uint64 { return uint64(f) }

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
				require.True(t, !(way[0] <= 0) && !(way[0] >= 1) && !(way[1] <= 0) && !(way[1] >= 1),
					"the ball leaves the pitch: %+v", a)
			}
		}
		require.Equal(t, m.Score, score, "the score is %v, the attacks have %v", m.Score, score)
		seen[score] = true
	}
	assert.True(t, len(seen) >= 15, "only %d scores in 500 matches", len(seen))
}

func TestTeamsAreComplete(t *testing.T) {
	for _, team := range teams {
		assert.True(t, len(team.Shirt) == 7 && len(team.Number) == 7 && strings.TrimSpace(team.Name) != "", "%+v", team)
		met := slices.ContainsFunc(teams, func(o Team) bool { return o != team && !clash(o.Shirt, team.Shirt) })
		assert.True(t, met, "no team can play %s", team.Name)
	}
}
