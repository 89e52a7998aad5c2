package cluster

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// Machine is one game, tuned to its promised return. It holds no state between rounds and
// may be used by many players at once.
type Machine struct {
	*library
	hit float64 // how often a round wins
}

// New tunes a machine to return rtp per cent of all stakes in the long run: rounds win just
// as often as it takes, up to always; Machine.RTP tells. It fails for a volatility it does
// not know.
func New(rtp float64, v face.Volatility) (*Machine, error) {
	open, err := face.Tuned(libraries, v)
	if err != nil {
		return nil, err
	}
	l := open()
	return &Machine{library: l, hit: min(max(rtp/100*Coins/l.mean, 0), 1)}, nil
}

// RTP is the machine's long-run return in per cent of stakes, worked out exactly.
func (m *Machine) RTP() float64 { return 100 * m.hit * m.mean / Coins }

// Table gives what clusters of each symbol pay by band, in coins.
func (m *Machine) Table() map[face.Symbol]Pays { return face.Table(m.table, face.High1) }

// Multipliers are those of a round's cascades, the first first.
func (m *Machine) Multipliers() []int64 { return m.multipliers }

// MaxTimes is the number of stakes that no round exceeds.
func (m *Machine) MaxTimes() int64 { return (m.most + Coins - 1) / Coins }

// Win is a cluster that pays.
type Win struct {
	Cluster
	Coins int64 // before the cascade's multiplier
}

// Cascade is a board with the clusters that vanish from it.
type Cascade struct {
	Grid       Grid
	Wins       []Win
	Multiplier int64
	Coins      int64 // multiplied
}

// Round is the cascades of one stake, and the board that is left.
type Round struct {
	Stake    bff.MinorUnits
	Cascades []Cascade
	Last     Grid
}

// Win is what the round pays.
func (r *Round) Win() bff.MinorUnits {
	var coins int64
	for i := range r.Cascades {
		coins += r.Cascades[i].Coins
	}
	return r.Pay(coins)
}

// Pay turns coins of this round into money.
func (r *Round) Pay(coins int64) bff.MinorUnits { return r.Stake / Coins * bff.MinorUnits(coins) }

// Play settles a round. The stake must be a positive multiple of StakeStep.
func (m *Machine) Play(rng *rand.Rand, stake bff.MinorUnits) *Round {
	r := &Round{Stake: stake}
	if rng.Float64() < m.hit {
		r.Cascades, r.Last = m.run(m.seeds[rng.IntN(len(m.seeds))])
	} else {
		r.Last = quiet(rng)
	}
	return r
}
