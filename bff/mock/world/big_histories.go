package world

import (
	"slices"
	"sort"
	"strconv"
	"time"

	"croupier/bff"
)

// What a View with long histories adds to a player's own: evenings of longEvening movements
// each, spread over the year before the world was born, and so on.
const (
	longEvenings = 1250
	longEvening  = 8
	longEvery    = 7 * time.Hour
	longCoupons  = 600
	longSlips    = 37 // coupons that differ
	longBonus    = 300
	longMessages = 1000
	longLogins   = 15 * time.Minute // between two

	firstLong = 700_000_000 // the numbers of what is added begin here
)

// longPast is what every player's long histories have in common: evenings that leave the
// wallet as they found it. At is the time since the evening began.
type longPast struct {
	moves  [][longEvening]Transaction // by evening, the newest first
	rounds [][3]Round

	coupons []*Coupon // decided; they come round
}

func newLongPast(c *Catalogue) *longPast {
	rng := stream(c.Seed, "long past")
	l := &longPast{}
	for n := range longEvenings {
		id := firstLong + n*longEvening
		in, out := &CashMethods[rng.IntN(15)], &CashMethods[15+rng.IntN(5)]
		left := bff.MinorUnits(0)
		var moves [longEvening]Transaction
		add := func(i, category, sub int, amount bff.MinorUnits, via *CashMethod, method, note string) {
			left += amount
			moves[i] = Transaction{
				ID: id + i, Category: category, Sub: sub, Status: StatusApproved, Amount: amount, After: left,
				Via: via, Method: method, At: time.Time{}.Add(time.Duration(i) * time.Minute), Note: note,
			}
		}
		add(0, MoveDeposit, in.Sub, bff.MinorUnits(8+rng.IntN(40))*25_000, in, in.Name, "")
		var rounds [3]Round
		for k := range rounds {
			g := pick(rng, c.Slots).AsGame()
			at := 1 + k*2
			stake := g.MinBet * bff.MinorUnits(1+rng.IntN(10))
			win := stake * bff.MinorUnits(10+rng.IntN(240)) / 100
			round := roundID(id + at)
			add(at, MoveBet, subSlots, -stake, nil, g.Name, round)
			add(at+1, MoveWin, subSlots, win, nil, g.Name, round)
			rounds[k] = Round{
				ID: round, GameID: g.ID, Kind: g.Kind, Name: g.Name, Provider: g.Provider, Bet: stake, Win: win, At: moves[at].At,
			}
		}
		add(longEvening-1, MoveWithdrawal, out.Sub, -left, out, out.Name, "")
		l.moves, l.rounds = append(l.moves, moves), append(l.rounds, rounds)
	}
	for n := range longSlips {
		at := epoch.Add(time.Duration(n) * day)
		coupon := newCoupon(c, rng, n, at, bff.MinorUnits(1+rng.IntN(40))*500)
		coupon.decide(at.Add(10 * day))
		l.coupons = append(l.coupons, coupon)
	}
	return l
}

// evening is when evening n of the long past began.
func (p *Player) evening(n int) time.Time {
	return midnight(p.world.born).Add(-time.Duration(n+1) * longEvery)
}

func onEvening(at, offset time.Time) time.Time { return at.Add(offset.Sub(time.Time{})) }

// longTransactions lays the long past between a player's own movements.
func (p *Player) longTransactions(own []*Transaction) []*Transaction {
	past := p.world.Catalogue.Big().past
	slab := make([]Transaction, 0, longEvenings*longEvening)
	out := make([]*Transaction, 0, len(own)+cap(slab))
	next, before := 0, bff.MinorUnits(0) // of own, and the balance that it left
	take := func(until time.Time) {
		for ; next < len(own) && own[next].At.Before(until); next++ {
			before = own[next].After
			out = append(out, own[next])
		}
	}
	for n := longEvenings - 1; n >= 0; n-- {
		began := p.evening(n)
		for _, t := range past.moves[n] {
			t.At = onEvening(began, t.At)
			take(t.At)
			t.After += before
			slab = append(slab, t)
			out = append(out, &slab[len(slab)-1])
		}
	}
	return append(out, own[next:]...)
}

// Rounds lists a player's rounds, oldest first.
func (v View) Rounds(p *Player) []Round {
	if !v.Big {
		return p.Rounds
	}
	past := p.world.Catalogue.Big().past
	out := make([]Round, 0, len(p.Rounds)+longEvenings*3)
	for n := longEvenings - 1; n >= 0; n-- {
		began := p.evening(n)
		for _, r := range past.rounds[n] {
			r.At = onEvening(began, r.At)
			out = append(out, r)
		}
	}
	out = append(out, p.Rounds...)
	sort.SliceStable(out, func(i, k int) bool { return out[i].At.Before(out[k].At) })
	return out
}

// Logins lists a player's logins, oldest first.
func (v View) Logins(p *Player) []LoginRecord {
	if !v.Big {
		return p.Logins
	}
	var out []LoginRecord
	now := p.now()
	for at := now.Add(-8 * day).Truncate(longLogins); at.Before(now); at = at.Add(longLogins) {
		n := at.Unix() / int64(longLogins/time.Second)
		out = append(out, LoginRecord{
			At: at, IP: "203.0.113." + strconv.FormatInt(10+n%80, 10), Device: [2]string{"desktop", "mobile"}[n%2], Success: n%9 != 0,
		})
	}
	out = append(out, p.Logins...)
	sort.SliceStable(out, func(i, k int) bool { return out[i].At.Before(out[k].At) })
	return out
}

// Coupons lists a player's coupons, oldest first.
func (v View) Coupons(p *Player) []*Coupon {
	if !v.Big {
		return p.Coupons
	}
	past := p.world.Catalogue.Big().past.coupons
	out := make([]*Coupon, 0, longCoupons+len(p.Coupons))
	for n := range longCoupons {
		c := *past[n%len(past)]
		c.ID, c.Events = firstLong+n, slices.Clone(c.Events)
		later := p.evening(longCoupons - n + 10).Sub(c.At) // the last ones are decided, too
		c.At, c.Decided = c.At.Add(later), c.Decided.Add(later)
		for k := range c.Events {
			e := &c.Events[k]
			e.Starts, e.Ends = e.Starts.Add(later), e.Ends.Add(later)
		}
		out = append(out, &c)
	}
	out = append(out, p.Coupons...)
	sort.SliceStable(out, func(i, k int) bool { return out[i].At.Before(out[k].At) })
	return out
}

// longBonuses are bonuses that were played through long ago.
func longBonuses(p *Player) []*Bonus {
	out := make([]*Bonus, longBonus)
	for n := range out {
		o := bonusOffers[n%len(bonusOffers)]
		out[n] = &Bonus{
			ID: firstLong + n, Key: o.key, Amount: o.amount, Required: o.amount * o.times, Done: o.amount * o.times,
			Expires: p.evening(longBonus - n), Status: BonusFinished,
		}
	}
	return out
}
