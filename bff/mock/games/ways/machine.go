package ways

import (
	"fmt"
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// Machine is one game, tuned to its promised return. It holds no state between rounds and
// may be used by many players at once.
type Machine struct {
	*model
	rich float64 // how often a spin uses the richer strips
}

// New tunes a machine to return rtp per cent of all stakes in the long run. An rtp beyond
// what the volatility's strips can give is moved to the nearest that they can; Machine.RTP
// tells. It fails for a volatility it does not know.
func New(rtp float64, v face.Volatility) (*Machine, error) {
	m, ok := models()[v]
	if !ok {
		return nil, fmt.Errorf("ways: no volatility %q", v)
	}
	poor, rich := m.returns[0], m.returns[1]
	return &Machine{model: m, rich: min(max((rtp/100-poor)/(rich-poor), 0), 1)}, nil
}

// RTP is the machine's long-run return in per cent of stakes, worked out exactly.
func (m *Machine) RTP() float64 {
	return 100 * (m.returns[0] + m.rich*(m.returns[1]-m.returns[0]))
}

// Table gives what each symbol pays for a way over three to six reels, in coins.
func (m *Machine) Table() map[face.Symbol]Pays {
	table := make(map[face.Symbol]Pays, face.Count)
	for s := face.High1; s < face.Count; s++ {
		table[s] = m.table[s]
	}
	return table
}

// FreeSpins gives how many free spins three to six scatters win.
func (m *Machine) FreeSpins() Pays { return m.freeSpins }

// MaxTimes is a number of stakes that no round can exceed.
func (m *Machine) MaxTimes() int64 { return (m.most + Coins - 1) / Coins }

// Spin is one stop of the reels.
type Spin struct {
	Grid       Grid
	Wins       []Win
	Scatters   int
	Multiplier int64 // of every win of this spin
	Coins      int64 // the spin's win, multiplied
}

// Round is a paid spin and the free spins it led to.
type Round struct {
	Stake bff.Kurus
	Paid  Spin
	Free  []Spin
}

// Win is what the round pays.
func (r *Round) Win() bff.Kurus {
	coins := r.Paid.Coins
	for i := range r.Free {
		coins += r.Free[i].Coins
	}
	return r.Pay(coins)
}

// Pay turns coins of this round into money.
func (r *Round) Pay(coins int64) bff.Kurus { return r.Stake / Coins * bff.Kurus(coins) }

// Play settles a round. The stake must be a positive multiple of StakeStep.
func (m *Machine) Play(rng *rand.Rand, stake bff.Kurus) Round {
	r := Round{Stake: stake, Paid: m.spin(rng, &m.paid, 1)}
	for n := range m.freeSpins.At(r.Paid.Scatters) {
		r.Free = append(r.Free, m.spin(rng, &m.free, n+1))
	}
	return r
}

// spin stops the reels once and reads the grid.
func (m *Machine) spin(rng *rand.Rand, sets *[2]reelSet, multiplier int64) Spin {
	set := &sets[0]
	if rng.Float64() < m.rich {
		set = &sets[1]
	}
	g := set.stop(rng, &m.heights)
	s := Spin{Grid: g, Wins: m.wins(&g), Scatters: g.scatters(), Multiplier: multiplier}
	for _, w := range s.Wins {
		s.Coins += w.Coins
	}
	s.Coins *= multiplier
	return s
}
