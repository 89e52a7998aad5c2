package world

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
)

// View modifies what a call reads from a world without changing the world. The zero View changes nothing.
// Methods that take a player must be called inside World.WithPlayer.
type View struct {
	Since    time.Time // start of the view by the world's clock
	KYC      string    // status of all players; empty for their own
	Wagering bool      // every player has a half wagered bonus
	Stuck    bool      // withdrawals that were waiting at Since still wait
	Ending   bool      // the tournaments active at Since end soon after
	Won      bool      // the largest jackpot was won at Since
	Big      bool      // big catalogue and long histories
}

// Catalogue returns the visible catalogue.
func (v View) Catalogue(c *Catalogue) *Catalogue {
	if v.Big {
		return c.Big()
	}
	return c
}

// KYCStatus returns the visible KYC status of a player.
func (v View) KYCStatus(p *Player) string { return cmp.Or(v.KYC, p.KYC) }

// Balances returns the visible balance and bonus balance of a player.
func (v View) Balances(p *Player) (balance, bonus bff.MinorUnits) {
	balance, bonus = max(0, p.Balance-v.hiddenReturns(p)), p.Bonus
	if b := v.wageredBonus(p); b != nil && b.Status == BonusAvailable {
		bonus += b.Amount
	}
	return balance, bonus
}

// CheckWithdrawal returns ErrFunds or ErrWagering if the view prevents the withdrawal of an amount.
func (v View) CheckWithdrawal(p *Player, amount bff.MinorUnits) error {
	balance, _ := v.Balances(p)
	switch {
	case amount > balance && balance < p.Balance:
		return ErrFunds
	case v.wageredBonus(p) != nil:
		return ErrWagering
	}
	return nil
}

// wageredBonus returns the bonus shown as half wagered: the active one, otherwise the first available one.
func (v View) wageredBonus(p *Player) *Bonus {
	if !v.Wagering {
		return nil
	}
	if b := p.activeBonus(); b != nil {
		return b
	}
	b, _ := find(p.Bonuses, func(b *Bonus) bool { return b.Status == BonusAvailable })
	return b
}

// Bonuses returns the visible bonuses of a player.
func (v View) Bonuses(p *Player) []*Bonus {
	out := p.Bonuses
	if half := v.wageredBonus(p); half != nil {
		shown := *half
		shown.Status, shown.Done = BonusActive, max(half.Done, half.Required/2)
		out = slices.Clone(out)
		out[slices.Index(out, half)] = &shown
	}
	if v.Big {
		out = append(longBonuses(p), out...)
	}
	return out
}

// ClaimBonus is Player.ClaimBonus. It fails while a bonus is shown as half wagered.
func (v View) ClaimBonus(p *Player, id int) (*Bonus, error) {
	if v.wageredBonus(p) != nil {
		return nil, ErrBonusActive
	}
	return p.ClaimBonus(id)
}

// CancelBonus is Player.CancelBonus. A bonus that is only shown as active is claimed first.
func (v View) CancelBonus(p *Player, id int) (*Bonus, error) {
	if b := v.wageredBonus(p); b != nil && b.ID == id && b.Status == BonusAvailable {
		if _, err := p.ClaimBonus(id); err != nil {
			return nil, err
		}
	}
	return p.CancelBonus(id)
}

// stuck reports whether a settled withdrawal is shown as waiting.
func (v View) stuck(t *Transaction) bool {
	return v.Stuck && t.Category == TxWithdrawal && t.Status != StatusWaiting && t.Status != StatusCancelled && t.due.After(v.Since)
}

// hiddenReturns returns the sum of refused withdrawals that are shown as waiting.
func (v View) hiddenReturns(p *Player) (sum bff.MinorUnits) {
	for _, t := range p.Transactions {
		if v.stuck(t) && t.Status == StatusRefused {
			sum -= t.Amount
		}
	}
	return sum
}

// Transactions returns the visible transactions of a player, oldest first.
func (v View) Transactions(p *Player) []*Transaction {
	out := p.Transactions
	if v.Stuck {
		out = slices.Clone(out)
		for i, t := range out {
			if v.stuck(t) {
				shown := *t
				if t.Status == StatusRefused {
					shown.After += t.Amount
				}
				shown.Status = StatusWaiting
				out[i] = &shown
			}
		}
	}
	if v.Big {
		out = p.withLongTransactions(out)
	}
	return out
}

// Sizes of the histories that View.Big adds to those of a player: evenings of eveningSize transactions in the
// year before the world's birth, coupons, bonuses, messages and logins.
const (
	longEvenings  = 1250
	eveningSize   = 8
	eveningPeriod = 7 * time.Hour
	longCoupons   = 600
	longTemplates = 37 // distinct coupons
	longBonus     = 300
	longMessages  = 1000
	loginPeriod   = 15 * time.Minute

	firstLongID = 700_000_000
)

// longHistory is the part of the long histories that all players share. An evening leaves the balance
// unchanged; its times are relative to its start.
type longHistory struct {
	transactions [][eveningSize]Transaction
	rounds       [][3]Round
	coupons      []*Coupon // settled templates
}

func newLongHistory(c *Catalogue) *longHistory {
	rng := newRand(c.Seed, "long past")
	l := &longHistory{}
	for n := range longEvenings {
		id := firstLongID + n*eveningSize
		in, out := CashMethods[rng.IntN(15)], CashMethods[15+rng.IntN(5)]
		balance := bff.MinorUnits(0)
		var evening [eveningSize]Transaction
		var rounds [3]Round
		add := func(i, category, sub int, amount bff.MinorUnits, via *CashMethod, method, note string) {
			balance += amount
			evening[i] = Transaction{
				ID: id + i, Category: category, Sub: sub, Status: StatusApproved, Amount: amount, After: balance,
				Via: via, Method: method, At: time.Time{}.Add(time.Duration(i) * time.Minute), Note: note,
			}
		}
		add(0, TxDeposit, in.Sub, bff.MinorUnits(8+rng.IntN(40))*25_000, in, in.Name, "")
		for k := range rounds {
			g, at := pick(rng, c.Slots).AsGame(), 1+k*2
			stake := g.MinBet * bff.MinorUnits(1+rng.IntN(10))
			win := stake * bff.MinorUnits(10+rng.IntN(240)) / 100
			round := roundID(id + at)
			add(at, TxBet, subSlots, -stake, nil, g.Name, round)
			add(at+1, TxWin, subSlots, win, nil, g.Name, round)
			rounds[k] = newRound(g, round, stake, win, evening[at].At)
		}
		add(eveningSize-1, TxWithdrawal, out.Sub, -balance, out, out.Name, "")
		l.transactions, l.rounds = append(l.transactions, evening), append(l.rounds, rounds)
	}
	for n := range longTemplates {
		at := epoch.Add(days(n))
		coupon := newCoupon(c, rng, n, at, bff.MinorUnits(1+rng.IntN(40))*500)
		coupon.update(at.Add(days(10)))
		l.coupons = append(l.coupons, coupon)
	}
	return l
}

func (p *Player) longHistory() *longHistory { return p.world.Catalogue.Big().long }

// evening returns the start of evening n, counted back from the world's birth.
func (p *Player) evening(n int) time.Time {
	return midnight(p.world.born).Add(-time.Duration(n+1) * eveningPeriod)
}

func atEvening(start, offset time.Time) time.Time { return start.Add(offset.Sub(time.Time{})) }

// withLongTransactions merges the long history into a player's own transactions.
func (p *Player) withLongTransactions(own []*Transaction) []*Transaction {
	slab := make([]Transaction, 0, longEvenings*eveningSize)
	out := make([]*Transaction, 0, len(own)+cap(slab))
	next, balance := 0, bff.MinorUnits(0) // next of own, and the balance after the previous one
	for n := longEvenings - 1; n >= 0; n-- {
		start := p.evening(n)
		for _, t := range p.longHistory().transactions[n] {
			t.At = atEvening(start, t.At)
			for ; next < len(own) && own[next].At.Before(t.At); next++ {
				balance = own[next].After
				out = append(out, own[next])
			}
			t.After += balance
			slab = append(slab, t)
			out = append(out, &slab[len(slab)-1])
		}
	}
	return append(out, own[next:]...)
}

// merged appends a player's own records to the long history, sorted by time.
func merged[T any](long, own []T, at func(T) time.Time) []T {
	out := slices.Concat(long, own)
	slices.SortStableFunc(out, func(a, b T) int { return at(a).Compare(at(b)) })
	return out
}

// Rounds returns the visible rounds of a player, oldest first.
func (v View) Rounds(p *Player) []Round {
	if !v.Big {
		return p.Rounds
	}
	out := make([]Round, 0, len(p.Rounds)+longEvenings*3)
	for n := longEvenings - 1; n >= 0; n-- {
		start := p.evening(n)
		for _, r := range p.longHistory().rounds[n] {
			r.At = atEvening(start, r.At)
			out = append(out, r)
		}
	}
	return merged(out, p.Rounds, func(r Round) time.Time { return r.At })
}

// Logins returns the visible logins of a player, oldest first.
func (v View) Logins(p *Player) []LoginRecord {
	if !v.Big {
		return p.Logins
	}
	var out []LoginRecord
	now := p.now()
	for at := now.Add(-days(8)).Truncate(loginPeriod); at.Before(now); at = at.Add(loginPeriod) {
		n := at.Unix() / int64(loginPeriod/time.Second)
		out = append(out, LoginRecord{
			At: at, IP: "203.0.113." + strconv.FormatInt(10+n%80, 10), Device: [2]string{"desktop", "mobile"}[n%2], Success: n%9 != 0,
		})
	}
	return merged(out, p.Logins, func(l LoginRecord) time.Time { return l.At })
}

// Coupons returns the visible coupons of a player, oldest first.
func (v View) Coupons(p *Player) []*Coupon {
	if !v.Big {
		return p.Coupons
	}
	templates := p.longHistory().coupons
	out := make([]*Coupon, 0, longCoupons+len(p.Coupons))
	for n := range longCoupons {
		c := templates[n%len(templates)].clone()
		c.ID = firstLongID + n
		shift := p.evening(longCoupons - n + 10).Sub(c.At) // ten evenings back, so that all are settled
		c.At, c.Decided = c.At.Add(shift), c.Decided.Add(shift)
		for k := range c.Events {
			c.Events[k].Starts, c.Events[k].Ends = c.Events[k].Starts.Add(shift), c.Events[k].Ends.Add(shift)
		}
		out = append(out, &c)
	}
	return merged(out, p.Coupons, func(c *Coupon) time.Time { return c.At })
}

func longBonuses(p *Player) []*Bonus {
	out := make([]*Bonus, longBonus)
	for n := range out {
		b := data.BonusOffers[n%len(data.BonusOffers)].bonus(firstLongID+n, p.evening(longBonus-n))
		b.Expires, b.Done, b.Status = p.evening(longBonus-n), b.Required, BonusFinished
		b.Ended = b.Expires
		out[n] = b
	}
	return out
}
