package world

import (
	"math"
	"slices"
	"time"

	"croupier/bff"
)

// PlaceCoupons places the coupons of an order, all or none. A repeated order is placed once.
func (b *BettingSession) PlaceCoupons(o CouponOrder) error {
	w, s := b.world, b.session
	p := b.player
	switch {
	case !s.takesCoupons():
		return ErrSession
	case slices.ContainsFunc(p.Coupons, func(c *Coupon) bool { return o.Key != "" && c.Key == o.Key }):
		return nil
	}
	events, err := w.events(o)
	if err != nil {
		return err
	}
	coupons := [][]CouponEvent{events}
	if !o.Combo {
		coupons = slices.Collect(slices.Chunk(events, 1))
	}
	open := len(filter(p.Coupons, func(c *Coupon) bool { return c.Status == CouponOpen }))
	switch {
	case o.Stake <= 0 || o.Stake < s.Game.MinBet || o.Stake > s.Game.MaxBet:
		return ErrStake
	case open+len(coupons) > maxOpenCoupons:
		return ErrCoupons
	case o.Stake*bff.MinorUnits(len(coupons)) > *s.balance(p):
		return ErrFunds
	}
	for _, of := range coupons {
		c := &Coupon{
			ID: w.nextID(), Key: o.Key, At: w.Now(), Stake: o.Stake, Events: of, Status: CouponOpen, Game: s.Game,
		}
		c.Bonus = p.debit(s.Game, roundID(c.ID), o.Stake)
		p.Coupons = append(p.Coupons, c)
	}
	p.Coupons = dropOldest(p.Coupons, len(p.Coupons)-maxCoupons, func(c *Coupon) bool { return c.Status != CouponOpen })
	return nil
}

// takesCoupons reports whether the session accepts coupons. Demos do not.
func (s *gameSession) takesCoupons() bool {
	return !s.Demo && (s.Game.Type == sportType || s.Game.Type == liveSportType)
}

// events converts the picks of an order to events at their current odds.
func (w *World) events(o CouponOrder) (events []CouponEvent, err error) {
	if o.Key == "" || len(o.Picks) == 0 || len(o.Picks) > maxCouponPicks {
		return nil, ErrPicks
	}
	for i, p := range o.Picks {
		m, ok := w.Catalogue.MatchByID(p.Match)
		if !ok {
			return nil, ErrPicks
		}
		pick, known := m.Pick(p.Market, p.Pick, w.Now())
		if !known || slices.ContainsFunc(o.Picks[:i], func(other CouponPick) bool {
			return other.Match == p.Match && (o.Combo || other == p)
		}) {
			return nil, ErrPicks
		}
		if bff.MinorUnits(pick.Odd) != p.Odd || pick.Odd == 0 {
			err = ErrOdds
		}
		events = append(events, newCouponEvent(m, p.Market, pick))
	}
	return events, err
}

// Coupons returns the newest coupons of the player, the newest first. It returns ErrSession.
func (b *BettingSession) Coupons(limit int) ([]*Coupon, error) {
	if !b.session.takesCoupons() {
		return nil, ErrSession
	}
	all := slices.Clone(b.player.Coupons)
	slices.Reverse(all)
	return all[:min(len(all), limit)], nil
}

// Offer returns the cash-out value of a coupon: its expected payout, or 0 if it is decided or
// staked with bonus money.
func (c *Catalogue) Offer(coupon *Coupon, now time.Time) bff.MinorUnits {
	if coupon.Status != CouponOpen || coupon.Bonus != 0 {
		return 0
	}
	chance := 1.0
	for _, e := range coupon.Events {
		m, known := c.MatchByID(e.MatchID)
		switch {
		case e.Status != CouponOpen: // an open coupon has no lost pick
		case !known || !now.Before(e.Ends):
			return 0
		default:
			p, _ := m.Pick(e.Market, e.Pick, now)
			chance *= p.chance
		}
	}
	return bff.MinorUnits(math.Round(chance * float64(coupon.PossibleWin())))
}

// CashOut pays the current offer for a coupon once. It returns ErrOffer if the offer is below
// least.
func (b *BettingSession) CashOut(id int, least bff.MinorUnits) error {
	p := b.player
	c, ok := find(p.Coupons, func(c *Coupon) bool { return c.ID == id })
	switch {
	case !b.session.takesCoupons():
		return ErrSession
	case !ok || !c.Cashed && c.Status != CouponOpen:
		return ErrBet
	case c.Cashed:
		return nil
	}
	offer := b.world.Catalogue.Offer(c, b.Now())
	if offer <= 0 || offer < least {
		return ErrOffer
	}
	c.Status, c.Cashed, c.Win, c.Decided = CouponWon, true, offer, b.Now()
	p.payCoupon(c)
	return nil
}
