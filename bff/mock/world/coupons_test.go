package world

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// sportsbook is a player with an open sportsbook.
type sportsbook struct {
	*client
	token string
}

// openSportsbook opens the sportsbook for the demo player.
func openSportsbook(t *testing.T) *sportsbook {
	t.Helper()
	b := &sportsbook{client: enter(t, "demo")}
	b.do(func(p *Player) { p.Coupons = nil }) // those of the past would be paid meanwhile
	b.openAt(b.Now())
	return b
}

// openAt sets the clock and opens the sportsbook again, because sessions expire.
func (b *sportsbook) openAt(now time.Time) {
	b.t.Helper()
	b.at(now)
	game, _ := b.Catalogue.VirtualGame(1, sportType)
	b.token = b.open(game, false)
}

// pick returns a pick at its current odd.
func (b *sportsbook) pick(m *Match, market, pick string) CouponPick {
	b.t.Helper()
	odd, known := m.Odd(b.Catalogue, market, pick, b.Now())
	require.True(b.t, known && odd != 0, "%s %s of %s is not offered", market, pick, m.Home)
	return CouponPick{m.ID, market, pick, bff.MinorUnits(odd)}
}

// winning and losing return picks of the main market of a match.
func (b *sportsbook) winning(m *Match) CouponPick {
	b.t.Helper()
	market, pick := winningPick(m)
	return b.pick(m, market, pick)
}

func (b *sportsbook) losing(m *Match) CouponPick {
	b.t.Helper()
	market, won := winningPick(m)
	if won == "1" {
		return b.pick(m, market, "2")
	}
	return b.pick(m, market, "1")
}

func winningPick(m *Match) (market, pick string) {
	main := m.League.Sport.markets(m)[0]
	for _, p := range main.picks {
		if status, _ := m.Result(main.key(), p.key); status == CouponWon {
			return main.key(), p.key
		}
	}
	return main.key(), ""
}

// played returns matches of tomorrow that are not abandoned, one per league.
func (b *sportsbook) played(n int) (out []*Match) {
	for _, m := range b.Catalogue.Upcoming(nil, 1, b.Now()) {
		_, abandoned := m.final()
		market, pick := winningPick(m)
		odd, _ := m.Odd(b.Catalogue, market, pick, b.Now())
		other, _ := m.Odd(b.Catalogue, market, "1", b.Now())
		if !abandoned && odd > 0 && other > 0 && len(out) < n {
			out = append(out, m)
		}
	}
	return out
}

// place places a coupon of ten lira: a single, or a combination of several picks.
func (b *sportsbook) place(picks ...CouponPick) Coupon {
	b.t.Helper()
	placed, _, err := b.Place(b.token, CouponOrder{Key: "one", Combo: len(picks) > 1, Stake: 1000, Picks: picks})
	require.True(b.t, err == nil && len(placed) == 1, "%v, %d coupons", err, len(placed))
	return placed[0]
}

// coupon returns the player's first coupon at a time.
func (b *sportsbook) coupon(now time.Time) (c Coupon) {
	b.t.Helper()
	b.at(now)
	b.do(func(p *Player) { c = *p.Coupons[0] })
	return c
}

// counts returns the numbers of the player's transactions and rounds.
func (b *sportsbook) counts() (moves, rounds int) {
	b.do(func(p *Player) { moves, rounds = len(p.Transactions), len(p.Rounds) })
	return moves, rounds
}

func TestCouponIsPlacedOnceAndSettledByTheClock(t *testing.T) {
	b := openSportsbook(t)
	of := b.played(2)
	picks := []CouponPick{b.winning(of[0]), b.winning(of[1])}
	_, rounds := b.counts()
	c := b.place(picks...)
	b.holds(249_000)
	assert.Equal(t, c.ID, b.place(picks...).ID, "the same order again")
	b.holds(249_000)
	want := picks[0].Odd * picks[1].Odd / 100
	assert.Equal(t, want, bff.MinorUnits(c.Odds()))
	assert.Equal(t, 1000*want/100, c.PossibleWin())
	first := b.coupon(of[0].Ends())
	assert.Equal(t, CouponOpen, first.Status, "after the first match")
	assert.Contains(t, []string{first.Events[0].Status, first.Events[1].Status}, CouponWon)
	c = b.coupon(of[1].Ends().Add(5 * time.Hour))
	assert.True(t, c.Status == CouponWon && c.Win == c.PossibleWin(), "after both: %+v", c)
	b.holds(249_000 + c.Win)
	b.do(func(p *Player) {
		last := p.Transactions[len(p.Transactions)-1]
		assert.True(t, last.Category == TxWin && last.Sub == subSport && last.Amount == c.Win && last.At.Equal(c.Decided), "%+v", last)
		assert.Len(t, p.Rounds, rounds+1)
	})
	rich := enter(t, "zengin")
	open := func() (n int) {
		rich.do(func(p *Player) { n = count(p.Coupons, func(c *Coupon) bool { return c.Status == CouponOpen }) })
		return n
	}
	require.NotZero(t, open())
	rich.later(5 * day)
	assert.Zero(t, open())
	rich.do(func(p *Player) { checkBalance(t, p, p.Balance) })
}

func TestLostPickLosesTheComboImmediately(t *testing.T) {
	b := openSportsbook(t)
	of := b.played(2)
	if of[1].Ends().Before(of[0].Ends()) {
		of[0], of[1] = of[1], of[0]
	}
	b.place(b.losing(of[0]), b.winning(of[1]))
	c := b.coupon(of[0].Ends())
	assert.True(t, c.Status == CouponLost && c.Decided.Equal(of[0].Ends()) && c.Events[1].Status == CouponOpen, "%+v", c)
	c = b.coupon(of[1].Ends())
	assert.True(t, c.Status == CouponLost && c.Win == 0 && c.Events[1].Status == CouponWon, "later the coupon is %+v", c)
}

func TestAbandonedMatchCountsAsOne(t *testing.T) {
	b := openSportsbook(t)
	for d := 1; d < fixtureDays; d++ {
		for _, m := range b.Catalogue.Upcoming(nil, d, b.Now()) {
			main := m.League.Sport.markets(m)[0].key()
			odd, _ := m.Odd(b.Catalogue, main, "1", b.Now())
			if _, abandoned := m.final(); !abandoned || odd == 0 {
				continue
			}
			b.place(b.pick(m, main, "1"))
			c := b.coupon(m.Ends())
			assert.True(t, c.Status == CouponVoid && c.Win == 1000 && c.Odds() == 100, "the coupon is %+v", c)
			b.holds(250_000)
			return
		}
	}
	t.Fatal("no match of a week is abandoned")
}

func TestCouponRefusals(t *testing.T) {
	b := openSportsbook(t)
	of := b.played(9)
	var picks []CouponPick
	for _, m := range of {
		picks = append(picks, b.winning(m))
	}
	good, other := picks[0], b.losing(of[0])
	changed := good
	changed.Odd++
	over := b.Catalogue.Fixtures(nil, b.Now().Add(-10*time.Hour), b.Now().Add(-8*time.Hour))[0]
	late := CouponPick{over.ID, over.League.Sport.markets(over)[0].key(), "1", 150}
	order := func(combo bool, system int, stake bff.MinorUnits, picks ...CouponPick) CouponOrder {
		return CouponOrder{Combo: combo, System: system, Stake: stake, Picks: picks}
	}
	for what, c := range map[string]struct {
		order CouponOrder
		want  error // nil for an *OddsError
	}{
		"two picks of a match":      {order(true, 0, 1000, good, other), ErrPicks},
		"the same pick twice":       {order(false, 0, 1000, good, good), ErrPicks},
		"no picks":                  {order(false, 0, 1000), ErrPicks},
		"21 picks":                  {order(false, 0, 1000, make([]CouponPick, MaxPicks+1)...), ErrPicks},
		"unknown match":             {order(false, 0, 1000, CouponPick{5, "result", "1", 150}), ErrPicks},
		"unknown market":            {order(false, 0, 1000, CouponPick{of[0].ID, "colour", "1", 150}), ErrPicks},
		"stake below the minimum":   {order(false, 0, 499, good), ErrStake},
		"stake above the maximum":   {order(false, 0, 1_000_001, good), ErrStake},
		"stake above the balance":   {order(false, 0, 1_000_000, good), ErrFunds},
		"changed odds":              {order(false, 0, 1000, changed), nil},
		"finished match":            {order(false, 0, 1000, late), nil},
		"system of one":             {order(true, 1, 1000, picks[:3]...), ErrPicks},
		"system of all":             {order(true, 3, 1000, picks[:3]...), ErrPicks},
		"system of none":            {order(true, -1, 1000, picks[:3]...), ErrPicks},
		"system of singles":         {order(false, 2, 1000, picks[:3]...), ErrPicks},
		"system of nine":            {order(true, 2, 1000, picks...), ErrPicks},
		"too little for each bet":   {order(true, 4, MinCombination-1, picks[:8]...), ErrStake},
		"too little for the system": {order(true, 2, 166, picks[:3]...), ErrStake},
		"too much for the system":   {order(true, 4, 15_000, picks[:8]...), ErrStake},
		"a stake that overflows":    {order(true, 4, math.MaxInt64/2, picks[:8]...), ErrStake},
		"system above the balance":  {order(true, 2, 300_000, picks[:3]...), ErrFunds},
	} {
		c.order.Key = what
		_, _, err := b.Place(b.token, c.order)
		var odds *OddsError
		if c.want != nil {
			wants(t, what, err, c.want)
			continue
		}
		require.ErrorAs(t, err, &odds, what)
		assert.True(t, len(odds.Odds) == 1 && odds.Odds[0] != c.order.Picks[0].Odd, "%s: %v", what, err)
	}
	game, _ := b.Catalogue.VirtualGame(1, sportType)
	for _, token := range []string{b.open(b.Catalogue.Slots[0].AsGame(), false), b.open(game, true), "nobody"} {
		_, _, err := b.Place(token, order(false, 0, 1000, good))
		wants(t, "a session of another game, of a demo, or none", err, ErrSession)
	}
	b.do(func(p *Player) { assert.Empty(t, p.Coupons) })
	b.holds(250_000)
	two := CouponOrder{Key: "two", Stake: 1000, Picks: []CouponPick{good, other}}
	placed, _, err := b.Place(b.token, two)
	assert.True(t, err == nil && len(placed) == 2 && placed[0].Kind() == "single", "two singles of one match: %v, %+v", err, placed)
	b.holds(248_000)
	placed, balance, err := b.Place(b.token, CouponOrder{Key: "good", Combo: true, System: 2, Stake: 500, Picks: picks[:4]})
	require.True(t, err == nil && len(placed) == 1, "%v, %+v", err, placed)
	assert.True(t, placed[0].Stake == 3000 && placed[0].Kind() == "system" && placed[0].Combinations() == 6, "%+v", placed)
	b.holds(245_000)
	assert.EqualValues(t, 245_000, balance)
	b.do(func(p *Player) { p.Balance = 10_000_000 })
	for n := 3; n <= maxOpenCoupons; n++ {
		_, _, err := b.Place(b.token, CouponOrder{Key: time.Duration(n).String(), Stake: 500, Picks: []CouponPick{good}})
		wants(t, "a coupon", err, map[bool]error{true: ErrCoupons}[n == maxOpenCoupons])
	}
}

func TestCouponIsCashedOutOnce(t *testing.T) {
	b := openSportsbook(t)
	of := b.played(2)
	c := b.place(b.winning(of[0]), b.winning(of[1]))
	fair := 10 * float64(c.Odds())
	for _, m := range of {
		market, pick := winningPick(m)
		p, taken := m.Chance(b.Catalogue, market, pick, b.Now())
		require.True(t, taken, "a match of tomorrow takes bets")
		fair *= p
	}
	offer := b.Catalogue.Offer(&c, b.Now())
	require.Equal(t, bff.MinorUnits(math.Round(fair)), offer)
	require.True(t, offer < 1000 && offer >= 800, offer)
	var changed *OfferError
	_, err := b.CashOut(b.token, c.ID, offer+1)
	require.ErrorAs(t, err, &changed)
	assert.Equal(t, offer, changed.Offer)
	_, err = b.CashOut(b.token, c.ID+1, 1)
	wants(t, "an unknown coupon", err, ErrBet)
	_, err = b.CashOut("nobody", c.ID, 1)
	wants(t, "an unknown session", err, ErrSession)
	moves, rounds := b.counts()
	for range 2 {
		got, err := b.CashOut(b.token, c.ID, offer)
		require.NoError(t, err)
		require.True(t, got.Cashed && got.Status == CouponWon && got.Win == offer && got.Decided.Equal(b.Now()), "%+v", got)
	}
	c = b.coupon(of[1].Ends().Add(5 * time.Hour))
	assert.True(t, c.Win == offer && c.Events[0].Status == CouponWon && c.Events[1].Status == CouponWon, "later: %+v", c)
	b.holds(249_000 + offer)
	m, r := b.counts()
	assert.Equal(t, []int{1, 1}, []int{m - moves, r - rounds}, "transactions and rounds")

	b = openSportsbook(t)
	c = b.place(b.winning(of[0]))
	assert.Zero(t, b.Catalogue.Offer(&c, of[0].Ends()), "the offer once the match is over")
	b.openAt(of[0].Ends())
	_, err = b.CashOut(b.token, c.ID, 1)
	wants(t, "a coupon that is won", err, ErrBet)
}

func TestSuspendedMatchHasNoCashOut(t *testing.T) {
	b := openSportsbook(t)
	var m *Match
	for _, m = range b.Catalogue.Upcoming(Sports()[0], 1, b.Now()) {
		if last, abandoned := m.final(); !abandoned && last.Changed > 0 && last.Changed < 80 {
			break
		}
	}
	goal := m.after(m.Final().Changed) // the last one
	c := b.place(b.pick(m, "parity", "odd"))
	for after, offers := range map[time.Duration]bool{-time.Second: true, 0: false, 14 * time.Second: false, 15 * time.Second: true} {
		assert.Equal(t, offers, b.Catalogue.Offer(&c, goal.Add(after)) > 0, "%v after the goal", after)
	}
	b.openAt(goal)
	var held *OfferError
	_, err := b.CashOut(b.token, c.ID, 1)
	require.ErrorAs(t, err, &held, "just after a goal")
	assert.Zero(t, held.Offer)
	c = b.coupon(goal)
	assert.Equal(t, CouponOpen, c.Status)
	c.bonus = &Bonus{}
	assert.Zero(t, b.Catalogue.Offer(&c, goal.Add(time.Minute)), "the offer for a bonus's money")
}
