package world

import (
	"errors"
	"testing"
	"time"

	"croupier/bff"
)

// openSportsbook opens the sportsbook for the demo player.
func openSportsbook(t *testing.T) (w *World, k Ticket, token string) {
	t.Helper()
	w = newWorld(t)
	k, token = reopenSportsbook(t, w)
	asPlayer(t, w, k, func(p *Player) { p.Coupons = nil }) // those of the past would be paid meanwhile
	return w, k, token
}

// reopenSportsbook logs in again and opens the sportsbook, because the session may have expired.
func reopenSportsbook(t *testing.T, w *World) (k Ticket, token string) {
	t.Helper()
	k = login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		game, _ := w.Catalogue.VirtualGame(1, sportType)
		token = p.OpenGame(game, &Brands[0], k.SID, "tr", false)
	})
	return k, token
}

// couponPick returns a pick at its current odd.
func couponPick(t *testing.T, w *World, m *Match, market, pick string) CouponPick {
	t.Helper()
	odd, known := m.Odd(w.Catalogue, market, pick, w.Now())
	if !known || odd == 0 {
		t.Fatalf("%s %s of %s is not offered", market, pick, m.Home)
	}
	return CouponPick{m.ID, market, pick, odd}
}

// winningPick and losingPick return picks of the main market of a match.
func winningPick(m *Match) (market, pick string) {
	for _, p := range m.League.Sport.markets(m)[0].picks {
		market = m.League.Sport.markets(m)[0].key()
		if status, _ := m.Result(market, p.key); status == CouponWon {
			return market, p.key
		}
	}
	return market, ""
}

func losingPick(m *Match) (market, pick string) {
	market, won := winningPick(m)
	if won == "1" {
		return market, "2"
	}
	return market, "1"
}

// playedMatches returns matches of tomorrow that are not abandoned, one per league.
func playedMatches(w *World, n int) (out []*Match) {
	for _, m := range w.Catalogue.Upcoming(nil, 1, w.Now()) {
		_, abandoned := m.final()
		market, pick := winningPick(m)
		odd, _ := m.Odd(w.Catalogue, market, pick, w.Now())
		other, _ := m.Odd(w.Catalogue, market, "1", w.Now())
		if !abandoned && odd > 0 && other > 0 && len(out) < n {
			out = append(out, m)
		}
	}
	return out
}

func TestCouponIsPlacedOnceAndSettledByTheClock(t *testing.T) {
	w, k, token := openSportsbook(t)
	of := playedMatches(w, 2)
	a, ap := winningPick(of[0])
	b, bp := winningPick(of[1])
	order := CouponOrder{Key: "one", Combo: true, Stake: 1000, Picks: []CouponPick{couponPick(t, w, of[0], a, ap), couponPick(t, w, of[1], b, bp)}}
	var before bff.MinorUnits
	var rounds int
	asPlayer(t, w, k, func(p *Player) { before, rounds = p.Balance, len(p.Rounds) })
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
	k = login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponOpen || c.Events[0].Status != CouponWon && c.Events[1].Status != CouponWon {
			t.Errorf("after the first match: %+v", c)
		}
	})
	w.SetNow(of[1].Ends().Add(5 * time.Hour))
	k = login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		c := p.Coupons[0]
		if c.Status != CouponWon || c.Win != c.PossibleWin() || p.Balance != before-1000+c.Win {
			t.Errorf("after both: %+v, balance %s", c, p.Balance)
		}
		last := p.Transactions[len(p.Transactions)-1]
		if last.Category != TxWin || last.Sub != subSport || last.Amount != c.Win || !last.At.Equal(c.Decided) {
			t.Errorf("booked %+v", last)
		}
		if len(p.Rounds) != rounds+1 || transactionSum(p) != p.Balance {
			t.Errorf("%d rounds more, the transactions sum to %s of %s", len(p.Rounds)-rounds, transactionSum(p), p.Balance)
		}
	})
}

func TestLostPickLosesTheComboImmediately(t *testing.T) {
	w, _, token := openSportsbook(t)
	of := playedMatches(w, 2)
	if of[1].Ends().Before(of[0].Ends()) {
		of[0], of[1] = of[1], of[0]
	}
	a, ap := losingPick(of[0])
	b, bp := winningPick(of[1])
	if _, _, err := w.Place(token, CouponOrder{
		Key: "one", Combo: true, Stake: 1000, Picks: []CouponPick{couponPick(t, w, of[0], a, ap), couponPick(t, w, of[1], b, bp)},
	}); err != nil {
		t.Fatal(err)
	}
	w.SetNow(of[0].Ends())
	k := login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponLost || !c.Decided.Equal(of[0].Ends()) || c.Events[1].Status != CouponOpen {
			t.Errorf("the coupon is %+v", c)
		}
	})
	w.SetNow(of[1].Ends())
	k = login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponLost || c.Win != 0 || c.Events[1].Status != CouponWon {
			t.Errorf("later the coupon is %+v", c)
		}
	})
}

func TestAbandonedMatchCountsAsOne(t *testing.T) {
	w, k, token := openSportsbook(t)
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
	asPlayer(t, w, k, func(p *Player) { before = p.Balance })
	if _, _, err := w.Place(token, CouponOrder{
		Key: "one", Stake: 1000, Picks: []CouponPick{couponPick(t, w, broken, broken.League.Sport.markets(broken)[0].key(), "1")},
	}); err != nil {
		t.Fatal(err)
	}
	w.SetNow(broken.Ends())
	k = login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		if c := p.Coupons[0]; c.Status != CouponVoid || c.Win != 1000 || c.Odds() != 100 || p.Balance != before {
			t.Errorf("the coupon is %+v, balance %s of %s", c, p.Balance, before)
		}
	})
}

func TestCouponRefusals(t *testing.T) {
	w, k, token := openSportsbook(t)
	of := playedMatches(w, 2)
	market, pick := winningPick(of[0])
	good := couponPick(t, w, of[0], market, pick)
	other := couponPick(t, w, of[0], market, "1")
	if other == good {
		other = couponPick(t, w, of[0], market, "2")
	}
	changed := good
	changed.Odd++
	over := w.Catalogue.Fixtures(nil, w.Now().Add(-10*time.Hour), w.Now().Add(-8*time.Hour))[0]
	late := CouponPick{over.ID, over.League.Sport.markets(over)[0].key(), "1", 150}
	for what, c := range map[string]struct {
		order CouponOrder
		want  error // nil for an *OddsError
	}{
		"two picks of a match":    {CouponOrder{Combo: true, Stake: 1000, Picks: []CouponPick{good, other}}, ErrPicks},
		"the same pick twice":     {CouponOrder{Stake: 1000, Picks: []CouponPick{good, good}}, ErrPicks},
		"no picks":                {CouponOrder{Stake: 1000}, ErrPicks},
		"21 picks":                {CouponOrder{Stake: 1000, Picks: make([]CouponPick, MaxPicks+1)}, ErrPicks},
		"unknown match":           {CouponOrder{Stake: 1000, Picks: []CouponPick{{5, "result", "1", 150}}}, ErrPicks},
		"unknown market":          {CouponOrder{Stake: 1000, Picks: []CouponPick{{of[0].ID, "colour", "1", 150}}}, ErrPicks},
		"stake below the minimum": {CouponOrder{Stake: 499, Picks: []CouponPick{good}}, ErrStake},
		"stake above the maximum": {CouponOrder{Stake: 1_000_001, Picks: []CouponPick{good}}, ErrStake},
		"stake above the balance": {CouponOrder{Stake: 1_000_000, Picks: []CouponPick{good}}, ErrFunds},
		"changed odds":            {CouponOrder{Stake: 1000, Picks: []CouponPick{changed}}, nil},
		"finished match":          {CouponOrder{Stake: 1000, Picks: []CouponPick{late}}, nil},
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
	asPlayer(t, w, k, func(p *Player) {
		game, _ := w.Catalogue.VirtualGame(1, sportType)
		slot = p.OpenGame(w.Catalogue.Slots[0].AsGame(), &Brands[0], k.SID, "tr", false)
		show = p.OpenGame(game, &Brands[0], k.SID, "tr", true)
		if len(p.Coupons) != 0 {
			t.Errorf("%d coupons were placed all the same", len(p.Coupons))
		}
	})
	for _, session := range []string{slot, show, "nobody"} {
		if _, _, err := w.Place(session, CouponOrder{Key: "x", Stake: 1000, Picks: []CouponPick{good}}); !errors.Is(err, ErrSession) {
			t.Errorf("a session without coupons: %v", err)
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
	w, k, token := openSportsbook(t)
	m := playedMatches(w, 1)[0]
	market, pick := winningPick(m)
	asPlayer(t, w, k, func(p *Player) { p.Balance = 10_000_000 })
	for n := range maxOpenCoupons + 1 {
		_, _, err := w.Place(token, CouponOrder{Key: time.Duration(n).String(), Stake: 500, Picks: []CouponPick{couponPick(t, w, m, market, pick)}})
		if want := n < maxOpenCoupons; (err == nil) != want || !want && !errors.Is(err, ErrCoupons) {
			t.Fatalf("coupon %d: %v", n, err)
		}
	}
}
