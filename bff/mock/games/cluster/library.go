package cluster

import (
	"math/rand/v2"
	"sync"

	"croupier/bff/mock/games/face"
)

// shelf is how many winning rounds a library holds.
const shelf = 20_000

// alike is how many of a hundred symbols fall upon one of their kind.
const alike = 30

// library is all that a winning round of a volatility can be.
type library struct {
	profile
	seeds []uint64 // what plays each round out
	mean  float64  // coins that one pays on average
	most  int64    // coins that the best one pays
}

// newLibrary plays rounds out until enough have won. Rounds with more cascades than there
// are multipliers stay out of it.
func newLibrary(p profile) *library {
	l := &library{profile: p}
	var sum int64
	for seed := uint64(0); len(l.seeds) < shelf; seed++ {
		cascades, _ := p.run(seed)
		if len(cascades) == 0 || len(cascades) > len(p.multipliers) {
			continue
		}
		coins := int64(0)
		for _, c := range cascades {
			coins += c.Coins
		}
		l.seeds = append(l.seeds, seed)
		l.most = max(l.most, coins)
		sum += coins
	}
	l.mean = float64(sum) / shelf
	return l
}

var libraries = func() map[face.Volatility]func() *library {
	all := make(map[face.Volatility]func() *library, len(profiles))
	for v, p := range profiles {
		all[v] = sync.OnceValue(func() *library { return newLibrary(p) })
	}
	return all
}()

// run plays a round out with the random numbers of a seed: its cascades, and the board that
// is left. It ends one cascade after the last multiplier.
func (p *profile) run(seed uint64) (cascades []Cascade, last Grid) {
	rng := rand.New(rand.NewPCG(49, seed))
	g := fill(rng)
	for len(cascades) <= len(p.multipliers) {
		found := g.clusters()
		if len(found) == 0 {
			break
		}
		cascades = append(cascades, p.pay(g, found, len(cascades)))
		var gone Cells
		for _, c := range found {
			gone |= c.Cells
		}
		fall(rng, &g, gone)
	}
	return cascades, g
}

// pay says what a board is worth as the nth cascade, counted from 0.
func (p *profile) pay(g Grid, found []Cluster, n int) Cascade {
	c := Cascade{Grid: g, Wins: make([]Win, len(found)), Multiplier: p.multipliers[min(n, len(p.multipliers)-1)]}
	for i, won := range found {
		c.Wins[i] = Win{won, p.table[won.Symbol].At(won.Cells.Len())}
		c.Coins += c.Wins[i].Coins * c.Multiplier
	}
	return c
}

// fall lets what lies above vanished symbols come down, and new ones follow.
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
			if to < Side-1 && rng.IntN(100) < alike {
				g[column][to] = g[column][to+1]
			} else {
				g[column][to] = draw(rng)
			}
		}
	}
}

// fill lays a board by chance.
func fill(rng *rand.Rand) Grid {
	var g Grid
	fall(rng, &g, all)
	return g
}

// quiet lays a board that wins nothing.
func quiet(rng *rand.Rand) Grid {
	for {
		if g := fill(rng); len(g.clusters()) == 0 {
			return g
		}
	}
}

// draw picks a symbol by what falls how often.
func draw(rng *rand.Rand) face.Symbol {
	sum := 0
	for _, weight := range falling {
		sum += weight
	}
	n := rng.IntN(sum)
	s := face.Symbol(0)
	for n >= falling[s] {
		n -= falling[s]
		s++
	}
	return s
}
