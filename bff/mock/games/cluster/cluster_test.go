package cluster

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/games/slots"
	"croupier/bff/mock/games/slots/slotstest"
)

// grid returns a board from its rows as letters: a–d the high symbols, x–z the low ones.
func grid(rows ...string) *Grid {
	var g Grid
	for row, symbols := range rows {
		for column, letter := range symbols {
			g[column][row] = slotstest.Symbols[letter]
		}
	}
	return &g
}

func TestClustersAreAdjacentSymbols(t *testing.T) {
	for _, c := range []struct {
		name string
		grid *Grid
		want map[slots.Symbol]int // sizes of the clusters
	}{
		{"five in a row", grid("aaaaabc", "bcdxyzb", "cdxyzbc", "dxyzbcd", "xyzbcdx", "yzbcdxy", "zbcdxyz"), map[slots.Symbol]int{slots.High1: 5}},
		{"four are too few", grid("aaaabcd", "bcdxyzb", "cdxyzbc", "dxyzbcd", "xyzbcdx", "yzbcdxy", "zbcdxyz"), nil},
		{"round a corner", grid("abcdxyz", "aacdxyb", "bacdxyz", "cayzbcd", "xyzbcdx", "yzbcdxy", "zbcdxyz"), map[slots.Symbol]int{slots.High1: 5}},
		{"corners do not join", grid("abcbaxy", "bacabxy", "cbabcyx", "bacabxy", "abcbayx", "zzxyzbz", "xyzxyzb"), nil},
		{"a column's end does not join the next one's start", grid("dabcdxy", "bacdxyz", "cdxyzbc", "dxyzbcd", "xyzbcdx", "ayzbcdx", "abzcdxy"), nil},
		{"two at once", grid("aaaaabc", "bcdxyzb", "cdxyzbc", "dxyzbcd", "xyzbcdx", "ybbcdxy", "zzzzzyz"), map[slots.Symbol]int{slots.High1: 5, slots.Low3: 5}},
		{"a whole board", grid("yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy"), map[slots.Symbol]int{slots.Low2: 49}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := profiles[slots.LowVolatility]
			found := p.wins(c.grid)
			require.Len(t, found, len(c.want), "found %v", found)
			for _, won := range found {
				assert.Equal(t, c.want[won.Symbol], won.Count, "%d × %s, want %d", won.Count, won.Symbol, c.want[won.Symbol])
				for _, place := range Cells(won.Cells).List() {
					assert.Equal(t, won.Symbol, c.grid[place[0]][place[1]], "%v holds no %s", place, won.Symbol)
				}
			}
		})
	}
}

func TestPaysByBand(t *testing.T) {
	bands := slots.Pays{1, 2, 3, 4, 5, 6, 7}
	for n, want := range map[int]int64{4: 0, 5: 1, 6: 2, 7: 3, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6, 13: 7, 49: 7} {
		assert.Equal(t, want, pay(bands, n), "%d", n)
	}
}

// TestLibraryMatchesItsReturn generates every winning round and evaluates its boards.
func TestLibraryMatchesItsReturn(t *testing.T) {
	for _, v := range slotstest.Volatilities {
		l := slotstest.Model(t, libraries, v)
		var sum, best int64
		for _, seed := range l.seeds {
			cascades, last := l.generate(seed)
			coins, err := worth(&l.profile, cascades, last)
			require.NoError(t, err, "%s, round %d", v, seed)
			require.NotEqualValues(t, 0, coins, "%s, round %d wins nothing", v, seed)
			sum, best = sum+coins, max(best, coins)
		}
		assert.Len(t, slices.Compact(slices.Sorted(slices.Values(l.seeds))), librarySize, v)
		assert.InDelta(t, float64(sum)/librarySize, l.mean, 1e-9, v)
		assert.Equal(t, best, l.Most, v)
	}
}

// worth computes what cascades pay from their boards alone, and checks that each board follows
// from the one before.
func worth(p *profile, cascades []slots.Spin[Grid], last Grid) (coins int64, err error) {
	if len(cascades) > len(p.multipliers) {
		return 0, fmt.Errorf("%d cascades", len(cascades))
	}
	for i, c := range cascades {
		found := p.wins(&c.Grid)
		if len(found) == 0 || len(found) != len(c.Wins) {
			return 0, fmt.Errorf("cascade %d has %d clusters, pays for %d", i, len(found), len(c.Wins))
		}
		var gone Cells
		own := int64(0)
		for _, won := range found {
			gone |= Cells(won.Cells)
			own += pay(p.table[won.Symbol], won.Count)
		}
		if own *= p.multipliers[i]; own != c.Units || c.Multiplier != p.multipliers[i] {
			return 0, fmt.Errorf("cascade %d pays %d times %d, its board is worth %d", i, c.Units, c.Multiplier, own)
		}
		coins += own
		next := &last
		if i+1 < len(cascades) {
			next = &cascades[i+1].Grid
		}
		for column := range Side {
			to := Side - 1
			for row := Side - 1; row >= 0; row-- {
				if gone.Has(column, row) {
					continue
				}
				if next[column][to] != c.Grid[column][row] {
					return 0, fmt.Errorf("cascade %d: column %d does not fall into the next board", i, column)
				}
				to--
			}
		}
	}
	if found := p.wins(&last); len(found) > 0 {
		return 0, fmt.Errorf("the last board still pays: %v", found)
	}
	return coins, nil
}

func TestMachineReturnsItsRTP(t *testing.T) {
	slotstest.Open[Grid](New).Returns(t)
	slotstest.Open[Grid](New).Simulate(t, 10_000, 0.5)
}

func TestRoundsPayWhatTheirGridsAreWorth(t *testing.T) {
	slotstest.Open[Grid](New).Rounds(t, 1_000, func(v slots.Volatility, r *slots.Round[Grid]) (int64, error) {
		p := profiles[v]
		return worth(&p, r.Spins, r.Last)
	})
}
