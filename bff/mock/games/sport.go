package games

import (
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

// Bounds of the page of coupons.
const (
	shownMatches  = 24
	shownCoupons  = 30
	shownFinished = 30 * time.Minute // after the end of a match
)

func describeSport(s Session) Object {
	return withStakes(s, 1, Object{"art": "football", "most": s.MaxBet})
}

func sportState(s Session, a Account) (Object, error) {
	catalogue, now := a.Catalogue(), a.Now()
	coupons, err := a.Coupons(shownCoupons)
	if err != nil {
		return nil, err
	}
	matches := catalogue.Upcoming(now, shownMatches)
	if s.Type == "livesport" {
		matches = catalogue.Playing(now, shownFinished)
	}
	events := lists.Map(matches[:min(len(matches), shownMatches)],
		func(m *world.Match) Object { return showMatch(s, catalogue, m, now) })
	return merged(balances(a.Balances()), Object{
		"now": now.UnixMilli(), "events": events,
		"coupons": lists.Map(coupons, func(c *world.Coupon) Object { return showCoupon(s, catalogue, c, now) }),
	}), nil
}

func showMatch(s Session, c *world.Catalogue, m *world.Match, now time.Time) Object {
	state, markets := m.State(now), m.Markets(now)
	if state.Phase == world.PhaseOver {
		markets = nil
	}
	return Object{
		"id": m.ID, "title": m.Home + " – " + m.Away, "league": m.League.Name, "starts": m.Starts.UnixMilli(),
		"phase": state.Phase, "score": [2]int{state.Home, state.Away}, "minute": state.Minute,
		"markets": lists.Map(markets, func(market world.Market) Object {
			return Object{
				"key": market.Key, "name": c.MarketName(s.Lang, market.Key),
				"picks": lists.Map(market.Picks, func(p world.Pick) Object {
					return Object{"key": p.Key, "name": c.PickName(s.Lang, p.Key), "odd": bff.MinorUnits(p.Odd)}
				}),
			}
		}),
	}
}

func showCoupon(s Session, c *world.Catalogue, coupon *world.Coupon, now time.Time) Object {
	status := coupon.Status
	if coupon.Cashed {
		status = "cashed" // won in the contract
	}
	return Object{
		"id": coupon.ID, "stake": coupon.Stake, "status": status, "win": coupon.Win,
		// 0 for none
		"odds": bff.MinorUnits(coupon.Odds()), "possibleWin": coupon.PossibleWin(), "offer": c.Offer(coupon, now),
		"picks": lists.Map(coupon.Events, func(e world.CouponEvent) Object {
			return Object{
				"match": e.Match, "market": c.MarketName(s.Lang, e.Market), "pick": c.PickName(s.Lang, e.Pick),
				"odd": bff.MinorUnits(e.Odd), "status": e.Status,
			}
		}),
	}
}

// placeCoupons stakes on coupons: all of an order, or none. An order that is sent twice is placed
// once.
func placeCoupons(s Session, a Account, order world.CouponOrder) (Object, error) {
	if order.Key == "" || len(order.Key) > maxKey {
		return nil, errBody
	}
	if err := a.PlaceCoupons(order); err != nil {
		return nil, err
	}
	return sportState(s, a)
}

type cashOut struct {
	Coupon int            `json:"coupon"`
	Least  bff.MinorUnits `json:"least"`
}

// cashCouponOut settles an open coupon for the present offer. A repeated request pays once.
func cashCouponOut(s Session, a Account, in cashOut) (Object, error) {
	if in.Least <= 0 {
		return nil, errBody
	}
	if err := a.CashOut(in.Coupon, in.Least); err != nil {
		return nil, err
	}
	return sportState(s, a)
}
