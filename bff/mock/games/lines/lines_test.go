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
	for i, letter := range letters {
		out[i] = slotstest.Symbols[letter]
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

func TestMachineReturnsItsRTP(t *testing.T) {
	slotstest.Open[Grid](New).Returns(t)
	slotstest.Open[Grid](New).Simulate(t, 40_000, 0.6)
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
