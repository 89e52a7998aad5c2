package world

import (
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Bonus states of the contract.
const (
	BonusAvailable = "available"
	BonusActive    = "active"
	BonusFinished  = "finished"
)

// Bonus is money that has to be played with before it is the player's own. The player's own
// money is played first: the bonus money is staked once what is left of it no longer covers a
// game's smallest stake, and what it wins is bonus money, too.
type Bonus struct {
	ID       int
	Key      string // the phrases "bonus.<Key>.title" and "bonus.<Key>.text"
	Amount   bff.MinorUnits
	Required bff.MinorUnits // stakes until it is paid out
	Done     bff.MinorUnits
	Expires  time.Time
	Status   string

	used bool // its money was played with
}

// bonusOffers are what every player is offered.
var bonusOffers = []struct {
	key      string
	amount   bff.MinorUnits
	times    bff.MinorUnits // stakes in amounts
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

// promos are the codes that one can register with, and what they give.
var promos = map[string]struct {
	amount, times bff.MinorUnits
	validFor      time.Duration
}{
	"HOSGELDIN": {25_000, 5, 14 * day},
	"ARKADAS":   {10_000, 3, 30 * day},
}

func knownPromo(code string) bool {
	_, ok := promos[strings.ToUpper(Fold(code))]
	return ok
}

// promote gives p what a known promotion code stands for.
func (p *Player) promote(code string, at time.Time) {
	if o, ok := promos[strings.ToUpper(Fold(code))]; ok {
		p.Bonuses = append(p.Bonuses, &Bonus{
			ID: p.world.nextID(), Key: "code", Amount: o.amount, Required: o.amount * o.times,
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
	if p.activeBonus() != nil {
		return nil, ErrBonusActive
	}
	b.Status = BonusActive
	p.Bonus = b.Amount
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

// wager counts a stake towards the active bonus, whose money becomes the player's own once it
// is played through.
func (p *Player) wager(stake bff.MinorUnits) {
	b := p.activeBonus()
	if b == nil {
		return
	}
	if b.Done = min(b.Required, b.Done+stake); b.Done == b.Required {
		won := p.Bonus
		p.end(b)
		if won > 0 {
			p.book(MoveBonus, subWelcome, won, "", "")
		}
	}
}

// counted is how much of a stake at g counts: table games give back too much to count whole
// (phrase "terms.games").
func counted(g Game, stake bff.MinorUnits) bff.MinorUnits {
	if g.Kind == KindLive || g.Type == TypeBoard {
		return stake / 10
	}
	return stake
}

func (p *Player) activeBonus() *Bonus {
	for _, b := range p.Bonuses {
		if b.Status == BonusActive {
			return b
		}
	}
	return nil
}

// wagering tells whether bonus money was played with that is not played through.
func (p *Player) wagering() bool {
	b := p.activeBonus()
	return b != nil && b.used
}

// spent ends the active bonus once nothing of it is left and no bet may still win some.
func (p *Player) spent() {
	b := p.activeBonus()
	if b == nil || p.Bonus > 0 || !b.used {
		return
	}
	bets := slices.ContainsFunc(p.bets, func(bet *openBet) bool { return !bet.Settled && bet.bonus == b })
	coupons := slices.ContainsFunc(p.Coupons, func(c *Coupon) bool { return c.Status == CouponOpen && c.bonus == b })
	if !bets && !coupons {
		p.end(b)
	}
}

func (p *Player) end(b *Bonus) {
	b.Status = BonusFinished
	p.Bonus = 0
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
