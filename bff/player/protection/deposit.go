package protection

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"croupier/bff"
)

// DepositName names a deposit of a player. A key alone does not: it can be claimed again once its record is forgotten.
type DepositName struct {
	Key     string
	Amount  bff.MinorUnits
	Claimed time.Time // when the key was claimed
}

// Deposit is a deposit that counts: it is under way, its outcome is unknown, or it was executed.
type Deposit struct {
	Key      string         `json:"key"` // its idempotency key
	Amount   bff.MinorUnits `json:"amount"`
	Claimed  time.Time      `json:"claimed"` // when its key was claimed
	At       time.Time      `json:"at"`      // when it was reserved: it counts for the periods of this time, whenever it is executed
	Executed bool           `json:"executed,omitempty"`

	Transaction bff.RecordID `json:"transaction,omitempty"` // the platform's, where it is pending
}

// isNamed reports whether d has a name.
func (d *Deposit) isNamed(name DepositName) bool {
	return d.Key == name.Key && d.Amount == name.Amount && d.Claimed.Equal(name.Claimed)
}

// ErrLimitRequired refuses the deposit of a player without a deposit limit, where the brand requires one.
var ErrLimitRequired = errors.New("a deposit limit must be set before the first deposit")

// Reserve counts a deposit before it is sent to the platform. It fails with a *ClosedError, with ErrLimitRequired, or
// with the *LimitError of the limit of which least is left. A deposit that counts already is not counted again.
func (p *Player) Reserve(name DepositName, now time.Time, rules Rules) error {
	if err := p.Closed(now); err != nil {
		return err
	}
	if slices.ContainsFunc(p.Deposits, func(d Deposit) bool { return d.isNamed(name) }) {
		return nil
	}
	p.forget(now, rules)
	least := (*LimitError)(nil)
	hasLimit := false
	for _, l := range p.InForce() {
		if l.Kind != bff.LimitDeposit {
			continue
		}
		hasLimit = true
		left := p.Left(&l, now, rules)
		if int64(name.Amount) > left && (least == nil || left < least.Left) {
			least = &LimitError{ID: l.LimitID, Left: left}
		}
	}
	switch {
	case !hasLimit && rules.DepositLimit:
		return ErrLimitRequired
	case least != nil:
		return least
	}
	p.Deposits = append(p.Deposits, Deposit{Key: name.Key, Amount: name.Amount, Claimed: name.Claimed, At: now})
	return nil
}

// claimLag bounds the time between a claim and what else dates its payment. A used key can be claimed again after
// hours only.
const claimLag = time.Minute

// Settle records what became of the last deposit of a key that was claimed about a time, and reports whether that is
// new. A deposit that was not executed, or was refunded, counts no longer.
func (p *Player) Settle(c bff.PaymentChanged) bool {
	for i, d := range slices.Backward(p.Deposits) {
		if d.Key != c.Key || d.Claimed.Sub(c.At).Abs() >= claimLag {
			continue
		}
		switch c.Status {
		case bff.PaymentPending:
			p.Deposits[i].Transaction = c.TransactionID
			return !bytes.Equal(d.Transaction, c.TransactionID)
		case bff.PaymentExecuted:
			p.Deposits[i].Executed = true
		case bff.PaymentRefused, bff.PaymentCancelled:
			p.Deposits = slices.Delete(p.Deposits, i, i+1)
			return true
		}
		return !d.Executed
	}
	return false
}

// deposited returns what counts for a deposit limit in its present period.
func (p *Player) deposited(l *bff.PlayerLimit, now time.Time, rules Rules) (sum int64) {
	start := PeriodStart(l.Period, now, rules.Zone)
	for _, d := range p.Deposits {
		if !d.At.Before(start) {
			sum += int64(d.Amount)
		}
	}
	return sum
}

// forget drops what counts for no period any more.
func (p *Player) forget(now time.Time, rules Rules) {
	oldest := PeriodStart(bff.PeriodMonth, now, rules.Zone)
	if week := PeriodStart(bff.PeriodWeek, now, rules.Zone); week.Before(oldest) {
		oldest = week
	}
	p.Deposits = slices.DeleteFunc(p.Deposits, func(d Deposit) bool { return d.At.Before(oldest) })
	day := dayOf(oldest, rules)
	p.Played = slices.DeleteFunc(p.Played, func(d PlayedDay) bool { return d.Day < day })
}
