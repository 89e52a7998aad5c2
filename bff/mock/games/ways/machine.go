package ways

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/strips"
)

// Machine is one game, tuned to its promised return. It holds no state between rounds and
// may be used by many players at once.
type Machine struct {
	*model
	strips.Mix
}

// New tunes a machine to return rtp per cent of all stakes in the long run. An rtp beyond
// what the volatility's strips can give is moved to the nearest that they can; Machine.RTP
// tells. It fails for a volatility it does not know.
func New(rtp float64, v face.Volatility) (*Machine, error) {
	m, err := face.Tuned(models(), v)
	if err != nil {
		return nil, err
	}
	return &Machine{model: m, Mix: strips.NewMix(rtp, m.returns)}, nil
}

// Table gives what each symbol pays for a way over three to six reels, in coins.
func (m *Machine) Table() map[face.Symbol]Pays { return face.Table(m.table, face.High1) }

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

// Worth is what the spin pays in coins.
func (s Spin) Worth() int64 { return s.Coins }

// Round is a paid spin and the free spins it led to, counted in coins.
type Round = strips.Round[Spin]

// Play settles a round. The stake must be a positive multiple of StakeStep.
func (m *Machine) Play(rng *rand.Rand, stake bff.MinorUnits) *Round {
	r := &Round{Stake: stake, Units: Coins, Paid: m.spin(rng, &m.paid, 1)}
	for n := range m.freeSpins.At(r.Paid.Scatters) {
		r.Free = append(r.Free, m.spin(rng, &m.free, n+1))
	}
	return r
}

// spin stops the reels once and reads the grid.
func (m *Machine) spin(rng *rand.Rand, sets *[2]reelSet, multiplier int64) Spin {
	g := strips.Draw(m.Mix, rng, sets).stop(rng, &m.heights)
	s := Spin{Grid: g, Wins: m.wins(&g), Scatters: g.scatters(), Multiplier: multiplier}
	for _, w := range s.Wins {
		s.Coins += w.Coins
	}
	s.Coins *= multiplier
	return s
}
