package lines

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/mock/games/slots"
	"croupier/bff/mock/games/slots/slotstest"
)

// cells returns the symbols of letters: w wild, s scatter, a–d the high symbols, x–z the low ones.
func cells(letters string) (out [Reels]slots.Symbol) {
	symbols := map[rune]slots.Symbol{
		'w': slots.Wild, 's': slots.Scatter, 'a': slots.High1, 'b': slots.High2, 'x': slots.Low1, 'y': slots.Low2, 'z': slots.Low3,
	}
	for i, letter := range letters {
		out[i] = symbols[letter]
	}
	return out
}

func TestLinesAreReadFromTheLeft(t *testing.T) {
	p := profiles[slots.MediumVolatility]
	for _, c := range []struct {
		name, cells string
		symbol      slots.Symbol
		count       int
	}{
		{"three of a kind pay", "aaaxy", slots.High1, 3},
		{"two of a kind pay nothing", "aaxaa", slots.Wild, 0},
		{"a run that starts on the second reel pays nothing", "xaaaa", slots.Wild, 0},
		{"a wild in the middle completes the run", "ywyya", slots.Low2, 4},
		{"wilds in front take the first other symbol", "wwzzz", slots.Low3, 5},
		{"three wilds beat four of the lowest", "wwwza", slots.Wild, 3},
		{"five wilds pay as wilds", "wwwww", slots.Wild, 5},
		{"a scatter ends the run, wild or not", "bwsbb", slots.Wild, 0},
		{"wilds before a scatter pay as wilds", "wwwsa", slots.Wild, 3},
		{"scatters form no line", "sssss", slots.Wild, 0},
	} {
		symbol, count, units := p.read(cells(c.cells))
		want := p.table[c.symbol].At(c.count)
		assert.True(t, units == want && (units <= 0 || symbol == c.symbol && count == c.count),
			"%s: %d × %s pays %d units, want %d × %s for %d", c.name, count, symbol, units, c.count, c.symbol, want)
	}
}

func TestEveryLineIsReadOnItsOwnPath(t *testing.T) {
	p := profiles[slots.MediumVolatility]
	seen := map[[Reels]int]bool{}
	for i, path := range Paths {
		assert.True(t, !seen[path], "line %d repeats another", i+1)
		seen[path] = true
		// High1 along the path; all other symbols differ from reel to reel.
		var g Grid
		for reel := range g {
			for row := range g[reel] {
				g[reel][row] = slots.Low1 + slots.Symbol(reel%2)
			}
			g[reel][path[reel]] = slots.High1
		}
		found := false
		for _, w := range p.wins(g) {
			if w.Line == i+1 {
				found = w == slots.Win{Line: i + 1, Symbol: slots.High1, Count: Reels, Units: p.table[slots.High1].At(Reels)}
			}
		}
		assert.True(t, found, "line %d was not read along %v: %v", i+1, path, p.wins(g))
	}
}

func TestStripsMatchTheAssumptionsOfTheReturn(t *testing.T) {
	for _, v := range slotstest.Volatilities {
		m := slotstest.Model(t, models, v)
		for i, set := range m.sets {
			for reel, ring := range set {
				assert.Len(t, ring, len(m.sets[0][0]), "%s: strips differ in length", v)
				got := set.share(reel, slots.Scatter)
				assert.Equal(t, 1/float64(len(ring)), got,
					"%s set %d reel %d: scatter share %v, want one a strip", v, i, reel, got)
			}
			sum := 0.0
			for _, c := range set.scatterChances() {
				sum += c
			}
			assert.True(t, !(math.Abs(sum-1) > 1e-12), "%s set %d: scatter chances sum to %v", v, i, sum)
		}
	}
}

// TestExpectedLineAgreesWithEnumeration checks the enumeration of combinations against a
// second way of counting: every stop of every reel on a small set of strips.
func TestExpectedLineAgreesWithEnumeration(t *testing.T) {
	p := profiles[slots.HighVolatility]
	set := newReelSet([slots.Count]int{1, 1, 1, 1, 1, 1, 1, 1, 2}, true)
	var sum, stops float64
	var at [Reels]int
	for {
		var cells [Reels]slots.Symbol
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

func TestMachineReturnsItsRTP(t *testing.T) { slotstest.Open[Grid](New).Returns(t) }

func TestSimulatedReturnAgreesWithExactReturn(t *testing.T) {
	const rounds = 40_000
	free := map[slots.Volatility]float64{}
	slotstest.Open[Grid](New).Simulate(t, rounds, 0.6, func(v slots.Volatility, r *slots.Round[Grid]) {
		free[v] += float64(len(r.Spins) - 1)
	})
	for v, played := range free {
		model := slotstest.Model(t, models, v)
		want := model.expectedFreeSpins(model.sets[0].scatterChances())
		got := played / float64(slotstest.Times(rounds))
		assert.True(t, !(math.Abs(got-want) > want/8), "%s: %.4f free spins a round, want %.4f", v, got, want)
	}
}

func TestRoundsPayWhatTheirGridsAreWorth(t *testing.T) {
	slotstest.Open[Grid](New).Rounds(t, 5_000, func(v slots.Volatility, r *slots.Round[Grid]) (units int64, err error) {
		p, awarded := profiles[v], 0
		for i, s := range r.Spins {
			want := p.multiplier
			if i == 0 {
				want = 1
			}
			awarded += s.Awarded
			worth := p.table[slots.Scatter].At(s.Grid.scatters())
			for _, w := range p.wins(s.Grid) {
				worth += w.Units
			}
			units += worth * want
		}
		if free := len(r.Spins) - 1; awarded != free || free > MaxFreeSpins {
			return 0, fmt.Errorf("%d free spins awarded, %d played", awarded, free)
		}
		return units, nil
	})
}
