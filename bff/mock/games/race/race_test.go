package race

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func chance(n uint64) *rand.Rand { return rand.New(rand.NewPCG(4, n)) }

// prefixed is a source that returns first once and then the numbers of then, which rand may need
// to avoid a bias.
type prefixed struct {
	first uint64
	used  bool
	then  *rand.Rand
}

func (b *prefixed) Uint64() uint64 {
	if b.used {
		return b.then.Uint64()
	}
	b.used = true
	return b.first
}

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
					back := p * float64(price)
					require.True(t, !(math.Abs(back-rtp) > 0.5*p+1e-9),
						"race %d: %s on %d at %d returns %f, want %v", n, kind, runner, price, back, rtp)
					require.True(t, price > 100, "race %d: %s on %d is priced %d", n, kind, runner, price)
				}
			}
		}
	}
}

// TestWinnersAreDrawnByWeight enumerates all random numbers that decide the first place.
func TestWinnersAreDrawnByWeight(t *testing.T) {
	c := Draw(chance(1))
	var all int64
	for _, w := range c.weights {
		all += w
	}
	var won [Runners]int64
	for n := range all {
		// Int64N scales by multiplication and maps this number to n.
		number := uint64((float64(n) + 0.5) / float64(all) * math.MaxUint64)
		source := func() *rand.Rand { return rand.New(&prefixed{first: number, then: chance(2)}) }
		got := source().Int64N(all)
		require.Equal(t, n, got, "the number for %d gives %d", n, got)
		won[c.Run(source()).Order[0]]++
	}
	assert.Equal(t, c.weights, won, "of %d numbers the runners win %v, their weights are %v", all, won, c.weights)
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
			require.True(t, leg.Time <= Clock.Playing.Milliseconds() && (place <= 0 || leg.Time > run.Legs[run.Order[place-1]].Time),
				"race %d: place %d takes %v", n, place, leg.Time)
			for u, last := 0.0, -1.0; u <= 1; u += 0.01 {
				at := u + leg.Early*math.Sin(math.Pi*u) + leg.Late*math.Sin(2*math.Pi*u)
				require.True(t, !(at <= last), "race %d: runner %d moves backwards at %f", n, runner, u)
				last = at
			}
		}
		require.Len(t, seen, Runners, "race %d: order %v", n, run.Order)
	}
}

func TestRunPays(t *testing.T) {
	run := Run{Order: [Runners]int{3, 1, 0, 2, 4, 5}}
	for _, c := range []struct {
		kind   Kind
		runner int
		want   int64
	}{{Win, 3, 2430}, {Win, 1, 0}, {Place, 3, 2430}, {Place, 1, 2430}, {Place, 0, 0}} {
		got := run.Pays(c.kind, c.runner, 1000, 243)
		assert.Equal(t, c.want, int64(got), "%s on %d pays %d", c.kind, c.runner, got)
	}
}
