package world

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
)

// View modifies what a call reads from a world without changing the world, because a change could
// not be undone. The zero View changes nothing.
type View struct {
	Since    time.Time // start of the view by the world's clock
	KYC      string    // status of all players; empty for their own
	Wagering bool      // every player has a half wagered bonus
	Stuck    bool      // withdrawals that were waiting at Since still wait
	Ending   bool      // the tournaments active at Since end soon after
	Won      bool      // the largest jackpot was won at Since
	Big      bool      // big catalogue and long histories
	Heavy    bool      // pictures are bitmaps in one large size
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

// CheckWithdrawal returns ErrFunds if money of the withdrawal is hidden.
func (v View) CheckWithdrawal(p *Player, amount bff.MinorUnits) error {
	if balance, _ := v.Balances(p); amount > balance && balance < p.Balance {
		return ErrFunds
	}
	return nil
}

// wageredBonus returns the bonus shown as half wagered: the active one, otherwise the first
// available one.
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

// CancelBonus is Player.CancelBonus. A bonus that is only shown as active is claimed first.
func (v View) CancelBonus(p *Player, id int) (*Bonus, error) {
	if b := v.wageredBonus(p); b != nil && b.ID == id && b.Status == BonusAvailable {
		if _, err := p.ClaimBonus(id); err != nil {
			return nil, err
		}
	}
	return p.CancelBonus(id)
}

func (v View) stuck(t *Transaction) bool {
	return v.Stuck && t.Category == TxWithdrawal && t.Status != StatusWaiting && t.Status != StatusCancelled &&
		t.Due.After(v.Since)
}

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
	if !v.Big {
		return out
	}
	out = byTime(p.world.longHistory().Transactions, out, func(t *Transaction) time.Time { return t.At })
	var long, own bff.MinorUnits // balances after the latest transactions
	for i, t := range out {
		if t.ID > firstLongID {
			long = t.After
		} else {
			own = t.After
		}
		shown := *t
		shown.After = long + own
		out[i] = &shown
	}
	return out
}

// Sizes of the histories that View.Big adds to a player's histories.
const (
	longSessions = 500 // in the year before the world's birth
	longCoupons  = 600
	longBonus    = 300
	longMessages = 1000
	loginPeriod  = 15 * time.Minute

	firstLongID = 700_000_000
)

// longHistory returns a player whose history View.Big adds to the history of every player. Its
// balance ends at zero.
func (w *World) longHistory() *Player {
	if w.long == nil {
		w.long = &Player{world: w}
		a := demoAccount{Past: past{Days: 365, Sessions: longSessions, Coupons: longCoupons}}
		w.long.generateHistory(a, newRand(w.Catalogue.Seed, "long past"), firstLongID)
		for _, c := range w.long.Coupons { // those on upcoming matches are settled early
			c.update(w.Born.Add(days(10)))
		}
	}
	return w.long
}

func byTime[T any](long, own []T, at func(T) time.Time) []T {
	out := slices.Concat(long, own)
	slices.SortStableFunc(out, func(a, b T) int { return at(a).Compare(at(b)) })
	return out
}

// visible returns a player's records, for View.Big with the records of the long history.
func visible[T any](v View, p *Player, of func(*Player) []T, at func(T) time.Time) []T {
	if !v.Big {
		return of(p)
	}
	return byTime(of(p.world.longHistory()), of(p), at)
}

// Rounds returns the visible rounds of a player, oldest first.
func (v View) Rounds(p *Player) []Round {
	return visible(v, p, func(p *Player) []Round { return p.Rounds }, func(r Round) time.Time { return r.At })
}

// Coupons returns the visible coupons of a player, oldest first.
func (v View) Coupons(p *Player) []*Coupon {
	return visible(v, p, func(p *Player) []*Coupon { return p.Coupons }, func(c *Coupon) time.Time { return c.At })
}

// Logins returns the visible logins of a player, oldest first.
func (v View) Logins(p *Player) []LoginRecord {
	if !v.Big {
		return p.Logins
	}
	var out []LoginRecord
	now := p.Now()
	for at := now.Add(-days(8)).Truncate(loginPeriod); at.Before(now); at = at.Add(loginPeriod) {
		n := at.Unix() / int64(loginPeriod/time.Second)
		out = append(out, LoginRecord{
			At: at, IP: "203.0.113." + strconv.FormatInt(10+n%80, 10), Device: [2]string{"desktop", "mobile"}[n%2],
			Success: n%9 != 0,
		})
	}
	return byTime(out, p.Logins, func(l LoginRecord) time.Time { return l.At })
}

func longBonuses(p *Player) []*Bonus {
	out := make([]*Bonus, longBonus)
	for n := range out {
		at := midnight(p.world.Born).Add(-days(longBonus - n))
		b := data.BonusOffers[n%len(data.BonusOffers)].bonus(firstLongID+n, at)
		b.Expires, b.Ended, b.Done, b.Status = at, at, b.Required, BonusFinished
		out[n] = b
	}
	return out
}
