package world

import (
	"math"
	"slices"
	"time"

	"croupier/bff"
)

// OfferError refuses to cash a coupon out for what its player has seen; Offer is what the
// house pays now, 0 where it makes no offer.
type OfferError struct{ Offer bff.MinorUnits }

func (e *OfferError) Error() string { return "world: the offer for the coupon has changed" }

// Offer is what the house pays for an open coupon now: what it brings on average, by the very
// probabilities that the odds of its open picks are made of, to the nearest kuruş. So taking
// it changes nothing about what a coupon gives back on average. There is none (0) for a
// coupon that is decided or worth nothing, or was staked with a bonus's money, and none while
// a match is held because something has just been decided.
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
			p, taken := m.Chance(c, e.Market, e.Pick, now)
			if !taken {
				return 0
			}
			chances[i] = p
		case CouponLost:
		default:
			chances[i] = 1
		}
	}
	return min(coupon.PossibleWin(), bff.MinorUnits(math.Round(coupon.worth(chances))))
}

// worth is what the coupon brings on average, in kuruş, where its picks come true with these
// probabilities.
func (c *Coupon) worth(chances []float64) float64 {
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

// CashOut pays a coupon of a seat's player now, for the offer that stands, and gives it;
// one that was cashed out already is only shown again. It fails
// with ErrSession, with ErrBet for a coupon that is unknown or decided, and with an
// *OfferError where the offer is less than least.
func (w *World) CashOut(token string, id int, least bff.MinorUnits) (Coupon, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.bettor(token)
	if err != nil {
		return Coupon{}, err
	}
	p := s.player
	i := slices.IndexFunc(p.Coupons, func(c *Coupon) bool { return c.ID == id })
	if i < 0 {
		return Coupon{}, ErrBet
	}
	c := p.Coupons[i]
	switch {
	case c.Cashed:
		return c.copy(), nil
	case c.Status != CouponOpen:
		return Coupon{}, ErrBet
	}
	offer := w.Catalogue.Offer(c, w.now())
	if offer <= 0 || offer < least {
		return Coupon{}, &OfferError{offer}
	}
	c.Status, c.Cashed, c.Win, c.Decided = CouponWon, true, offer, w.now()
	p.payCoupon(c)
	return c.copy(), nil
}
