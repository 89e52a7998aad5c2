package lines

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"croupier/bff"
)

// Symbol is a symbol on a reel.
type Symbol uint8

// The symbols, best paid first. A wild substitutes for paying symbols; scatters count anywhere.
const (
	Wild Symbol = iota
	Scatter
	High1
	High2
	High3
	High4
	Low1
	Low2
	Low3
	Count // the number of symbols
)

var names = [Count]string{"wild", "scatter", "high1", "high2", "high3", "high4", "low1", "low2", "low3"}

// String returns the name by which pages know the symbol.
func (s Symbol) String() string { return names[s] }

// MarshalText implements encoding.TextMarshaler, for grids and pay tables in JSON.
func (s Symbol) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// shortest is the shortest run of symbols that pays.
const shortest = 3

// Pays are the pays of runs of 3, 4, … symbols, or the free spins for as many scatters.
type Pays []int64

// At returns the pay for a run of n.
func (p Pays) At(n int) int64 {
	if n < shortest {
		return 0
	}
	return p[n-shortest]
}

// Volatility is how a game distributes its return: many small wins or few large ones.
type Volatility string

// The volatilities.
const (
	LowVolatility    Volatility = "low"
	MediumVolatility Volatility = "medium"
	HighVolatility   Volatility = "high"
)

// Win is a winning line.
type Win struct {
	Symbol Symbol
	Count  int
	Line   int   // from 1
	Units  int64 // what it pays, before the multiplier
}

// Spin is one stop of the reels.
type Spin struct {
	Grid       Grid
	Wins       []Win
	Scatters   int
	Awarded    int   // free spins
	Multiplier int64 // of every win
	Units      int64 // what the spin pays
}

// Round is a settled round.
type Round struct {
	Stake bff.MinorUnits
	Spins []Spin // the paid spin and its free spins
}

// Win returns the pay of the round.
func (r *Round) Win() bff.MinorUnits {
	var units int64
	for i := range r.Spins {
		units += r.Spins[i].Units
	}
	return r.Pay(units)
}

// Pay converts units of this round to money.
func (r *Round) Pay(units int64) bff.MinorUnits { return r.Stake / Lines * bff.MinorUnits(units) }

// model is a profile with its poor and its rich reels. A mix of the two returns what a game promises.
type model struct {
	profile
	sets    [2]reelSet
	returns [2]float64 // of the sets in the long run, per unit staked
	most    int64      // units that no round exceeds
}

func newModel(p profile) *model {
	m := &model{profile: p, sets: [2]reelSet{newReelSet(usual, false), newReelSet(usual, true)}}
	m.returns = [2]float64{p.expected(m.sets[0]), p.expected(m.sets[1])}
	// The bound: the best symbol five times on every line of every spin, and five scatters.
	var best int64
	for s, pays := range p.Table {
		if s != Scatter {
			best = max(best, pays.At(Reels))
		}
	}
	m.most = (Lines*best + p.Table[Scatter].At(Reels)) * (1 + p.Multiplier*MaxFreeSpins)
	return m
}

// models builds the model of each volatility on first use.
var models = func() map[Volatility]func() *model {
	all := map[Volatility]func() *model{}
	for v, p := range profiles {
		all[v] = sync.OnceValue(func() *model { return newModel(p) })
	}
	return all
}()

// Machine is a model tuned to a return. It has no state and may be used concurrently.
type Machine struct {
	*model
	rich float64 // probability of the rich reels
}

// New tunes the model of a volatility to return rtp per cent of all stakes in the long run. An
// rtp beyond the range of the model is moved to the nearest within; see Machine.RTP.
func New(rtp float64, v Volatility) (*Machine, error) {
	open, ok := models[v]
	if !ok {
		return nil, fmt.Errorf("slot: no volatility %q", v)
	}
	m := open()
	poor, rich := m.returns[0], m.returns[1]
	return &Machine{m, min(max((rtp/100-poor)/(rich-poor), 0), 1)}, nil
}

// RTP is the exact long-run return in per cent of stakes.
func (m *Machine) RTP() float64 { return 100 * (m.returns[0] + m.rich*(m.returns[1]-m.returns[0])) }

// MaxTimes is the number of stakes that no round exceeds.
func (m *Machine) MaxTimes() int64 { return (m.most + Lines - 1) / Lines }

// Play plays a round. The stake must be a positive multiple of Lines. The same random numbers
// give the same round.
func (m *Machine) Play(rng *rand.Rand, stake bff.MinorUnits) *Round {
	spins, won := []Spin{m.spin(rng, 1)}, 0
	for i := 0; ; i++ {
		total := addFreeSpins(won, m.FreeSpins.At(spins[i].Scatters))
		spins[i].Awarded, won = total-won, total
		if i == won {
			return &Round{stake, spins}
		}
		spins = append(spins, m.spin(rng, m.Multiplier))
	}
}

func (m *Machine) spin(rng *rand.Rand, multiplier int64) Spin {
	set := &m.sets[0]
	if rng.Float64() < m.rich {
		set = &m.sets[1]
	}
	g := set.stop(rng)
	s := Spin{Grid: g, Wins: m.wins(g), Scatters: g.scatters(), Multiplier: multiplier}
	s.Units = m.Table[Scatter].At(s.Scatters)
	for _, w := range s.Wins {
		s.Units += w.Units
	}
	s.Units *= multiplier
	return s
}

// strip is the symbols of a reel, read as a ring.
type strip []Symbol

// window returns n symbols of the strip from a stop on.
func (s strip) window(stop, n int) []Symbol {
	shown := make([]Symbol, n)
	for row := range shown {
		shown[row] = s[(stop+row)%len(s)]
	}
	return shown
}

// countIn counts a symbol in a list.
func countIn(list []Symbol, wanted Symbol) (n int) {
	for _, s := range list {
		if s == wanted {
			n++
		}
	}
	return n
}
