package ways

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/mock/games/slots"
	"croupier/bff/mock/games/slots/slotstest"
)

// grid returns a grid from letters, one word for each reel: w wild, s scatter, a–d the high
// symbols, x–z the low ones.
func grid(reels ...string) *Grid {
	var g Grid
	for i, reel := range reels {
		for _, letter := range reel {
			g[i] = append(g[i], slotstest.Symbols[letter])
		}
	}
	return &g
}

func win(symbol slots.Symbol, count, ways int, units int64) slots.Win {
	return slots.Win{Symbol: symbol, Count: count, Ways: ways, Units: units}
}

func TestWaysAreReadFromTheLeft(t *testing.T) {
	p := profiles[slots.MediumVolatility]
	for _, c := range []struct {
		name string
		grid *Grid
		want []slots.Win
	}{
		{"one on each of three reels is one way", grid("ax", "ay", "az", "xb", "xb", "xb"), []slots.Win{win(slots.High1, 3, 1, 6)}},
		{"the numbers on the reels multiply", grid("aax", "aay", "aaa", "bb", "aa", "aa"), []slots.Win{win(slots.High1, 3, 12, 72)}},
		{"two reels pay nothing", grid("ax", "ay", "zb", "ab", "ab", "ab"), nil},
		{"a run that starts on the second reel pays nothing", grid("xx", "ay", "az", "ab", "ab", "ab"), nil},
		{"a wild stands for every symbol", grid("ab", "wy", "zw", "xx", "xx", "xx"), []slots.Win{win(slots.High1, 3, 1, 6), win(slots.High2, 3, 1, 4)}},
		{"a wild counts beside its symbol", grid("ab", "aw", "za", "xx", "xx", "xx"), []slots.Win{win(slots.High1, 3, 2, 12)}},
		{"only the longest run pays", grid("aa", "aa", "aa", "aa", "aa", "aa"), []slots.Win{win(slots.High1, 6, 64, 64*60)}},
		{"scatters form no way", grid("ss", "ss", "ss", "ss", "ss", "ss"), nil},
	} {
		assert.Equal(t, fmt.Sprint(c.want), fmt.Sprint(p.wins(c.grid)), "%s %v", c.name, c.want)
	}
	if got := grid("ax", "ayz", "z", "bbbb", "ab", "abcdxyz").Ways(); got != 2*3*1*4*2*7 {
		t.Errorf("%d ways", got)
	}
}

// TestExpectedSpinAgreesWithEnumeration counts every height and stop of every reel on short strips.
func TestExpectedSpinAgreesWithEnumeration(t *testing.T) {
	p := profiles[slots.HighVolatility]
	p.heights = heights{2: 2, 3: 1}
	var set reelSet
	for i, reel := range grid("abx", "wax", "bwas", "axw", "abz", "xas") {
		set[i] = reel
	}
	var sum, weights, scattered float64
	best := int64(0)
	var g Grid
	var walk func(reel, weight int)
	walk = func(reel, weight int) {
		if reel == Reels {
			coins := int64(0)
			for _, won := range p.wins(&g) {
				coins += won.Units
			}
			best = max(best, coins)
			sum += float64(int64(weight) * coins)
			weights += float64(weight)
			if g.scatters() == 2 {
				scattered += float64(weight)
			}
			return
		}
		for n, often := range p.heights {
			for at := range set[reel] {
				if often > 0 {
					g[reel] = set[reel].Window(at, n)
					walk(reel+1, weight*often)
				}
			}
		}
	}
	walk(0, 1)
	got, want := p.expected(&set), sum/weights
	assert.True(t, !(math.Abs(got-want) > 1e-9), "a spin pays %v coins, enumerated %v", got, want)
	if bound := p.bound(&set); best > bound {
		t.Errorf("a spin pays %d coins, beyond the bound of %d", best, bound)
	}
	// Two of the six reels have a scatter, on strips of 4 and of 3 symbols.
	one, other := float64(2*2+3)/3/4, float64(2*2+3)/3/3
	got = scattered / weights
	assert.True(t, !(math.Abs(got-one*other) > 1e-12), "two scatters show %v of all spins, want %v", got, one*other)
}

func TestScatterChancesAreCountedFromTheStrips(t *testing.T) {
	for _, v := range slotstest.Volatilities {
		m := slotstest.Model(t, models, v)
		// The probability that one reel shows its scatter, by windows.
		seen, all := 0, 0
		for n, weight := range m.heights {
			for at := range m.paid[0][0] {
				all += weight
				for _, s := range m.paid[0][0].Window(at, n) {
					if s == slots.Scatter {
						seen += weight
					}
				}
			}
		}
		p := float64(seen) / float64(all)
		q := p * (1 - p)
		want := 20 * q * q * q
		got := m.scatterChances(&m.paid[0])[3]
		assert.True(t, !(math.Abs(got-want) > 1e-12), "%s: three scatters show %v of all spins, want %v", v, got, want)
	}
}

func TestMachineReturnsItsRTP(t *testing.T) {
	slotstest.Open[Grid](New).Returns(t)
	slotstest.Open[Grid](New).Simulate(t, 15_000, 0.5)
}

func TestRoundsPayWhatTheirGridsAreWorth(t *testing.T) {
	free := 0
	slotstest.Open[Grid](New).Rounds(t, 3_000, func(v slots.Volatility, r *slots.Round[Grid]) (coins int64, err error) {
		p := profiles[v]
		if got, want := len(r.Spins)-1, int(p.freeSpins.At(r.Spins[0].Scatters)); got != want {
			return 0, fmt.Errorf("%d free spins for %d scatters, want %d", got, r.Spins[0].Scatters, want)
		}
		for i, s := range r.Spins {
			if want := int64(max(i, 1)); s.Multiplier != want {
				return 0, fmt.Errorf("spin %d multiplies by %d, want %d", i, s.Multiplier, want)
			}
			for _, reel := range s.Grid {
				if len(reel) < Least || len(reel) > Most {
					return 0, fmt.Errorf("a reel shows %d symbols", len(reel))
				}
			}
			for _, won := range p.wins(&s.Grid) {
				coins += won.Units * s.Multiplier
			}
		}
		free += len(r.Spins) - 1
		return coins, nil
	})
	assert.NotEqual(t, 0, free, "no free spins")
}
