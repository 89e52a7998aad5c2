package protection

import (
	"errors"
	"slices"
	"time"

	"croupier/bff"
)

// Deposit is a deposit that counts: it is under way, its outcome is unknown, or it was executed.
type Deposit struct {
	Key      string         `json:"key"` // names the payment
	Amount   bff.MinorUnits `json:"amount"`
	At       time.Time      `json:"at"` // when it was reserved: it counts for the periods of this time, whenever it is executed
	Executed bool           `json:"executed,omitempty"`
}

// ErrLimitRequired refuses the deposit of a player without a deposit limit, where the brand requires one.
var ErrLimitRequired = errors.New("a deposit limit must be set before the first deposit")

// Reserve counts a deposit before it is sent to the platform. It fails with a *ClosedError, with ErrLimitRequired, or
// with the *LimitError of the limit of which least is left. A deposit that counts already is not counted again.
func (p *Player) Reserve(key string, amount bff.MinorUnits, now time.Time, rules Rules) error {
	if err := p.Closed(now); err != nil {
		return err
	}
	if slices.ContainsFunc(p.Deposits, func(d Deposit) bool { return d.Key == key }) {
		return nil
	}
	p.forget(now, rules)
	least := (*LimitError)(nil)
	hasLimit := false
	for _, l := range p.InForce() {
		if l.Kind != KindDeposit {
			continue
		}
		hasLimit = true
		left := p.Left(&l, now, rules)
		if int64(amount) > left && (least == nil || left < least.Left) {
			least = &LimitError{ID: l.ID, Left: left}
		}
	}
	switch {
	case !hasLimit && rules.DepositLimit:
		return ErrLimitRequired
	case least != nil:
		return least
	}
	p.Deposits = append(p.Deposits, Deposit{Key: key, Amount: amount, At: now})
	return nil
}

// Settle notes the outcome of a deposit: what was not executed, or was refunded, counts no longer. Deposits that
// do not count are ignored.
func (p *Player) Settle(key string, executed bool) {
	if !executed {
		p.Deposits = slices.DeleteFunc(p.Deposits, func(d Deposit) bool { return d.Key == key })
		return
	}
	for i := range p.Deposits {
		if p.Deposits[i].Key == key {
			p.Deposits[i].Executed = true
		}
	}
}

// deposited returns what counts for a deposit limit in its present period.
func (p *Player) deposited(l *Limit, now time.Time, rules Rules) (sum int64) {
	start := l.Period.Start(now, rules.Zone)
	for _, d := range p.Deposits {
		if !d.At.Before(start) {
			sum += int64(d.Amount)
		}
	}
	return sum
}

// forget drops what counts for no period any more.
func (p *Player) forget(now time.Time, rules Rules) {
	oldest := PeriodMonth.Start(now, rules.Zone)
	if week := PeriodWeek.Start(now, rules.Zone); week.Before(oldest) {
		oldest = week
	}
	p.Deposits = slices.DeleteFunc(p.Deposits, func(d Deposit) bool { return d.At.Before(oldest) })
	day := dayOf(oldest, rules)
	p.Played = slices.DeleteFunc(p.Played, func(d PlayedDay) bool { return d.Day < day })
}
