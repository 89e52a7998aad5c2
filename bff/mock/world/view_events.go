package world

import (
	"hash/fnv"
	"slices"
	"sort"
	"time"

	"croupier/bff"
)

// A tournament that ends in a View does so endingIn after its Since; a step of its
// leaderboard lasts endingStep and brings every player something, nobody the same.
const (
	endingIn   = 90 * time.Second
	endingStep = 10 * time.Second
)

// Tournaments gives what Catalogue.Tournaments has listed at now.
func (v View) Tournaments(listed []Tournament, now time.Time) []Tournament {
	if !v.Ending {
		return listed
	}
	for i := range listed {
		t := &listed[i]
		if t.turn(v.Since) == 0 {
			t.End = v.Since.Add(endingIn).Truncate(time.Second)
			t.Board = v.closeRace(t, now)
		}
	}
	byTurn(listed, now)
	return listed
}

// closeRace is a leaderboard whose players are so close that every step changes their order.
func (v View) closeRace(t *Tournament, now time.Time) []Place {
	if now.After(t.End) {
		now = t.End
	}
	step := uint64(max(0, now.Sub(v.Since)/endingStep))
	start := 20_000 + int(mix(uint64(t.ID))%20_000)
	out := slices.Clone(t.Board)
	for i := range out {
		h := fnv.New64a()
		h.Write([]byte(out[i].Player))
		// What a step brings is more than what luck takes, so that points never fall.
		out[i].Points = start + int(step)*25 + int(mix(h.Sum64())%60) + int(mix(h.Sum64(), step)%25)
	}
	sort.SliceStable(out, func(i, k int) bool { return out[i].Points > out[k].Points })
	for i := range out {
		out[i].Rank, out[i].Prize = t.Board[i].Rank, t.Board[i].Prize
	}
	return out
}

// JackpotStanding is a jackpot as it stands.
type JackpotStanding struct {
	*Jackpot
	Stands bff.MinorUnits
}

// Jackpots lists the jackpots at now, the biggest first (spec §3).
func (v View) Jackpots(pots Pots, now time.Time) []JackpotStanding {
	won := v.fallen(pots.catalogue)
	var out []JackpotStanding
	for _, j := range pots.JackpotsAt(now) {
		out = append(out, JackpotStanding{j, v.stands(pots, j, won, now)})
	}
	if won != nil {
		sort.SliceStable(out, func(i, k int) bool { return out[i].Stands > out[k].Stands })
	}
	return out
}

// Jackpot says what a slot's jackpot stands at; nil where it has none.
func (v View) Jackpot(pots Pots, now time.Time) func(s *Slot) *bff.MinorUnits {
	won := v.fallen(pots.catalogue)
	return func(s *Slot) *bff.MinorUnits {
		if s.Jackpot == nil {
			return nil
		}
		amount := v.stands(pots, s.Jackpot, won, now)
		return &amount
	}
}

// fallen is the jackpot that was won at Since.
func (v View) fallen(c *Catalogue) *Jackpot {
	if !v.Won {
		return nil
	}
	return c.JackpotsAt(v.Since)[0]
}

func (v View) stands(pots Pots, j, won *Jackpot, now time.Time) bff.MinorUnits {
	if j != won || now.Before(v.Since) {
		return pots.Amount(j, now)
	}
	return min(pots.Amount(j, now), j.floor+j.perSecond*bff.MinorUnits(now.Sub(v.Since)/time.Second))
}

// wonMessage numbers the message of a jackpot that was won, beyond all others.
const wonMessage = 900_000_000

// Messages lists the messages to all players at now, the newest first.
func (v View) Messages(c *Catalogue, now time.Time) []Message {
	most := messagesKept
	if v.Big {
		most = longMessages
	}
	out := messages(now, most)
	if j := v.fallen(c); j != nil && !now.Before(v.Since) {
		out = append([]Message{{ID: wonMessage + j.ID, Key: "jackpot", At: v.Since, Words: []string{
			"winner", Winner(mix(c.Seed, uint64(j.ID), uint64(v.Since.Unix()))),
			"game", j.Name, "amount", j.Amount(v.Since).String(),
		}}}, out...)
	}
	return out
}
