package race

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func chance(n uint64) *rand.Rand { return rand.New(rand.NewPCG(4, n)) }

// orders returns the probability of every order of the first two, by definition.
func orders(c Card) (p [Runners][Runners]float64) {
	var all float64
	for _, w := range c.weights {
		all += float64(w)
	}
	for i, first := range c.weights {
		for j, second := range c.weights {
			if i != j {
				p[i][j] = float64(first) / all * float64(second) / (all - float64(first))
			}
		}
	}
	return p
}

func TestPricesReturnTheRTP(t *testing.T) {
	for _, rtp := range []float64{85, 90, 94.5} {
		for n := range uint64(3000) {
			c := Draw(chance(n))
			p := orders(c)
			for runner := range Runners {
				var win, place float64
				for other := range Runners {
					win += p[runner][other]
					place += p[runner][other] + p[other][runner]
				}
				for kind, p := range map[Kind]float64{Win: win, Place: place} {
					price := c.Price(kind, runner, rtp)
					require.InDelta(t, rtp, p*float64(price), 0.5*p+1e-9, "race %d: %s on %d", n, kind, runner)
					require.Greater(t, price, int64(100), "race %d: %s on %d", n, kind, runner)
				}
			}
		}
	}
}

func TestLegsFinishInOrder(t *testing.T) {
	for n := range uint64(500) {
		rng := chance(n)
		c := Draw(rng)
		run := c.Run(rng)
		seen := map[int]bool{}
		for place, runner := range run.Order {
			seen[runner] = true
			leg := run.Legs[runner]
			require.LessOrEqual(t, leg.Time, Clock.Playing.Milliseconds())
			require.True(t, place == 0 || leg.Time > run.Legs[run.Order[place-1]].Time, "race %d: place %d", n, place)
		}
		require.Len(t, seen, Runners, "race %d: order %v", n, run.Order)
	}
}
