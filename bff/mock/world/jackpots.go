package world

import (
	"math/rand/v2"
	"sort"
	"time"

	"croupier/bff"
)

// Jackpot grows with the clock and falls back to its floor when it is hit.
type Jackpot struct {
	ID     int
	Name   string
	GameID int

	floor     bff.MinorUnits
	perSecond bff.MinorUnits
	every     Cycle
}

// Amount is what the jackpot stands at.
func (j *Jackpot) Amount(now time.Time) bff.MinorUnits {
	start, _ := j.every.Around(now)
	return j.floor + j.perSecond*bff.MinorUnits(now.Sub(start)/time.Second)
}

// buildJackpots hangs a jackpot on jackpotSlots of the slots.
func buildJackpots(seed uint64, slots []*Slot) []*Jackpot {
	rng := stream(seed, "jackpots")
	var out []*Jackpot
	for _, i := range rng.Perm(len(slots)) {
		if slots[i].Type == TypeBoard {
			continue
		}
		j := newJackpot(rng, len(out)+1, slots[i])
		slots[i].Jackpot = j
		if out = append(out, j); len(out) == jackpotSlots {
			break
		}
	}
	return out
}

func newJackpot(rng *rand.Rand, id int, s *Slot) *Jackpot {
	period := time.Duration(6+rng.IntN(30)) * 24 * time.Hour
	return &Jackpot{
		ID:        id,
		Name:      s.Name,
		GameID:    s.ID,
		floor:     bff.MinorUnits(5+rng.IntN(400)) * 1_000_000 / 10,
		perSecond: bff.MinorUnits(15 + rng.IntN(700)),
		every:     Cycle{Every: period, Lasts: period, Phase: time.Duration(rng.IntN(int(period/time.Second))) * time.Second},
	}
}

// JackpotsAt lists the jackpots by what they stand at, the biggest first (spec §3).
func (c *Catalogue) JackpotsAt(now time.Time) []*Jackpot {
	out := append([]*Jackpot(nil), c.Jackpots...)
	sort.SliceStable(out, func(i, k int) bool { return out[i].Amount(now) > out[k].Amount(now) })
	return out
}
