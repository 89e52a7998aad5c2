package world

import (
	"errors"
	"math"
	"testing"
	"time"

	"croupier/bff"
)

// placed places a coupon of winning picks on some of tomorrow's matches.
func placed(t *testing.T, w *World, token string, of []*Match) Coupon {
	t.Helper()
	order := CouponOrder{Key: "cash", Combo: len(of) > 1, Stake: 1000}
	for _, m := range of {
		market, pick := winningPick(m)
		order.Picks = append(order.Picks, couponPick(t, w, m, market, pick))
	}
	coupons, _, err := w.Place(token, order)
	if err != nil {
		t.Fatal(err)
	}
	return coupons[0]
}

func TestCouponIsCashedOutOnce(t *testing.T) {
	w, k, token := openSportsbook(t)
	of := playedMatches(w, 2)
	c := placed(t, w, token, of)
	fair := 10 * float64(c.Odds())
	for _, m := range of {
		market, pick := winningPick(m)
		p, taken := m.Chance(w.Catalogue, market, pick, w.Now())
		if fair *= p; !taken {
			t.Fatal("a match of tomorrow takes no bets")
		}
	}
	offer := w.Catalogue.Offer(&c, w.Now())
	if offer != bff.MinorUnits(math.Round(fair)) || offer >= 1000 || offer < 800 {
		t.Fatalf("%s are offered, it is worth %v", offer, fair)
	}
	var changed *OfferError
	if _, err := w.CashOut(token, c.ID, offer+1); !errors.As(err, &changed) || changed.Offer != offer {
		t.Errorf("for more than is offered: %v", err)
	}
	if _, err := w.CashOut(token, c.ID+1, 1); !errors.Is(err, ErrBet) {
		t.Errorf("an unknown coupon: %v", err)
	}
	if _, err := w.CashOut("nobody", c.ID, 1); !errors.Is(err, ErrSession) {
		t.Errorf("an unknown session: %v", err)
	}
	var before bff.MinorUnits
	var moves, rounds int
	asPlayer(t, w, k, func(p *Player) { before, moves, rounds = p.Balance, len(p.Transactions), len(p.Rounds) })
	for range 2 {
		got, err := w.CashOut(token, c.ID, offer)
		if err != nil || !got.Cashed || got.Status != CouponWon || got.Win != offer || !got.Decided.Equal(w.Now()) {
			t.Fatalf("%v, %+v", err, got)
		}
	}
	w.SetNow(of[1].Ends().Add(5 * time.Hour))
	k = login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		if p.Balance != before+offer || len(p.Transactions) != moves+1 || len(p.Rounds) != rounds+1 || transactionSum(p) != p.Balance {
			t.Errorf("%s more, %d transactions, %d rounds", p.Balance-before, len(p.Transactions)-moves, len(p.Rounds)-rounds)
		}
		if c := p.Coupons[0]; c.Win != offer || c.Events[0].Status != CouponWon || c.Events[1].Status != CouponWon {
			t.Errorf("once its matches are over the coupon is %+v", c)
		}
	})
}

func TestDecidedCouponHasNoCashOut(t *testing.T) {
	w, _, token := openSportsbook(t)
	of := playedMatches(w, 1)
	c := placed(t, w, token, of)
	w.SetNow(of[0].Ends())
	if offer := w.Catalogue.Offer(&c, w.Now()); offer != 0 {
		t.Errorf("%s are offered for a coupon whose match is over", offer)
	}
	_, token = reopenSportsbook(t, w)
	if _, err := w.CashOut(token, c.ID, 1); !errors.Is(err, ErrBet) {
		t.Errorf("a coupon that is won: %v", err)
	}
}

func TestSuspendedMatchHasNoCashOut(t *testing.T) {
	w, _, token := openSportsbook(t)
	var m *Match
	for _, m = range w.Catalogue.Upcoming(Sports()[0], 1, w.Now()) {
		if last, abandoned := m.final(); !abandoned && last.Changed > 0 && last.Changed < 80 {
			break
		}
	}
	last := m.Final()
	goal := m.after(last.Changed) // the last one
	order := CouponOrder{Key: "live", Stake: 1000, Picks: []CouponPick{couponPick(t, w, m, "parity", "odd")}}
	coupons, _, err := w.Place(token, order)
	if err != nil {
		t.Fatal(err)
	}
	c := coupons[0]
	for _, at := range []struct {
		now    time.Time
		offers bool
	}{{goal.Add(-time.Second), true}, {goal, false}, {goal.Add(14 * time.Second), false}, {goal.Add(15 * time.Second), true}} {
		if offer := w.Catalogue.Offer(&c, at.now); offer > 0 != at.offers {
			t.Errorf("%v after the goal %s are offered", at.now.Sub(goal), offer)
		}
	}
	w.SetNow(goal)
	k, token := reopenSportsbook(t, w)
	var held *OfferError
	if _, err := w.CashOut(token, c.ID, 1); !errors.As(err, &held) || held.Offer != 0 {
		t.Errorf("just after a goal: %v", err)
	}
	asPlayer(t, w, k, func(p *Player) {
		if p.Coupons[0].Status != CouponOpen {
			t.Errorf("the coupon is %+v", p.Coupons[0])
		}
		p.Coupons[0].bonus = &Bonus{}
		if offer := w.Catalogue.Offer(p.Coupons[0], goal.Add(time.Minute)); offer != 0 {
			t.Errorf("%s are offered for a bonus's money", offer)
		}
	})
}
