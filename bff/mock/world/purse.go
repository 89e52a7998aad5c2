package world

import "croupier/bff"

// Balances is the money at a seat as its player may know it.
type Balances struct {
	Balance bff.MinorUnits // what may be staked
	Bonus   *BonusWallet   // of the active bonus; nil where there is none, and at a demo
}

// BonusWallet is how a bonus stands beside the player's own money.
type BonusWallet struct {
	Held  bff.MinorUnits // of the bonus
	Own   bff.MinorUnits // of the player
	InUse bool           // the bonus's money is what may be staked, see Bonus
}

// shown is the purse that the seat plays from, and what is beside it.
func (s *seat) shown() Balances {
	out, p := Balances{Balance: *s.money()}, s.player
	if !s.demo && p.activeBonus() != nil {
		out.Bonus = &BonusWallet{Held: p.Bonus, Own: p.Balance, InUse: p.onBonus(s.game)}
	}
	return out
}

// money is the purse that the seat plays from.
func (s *seat) money() *bff.MinorUnits {
	switch {
	case s.demo:
		return &s.purse
	case s.player.onBonus(s.game):
		return &s.player.Bonus
	default:
		return &s.player.Balance
	}
}

// onBonus tells whether the player plays a game with bonus money, see Bonus.
func (p *Player) onBonus(g Game) bool {
	return p.Balance < g.MinBet && p.Bonus > 0 && p.activeBonus() != nil
}
