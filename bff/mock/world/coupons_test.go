package world

import (
	"errors"
	"testing"
	"time"

	"croupier/bff"
)

// atBook seats demo's player at the sportsbook.
func atBook(t *testing.T) (w *World, k Ticket, token string) {
	t.Helper()
	w = fresh(t)
	k, token = seatedAnew(t, w)
	as(t, w, k, func(p *Player) { p.Coupons = nil }) // those of the past would be paid meanwhile
	return w, k, token
}

// seatedAnew takes another seat there, for the one before may have ended meanwhile.
func seatedAnew(t *testing.T, w *World) (k Ticket, token string) {
	t.Helper()
	k = enter(t, w, "demo")
	as(t, w, k, func(p *Player) {
		game, _ := w.Catalogue.VirtualGame(1, sportType)
		token = p.OpenGame(game, &Brands[0], k.SID, "tr", false)
	})
	return k, token
}

// tip is a pick of a match at its odd now.
func tip(t *testing.T, w *World, m *Match, market, pick string) CouponPick {
	t.Helper()
	odd, known := m.Odd(w.Catalogue, market, pick, w.Now())
	if !known || odd == 0 {
		t.Fatalf("%s %s of %s is not offered", market, pick, m.Home)
	}
	return CouponPick{m.ID, market, pick, odd}
}

// right and wrong are the picks of a match's winner market, or of its result, that come and
// do not come true.
func right(m *Match) (market, pick string) {
	for _, p := range m.League.Sport.markets(m)[0].picks {
		market = m.League.Sport.markets(m)[0].key()
		if status, _ := m.Result(market, p.key); status == CouponWon {
			return market, p.key
		}
	}
	return market, ""
}

func wrong(m *Match) (market, pick string) {
	market, won := right(m)
	if won == "1" {
		return market, "2"
	}
	return market, "1"
}

// played lists matches of tomorrow that are played to their end, one of each.
func played(w *World, n int) (out []*Match) {
	for _, m := range w.Catalogue.Upcoming(nil, 1, w.Now()) {
		_, abandoned := m.final()
		market, pick := right(m)
		odd, _ := m.Odd(w.Catalogue, market, pick, w.Now())
		other, _ := m.Odd(w.Catalogue, market, "1", w.Now())
		if !abandoned && odd > 0 && other > 0 && len(out) < n {
			out = append(out, m)
		}
	}
	return out
}

func TestACouponIsPlacedOnceAndSettledByTheClock(t *testing.T) {
	w, k, token := atBook(t)
	of := played(w, 2)
	a, ap := right(of[0])
	b, bp := right(of[1])
	order := CouponOrder{Key: "one", Combo: true, Stake: 1000, Picks: []CouponPick{tip(t, w, of[0], a, ap), tip(t, w, of[1], b, bp)}}
	var before bff.MinorUnits
	var rounds int
	as(t, w, k, func(p *Player) { before, rounds = p.Balance, len(p.Rounds) })
	placed, balance, err := w.Place(token, order)
	if err != nil || len(placed) != 1 || balance != before-1000 {
		t.Fatalf("%v, %d coupons, balance %s of %s", err, len(placed), balance, before)
	}
	again, balance, err := w.Place(token, order)
	if err != nil || len(again) != 1 || again[0].ID != placed[0].ID || balance != before-1000 {
		t.Errorf("the same order again: %v, %+v, balance %s", err, again, balance)
	}
	c := placed[0]
	if want := order.Picks[0].Odd * order.Picks[1].Odd / 100; c.Odds() != want || c.PossibleWin() != 1000*bff.MinorUnits(want)/100 {
		t.Errorf("odds %d, possible %s, want odds %d", c.Odds(), c.PossibleWin(), want)
	}
	w.SetNow(of[0].Ends())
	k = enter(t, w, "demo")
	as(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponOpen || c.Events[0].Status != CouponWon && c.Events[1].Status != CouponWon {
			t.Errorf("after the first match: %+v", c)
		}
	})
	w.SetNow(of[1].Ends().Add(5 * time.Hour))
	k = enter(t, w, "demo")
	as(t, w, k, func(p *Player) {
		c := p.Coupons[0]
		if c.Status != CouponWon || c.Win != c.PossibleWin() || p.Balance != before-1000+c.Win {
			t.Errorf("after both: %+v, balance %s", c, p.Balance)
		}
		last := p.Transactions[len(p.Transactions)-1]
		if last.Category != TxWin || last.Sub != subSport || last.Amount != c.Win || !last.At.Equal(c.Decided) {
			t.Errorf("booked %+v", last)
		}
		if len(p.Rounds) != rounds+1 || books(p) != p.Balance {
			t.Errorf("%d rounds more, the books say %s of %s", len(p.Rounds)-rounds, books(p), p.Balance)
		}
	})
}

func TestOneWrongPickLosesAtOnce(t *testing.T) {
	w, _, token := atBook(t)
	of := played(w, 2)
	if of[1].Ends().Before(of[0].Ends()) {
		of[0], of[1] = of[1], of[0]
	}
	a, ap := wrong(of[0])
	b, bp := right(of[1])
	if _, _, err := w.Place(token, CouponOrder{
		Key: "one", Combo: true, Stake: 1000, Picks: []CouponPick{tip(t, w, of[0], a, ap), tip(t, w, of[1], b, bp)},
	}); err != nil {
		t.Fatal(err)
	}
	w.SetNow(of[0].Ends())
	k := enter(t, w, "demo")
	as(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponLost || !c.Decided.Equal(of[0].Ends()) || c.Events[1].Status != CouponOpen {
			t.Errorf("the coupon is %+v", c)
		}
	})
	w.SetNow(of[1].Ends())
	k = enter(t, w, "demo")
	as(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponLost || c.Win != 0 || c.Events[1].Status != CouponWon {
			t.Errorf("later the coupon is %+v", c)
		}
	})
}

func TestAnAbandonedMatchCountsOne(t *testing.T) {
	w, k, token := atBook(t)
	var broken *Match
	for d := 1; broken == nil && d < fixtureDays; d++ {
		for _, m := range w.Catalogue.Upcoming(nil, d, w.Now()) {
			odd, _ := m.Odd(w.Catalogue, m.League.Sport.markets(m)[0].key(), "1", w.Now())
			if _, abandoned := m.final(); abandoned && odd > 0 {
				broken = m
			}
		}
	}
	if broken == nil {
		t.Fatal("no match of a week is abandoned")
	}
	var before bff.MinorUnits
	as(t, w, k, func(p *Player) { before = p.Balance })
	if _, _, err := w.Place(token, CouponOrder{
		Key: "one", Stake: 1000, Picks: []CouponPick{tip(t, w, broken, broken.League.Sport.markets(broken)[0].key(), "1")},
	}); err != nil {
		t.Fatal(err)
	}
	w.SetNow(broken.Ends())
	k = enter(t, w, "demo")
	as(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponVoid || c.Win != 1000 || c.Odds() != 100 || p.Balance != before {
			t.Errorf("the coupon is %+v, balance %s of %s", c, p.Balance, before)
		}
	})
}

func TestWhatACouponIsRefusedFor(t *testing.T) {
	w, k, token := atBook(t)
	of := played(w, 2)
	market, pick := right(of[0])
	good := tip(t, w, of[0], market, pick)
	other := tip(t, w, of[0], market, "1")
	if other == good {
		other = tip(t, w, of[0], market, "2")
	}
	changed := good
	changed.Odd++
	over := w.Catalogue.Fixtures(nil, w.Now().Add(-10*time.Hour), w.Now().Add(-8*time.Hour))[0]
	late := CouponPick{over.ID, over.League.Sport.markets(over)[0].key(), "1", 150}
	for what, c := range map[string]struct {
		order CouponOrder
		want  error // nil for an *OddsError
	}{
		"two picks of a match":  {CouponOrder{Combo: true, Stake: 1000, Picks: []CouponPick{good, other}}, ErrPicks},
		"the same pick twice":   {CouponOrder{Stake: 1000, Picks: []CouponPick{good, good}}, ErrPicks},
		"no pick":               {CouponOrder{Stake: 1000}, ErrPicks},
		"21 picks":              {CouponOrder{Stake: 1000, Picks: make([]CouponPick, MaxPicks+1)}, ErrPicks},
		"a match that is none":  {CouponOrder{Stake: 1000, Picks: []CouponPick{{5, "result", "1", 150}}}, ErrPicks},
		"a market that is none": {CouponOrder{Stake: 1000, Picks: []CouponPick{{of[0].ID, "colour", "1", 150}}}, ErrPicks},
		"too little":            {CouponOrder{Stake: 499, Picks: []CouponPick{good}}, ErrStake},
		"too much":              {CouponOrder{Stake: 1_000_001, Picks: []CouponPick{good}}, ErrStake},
		"more than there is":    {CouponOrder{Stake: 1_000_000, Picks: []CouponPick{good}}, ErrFunds},
		"another odd":           {CouponOrder{Stake: 1000, Picks: []CouponPick{changed}}, nil},
		"a match that is over":  {CouponOrder{Stake: 1000, Picks: []CouponPick{late}}, nil},
	} {
		c.order.Key = what
		_, _, err := w.Place(token, c.order)
		var odds *OddsError
		if c.want == nil {
			if !errors.As(err, &odds) || len(odds.Odds) != 1 || odds.Odds[0] == c.order.Picks[0].Odd {
				t.Errorf("%s: %v", what, err)
			}
		} else if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
	}
	var slot, show string
	as(t, w, k, func(p *Player) {
		game, _ := w.Catalogue.VirtualGame(1, sportType)
		slot = p.OpenGame(w.Catalogue.Slots[0].AsGame(), &Brands[0], k.SID, "tr", false)
		show = p.OpenGame(game, &Brands[0], k.SID, "tr", true)
		if len(p.Coupons) != 0 {
			t.Errorf("%d coupons were placed all the same", len(p.Coupons))
		}
	})
	for _, seat := range []string{slot, show, "nobody"} {
		if _, _, err := w.Place(seat, CouponOrder{Key: "x", Stake: 1000, Picks: []CouponPick{good}}); !errors.Is(err, ErrSession) {
			t.Errorf("a seat that takes no coupons: %v", err)
		}
	}
	two := CouponOrder{Key: "two", Stake: 1000, Picks: []CouponPick{good, other}}
	if placed, _, err := w.Place(token, two); err != nil || len(placed) != 2 || placed[0].Kind() != "single" {
		t.Errorf("two singles of one match: %v, %+v", err, placed)
	}
}

func TestCouponsAreBounded(t *testing.T) {
	long := Coupon{Stake: 1_000_000}
	for range MaxPicks {
		long.Events = append(long.Events, CouponEvent{Odd: maxOdd, Status: CouponOpen})
	}
	if long.Odds() != MaxCouponOdds || long.PossibleWin() != MaxCouponWin {
		t.Errorf("odds %d, win %s", long.Odds(), long.PossibleWin())
	}
	w, k, token := atBook(t)
	m := played(w, 1)[0]
	market, pick := right(m)
	as(t, w, k, func(p *Player) { p.Balance = 10_000_000 })
	for n := range maxOpenCoupons + 1 {
		_, _, err := w.Place(token, CouponOrder{Key: time.Duration(n).String(), Stake: 500, Picks: []CouponPick{tip(t, w, m, market, pick)}})
		if want := n < maxOpenCoupons; (err == nil) != want || !want && !errors.Is(err, ErrCoupons) {
			t.Fatalf("coupon %d: %v", n, err)
		}
	}
}
