package lines

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// symbols are the symbols of letters: w wild, s scatter, a–d the high symbols, x–z the low ones.
var symbols = map[rune]Symbol{'w': Wild, 's': Scatter, 'a': High1, 'b': High2, 'c': High3, 'd': High4, 'x': Low1, 'y': Low2, 'z': Low3}

// volatilities are all volatilities, rising.
var volatilities = []Volatility{LowVolatility, MediumVolatility, HighVolatility}

func machine(t *testing.T, rtp float64, v Volatility) *Machine {
	t.Helper()
	m, err := New(rtp, v)
	require.NoError(t, err)
	return m
}

// cells returns the symbols of letters.
func cells(letters string) (out [Reels]Symbol) {
	for i, letter := range letters {
		out[i] = symbols[letter]
	}
	return out
}

func TestLinesAreReadFromTheLeft(t *testing.T) {
	p := profiles[MediumVolatility]
	for _, c := range []struct {
		name, cells string
		symbol      Symbol
		count       int
	}{
		{"three of a kind pay", "aaaxy", High1, 3},
		{"two of a kind pay nothing", "aaxaa", Wild, 0},
		{"a run that starts on the second reel pays nothing", "xaaaa", Wild, 0},
		{"a wild in the middle completes the run", "ywyya", Low2, 4},
		{"wilds in front take the first other symbol", "wwzzz", Low3, 5},
		{"three wilds beat four of the lowest", "wwwza", Wild, 3},
		{"five wilds pay as wilds", "wwwww", Wild, 5},
		{"a scatter ends the run, wild or not", "bwsbb", Wild, 0},
		{"wilds before a scatter pay as wilds", "wwwsa", Wild, 3},
		{"scatters form no line", "sssss", Wild, 0},
	} {
		symbol, count, units := p.read(cells(c.cells))
		want := p.Table[c.symbol].At(c.count)
		assert.True(t, units == want && (units <= 0 || symbol == c.symbol && count == c.count),
			"%s: %d × %s pays %d units, want %d × %s for %d", c.name, count, symbol, units, c.count, c.symbol, want)
	}
}

func TestEveryLineIsReadOnItsOwnPath(t *testing.T) {
	p := profiles[MediumVolatility]
	seen := map[[Reels]int]bool{}
	for i, path := range Paths {
		assert.True(t, !seen[path], "line %d repeats another", i+1)
		seen[path] = true
		// High1 along the path; all other symbols differ from reel to reel.
		var g Grid
		for reel := range g {
			for row := range g[reel] {
				g[reel][row] = Low1 + Symbol(reel%2)
			}
			g[reel][path[reel]] = High1
		}
		found := false
		for _, w := range p.wins(g) {
			if w.Line == i+1 {
				found = w == Win{Line: i + 1, Symbol: High1, Count: Reels, Units: p.Table[High1].At(Reels)}
			}
		}
		assert.True(t, found, "line %d was not read along %v: %v", i+1, path, p.wins(g))
	}
}

// TestExpectedLineAgreesWithEnumeration checks the enumeration of combinations against a
// second way of counting: every stop of every reel on a small set of strips.
func TestExpectedLineAgreesWithEnumeration(t *testing.T) {
	p := profiles[HighVolatility]
	set := newReelSet([Count]int{1, 1, 1, 1, 1, 1, 1, 1, 2}, true)
	var sum, stops float64
	var at [Reels]int
	for {
		var cells [Reels]Symbol
		for reel, ring := range set {
			cells[reel] = ring[at[reel]]
		}
		_, _, units := p.read(cells)
		sum, stops = sum+float64(units), stops+1
		reel := 0
		for ; reel < Reels; reel++ {
			if at[reel]++; at[reel] < len(set[reel]) {
				break
			}
			at[reel] = 0
		}
		if reel == Reels {
			break
		}
	}
	got, want := p.expectedLine(set), sum/stops
	assert.True(t, !(math.Abs(got-want) > 1e-9), "one line returns %v, enumerated %v", got, want)
}

// TestMachineReturnsItsRTP checks every tenth of a per cent from 90 to 98, and beyond the range of a model.
func TestMachineReturnsItsRTP(t *testing.T) {
	for _, v := range volatilities {
		for tenths := 900; tenths <= 980; tenths++ {
			rtp := float64(tenths) / 10
			require.InDelta(t, rtp, machine(t, rtp, v).RTP(), 1e-9, v)
		}
		low, high := machine(t, 0, v), machine(t, 1e9, v)
		assert.InDelta(t, 100*low.returns[0], low.RTP(), 1e-9, v)
		assert.InDelta(t, 100*high.returns[1], high.RTP(), 1e-9, v)
		m, a, b := machine(t, 96, v), rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
		for range 20 {
			require.Equal(t, m.Play(a, 100), m.Play(b, 100), "%s: two rounds from one seed", v)
		}
	}
	_, err := New(96, "wild")
	assert.Error(t, err)
}

// TestSimulatedReturnAgreesWithTheStated also checks the share of rounds that win, and that the spread rises with the
// volatility.
func TestSimulatedReturnAgreesWithTheStated(t *testing.T) {
	const rounds = 40_000
	before := 0.0
	for _, v := range volatilities {
		m, rng := machine(t, 96, v), rand.New(rand.NewPCG(20, 5))
		var sum, squares, hits float64
		for range rounds {
			x := float64(m.Play(rng, Lines).Win()) / Lines
			if sum, squares = sum+x, squares+x*x; x > 0 {
				hits++
			}
		}
		mean := sum / rounds
		deviation := math.Sqrt(squares/rounds - mean*mean)
		assert.InDelta(t, m.RTP()/100, mean, 4*deviation/math.Sqrt(rounds), v) // four standard errors
		assert.InDelta(t, 0.4, hits/rounds, 0.2, "%s: the share of rounds that win", v)
		assert.Greater(t, deviation, before, v)
		before = deviation
	}
}

func TestRoundsPayWhatTheirGridsAreWorth(t *testing.T) {
	for _, v := range volatilities {
		m, rng := machine(t, 95.5, v), rand.New(rand.NewPCG(7, 7))
		for range 5_000 {
			r := m.Play(rng, Lines*bff.MinorUnits(1+rng.IntN(5000)))
			units, awarded := int64(0), 0
			for i, s := range r.Spins {
				awarded += s.Awarded
				worth := m.Table[Scatter].At(s.Grid.scatters())
				for _, w := range m.wins(s.Grid) {
					worth += w.Units
				}
				if i > 0 {
					worth *= m.Multiplier
				}
				units += worth
			}
			require.Equal(t, bff.MinorUnits(units)*r.Stake/Lines, r.Win(), v)
			require.LessOrEqual(t, r.Win(), r.Stake*bff.MinorUnits(m.MaxTimes()), v)
			require.True(t, awarded == len(r.Spins)-1 && awarded <= MaxFreeSpins, "%s: %d free spins awarded", v, awarded)
		}
	}
}
