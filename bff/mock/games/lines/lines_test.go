package lines

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/face/facetest"
)

func TestLineReadsFromTheLeft(t *testing.T) {
	p := profiles[face.MediumVolatility]
	for _, c := range []struct {
		name   string
		cells  [Reels]face.Symbol
		symbol face.Symbol
		count  int
	}{
		{"three of a kind pay", [Reels]face.Symbol{face.High1, face.High1, face.High1, face.Low1, face.Low2}, face.High1, 3},
		{"two of a kind pay nothing", [Reels]face.Symbol{face.High1, face.High1, face.Low1, face.High1, face.High1}, face.Wild, 0},
		{"a run that starts on the second reel pays nothing", [Reels]face.Symbol{face.Low1, face.High1, face.High1, face.High1, face.High1}, face.Wild, 0},
		{"a wild in the middle completes the run", [Reels]face.Symbol{face.Low2, face.Wild, face.Low2, face.Low2, face.High1}, face.Low2, 4},
		{"wilds in front take the first other symbol", [Reels]face.Symbol{face.Wild, face.Wild, face.Low3, face.Low3, face.Low3}, face.Low3, 5},
		{"three wilds beat four of the lowest", [Reels]face.Symbol{face.Wild, face.Wild, face.Wild, face.Low3, face.High1}, face.Wild, 3},
		{"five wilds pay as wilds", [Reels]face.Symbol{face.Wild, face.Wild, face.Wild, face.Wild, face.Wild}, face.Wild, 5},
		{"a scatter ends the run, wild or not", [Reels]face.Symbol{face.High2, face.Wild, face.Scatter, face.High2, face.High2}, face.Wild, 0},
		{"wilds before a scatter pay as wilds", [Reels]face.Symbol{face.Wild, face.Wild, face.Wild, face.Scatter, face.High1}, face.Wild, 3},
		{"scatters form no line", [Reels]face.Symbol{face.Scatter, face.Scatter, face.Scatter, face.Scatter, face.Scatter}, face.Wild, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			symbol, count, bets := p.read(c.cells)
			if want := p.table[c.symbol].at(c.count); bets != want {
				t.Fatalf("pays %d line bets, want %d", bets, want)
			}
			if bets > 0 && (symbol != c.symbol || count != c.count) {
				t.Errorf("read as %d × %s, want %d × %s", count, symbol, c.count, c.symbol)
			}
		})
	}
}

func TestEveryLineIsReadOnItsOwnPath(t *testing.T) {
	p := profiles[face.MediumVolatility]
	seen := map[[Reels]int]bool{}
	for i, path := range Paths {
		if seen[path] {
			t.Errorf("line %d repeats another", i+1)
		}
		seen[path] = true
		// High1 along the path; everything else is made of symbols that never meet.
		var g Grid
		for reel := range g {
			for row := range g[reel] {
				g[reel][row] = face.Low1 + face.Symbol(reel%2)
			}
			g[reel][path[reel]] = face.High1
		}
		found := false
		for _, w := range p.wins(g) {
			if w.Line == i+1 {
				found = w == LineWin{Line: i + 1, Symbol: face.High1, Count: Reels, Bets: p.table[face.High1].at(Reels)}
			}
		}
		if !found {
			t.Errorf("line %d was not read along %v: %v", i+1, path, p.wins(g))
		}
	}
}

func TestStripsHoldWhatTheReturnIsWorkedOutFrom(t *testing.T) {
	for v, m := range models() {
		for i, set := range m.sets {
			for reel, ring := range set {
				if len(ring) != len(m.sets[0][0]) {
					t.Errorf("%s: strips differ in length", v)
				}
				if got := set.share(reel, face.Scatter); got != 1/float64(len(ring)) {
					t.Errorf("%s set %d reel %d: scatter share %v, want one a strip", v, i, reel, got)
				}
			}
			sum := 0.0
			for _, c := range set.scatterChances() {
				sum += c
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s set %d: scatter chances sum to %v", v, i, sum)
			}
		}
	}
}

// TestExpectedLineAgreesWithEveryStop checks the enumeration of combinations against a
// second way of counting: every stop of every reel on a small set of strips.
func TestExpectedLineAgreesWithEveryStop(t *testing.T) {
	p := profiles[face.HighVolatility]
	set := newReelSet([face.Count]int{1, 1, 1, 1, 1, 1, 1, 1, 2}, true)
	var sum, stops float64
	var at [Reels]int
	for {
		var cells [Reels]face.Symbol
		for reel, ring := range set {
			cells[reel] = ring[at[reel]]
		}
		_, _, bets := p.read(cells)
		sum, stops = sum+float64(bets), stops+1
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
	if got, want := p.expectedLine(set), sum/stops; math.Abs(got-want) > 1e-9 {
		t.Errorf("one line returns %v, counted stop by stop %v", got, want)
	}
}

func TestMachineReturnsWhatItPromises(t *testing.T) {
	facetest.ReturnsWhatItPromises(t, New)
	for v := range profiles {
		for _, rtp := range []float64{0, 150} {
			m, err := New(rtp, v)
			if err != nil {
				t.Fatal(err)
			}
			if lo, hi := 100*m.returns[0], 100*m.returns[1]; m.RTP() < lo-1e-9 || m.RTP() > hi+1e-9 {
				t.Errorf("%s: %v %% lies outside what the strips give, %v–%v", v, m.RTP(), lo, hi)
			}
		}
	}
}

func TestSimulatedReturnMeetsTheAnalyticOne(t *testing.T) {
	const rounds = 1_000_000
	const stake = StakeStep
	spread := map[face.Volatility]float64{}
	for v := range profiles {
		t.Run(string(v), func(t *testing.T) {
			m, err := New(96, v)
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(20, 5))
			var sum, squares, hits, free float64
			for range rounds {
				r := m.Play(rng, stake)
				x := float64(r.Win()) / float64(stake)
				sum, squares = sum+x, squares+x*x
				if x > 0 {
					hits++
				}
				free += float64(len(r.Free))
			}
			mean := sum / rounds
			deviation := math.Sqrt(squares/rounds - mean*mean)
			// Four standard errors: a wrong return is far outside, bad luck is not.
			if tolerance := 4 * deviation / math.Sqrt(rounds); math.Abs(mean-m.RTP()/100) > tolerance {
				t.Errorf("returned %.4f, want %.4f ± %.4f", mean, m.RTP()/100, tolerance)
			}
			if rate := hits / rounds; rate < 0.2 || rate > 0.6 {
				t.Errorf("%.1f %% of rounds win; a player wants to see a win now and then", 100*rate)
			}
			want := m.expectedFreeSpins(m.sets[0].scatterChances())
			if got := free / rounds; math.Abs(got-want) > want/10 {
				t.Errorf("%.4f free spins a round, want %.4f", got, want)
			}
			spread[v] = deviation
			t.Logf("hits %.3f, deviation %.2f, free spins %.4f", hits/rounds, deviation, free/rounds)
		})
	}
	facetest.SpreadRises(t, func(v face.Volatility) float64 { return spread[v] })
}

func TestRoundsAreWholeBoundedAndConsistent(t *testing.T) {
	facetest.RoundsAreSound(t, New, 200_000, StakeStep, check)
}

// check tells what is wrong with a round, working its win out again from the grids.
func check(m *Machine, r *Round) error {
	win := r.Win()
	if win < 0 || win > m.MaxWin(r.Stake) {
		return fmt.Errorf("win %s outside 0–%s", win, m.MaxWin(r.Stake))
	}
	if len(r.Free) > MaxFreeSpins {
		return fmt.Errorf("%d free spins", len(r.Free))
	}
	awarded, bets := 0, int64(0)
	for _, s := range append([]Spin{r.Paid}, r.Free...) {
		awarded += s.Awarded
		own := m.table[face.Scatter].at(scatters(s.Grid))
		for _, l := range m.wins(s.Grid) {
			own += l.Bets
		}
		bets += own * s.Multiplier
	}
	if awarded != len(r.Free) {
		return fmt.Errorf("%d free spins awarded, %d played", awarded, len(r.Free))
	}
	if want := bff.MinorUnits(bets) * r.Stake / Lines; win != want {
		return fmt.Errorf("pays %s, its grids are worth %s", win, want)
	}
	return nil
}

func TestSameNumbersGiveTheSameRound(t *testing.T) { facetest.SameNumbersGiveTheSameRound(t, New) }
