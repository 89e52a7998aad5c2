// Package slots is the base of the slot games: symbols, volatilities, the tuning of a game to a
// return, and the round of a paid spin with its free spins or cascades.
package slots

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"croupier/bff"
)

// Symbol is a symbol on a reel.
type Symbol uint8

// The symbols, best paid first. A wild substitutes for paying symbols; scatters count anywhere.
// Not every game has the two.
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

// Run is the shortest run of symbols that pays on a line.
const Run = 3

// Pays are the pays of runs of 3, 4, … symbols, or the free spins for as many scatters.
// Clusters are paid by band instead.
type Pays []int64

// At returns the pay for a run of n.
func (p Pays) At(n int) int64 {
	if n < Run {
		return 0
	}
	return p[n-Run]
}

// Paytable is the pays by symbol.
type Paytable [Count]Pays

// Shown returns the pays from a symbol on, by symbol.
func (t Paytable) Shown(first Symbol) map[Symbol]Pays {
	shown := make(map[Symbol]Pays, Count)
	for s := first; s < Count; s++ {
		shown[s] = t[s]
	}
	return shown
}

// Volatility is how a game distributes its return: many small wins or few large ones.
type Volatility string

// The volatilities.
const (
	LowVolatility    Volatility = "low"
	MediumVolatility Volatility = "medium"
	HighVolatility   Volatility = "high"
)

// Win is a winning combination.
type Win struct {
	Symbol Symbol
	Count  int    // of symbols
	Line   int    // of a lines game, from 1
	Cells  uint64 // of a cluster, see cluster.Cells
	Units  int64  // what it pays, before the multiplier
}

// Spin is one stop of the reels, or one cascade.
type Spin[Grid any] struct {
	Grid       Grid
	Wins       []Win
	Scatters   int
	Awarded    int   // free spins
	Multiplier int64 // of every win
	Units      int64 // what the spin pays
}

// NewSpin adds up wins and what scatters pay.
func NewSpin[Grid any](g Grid, wins []Win, scatters int, scatterPays, multiplier int64) Spin[Grid] {
	s := Spin[Grid]{Grid: g, Wins: wins, Scatters: scatters, Multiplier: multiplier, Units: scatterPays}
	for _, w := range wins {
		s.Units += w.Units
	}
	s.Units *= multiplier
	return s
}

// Round is a settled round.
type Round[Grid any] struct {
	Stake bff.MinorUnits
	Spins []Spin[Grid] // the paid spin and its free spins, or the cascades
	Last  Grid         // what is left after the cascades
	units int64
}

// Win returns the pay of the round.
func (r *Round[Grid]) Win() bff.MinorUnits {
	var units int64
	for i := range r.Spins {
		units += r.Spins[i].Units
	}
	return r.Pay(units)
}

// Pay converts units of this round to money.
func (r *Round[Grid]) Pay(units int64) bff.MinorUnits {
	return r.Stake / bff.MinorUnits(r.units) * bff.MinorUnits(units)
}

// Model is a game at one volatility. Each of its spins or rounds is either poor or rich; a Mix
// of the two returns what a game promises.
type Model[Grid any] struct {
	Units     int64 // in a stake. Pays are counted in units, so wins are whole minor units.
	Table     map[Symbol]Pays
	FreeSpins Pays
	// Multipliers are those of free spins (the last repeats) or of cascades.
	Multipliers []int64
	Returns     [2]float64 // of the poor and the rich variant in the long run, per unit staked
	Most        int64      // units that no round exceeds
	Play        func(mix Mix, rng *rand.Rand) (spins []Spin[Grid], last Grid)
}

// Machine is a model tuned to a return. It has no state and may be used concurrently.
type Machine[Grid any] struct {
	*Model[Grid]
	Mix
}

// Models returns a function that builds the model of a volatility from its profile on first use.
func Models[Profile, M any](profiles map[Volatility]Profile, build func(Profile) M) func(Volatility) (M, error) {
	all := make(map[Volatility]func() M, len(profiles))
	for v, p := range profiles {
		all[v] = sync.OnceValue(func() M { return build(p) })
	}
	return func(v Volatility) (m M, err error) {
		open, ok := all[v]
		if !ok {
			return m, fmt.Errorf("slots: no volatility %q", v)
		}
		return open(), nil
	}
}

// Open tunes the model of a volatility to return rtp per cent of all stakes in the long run. An
// rtp beyond the range of the model is moved to the nearest within; see Machine.RTP.
func Open[Grid any, M interface{ base() *Model[Grid] }](models func(Volatility) (M, error), rtp float64, v Volatility) (*Machine[Grid], error) {
	m, err := models(v)
	if err != nil {
		return nil, err
	}
	return &Machine[Grid]{m.base(), NewMix(rtp, m.base().Returns)}, nil
}

// base gives Open access to models that embed m.
func (m *Model[Grid]) base() *Model[Grid] { return m }

// MaxTimes is the number of stakes that no round exceeds.
func (m *Machine[Grid]) MaxTimes() int64 { return (m.Most + m.Units - 1) / m.Units }

// Play plays a round. The stake must be a positive multiple of Units. The same random numbers
// give the same round.
func (m *Machine[Grid]) Play(rng *rand.Rand, stake bff.MinorUnits) *Round[Grid] {
	r := &Round[Grid]{Stake: stake, units: m.Units}
	r.Spins, r.Last = m.Model.Play(m.Mix, rng)
	return r
}

// Mix chooses between the poor and the rich variant of a model.
type Mix struct {
	returns [2]float64
	rich    float64 // probability of the rich variant
}

// NewMix mixes two variants with these returns per unit staked to rtp per cent, as far as they
// can.
func NewMix(rtp float64, returns [2]float64) Mix {
	poor, rich := returns[0], returns[1]
	return Mix{returns: returns, rich: min(max((rtp/100-poor)/(rich-poor), 0), 1)}
}

// RTP is the exact long-run return in per cent of stakes.
func (m Mix) RTP() float64 { return 100 * (m.returns[0] + m.rich*(m.returns[1]-m.returns[0])) }

// Draw draws a variant: 0 is poor, 1 is rich.
func (m Mix) Draw(rng *rand.Rand) int {
	if rng.Float64() < m.rich {
		return 1
	}
	return 0
}

// Strip is the symbols of a reel, read as a ring.
type Strip []Symbol

// Window returns n symbols of the strip from a stop on.
func (s Strip) Window(stop, n int) []Symbol {
	shown := make([]Symbol, n)
	for row := range shown {
		shown[row] = s[(stop+row)%len(s)]
	}
	return shown
}

// CountIn counts the symbols in a list that are one of those wanted.
func CountIn(list []Symbol, wanted ...Symbol) (n int) {
	for _, s := range list {
		for _, w := range wanted {
			if s == w {
				n++
			}
		}
	}
	return n
}

// Exactly returns the probabilities that exactly 0, 1, … of independent events happen, whose
// probabilities are chances.
func Exactly(chances []float64) []float64 {
	exactly := make([]float64, len(chances)+1)
	exactly[0] = 1
	for _, p := range chances {
		for n := len(exactly) - 1; n >= 0; n-- {
			exactly[n] *= 1 - p
			if n > 0 {
				exactly[n] += exactly[n-1] * p
			}
		}
	}
	return exactly
}
