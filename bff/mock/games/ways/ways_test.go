package ways

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"croupier/bff"
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/face/facetest"
	"croupier/bff/mock/games/strips"
)

// grid makes a grid of reels written as letters: w wild, s scatter, a–d the high symbols,
// x–z the low ones.
func grid(reels ...string) *Grid {
	letters := map[rune]face.Symbol{
		'w': face.Wild, 's': face.Scatter, 'a': face.High1, 'b': face.High2, 'c': face.High3, 'd': face.High4,
		'x': face.Low1, 'y': face.Low2, 'z': face.Low3,
	}
	var g Grid
	for i, reel := range reels {
		for _, letter := range reel {
			g[i] = append(g[i], letters[letter])
		}
	}
	return &g
}

func TestWaysAreReadFromTheLeft(t *testing.T) {
	p := profiles[face.MediumVolatility]
	for _, c := range []struct {
		name string
		grid *Grid
		want []Win
	}{
		{"one on each of three reels is one way", grid("ax", "ay", "az", "xb", "xb", "xb"), []Win{{face.High1, 3, 1, 6}}},
		{"the numbers on the reels multiply", grid("aax", "aay", "aaa", "bb", "aa", "aa"), []Win{{face.High1, 3, 12, 72}}},
		{"two reels pay nothing", grid("ax", "ay", "zb", "ab", "ab", "ab"), nil},
		{"a run that starts on the second reel pays nothing", grid("xx", "ay", "az", "ab", "ab", "ab"), nil},
		{"a wild stands for every symbol", grid("ab", "wy", "zw", "xx", "xx", "xx"), []Win{{face.High1, 3, 1, 6}, {face.High2, 3, 1, 4}}},
		{"a wild counts beside its symbol", grid("ab", "aw", "za", "xx", "xx", "xx"), []Win{{face.High1, 3, 2, 12}}},
		{"only the longest run pays", grid("aa", "aa", "aa", "aa", "aa", "aa"), []Win{{face.High1, 6, 64, 64 * 60}}},
		{"scatters form no way", grid("ss", "ss", "ss", "ss", "ss", "ss"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := p.wins(c.grid); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("read as %v, want %v", got, c.want)
			}
		})
	}
	if got := grid("ax", "ayz", "z", "bbbb", "ab", "abcdxyz").Ways(); got != 2*3*1*4*2*7 {
		t.Errorf("%d ways", got)
	}
}

// sets are all strips of a model.
func (m *model) sets() []*reelSet { return []*reelSet{&m.paid[0], &m.paid[1], &m.free[0], &m.free[1]} }

func TestStripsAreWhatTheReturnIsWorkedOutFrom(t *testing.T) {
	for v, m := range models() {
		for i, set := range m.sets() {
			for reel, ring := range set {
				if len(ring) != len(m.paid[0][0]) {
					t.Errorf("%s: strips differ in length", v)
				}
				scatters, wilds := 0, 0
				for _, s := range ring {
					switch s {
					case face.Scatter:
						scatters++
					case face.Wild:
						wilds++
					default:
					}
				}
				if want := 1 - i/2; scatters != want {
					t.Errorf("%s set %d reel %d: %d scatters, want %d", v, i, reel, scatters, want)
				}
				if outer := reel == 0 || reel == Reels-1; outer != (wilds == 0) {
					t.Errorf("%s set %d reel %d: %d wilds", v, i, reel, wilds)
				}
			}
		}
		sum := 0.0
		for _, chance := range m.scatterChances(&m.paid[0]) {
			sum += chance
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: scatter chances sum to %v", v, sum)
		}
	}
}

// TestExpectedSpinAgreesWithEveryStop checks the product of averages against a second way of
// counting: every height and stop of every reel on short strips.
func TestExpectedSpinAgreesWithEveryStop(t *testing.T) {
	p := profiles[face.HighVolatility]
	p.heights = heights{2: 2, 3: 1}
	set := reelSet(*grid("abx", "wax", "bwas", "axw", "abz", "xas"))
	var sum, weights, scattered float64
	best := int64(0)
	var g Grid
	var walk func(reel, weight int)
	walk = func(reel, weight int) {
		if reel == Reels {
			coins := int64(0)
			for _, won := range p.wins(&g) {
				coins += won.Coins
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
					g[reel] = strips.Window(set[reel], at, n)
					walk(reel+1, weight*often)
				}
			}
		}
	}
	walk(0, 1)
	if got, want := p.expected(&set), sum/weights; math.Abs(got-want) > 1e-9 {
		t.Errorf("a spin pays %v coins, counted stop by stop %v", got, want)
	}
	if bound := p.bound(&set); best > bound {
		t.Errorf("a spin pays %d coins, beyond the bound of %d", best, bound)
	}
	// Two of six reels have a scatter here, the first with 3 and the other with 4 places.
	one, other := float64(2*2+3)/3/4, float64(2*2+3)/3/3
	if got := scattered / weights; math.Abs(got-one*other) > 1e-12 {
		t.Errorf("two scatters show %v of all spins, want %v", got, one*other)
	}
}

func TestScatterChancesAreCountedFromTheStrips(t *testing.T) {
	for v, m := range models() {
		// How often one reel shows its scatter, window by window.
		seen, all := 0, 0
		for n, weight := range m.heights {
			for at := range m.paid[0][0] {
				all += weight
				for _, s := range strips.Window(m.paid[0][0], at, n) {
					if s == face.Scatter {
						seen += weight
					}
				}
			}
		}
		p := float64(seen) / float64(all)
		q := p * (1 - p)
		want := 20 * q * q * q
		if got := m.scatterChances(&m.paid[0])[3]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: three scatters show %v of all spins, want %v", v, got, want)
		}
	}
}

// TestReturnIsTheSumOfItsParts works a machine's return out once more from what a spin pays.
func TestReturnIsTheSumOfItsParts(t *testing.T) {
	for v, m := range models() {
		for i := range m.returns {
			coins := m.expected(&m.paid[i])
			for n, chance := range m.scatterChances(&m.paid[i]) {
				for spin := range m.freeSpins.At(n) {
					coins += chance * float64(spin+1) * m.expected(&m.free[i])
				}
			}
			if math.Abs(m.returns[i]-coins/Coins) > 1e-12 {
				t.Errorf("%s strips %d return %v, want %v", v, i, m.returns[i], coins/Coins)
			}
		}
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
			if got := m.RTP(); got != 100*m.returns[0] && math.Abs(got-100*m.returns[1]) > 1e-9 {
				t.Errorf("%s: %v %% returns %v %%, want what one set of strips does", v, rtp, got)
			}
		}
	}
}

func TestRoundsAreWholeBoundedAndConsistent(t *testing.T) {
	free := 0
	facetest.RoundsAreSound(t, New, 20_000, StakeStep, func(m *Machine, r *Round) error {
		free += len(r.Free)
		return check(m, r)
	})
	if free == 0 {
		t.Error("no free spins")
	}
}

// check tells what is wrong with a round, working its win out again from the grids.
func check(m *Machine, r *Round) error {
	if win := r.Win(); win < 0 || win > r.Stake*bff.MinorUnits(m.MaxTimes()) {
		return fmt.Errorf("win %s outside 0–%d times %s", win, m.MaxTimes(), r.Stake)
	}
	if got, want := len(r.Free), int(m.freeSpins.At(r.Paid.Scatters)); got != want {
		return fmt.Errorf("%d free spins for %d scatters, want %d", got, r.Paid.Scatters, want)
	}
	coins := int64(0)
	for i, s := range append([]Spin{r.Paid}, r.Free...) {
		if want := int64(max(i, 1)); s.Multiplier != want {
			return fmt.Errorf("spin %d multiplies by %d, want %d", i, s.Multiplier, want)
		}
		for _, reel := range s.Grid {
			if len(reel) < Least || len(reel) > Most {
				return fmt.Errorf("a reel shows %d symbols", len(reel))
			}
		}
		for _, won := range m.wins(&s.Grid) {
			coins += won.Coins * s.Multiplier
		}
	}
	if want := bff.MinorUnits(coins) * r.Stake / Coins; r.Win() != want {
		return fmt.Errorf("pays %s, its grids are worth %s", r.Win(), want)
	}
	return nil
}

func TestVolatilityRisesWithItsName(t *testing.T) {
	facetest.SpreadRises(t, func(v face.Volatility) float64 {
		m, err := New(96, v)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(20, 5))
		squares, hits := 0.0, 0
		const rounds = 100_000
		for range rounds {
			r := m.Play(rng, StakeStep)
			x := float64(r.Win()) / float64(StakeStep)
			squares += x * x
			if x > 0 {
				hits++
			}
		}
		if hits < rounds/5 || hits > rounds/2 {
			t.Errorf("%s: %d of %d rounds win; a player wants to see a win now and then", v, hits, rounds)
		}
		return squares
	})
}

func TestSameNumbersGiveTheSameRound(t *testing.T) { facetest.SameNumbersGiveTheSameRound(t, New) }
