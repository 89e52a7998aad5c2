package world

import (
	"math/rand/v2"

	"croupier/bff"
)

// Slot types, as the `type` filter of games_list knows them.
const (
	TypeVideo   = "video"
	TypeClassic = "classic"
	TypeWays    = "ways"
	TypeCluster = "cluster"
	Type3D      = "3d"
	TypeBoard   = "board"
)

// Volatilities of the contract.
const (
	VolatilityLow    = "low"
	VolatilityMedium = "medium"
	VolatilityHigh   = "high"
)

// Slot is a game of the slot lobby. Slots are immutable; their order in the catalogue is
// their popularity.
type Slot struct {
	ID         int
	Name       string
	Lang       string // of its name
	Theme      string // of its cover
	Type       string
	Provider   *Provider
	Categories []int
	RTP        float64 // percent
	Volatility string
	MinBet     bff.MinorUnits
	MaxBet     bff.MinorUnits
	New        bool
	Demo       bool
	Jackpot    *Jackpot // nil where it has none
	FreeSpins  bool     // free spins can be bought

	folded string
}

// firstSlotID leaves room below for everything else that has a number.
const firstSlotID = 1001

// typesOf weighs the slot types by theme: fruit is classic, sweets fall in clusters.
var typesOf = map[string][]string{
	"fruit":  {TypeClassic, TypeClassic, TypeClassic, TypeVideo, TypeCluster, TypeWays},
	"gems":   {TypeCluster, TypeCluster, TypeVideo, TypeWays, Type3D},
	"sweets": {TypeCluster, TypeCluster, TypeVideo, TypeWays},
	"cards":  {TypeClassic, TypeClassic, TypeVideo, Type3D},
	"neon":   {TypeVideo, Type3D, Type3D, TypeWays},
	"space":  {TypeVideo, Type3D, Type3D, TypeCluster, TypeWays},
	"":       {TypeVideo, TypeVideo, TypeVideo, TypeWays, TypeWays, Type3D},
}

func buildSlots(seed uint64, providers []*Provider) []*Slot {
	rng := stream(seed, "slots")
	names := titles(rng)
	out := make([]*Slot, len(names))
	for i, t := range names {
		s := &Slot{
			ID:       firstSlotID + i,
			Lang:     t.lang,
			Theme:    t.theme,
			Provider: providers[(i+i/len(providers)*7)%len(providers)],
			Type:     slotType(rng, t),
			RTP:      float64(9400+rng.IntN(321)) / 100,
			Demo:     !t.board || rng.IntN(2) == 0,
		}
		s.Name = decorate(rng, t.name, s.Type)
		s.folded = Fold(s.Name)
		s.Volatility = pick(rng, []string{VolatilityLow, VolatilityMedium, VolatilityMedium, VolatilityHigh, VolatilityHigh})
		s.MinBet, s.MaxBet = limits(rng, t.board)
		s.Provider.Games++
		out[i] = s
	}
	return out
}

func slotType(rng *rand.Rand, t title) string {
	if t.board {
		return TypeBoard
	}
	from, ok := typesOf[t.theme]
	if !ok {
		from = typesOf[""]
	}
	return pick(rng, from)
}

func limits(rng *rand.Rand, board bool) (low, high bff.MinorUnits) {
	if board {
		return pick(rng, []bff.MinorUnits{500, 1000, 2500}), pick(rng, []bff.MinorUnits{500000, 1000000})
	}
	return pick(rng, []bff.MinorUnits{20, 40, 50, 100, 200}), pick(rng, []bff.MinorUnits{25000, 50000, 100000, 250000, 500000})
}
