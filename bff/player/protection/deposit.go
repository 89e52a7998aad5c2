package protection

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"croupier/bff"
)

// DepositName identifies a deposit of a player. The key alone is not enough, because a player can
// reuse it hours later.
type DepositName struct {
	Key     string         `json:"key"` // idempotency key
	Amount  bff.MinorUnits `json:"amount"`
	Claimed time.Time      `json:"claimed"` // time of the claim of the key
}

func (n DepositName) isSame(o DepositName) bool {
	return n.Key == o.Key && n.Amount == o.Amount && n.Claimed.Equal(o.Claimed)
}

// Deposit is a deposit that counts against limits. It is in flight, has an unknown outcome, or was
// executed.
type Deposit struct {
	DepositName
	At       time.Time `json:"at"` // time of the reservation, which defines its periods
	Executed bool      `json:"executed,omitempty"`

	Transaction bff.RecordID `json:"transaction,omitempty"` // platform's transaction while the deposit is pending
}

// Reserve counts a deposit before it is sent to the platform, unless it already counts. If a limit
// does not allow the deposit, Reserve returns the reason for the tightest limit.
func (p *Player) Reserve(name DepositName, now time.Time, rules Rules) error {
	if err := p.Closed(now); err != nil {
		return err
	}
	if slices.ContainsFunc(p.Deposits, func(d Deposit) bool { return d.isSame(name) }) {
		return nil
	}
	p.forget(now, rules)
	var refusal error
	least, hasLimit := int64(name.Amount), false
	for _, l := range p.InForce() {
		if l.Kind != bff.LimitDeposit {
			continue
		}
		hasLimit = true
		if left := p.Left(&l, now, rules); left < least {
			least, refusal = left, limitReached(l.LimitID, left)
		}
	}
	switch {
	case !hasLimit && rules.DepositLimitRequired:
		return bff.ReasonLimitRequired.WithDelivery(bff.DeliveryNotSent)
	case refusal != nil:
		return refusal
	}
	p.Deposits = append(p.Deposits, Deposit{DepositName: name, At: now})
	return nil
}

// limitReached returns the reason to refuse a call that exceeds a limit. left is the rest of the
// limit.
func limitReached(id bff.LimitID, left int64) error {
	reason := *bff.ReasonLimitReached
	if id.Kind != bff.LimitDeposit {
		reason.Key = "limit_reached_in_games"
	}
	data, _ := json.Marshal(struct { //nolint:errchkjson // texts and a number
		bff.LimitID
		Left any `json:"left"`
	}{id, InUnit(id.Kind, left)})
	return reason.WithData(data).WithDelivery(bff.DeliveryNotSent)
}

// claimLag is the maximum difference between the claim of a deposit and the time of its payment.
const claimLag = time.Minute

// Settle records the outcome of the last deposit with the key of c, claimed at about c.At. It
// reports whether the outcome is new.
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

// forget drops data that no longer counts for any period.
func (p *Player) forget(now time.Time, rules Rules) {
	oldest := PeriodStart(bff.PeriodMonth, now, rules.Zone)
	if week := PeriodStart(bff.PeriodWeek, now, rules.Zone); week.Before(oldest) {
		oldest = week
	}
	p.Deposits = slices.DeleteFunc(p.Deposits, func(d Deposit) bool { return d.At.Before(oldest) })
	day := dayOf(oldest, rules)
	p.Played = slices.DeleteFunc(p.Played, func(d PlayedDay) bool { return d.Day < day })
}
