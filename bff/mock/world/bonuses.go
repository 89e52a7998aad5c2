package world

import (
	"time"

	"croupier/bff"
)

// Bonus states of the contract.
const (
	BonusAvailable = "available"
	BonusActive    = "active"
	BonusFinished  = "finished"
)

// Bonus is money that has to be played with before it is the player's own.
type Bonus struct {
	ID       int
	Key      string // the phrases "bonus.<Key>.title" and "bonus.<Key>.text"
	Amount   bff.Kurus
	Required bff.Kurus // stakes until it is paid out
	Done     bff.Kurus
	Expires  time.Time
	Status   string
}

// bonusOffers are what every player is offered.
var bonusOffers = []struct {
	key      string
	amount   bff.Kurus
	times    bff.Kurus // stakes in amounts
	validFor time.Duration
}{
	{"welcome", 50_000, 10, 30 * day},
	{"weekend", 20_000, 6, 7 * day},
	{"slots", 15_000, 8, 10 * day},
	{"cashback", 10_000, 3, 14 * day},
}

// offer gives p what every player is offered, numbered by next.
func (p *Player) offer(at time.Time, next func() int) {
	for _, o := range bonusOffers {
		p.Bonuses = append(p.Bonuses, &Bonus{
			ID: next(), Key: o.key, Amount: o.amount, Required: o.amount * o.times,
			Expires: midnight(at).Add(o.validFor), Status: BonusAvailable,
		})
	}
}

// ClaimBonus makes an offered bonus the active one. It fails with ErrBonus, or with
// ErrBonusActive while another one is.
func (p *Player) ClaimBonus(id int) (*Bonus, error) {
	b, ok := p.bonus(id)
	if !ok || b.Status != BonusAvailable {
		return nil, ErrBonus
	}
	for _, other := range p.Bonuses {
		if other.Status == BonusActive {
			return nil, ErrBonusActive
		}
	}
	b.Status = BonusActive
	p.Bonus += b.Amount
	return b, nil
}

// CancelBonus gives up the active bonus. It fails with ErrBonus.
func (p *Player) CancelBonus(id int) (*Bonus, error) {
	b, ok := p.bonus(id)
	if !ok || b.Status != BonusActive {
		return nil, ErrBonus
	}
	p.end(b)
	return b, nil
}

func (p *Player) bonus(id int) (*Bonus, bool) {
	for _, b := range p.Bonuses {
		if b.ID == id {
			return b, true
		}
	}
	return nil, false
}

// wager counts a stake towards the active bonus and pays it out once it is played through.
func (p *Player) wager(stake bff.Kurus) {
	for _, b := range p.Bonuses {
		if b.Status != BonusActive {
			continue
		}
		b.Done = min(b.Required, b.Done+stake)
		if b.Done == b.Required {
			p.end(b)
			p.book(MoveBonus, subWelcome, b.Amount, "", "")
		}
	}
}

func (p *Player) end(b *Bonus) {
	b.Status = BonusFinished
	p.Bonus = max(0, p.Bonus-b.Amount)
}

func (p *Player) expireBonus(b *Bonus, now time.Time) {
	if b.Status == BonusFinished || b.Expires.IsZero() || now.Before(b.Expires) {
		return
	}
	if b.Status == BonusActive {
		p.end(b)
	}
	b.Status = BonusFinished
}
