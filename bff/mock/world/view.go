package world

import (
	"time"

	"croupier/bff"
)

// KYCRejected is the proof of identity that only a View shows.
const KYCRejected = "rejected"

// View bends what a call sees of its world, and leaves the world itself as it is: looked at
// without it, everything is as it would have been. The zero View bends nothing. Its methods
// that take a player belong inside World.With.
type View struct {
	Since    time.Time // by the world's clock: what ends or falls in this view counts from here
	KYC      string    // every player's proof of identity; empty leaves it
	Wagering bool      // every player has a bonus half played through
	Stuck    bool      // withdrawals that waited at Since still do
	Ending   bool      // the tournaments of Since end soon after it
	Won      bool      // the biggest jackpot was won at Since
	Big      bool      // the offer is the big one, histories are long
}

// Catalogue gives the offer that is seen.
func (v View) Catalogue(c *Catalogue) *Catalogue {
	if v.Big {
		return c.Big()
	}
	return c
}

// Proof gives a player's proof of identity.
func (v View) Proof(p *Player) string {
	if v.KYC != "" {
		return v.KYC
	}
	return p.KYC
}

// Wallet gives what is in a player's wallet.
func (v View) Wallet(p *Player) (balance, bonus bff.MinorUnits) {
	balance, bonus = max(0, p.Balance-v.unreturned(p)), p.Bonus
	if b := v.wagered(p); b != nil && b.Status == BonusAvailable {
		bonus += b.Amount
	}
	return balance, bonus
}

// Payable tells whether an amount may be paid out to a player, as far as it is this view's
// to say. It fails with ErrFunds or ErrWagering.
func (v View) Payable(p *Player, amount bff.MinorUnits) error {
	balance, _ := v.Wallet(p)
	switch {
	case amount > balance && balance < p.Balance:
		return ErrFunds
	case v.wagered(p) != nil:
		return ErrWagering
	}
	return nil
}

// wagered is the bonus that a player is shown half way through, or as far as they are: the
// active one, otherwise the first on offer.
func (v View) wagered(p *Player) (offer *Bonus) {
	if !v.Wagering {
		return nil
	}
	for _, b := range p.Bonuses {
		switch {
		case b.Status == BonusActive:
			return b
		case b.Status == BonusAvailable && offer == nil:
			offer = b
		}
	}
	return offer
}

// Bonuses lists a player's bonuses.
func (v View) Bonuses(p *Player) []*Bonus {
	out := p.Bonuses
	if half := v.wagered(p); half != nil {
		out = append([]*Bonus(nil), out...)
		for i, b := range out {
			if b == half {
				shown := *b
				shown.Status, shown.Done = BonusActive, max(b.Done, b.Required/2)
				out[i] = &shown
			}
		}
	}
	if v.Big {
		out = append(longBonuses(p), out...)
	}
	return out
}

// ClaimBonus is Player.ClaimBonus; half way through one there is no other.
func (v View) ClaimBonus(p *Player, id int) (*Bonus, error) {
	if v.wagered(p) != nil {
		return nil, ErrBonusActive
	}
	return p.ClaimBonus(id)
}

// CancelBonus is Player.CancelBonus. To give up a bonus that was only shown as active, the
// player takes it first.
func (v View) CancelBonus(p *Player, id int) (*Bonus, error) {
	if b := v.wagered(p); b != nil && b.ID == id && b.Status == BonusAvailable {
		if _, err := p.ClaimBonus(id); err != nil {
			return nil, err
		}
	}
	return p.CancelBonus(id)
}

// stuck tells whether a withdrawal that the clock has concluded is still shown as waiting.
func (v View) stuck(t *Transaction) bool {
	return v.Stuck && t.Category == MoveWithdrawal && t.Status != StatusWaiting && t.due.After(v.Since)
}

// unreturned is what refused withdrawals have given back without its being seen.
func (v View) unreturned(p *Player) (sum bff.MinorUnits) {
	for _, t := range p.Transactions {
		if v.stuck(t) && t.Status == StatusRefused {
			sum -= t.Amount
		}
	}
	return sum
}

// Transactions lists a player's movements, oldest first.
func (v View) Transactions(p *Player) []*Transaction {
	out := p.Transactions
	if v.Stuck {
		out = append([]*Transaction(nil), out...)
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
		out = p.longTransactions(out)
	}
	return out
}
