package cluster

import (
	"math/rand/v2"

	"croupier/bff/mock/games/slots"
)

// librarySize is how many winning rounds a library holds.
const librarySize = 20_000

// repeats is the probability in per cent that a new symbol repeats the one below it.
const repeats = 30

// library is all winning rounds of a volatility.
type library struct {
	slots.Model[Grid]
	profile
	seeds []uint64 // each generates a round
	mean  float64  // average coins of a round
}

// newLibrary generates rounds until enough have won. Rounds with more cascades than there are
// multipliers are skipped.
func newLibrary(p profile) *library {
	l := &library{profile: p}
	l.Model = slots.Model[Grid]{Units: Coins, Table: p.table.Shown(slots.High1), Multipliers: p.multipliers, Play: l.play}
	var sum int64
	for seed := uint64(0); len(l.seeds) < librarySize; seed++ {
		cascades, _ := p.generate(seed)
		if len(cascades) == 0 || len(cascades) > len(p.multipliers) {
			continue
		}
		coins := int64(0)
		for _, c := range cascades {
			coins += c.Units
		}
		l.seeds = append(l.seeds, seed)
		l.Most = max(l.Most, coins)
		sum += coins
	}
	l.mean = float64(sum) / librarySize
	l.Returns = [2]float64{0, l.mean / Coins}
	return l
}

var libraries = slots.Models(profiles, newLibrary)

// New returns a machine, see slots.Open. Its mix is of losing and winning rounds.
func New(rtp float64, v slots.Volatility) (*slots.Machine[Grid], error) {
	return slots.Open[Grid](libraries, rtp, v)
}

func (l *library) play(mix slots.Mix, rng *rand.Rand) (cascades []slots.Spin[Grid], last Grid) {
	if mix.Draw(rng) == 1 {
		return l.generate(l.seeds[rng.IntN(len(l.seeds))])
	}
	for {
		if last = newGrid(rng); len(l.wins(&last)) == 0 {
			return nil, last
		}
	}
}

// generate plays the round of a seed: its cascades and the board that is left. It stops one
// cascade after the last multiplier.
func (p *profile) generate(seed uint64) (cascades []slots.Spin[Grid], last Grid) {
	rng := rand.New(rand.NewPCG(49, seed))
	g := newGrid(rng)
	for n := 0; n <= len(p.multipliers); n++ {
		found := p.wins(&g)
		if len(found) == 0 {
			break
		}
		cascades = append(cascades, slots.NewSpin(g, found, 0, 0, p.multipliers[min(n, len(p.multipliers)-1)]))
		var gone Cells
		for _, w := range found {
			gone |= Cells(w.Cells)
		}
		fall(rng, &g, gone)
	}
	return cascades, g
}

// fall removes cells, moves the symbols above down, and draws new ones.
func fall(rng *rand.Rand, g *Grid, gone Cells) {
	for column := range Side {
		to := Side - 1
		for row := Side - 1; row >= 0; row-- {
			if !gone.Has(column, row) {
				g[column][to] = g[column][row]
				to--
			}
		}
		for ; to >= 0; to-- {
			if to < Side-1 && rng.IntN(100) < repeats {
				g[column][to] = g[column][to+1]
			} else {
				g[column][to] = drawSymbol(rng)
			}
		}
	}
}

// newGrid draws a board.
func newGrid(rng *rand.Rand) Grid {
	var g Grid
	fall(rng, &g, allCells)
	return g
}

func drawSymbol(rng *rand.Rand) slots.Symbol {
	sum := 0
	for _, weight := range weights {
		sum += weight
	}
	n := rng.IntN(sum)
	s := slots.Symbol(0)
	for n >= weights[s] {
		n -= weights[s]
		s++
	}
	return s
}
