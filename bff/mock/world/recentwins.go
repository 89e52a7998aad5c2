package world

import (
	"cmp"
	"slices"
	"time"

	"croupier/bff"
)

// RecentWin is a win of some player at a slot, as other players see it.
type RecentWin struct {
	Slot   *Slot
	Player string // masked
	Amount bff.MinorUnits
	At     time.Time
}

const (
	recentWins = 20
	// The casino has players besides those of the world; one of them wins something in every winPeriod.
	winPeriod = 23 * time.Second
	// Wins below leastWin are not shown.
	leastWin bff.MinorUnits = 10_000
)

// RecentWins returns the latest wins at slots, the latest first: those of the world's players, in rounds
// that they have played, and those of the casino's computed players, which follow from seed and clock as
// the participants of tournaments do.
func (w *World) RecentWins() []RecentWin {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settleAll()
	now := w.now()
	out := w.Catalogue.computedWins(now)
	for _, p := range w.order {
		for _, r := range p.Rounds {
			slot, ok := w.Catalogue.Slot(r.GameID)
			if ok && r.Kind == KindCasino && r.Win > r.Bet && r.Win >= leastWin && !r.At.After(now) {
				out = append(out, RecentWin{slot, masked(p.Username), r.Win, r.At})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b RecentWin) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Slot.ID, b.Slot.ID)) })
	return out[:min(recentWins, len(out))]
}

// computedWins returns the latest wins of the computed players.
func (c *Catalogue) computedWins(now time.Time) (out []RecentWin) {
	last := now.UnixMilli() / winPeriod.Milliseconds()
	for n := last; len(out) < recentWins; n-- {
		h := mix(c.Seed, uint64(n), 7)
		at := time.UnixMilli(n * winPeriod.Milliseconds()).Add(time.Duration(h%uint64(winPeriod/time.Second)) * time.Second)
		if at.After(now) {
			continue // later in this period
		}
		slot := c.Slots[h>>8%popularSlots]
		stake := min(slot.MaxBet, slot.MinBet*bff.MinorUnits(5*(1+h>>20%20)))
		times := bff.MinorUnits(3 + h>>28%40) // of the stake
		if h>>36%25 == 0 {
			times *= 12
		}
		if stake*times >= leastWin {
			out = append(out, RecentWin{slot, MaskedNickname(h >> 40), stake * times, at})
		}
	}
	return out
}
