package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/face/facetest"
)

// grid lays a board as it is seen, row by row: a–d the high symbols, x–z the low ones.
func grid(rows ...string) *Grid {
	letters := map[rune]face.Symbol{
		'a': face.High1, 'b': face.High2, 'c': face.High3, 'd': face.High4, 'x': face.Low1, 'y': face.Low2, 'z': face.Low3,
	}
	var g Grid
	for row, symbols := range rows {
		for column, letter := range symbols {
			g[column][row] = letters[letter]
		}
	}
	return &g
}

func TestClustersAreFoundSideBySide(t *testing.T) {
	for _, c := range []struct {
		name string
		grid *Grid
		want map[face.Symbol]int // the size of each one's only cluster
	}{
		{"five in a row", grid("aaaaabc", "bcdxyzb", "cdxyzbc", "dxyzbcd", "xyzbcdx", "yzbcdxy", "zbcdxyz"), map[face.Symbol]int{face.High1: 5}},
		{"four are too few", grid("aaaabcd", "bcdxyzb", "cdxyzbc", "dxyzbcd", "xyzbcdx", "yzbcdxy", "zbcdxyz"), nil},
		{"round a corner", grid("abcdxyz", "aacdxyb", "bacdxyz", "cayzbcd", "xyzbcdx", "yzbcdxy", "zbcdxyz"), map[face.Symbol]int{face.High1: 5}},
		{"corners do not join", grid("abcbaxy", "bacabxy", "cbabcyx", "bacabxy", "abcbayx", "zzxyzbz", "xyzxyzb"), nil},
		{"a column's end does not join the next one's start", grid("dabcdxy", "bacdxyz", "cdxyzbc", "dxyzbcd", "xyzbcdx", "ayzbcdx", "abzcdxy"), nil},
		{"two at once", grid("aaaaabc", "bcdxyzb", "cdxyzbc", "dxyzbcd", "xyzbcdx", "ybbcdxy", "zzzzzyz"), map[face.Symbol]int{face.High1: 5, face.Low3: 5}},
		{"a whole board", grid("yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy", "yyyyyyy"), map[face.Symbol]int{face.Low2: 49}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := c.grid.clusters()
			if len(found) != len(c.want) {
				t.Fatalf("found %v", found)
			}
			for _, won := range found {
				if won.Cells.Len() != c.want[won.Symbol] {
					t.Errorf("%d × %s, want %d", won.Cells.Len(), won.Symbol, c.want[won.Symbol])
				}
				for _, place := range won.Cells.Places() {
					if c.grid[place[0]][place[1]] != won.Symbol {
						t.Errorf("%v holds no %s", place, won.Symbol)
					}
				}
			}
		})
	}
}

func TestPaysByBand(t *testing.T) {
	p := Pays{1, 2, 3, 4, 5, 6, 7}
	for n, want := range map[int]int64{4: 0, 5: 1, 6: 2, 7: 3, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6, 13: 7, 49: 7} {
		if got := p.At(n); got != want {
			t.Errorf("a cluster of %d pays %d, want %d", n, got, want)
		}
	}
}

func TestWhatLiesAboveFalls(t *testing.T) {
	g := grid("abcdxyz", "bcdayza", "xxxxxab", "dcyzabc", "xyzabcd", "yzabcdx", "zabcdxy")
	before := *g
	fall(rand.New(rand.NewPCG(1, 1)), g, g.clusters()[0].Cells)
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

// TestLibraryIsWhatTheReturnIsWorkedOutFrom plays every winning round that there is, and
// reads its boards again.
func TestLibraryIsWhatTheReturnIsWorkedOutFrom(t *testing.T) {
	for v, open := range libraries {
		l := open()
		var sum, best int64
		longest := 0
		seen := map[face.Symbol]map[int64]bool{} // what clusters of a symbol have paid
		for s := face.High1; s < face.Count; s++ {
			seen[s] = map[int64]bool{}
		}
		for _, seed := range l.seeds {
			r := Round{Stake: StakeStep}
			r.Cascades, r.Last = l.run(seed)
			coins, err := reread(l, &r)
			if err != nil {
				t.Fatalf("%s, round %d: %v", v, seed, err)
			}
			if coins == 0 {
				t.Fatalf("%s, round %d wins nothing", v, seed)
			}
			sum, best, longest = sum+coins, max(best, coins), max(longest, len(r.Cascades))
			for _, c := range r.Cascades {
				for _, won := range c.Wins {
					seen[won.Symbol][won.Coins] = true
				}
			}
		}
		// The paytable promises nothing that never happens.
		for s, paid := range seen {
			for _, pay := range l.table[s] {
				if !paid[pay] {
					t.Errorf("%s: no cluster of %s ever pays %d coins", v, s, pay)
				}
			}
		}
		if longest != len(l.multipliers) {
			t.Errorf("%s: no round has more than %d cascades of %d", v, longest, len(l.multipliers))
		}
		if len(l.seeds) != shelf || !slices.IsSorted(l.seeds) || len(slices.Compact(slices.Clone(l.seeds))) != shelf {
			t.Errorf("%s: %d rounds, or one twice", v, len(l.seeds))
		}
		if want := float64(sum) / shelf; math.Abs(l.mean-want) > 1e-9 || l.most != best {
			t.Errorf("%s: pays %v on average and %d at best, counted %v and %d", v, l.mean, l.most, want, best)
		}
	}
}

// reread works out what a round pays from its boards alone, and tells where one does not
// follow from the other.
func reread(l *library, r *Round) (coins int64, err error) {
	if len(r.Cascades) > len(l.multipliers) {
		return 0, fmt.Errorf("%d cascades", len(r.Cascades))
	}
	for i, c := range r.Cascades {
		found := c.Grid.clusters()
		if len(found) == 0 || len(found) != len(c.Wins) {
			return 0, fmt.Errorf("cascade %d has %d clusters, pays for %d", i, len(found), len(c.Wins))
		}
		var gone Cells
		own := int64(0)
		for _, won := range found {
			gone |= won.Cells
			own += l.table[won.Symbol].At(won.Cells.Len())
		}
		if own *= l.multipliers[i]; own != c.Coins || c.Multiplier != l.multipliers[i] {
			return 0, fmt.Errorf("cascade %d pays %d times %d, its board is worth %d", i, c.Coins, c.Multiplier, own)
		}
		coins += own
		next := &r.Last
		if i+1 < len(r.Cascades) {
			next = &r.Cascades[i+1].Grid
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
	if found := r.Last.clusters(); len(found) > 0 {
		return 0, fmt.Errorf("the last board still pays: %v", found)
	}
	return coins, nil
}

func TestMachineReturnsWhatItPromises(t *testing.T) {
	facetest.ReturnsWhatItPromises(t, New)
	for v := range profiles {
		for _, rtp := range []float64{90, 98} {
			m, err := New(rtp, v)
			if err != nil {
				t.Fatal(err)
			}
			// A round wins with the chance hit, and then pays the library's mean.
			if got := 100 * m.hit * m.mean / Coins; m.RTP() != got {
				t.Errorf("%s: returns %v %%, told as %v %%", v, got, m.RTP())
			}
			if m.hit < 0.2 || m.hit > 0.5 {
				t.Errorf("%s: %.1f %% of rounds win; a player wants to see a win now and then", v, 100*m.hit)
			}
		}
	}
	if m, err := New(1000, face.LowVolatility); err != nil || m.hit != 1 || m.RTP() >= 1000 {
		t.Errorf("beyond what always winning returns: %v", err)
	}
}

func TestRoundsAreWholeBoundedAndConsistent(t *testing.T) {
	facetest.RoundsAreSound(t, New, 5_000, StakeStep, func(m *Machine, r *Round) error {
		coins, err := reread(m.library, r)
		if err != nil {
			return err
		}
		if want := bff.MinorUnits(coins) * r.Stake / Coins; r.Win() != want || r.Win() > r.Stake*bff.MinorUnits(m.MaxTimes()) {
			return fmt.Errorf("pays %s, its boards are worth %s", r.Win(), want)
		}
		return nil
	})
}

func TestVolatilityRisesWithItsName(t *testing.T) {
	// What a stake spreads, exactly: over every round that wins, and those that lose.
	facetest.SpreadRises(t, func(v face.Volatility) float64 {
		m, err := New(96, v)
		if err != nil {
			t.Fatal(err)
		}
		squares := 0.0
		for _, seed := range m.seeds {
			r := Round{Stake: StakeStep}
			r.Cascades, _ = m.run(seed)
			squares += math.Pow(float64(r.Win())/float64(StakeStep), 2)
		}
		return m.hit * squares / shelf
	})
}

func TestSameNumbersGiveTheSameRound(t *testing.T) { facetest.SameNumbersGiveTheSameRound(t, New) }
