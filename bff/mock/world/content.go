package world

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
)

// Plan says when something recurs, in days.
type Plan struct {
	Key, Theme          string
	Every, Days, Offset int
}

func (p Plan) schedule() Schedule { return Schedule{days(p.Every), days(p.Days), days(p.Offset)} }

// campaignPlan is a recurring slider, promotion or popup. Its texts are phrases:
// "slide.<key>.title", ".text" and ".button", "promo.<key>.title" and ".summary" with "terms.*",
// "popup.<key>.title" and ".text".
type campaignPlan struct {
	Plan  `yaml:",inline"`
	Link  string
	Place string // of a slider: sol (left) or sag (right)
	Off   bool

	// Figures of a promotion: percent, highest bonus in lira, wagering requirement in bonuses,
	// smallest deposit in lira.
	Percent, Cap, Wager, Low int
}

// Campaign is an occurrence of a slider, promotion, popup, special day or tournament.
type Campaign struct {
	campaignPlan
	ID         int
	On         bool // published; the period says whether it is active
	Start, End time.Time
	Order      int
}

// campaigns returns the current occurrences of plans, announced some time before they start.
func (b *Brand) campaigns(plans []campaignPlan, now time.Time, notice time.Duration) []Campaign {
	out := make([]Campaign, len(plans))
	for i, p := range plans {
		start, end := p.schedule().Nearest(now, notice)
		out[i] = Campaign{
			campaignPlan: p, ID: b.SiteID*100 + i + 1, On: !p.Off, Start: start,
			End: end.Add(-time.Second), Order: i + 1,
		}
	}
	return out
}

// Sliders returns all sliders of the brand, also inactive, past and upcoming ones, because clients
// filter them.
func (b *Brand) Sliders(now time.Time) []Campaign {
	return b.campaigns(slices.Concat(b.OwnSliders, data.Sliders), now, days(6))
}

// Promotions returns the brand's own promotions and the common ones.
func (b *Brand) Promotions(now time.Time) []Campaign {
	return b.campaigns(slices.Concat(b.OwnPromos, data.Promotions), now, days(10))
}

// Popups returns the popups of the brand.
func (b *Brand) Popups(now time.Time) []Campaign { return b.campaigns(data.Popups, now, -days(1000)) }

// specialDay is a day with decorations on the site. Its name is the phrase "special.<key>".
type specialDay struct {
	Key              string
	Month, Day, Days int
}

// SpecialDays returns the running or next occurrence of each special day.
func SpecialDays(now time.Time) []Campaign {
	out := make([]Campaign, len(data.SpecialDays))
	for i, s := range data.SpecialDays {
		// The previous year's occurrence may still run.
		for y := now.In(Zone).Year() - 1; out[i].Key == ""; y++ {
			start := time.Date(y, time.Month(s.Month), s.Day, 0, 0, 0, 0, Zone)
			if end := start.Add(days(s.Days) - time.Second); now.Before(end) {
				out[i] = Campaign{ID: i + 1, On: !now.Before(start), Start: start, End: end}
				out[i].Key = s.Key
			}
		}
	}
	return out
}

// Message is a message to all players. Its texts are the phrases "message.<Key>.title" and ".text".
type Message struct {
	ID           int
	Key          string
	At           time.Time
	Placeholders []string // in addition to the brand's placeholders
}

// Sizes of the mailbox, and the first ids of the messages about jackpots.
const (
	maxMessages    = 24
	maxJackpotWins = 5

	firstJackpotMessage = 500_000_000
	firstViewMessage    = 900_000_000
)

// Messages returns the messages to all players, the newest first: one every three days, and the
// jackpots that were won.
func (v View) Messages(p *Player) []Message {
	now, bound, world := p.Now(), maxMessages, p.world
	if v.Big {
		bound = longMessages
	}
	var out []Message
	for _, w := range slices.Backward(world.JackpotWins) {
		id := firstJackpotMessage + int(w.At.Unix()-epoch.Unix())%firstJackpotMessage
		out = append(out, jackpotMessage(id, w))
	}
	if j := v.wonJackpot(world.Catalogue); j != nil && !now.Before(v.Since) {
		winner := MaskedNickname(mix(world.Catalogue.Seed, uint64(j.ID), uint64(v.Since.Unix())))
		out = append(out, jackpotMessage(firstViewMessage+j.ID, jackpotWin{v.Since, winner, j.Name, j.Amount(v.Since)}))
	}
	s := Schedule{Every: days(3), Duration: days(3), Offset: 11 * time.Hour}
	for n := s.Index(now); n >= 0 && bound > 0; n-- {
		at, _ := s.Occurrence(n)
		out = append(out, Message{ID: n + 1, Key: data.Messages[n%len(data.Messages)], At: at})
		bound--
	}
	slices.SortStableFunc(out, func(a, b Message) int { return b.At.Compare(a.At) })
	return out
}

func jackpotMessage(id int, w jackpotWin) Message {
	return Message{
		ID: id, Key: "jackpot", At: w.At,
		Placeholders: []string{"winner", w.Player, "game", w.Game, "amount", w.Amount.String()},
	}
}

// MaskedNickname returns an invented player name as other players see it.
func MaskedNickname(n uint64) string {
	name := data.Nicknames[n%uint64(len(data.Nicknames))]
	return string([]rune(name)[:2]) + "***" + strconv.Itoa(int(n/7%90)+10)
}

func masked(name string) string {
	r, n := []rune(name), 2
	if len(r) < 5 {
		n = 1
	}
	return string(r[:n]) + "***" + string(r[len(r)-n:])
}

// RecentWin is a win of some player at a slot, as other players see it.
type RecentWin struct {
	Slot   *Slot
	Player string // masked
	Amount bff.MinorUnits
	At     time.Time
}

const (
	recentWins = 20
	// The casino has more players than the world. One of them wins something in every
	// winPeriod.
	winPeriod = 23 * time.Second
	// Wins below leastWin are not shown.
	leastWin bff.MinorUnits = 10_000
)

// RecentWins returns the latest wins at slots of the world's players and of computed ones, the
// latest first.
func (w *World) RecentWins() []RecentWin {
	w.Players()
	now := w.Now()
	out := w.Catalogue.computedWins(now)
	for _, p := range w.Order {
		for _, r := range p.Rounds {
			slot, ok := w.Catalogue.Slot(r.Game.ID)
			if ok && r.Game.Kind == KindCasino && r.Win > r.Bet && r.Win >= leastWin && !r.At.After(now) {
				out = append(out, RecentWin{slot, masked(p.Username), r.Win, r.At})
			}
		}
	}
	slices.SortStableFunc(out,
		func(a, b RecentWin) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Slot.ID, b.Slot.ID)) })
	return out[:min(recentWins, len(out))]
}

func (c *Catalogue) computedWins(now time.Time) (out []RecentWin) {
	last := now.UnixMilli() / winPeriod.Milliseconds()
	for n := last; len(out) < recentWins; n-- {
		h := mix(c.Seed, uint64(n), 7)
		at := time.UnixMilli(n * winPeriod.Milliseconds()).Add(time.Duration(h%uint64(winPeriod/time.Second)) *
			time.Second)
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
