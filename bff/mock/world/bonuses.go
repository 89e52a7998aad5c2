package world

import (
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Bonus statuses of the contract.
const (
	BonusAvailable = "available"
	BonusActive    = "active"
	BonusFinished  = "finished"
)

// Bonus is money with a wagering requirement. The player's own money is staked first: bonus money
// is staked when the balance is below a game's minimum stake, and its wins are bonus money.
type Bonus struct {
	ID       int
	Key      string // the phrases "bonus.<Key>.title" and "bonus.<Key>.text"
	Amount   bff.MinorUnits
	Required bff.MinorUnits // wagering requirement
	Done     bff.MinorUnits
	Expires  time.Time
	Ended    time.Time // zero until it is finished
	Status   string

	Used bool // some of it was staked
}

type bonusOffer struct {
	Key           string
	Amount, Times bff.MinorUnits
	Days          int
}

func (o bonusOffer) bonus(id int, at time.Time) *Bonus {
	return &Bonus{
		ID: id, Key: o.Key, Amount: o.Amount, Required: o.Amount * o.Times, Expires: midnight(at).Add(days(o.Days)),
		Status: BonusAvailable,
	}
}

func (p *Player) offerBonuses(at time.Time, nextID func() int) {
	for _, o := range data.BonusOffers {
		p.Bonuses = append(p.Bonuses, o.bonus(nextID(), at))
	}
}

func promoCode(code string) (bonusOffer, bool) {
	o, ok := data.PromoCodes[strings.ToUpper(Fold(code))]
	return o, ok
}

// ClaimBonus activates an available bonus. It returns ErrBonus, or ErrBonusActive if another one is
// active.
func (p *Player) ClaimBonus(id int) (*Bonus, error) {
	b, ok := p.bonus(id)
	switch {
	case !ok || b.Status != BonusAvailable:
		return nil, ErrBonus
	case p.activeBonus() != nil:
		return nil, ErrBonusActive
	}
	b.Status = BonusActive
	p.Bonus = b.Amount
	return b, nil
}

// CancelBonus cancels the active bonus. It returns ErrBonus if the bonus is not active.
func (p *Player) CancelBonus(id int) (*Bonus, error) {
	b, ok := p.bonus(id)
	if !ok || b.Status != BonusActive {
		return nil, ErrBonus
	}
	p.finishBonus(b, p.Now())
	return b, nil
}

func (p *Player) bonus(id int) (*Bonus, bool) {
	return find(p.Bonuses, func(b *Bonus) bool { return b.ID == id })
}

func (p *Player) activeBonus() *Bonus {
	b, _ := find(p.Bonuses, func(b *Bonus) bool { return b.Status == BonusActive })
	return b
}

// usesBonus reports whether stakes at a game are bonus money, see Bonus.
func (p *Player) usesBonus(g Game) bool {
	return p.Balance < g.MinBet && p.Bonus > 0 && p.activeBonus() != nil
}

// wager adds to the wagering of the active bonus. Its money moves to the balance when the wagering
// is complete.
func (p *Player) wager(amount bff.MinorUnits) {
	b := p.activeBonus()
	if b == nil {
		return
	}
	if b.Done = min(b.Required, b.Done+amount); b.Done == b.Required {
		won := p.Bonus
		p.finishBonus(b, p.Now())
		if won > 0 {
			p.post(TxBonus, subWelcome, won, "", "")
		}
	}
}

// wagered returns the part of a stake that counts: a tenth at table games, which return too much
// ("terms.games").
func wagered(g Game, stake bff.MinorUnits) bff.MinorUnits {
	if g.Kind == KindLive || g.Type == TypeBoard {
		return stake / 10
	}
	return stake
}

// finishSpentBonus finishes the active bonus when it is spent and no open bet can win bonus money.
func (p *Player) finishSpentBonus() {
	b := p.activeBonus()
	if b == nil || p.Bonus > 0 || !b.Used ||
		slices.ContainsFunc(p.Bets, func(bet *openBet) bool { return !bet.Settled && bet.Bonus == b.ID }) ||
		slices.ContainsFunc(p.Coupons, func(c *Coupon) bool { return c.Status == CouponOpen && c.Bonus == b.ID }) {
		return
	}
	p.finishBonus(b, p.Now())
}

func (p *Player) finishBonus(b *Bonus, at time.Time) {
	if b.Status == BonusActive {
		p.Bonus = 0
	}
	b.Status, b.Ended = BonusFinished, at
}
