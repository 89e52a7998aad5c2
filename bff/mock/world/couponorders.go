package world

import (
	"math"
	"slices"
	"time"

	"croupier/bff"
)

// Place places the coupons of an order, all or none, and returns them with the remaining balance. A repeated
// order returns its coupons again. Place returns ErrSession, ErrPicks, ErrCoupons, ErrStake, ErrFunds or an
// *OddsError.
func (w *World) Place(token string, o CouponOrder) ([]Coupon, bff.MinorUnits, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.sportsSession(token)
	if err != nil {
		return nil, 0, err
	}
	p := s.player
	if placed := p.couponsOf(o.Key); len(placed) > 0 {
		return placed, *s.balance(), nil
	}
	events, err := w.events(o)
	if err != nil {
		return nil, 0, err
	}
	coupons := [][]CouponEvent{events}
	if !o.Combo {
		coupons = slices.Collect(slices.Chunk(events, 1))
	}
	// min prevents an overflow of the product.
	stake := min(o.Stake, s.game.MaxBet+1) * bff.MinorUnits(o.combinations())
	open := count(p.Coupons, func(c *Coupon) bool { return c.Status == CouponOpen })
	switch {
	case o.Stake <= 0 || o.Stake < MinCombination || stake < s.game.MinBet || stake > s.game.MaxBet:
		return nil, 0, ErrStake
	case open+len(coupons) > maxOpenCoupons:
		return nil, 0, ErrCoupons
	case stake*bff.MinorUnits(len(coupons)) > *s.balance():
		return nil, 0, ErrFunds
	}
	for _, of := range coupons {
		c := &Coupon{
			ID: w.nextID(), Key: o.Key, At: w.now(), Stake: stake, System: o.System, Events: of, Status: CouponOpen, game: s.game,
		}
		c.bonus = p.debit(s.game, roundID(c.ID), stake)
		p.Coupons = append(p.Coupons, c)
	}
	p.Coupons = dropOldest(p.Coupons, len(p.Coupons)-maxCoupons, func(c *Coupon) bool { return c.Status != CouponOpen })
	return p.couponsOf(o.Key), *s.balance(), nil
}

// couponsOf returns copies of the coupons of an order.
func (p *Player) couponsOf(key string) (out []Coupon) {
	for _, c := range filter(p.Coupons, func(c *Coupon) bool { return key != "" && c.Key == key }) {
		out = append(out, c.clone())
	}
	return out
}

// events converts the picks of an order to events at their current odds.
func (w *World) events(o CouponOrder) ([]CouponEvent, error) {
	if o.Key == "" || len(o.Picks) == 0 || len(o.Picks) > MaxPicks || o.combinations() == 0 {
		return nil, ErrPicks
	}
	var events []CouponEvent
	var odds []bff.MinorUnits
	same := true
	for i, p := range o.Picks {
		m, ok := w.Catalogue.MatchByID(p.Match)
		if !ok {
			return nil, ErrPicks
		}
		odd, known := m.Odd(w.Catalogue, p.Market, p.Pick, w.now())
		if !known || slices.ContainsFunc(o.Picks[:i], func(other CouponPick) bool {
			return other.Match == p.Match && (o.Combo || other == p)
		}) {
			return nil, ErrPicks
		}
		odds = append(odds, bff.MinorUnits(odd))
		same = same && odds[i] == p.Odd && odd > 0
		events = append(events, newCouponEvent(m, p.Market, p.Pick, odd))
	}
	if !same {
		return nil, &OddsError{odds}
	}
	return events, nil
}

// CouponsAt returns the newest coupons of the player of a game session, the newest first. It returns ErrSession.
func (w *World) CouponsAt(token string, limit int) ([]Coupon, error) {
	return locked(w, w.sportsSession, token, func(s *gameSession) (out []Coupon, err error) {
		for _, c := range slices.Backward(s.player.Coupons[max(0, len(s.player.Coupons)-limit):]) {
			out = append(out, c.clone())
		}
		return out, nil
	})
}

// sportsSession returns a game session that accepts coupons; demos do not.
func (w *World) sportsSession(token string) (*gameSession, error) {
	s, err := w.gameSession(token)
	if err != nil {
		return nil, err
	}
	if s.demo || s.game.Type != sportType && s.game.Type != liveSportType {
		return nil, ErrSession
	}
	return s, nil
}

// Offer returns the cash-out value of an open coupon: its expected payout by the probabilities that its odds are
// based on, rounded. Cashing out therefore does not change the average return. It returns 0 for a coupon that is
// decided, worthless or staked with bonus money, and while a match is suspended.
func (c *Catalogue) Offer(coupon *Coupon, now time.Time) bff.MinorUnits {
	if coupon.Status != CouponOpen || coupon.bonus != nil {
		return 0
	}
	chances := make([]float64, len(coupon.Events))
	for i, e := range coupon.Events {
		switch e.Status {
		case CouponOpen:
			m, known := c.MatchByID(e.MatchID)
			if !known {
				return 0
			}
			p, open := m.Chance(c, e.Market, e.Pick, now)
			if !open {
				return 0
			}
			chances[i] = p
		case CouponLost:
		default:
			chances[i] = 1
		}
	}
	return min(coupon.PossibleWin(), bff.MinorUnits(math.Round(coupon.expectedPayout(chances))))
}

// expectedPayout returns the expected payout in minor units by the probabilities of the picks.
func (c *Coupon) expectedPayout(chances []float64) float64 {
	sets, sum := c.combinations(), 0.0
	for _, set := range sets {
		p := 1.0
		for i := range c.Events {
			if set>>i&1 == 1 {
				p *= chances[i]
			}
		}
		if p > 0 {
			sum += p * float64(c.prize(set, len(sets)))
		}
	}
	return sum
}

// CashOut pays the current offer for a coupon and returns the coupon; a repeat returns it again. It returns
// ErrSession, ErrBet for a coupon that is unknown or decided, and an *OfferError if the offer is below least.
func (w *World) CashOut(token string, id int, least bff.MinorUnits) (Coupon, error) {
	return locked(w, w.sportsSession, token, func(s *gameSession) (Coupon, error) {
		c, ok := find(s.player.Coupons, func(c *Coupon) bool { return c.ID == id })
		switch {
		case !ok || !c.Cashed && c.Status != CouponOpen:
			return Coupon{}, ErrBet
		case c.Cashed:
			return c.clone(), nil
		}
		offer := w.Catalogue.Offer(c, w.now())
		if offer <= 0 || offer < least {
			return Coupon{}, &OfferError{offer}
		}
		c.Status, c.Cashed, c.Win, c.Decided = CouponWon, true, offer, w.now()
		s.player.payCoupon(c)
		return c.clone(), nil
	})
}
