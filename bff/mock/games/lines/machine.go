package lines

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

// Table gives each symbol's pays for three, four and five of it, in line bets.
func (m *Machine) Table() map[face.Symbol]Pays { return face.Table(m.table, face.Wild) }

// FreeSpins gives how many free spins three, four and five scatters win, and by what the
// wins among them are multiplied.
func (m *Machine) FreeSpins() (won Pays, multiplier int64) { return m.freeSpins, m.multiplier }

// MaxWin bounds what one round can pay for a stake: every line of the paid spin and of the
// longest row of free spins showing five of the best symbol, with five scatters besides.
func (m *Machine) MaxWin(stake bff.MinorUnits) bff.MinorUnits {
	best := int64(0)
	for s, pays := range m.table {
		if face.Symbol(s) != face.Scatter {
			best = max(best, pays.at(Reels))
		}
	}
	spin := Lines*best + m.table[face.Scatter].at(Reels)
	return stake / Lines * bff.MinorUnits(spin*(1+m.multiplier*MaxFreeSpins))
}

// Spin is one stop of the reels.
type Spin struct {
	Grid       Grid
	Lines      []LineWin
	Scatters   int
	Awarded    int   // free spins that this spin won
	Multiplier int64 // of every win of this spin
	Bets       int64 // the spin's win in line bets, multiplied
}

// Worth is what the spin pays in line bets.
func (s Spin) Worth() int64 { return s.Bets }

// Round is a paid spin and the free spins it led to, counted in line bets.
type Round = strips.Round[Spin]

// Play settles a round. The stake must be a positive multiple of StakeStep.
func (m *Machine) Play(rng *rand.Rand, stake bff.MinorUnits) *Round {
	r := &Round{Stake: stake, Units: Lines, Paid: m.spin(rng, 1)}
	won := addFreeSpins(0, m.freeSpins.at(r.Paid.Scatters))
	r.Paid.Awarded = won
	for len(r.Free) < won {
		s := m.spin(rng, m.multiplier)
		total := addFreeSpins(won, m.freeSpins.at(s.Scatters))
		s.Awarded, won = total-won, total
		r.Free = append(r.Free, s)
	}
	return r
}

// spin stops the reels once and reads the grid.
func (m *Machine) spin(rng *rand.Rand, multiplier int64) Spin {
	g := strips.Draw(m.Mix, rng, &m.sets).stop(rng)
	s := Spin{Grid: g, Lines: m.wins(g), Scatters: scatters(g), Multiplier: multiplier}
	s.Bets = m.table[face.Scatter].at(s.Scatters)
	for _, l := range s.Lines {
		s.Bets += l.Bets
	}
	s.Bets *= multiplier
	return s
}
