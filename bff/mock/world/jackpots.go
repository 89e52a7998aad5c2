package world

import (
	"cmp"
	"slices"
	"time"

	"croupier/bff"
)

// Jackpot grows with the clock and returns to its floor when it is won.
type Jackpot struct {
	ID     int
	Name   string
	GameID int

	floor, perSecond bff.MinorUnits
	schedule         Schedule
}

// jackpotShare is the fraction of a stake that goes to the jackpot: 1/jackpotShare.
const jackpotShare = 100

// Amount returns the jackpot without the influence of players.
func (j *Jackpot) Amount(now time.Time) bff.MinorUnits {
	start, _ := j.schedule.Current(now)
	return j.since(start, now)
}

// since returns the jackpot if it was won last at start.
func (j *Jackpot) since(start, now time.Time) bff.MinorUnits {
	return j.floor + j.perSecond*bff.MinorUnits(now.Sub(start)/time.Second)
}

func newJackpots(seed uint64, slots []*Slot) []*Jackpot {
	rng := newRand(seed, "jackpots")
	var out []*Jackpot
	for _, i := range rng.Perm(len(slots)) {
		if s := slots[i]; s.Type != TypeBoard && len(out) < jackpotSlots {
			period := days(6 + rng.IntN(30))
			s.Jackpot = &Jackpot{
				ID: len(out) + 1, Name: s.Name, GameID: s.ID, floor: bff.MinorUnits(5+rng.IntN(400)) * 1_000_000 / 10,
				perSecond: bff.MinorUnits(15 + rng.IntN(700)),
				schedule:  Schedule{period, period, time.Duration(rng.IntN(int(period/time.Second))) * time.Second},
			}
			out = append(out, s.Jackpot)
		}
	}
	return out
}

// jackpotChange is how the players of a world have changed a jackpot in its current period.
type jackpotChange struct {
	Run   int            // index of the period
	Since time.Time      // last win in the period; zero if none
	Extra bff.MinorUnits // contributions since then
}

type jackpotWin struct {
	At           time.Time
	Player, Game string
	Amount       bff.MinorUnits
}

// JackpotAmounts returns the current jackpots as the view shows them.
func (w *World) JackpotAmounts(v View) map[*Jackpot]bff.MinorUnits {
	out, now, won := map[*Jackpot]bff.MinorUnits{}, w.Now(), v.wonJackpot(w.Catalogue)
	for _, j := range w.Catalogue.Jackpots {
		out[j] = w.jackpot(j, now)
		if j == won && !now.Before(v.Since) {
			out[j] = min(out[j], j.since(v.Since, now))
		}
	}
	return out
}

func (w *World) jackpot(j *Jackpot, now time.Time) bff.MinorUnits {
	change, ok := w.Jackpots[j.ID]
	switch {
	case !ok || change.Run != j.schedule.Index(now):
		return j.Amount(now)
	case change.Since.IsZero():
		return j.Amount(now) + change.Extra
	case now.Before(change.Since):
		now = change.Since
	}
	return j.since(change.Since, now) + change.Extra
}

// playJackpot wins a jackpot with the probability stake/(100*jackpot): jackpots return exactly the
// 1% that they take.
func (p *Player) playJackpot(g Game, round string, stake bff.MinorUnits) (won bff.MinorUnits) {
	w, now := p.world, p.Now()
	s, ok := w.Catalogue.Slot(g.ID)
	if !ok || s.Jackpot == nil {
		return 0
	}
	j, run := s.Jackpot, s.Jackpot.schedule.Index(now)
	change := w.Jackpots[j.ID]
	if change.Run != run {
		change = jackpotChange{Run: run}
	}
	change.Extra += stake / jackpotShare
	w.Jackpots[j.ID] = change
	amount := w.jackpot(j, now)
	if w.Dice.Uint64N(jackpotShare*uint64(amount)) >= uint64(stake) {
		return 0
	}
	w.Jackpots[j.ID] = jackpotChange{Run: run, Since: now}
	p.post(TxWin, subSlots, amount, g.Name, "Jackpot "+round)
	w.JackpotWins = appendBounded(w.JackpotWins, maxJackpotWins, jackpotWin{now, masked(p.Username), j.Name, amount})
	p.mail("jackpot", transactionsPath, "", "game", j.Name, "amount", amount.String())
	return amount
}

// wonJackpot returns the jackpot that was won at Since, nil if the view does not contain that.
func (v View) wonJackpot(c *Catalogue) *Jackpot {
	if !v.Won {
		return nil
	}
	return slices.MaxFunc(c.Jackpots,
		func(a, b *Jackpot) int { return cmp.Compare(a.Amount(v.Since), b.Amount(v.Since)) })
}
