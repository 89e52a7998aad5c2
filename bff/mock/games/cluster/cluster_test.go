package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/games/slots"
	"croupier/bff/mock/games/slots/slotstest"
)

// grid returns a board from its rows as letters: a–d the high symbols, x–z the low ones.
func grid(rows ...string) *Grid {
	letters := map[rune]slots.Symbol{
		'a': slots.High1, 'b': slots.High2, 'c': slots.High3, 'd': slots.High4, 'x': slots.Low1, 'y': slots.Low2, 'z': slots.Low3,
	}
	var g Grid
	for row, symbols := range rows {
		for column, letter := range symbols {
			g[column][row] = letters[letter]
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
		got := pay(bands, n)
		assert.Equal(t, want, got, "a cluster of %d pays %d, want %d", n, got, want)
	}
}

func TestSymbolsAboveAClusterFall(t *testing.T) {
	g := grid("abcdxyz", "bcdayza", "xxxxxab", "dcyzabc", "xyzabcd", "yzabcdx", "zabcdxy")
	before := *g
	p := profiles[slots.LowVolatility]
	fall(rand.New(rand.NewPCG(1, 1)), g, Cells(p.wins(g)[0].Cells))
	for column := range Side {
		gap := 0
		if column < 5 {
			gap = 1
		}
		for row := range Side {
			from := row
			if row <= 2 {
				from = row - gap
			}
			if from >= 0 && g[column][row] != before[column][from] {
				t.Errorf("column %d row %d holds %s, want %s", column, row, g[column][row], before[column][from])
			}
		}
	}
}

// TestLibraryMatchesItsReturn generates every winning round and evaluates its boards.
func TestLibraryMatchesItsReturn(t *testing.T) {
	slotstest.SpreadRises(t, func(v slots.Volatility) float64 {
		l := slotstest.Model(t, libraries, v)
		var sum, best int64
		longest, squares := 0, 0.0
		seen := map[slots.Symbol]map[int64]bool{} // pays of clusters that occur
		for s := slots.High1; s < slots.Count; s++ {
			seen[s] = map[int64]bool{}
		}
		for _, seed := range l.seeds {
			cascades, last := l.generate(seed)
			coins, err := worth(&l.profile, cascades, last)
			require.NoError(t, err, "%s, round %d", v, seed)
			require.NotEqualValues(t, 0, coins, "%s, round %d wins nothing", v, seed)
			sum, best, longest = sum+coins, max(best, coins), max(longest, len(cascades))
			squares += math.Pow(float64(coins)/Coins, 2)
			for _, c := range cascades {
				for _, won := range c.Wins {
					seen[won.Symbol][won.Units] = true
				}
			}
		}
		// Every pay of the table occurs.
		for s, paid := range seen {
			for _, pay := range l.table[s] {
				assert.True(t, paid[pay], "%s: no cluster of %s pays %d coins", v, s, pay)
			}
		}
		assert.Len(t, l.multipliers, longest, "%s: no round has more than %d cascades of %d", v, longest, len(l.multipliers))
		assert.True(t, len(l.seeds) == librarySize && slices.IsSorted(l.seeds) && len(slices.Compact(slices.Clone(l.seeds))) == librarySize,
			"%s: %d rounds, or one twice", v, len(l.seeds))
		want := float64(sum) / librarySize
		assert.True(t, !(math.Abs(l.mean-want) > 1e-9) && l.Most == best,
			"%s: pays %v on average and %d at best, counted %v and %d", v, l.mean, l.Most, want, best)
		return winChance(slotstest.Open[Grid](New).Must(t, 96, v)) * squares / librarySize
	})
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

// winChance is the probability of a winning round.
func winChance(m *slots.Machine[Grid]) float64 { return m.RTP() / 100 / m.Returns[1] }

func TestMachineReturnsItsRTP(t *testing.T) {
	open := slotstest.Open[Grid](New)
	open.Returns(t)
	for v := range profiles {
		for _, rtp := range []float64{90, 98} {
			rich := winChance(open.Must(t, rtp, v))
			assert.True(t, !(rich < 0.2) && !(rich > 0.5), "%s: %.1f %% of rounds win, want 20–50", v, 100*rich)
		}
	}
}

func TestRoundsPayWhatTheirGridsAreWorth(t *testing.T) {
	slotstest.Open[Grid](New).Rounds(t, 1_000, func(v slots.Volatility, r *slots.Round[Grid]) (int64, error) {
		p := profiles[v]
		return worth(&p, r.Spins, r.Last)
	})
}
