package world

import (
	"maps"
	"sort"
	"time"

	"croupier/bff"
)

// potShare is the part of a stake that goes into its game's jackpot: one in so many.
const potShare = 100

// newsKept is how many jackpots that its players have won a world tells of.
const newsKept = 5

// pot is what the players of a world have changed about a jackpot in its present cycle.
type pot struct {
	Run   int            // the cycle, see Cycle.Index
	Since time.Time      // when it was won last in it; zero where it was not
	Extra bff.MinorUnits // what stakes have added since
}

// jackpotWin is a jackpot that a player of the world has won.
type jackpotWin struct {
	At     time.Time
	Player string
	Game   string
	Amount bff.MinorUnits
}

// Pots are the jackpots of one moment as a world's players have left them.
type Pots struct {
	catalogue *Catalogue
	changed   map[int]pot
}

// Pots gives the jackpots of the world as they stand.
func (w *World) Pots() Pots {
	w.mu.Lock()
	defer w.mu.Unlock()
	return Pots{w.Catalogue, maps.Clone(w.pots)}
}

// Amount is what a jackpot stands at.
func (p Pots) Amount(j *Jackpot, now time.Time) bff.MinorUnits {
	changed, ok := p.changed[j.ID]
	if !ok || changed.Run != j.every.Index(now) {
		return j.Amount(now)
	}
	if changed.Since.IsZero() {
		return j.Amount(now) + changed.Extra
	}
	return j.floor + j.perSecond*bff.MinorUnits(max(0, now.Sub(changed.Since))/time.Second) + changed.Extra
}

// JackpotsAt lists the jackpots by what they stand at, the biggest first (spec §3).
func (p Pots) JackpotsAt(now time.Time) []*Jackpot {
	out := append([]*Jackpot(nil), p.catalogue.Jackpots...)
	sort.SliceStable(out, func(i, k int) bool { return p.Amount(out[i], now) > p.Amount(out[k], now) })
	return out
}

// tempt lets a stake grow the jackpot of its game and, rarely, win it. The odds are stake to
// a hundred times the jackpot, so that jackpots give back one per cent of stakes: exactly
// what they take, and beside what the game itself returns.
func (p *Player) tempt(g Game, round string, stake bff.MinorUnits) (won bff.MinorUnits) {
	w, now := p.world, p.now()
	s, ok := w.Catalogue.Slot(g.ID)
	if !ok || s.Jackpot == nil {
		return 0
	}
	j, run := s.Jackpot, s.Jackpot.every.Index(now)
	changed := w.pots[j.ID]
	if changed.Run != run {
		changed = pot{Run: run}
	}
	changed.Extra += stake / potShare
	w.pots[j.ID] = changed
	amount := Pots{w.Catalogue, w.pots}.Amount(j, now)
	if w.dice.Uint64N(potShare*uint64(amount)) >= uint64(stake) {
		return 0
	}
	w.pots[j.ID] = pot{Run: run, Since: now}
	p.book(MoveWin, subSlots, amount, g.Name, "Jackpot "+round)
	if w.news = append(w.news, jackpotWin{now, masked(p.Username), j.Name, amount}); len(w.news) > newsKept {
		w.news = w.news[1:]
	}
	p.mail("jackpot", transactionsPath, "", "game", j.Name, "amount", amount.String())
	return amount
}

// News lists the jackpots that players of the player's world have won, the newest first, as
// messages to all players.
func (p *Player) News() []Message {
	w := p.world
	var out []Message
	for i := len(w.news) - 1; i >= 0; i-- {
		n := w.news[i]
		out = append(out, Message{
			ID: firstNews + int(n.At.Unix()-epoch.Unix())%firstNews, Key: "jackpot", At: n.At,
			Words: []string{"winner", n.Player, "game", n.Game, "amount", n.Amount.String()},
		})
	}
	return out
}

// firstNews numbers messages of won jackpots beyond all others.
const firstNews = 500_000_000
