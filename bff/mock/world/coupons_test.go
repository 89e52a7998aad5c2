package world

import (
	"math"
	"slices"
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
	b.do(func(p *Player) { p.Coupons = nil }) // past coupons would be paid meanwhile
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
	p, known := m.Pick(market, pick, b.Now())
	require.True(b.t, known && p.Odd != 0, "%s %s of %s is not offered", market, pick, m.Home)
	return CouponPick{m.ID, market, pick, bff.MinorUnits(p.Odd)}
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
	main := m.Markets(m.Starts)[0]
	for _, p := range main.Picks {
		if m.result(main.Key, p.Key) == CouponWon {
			return main.Key, p.Key
		}
	}
	return main.Key, ""
}

// played returns matches of the next day that are not abandoned.
func (b *sportsbook) played(n int) (out []*Match) {
	for _, m := range b.Catalogue.Upcoming(b.Now(), 100)[20:] {
		if !m.abandoned() && len(out) < n {
			out = append(out, m)
		}
	}
	return out
}

// order sends an order.
func (b *sportsbook) order(token string, o CouponOrder) error {
	s, err := b.Betting(token)
	if err != nil {
		return err
	}
	return s.PlaceCoupons(o)
}

// place places a single or a combination of several picks for ten lira.
func (b *sportsbook) place(picks ...CouponPick) Coupon {
	b.t.Helper()
	require.NoError(b.t, b.order(b.token, CouponOrder{Key: "one", Combo: len(picks) > 1, Stake: 1000, Picks: picks}))
	return b.coupon(b.Now())
}

// cash cashes a coupon out.
func (b *sportsbook) cash(token string, id int, least bff.MinorUnits) error {
	s, err := b.Betting(token)
	if err != nil {
		return err
	}
	return s.CashOut(id, least)
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
		assert.True(t, last.Category == TxWin && last.Sub == subSport && last.Amount == c.Win &&
			last.At.Equal(c.Decided), "%+v", last)
		assert.Len(t, p.Rounds, rounds+1)
	})
	rich := enter(t, "zengin")
	open := func() (n int) {
		rich.do(func(p *Player) { n = len(filter(p.Coupons, func(c *Coupon) bool { return c.Status == CouponOpen })) })
		return n
	}
	require.NotZero(t, open())
	rich.later(5 * day)
	assert.Zero(t, open())
	rich.do(func(p *Player) {
		byTime := func(a, b Round) int { return a.At.Compare(b.At) }
		assert.True(t, slices.IsSortedFunc(p.Rounds, byTime), "rounds that were decided at once")
	})
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
	assert.True(t, c.Status == CouponLost && c.Decided.Equal(of[0].Ends()) && c.Events[1].Status == CouponOpen, "%+v",
		c)
	c = b.coupon(of[1].Ends())
	assert.True(t, c.Status == CouponLost && c.Win == 0 && c.Events[1].Status == CouponWon, "later the coupon is %+v",
		c)
}

func TestAbandonedMatchCountsAsOne(t *testing.T) {
	b := openSportsbook(t)
	for range 30 {
		for _, m := range b.Catalogue.Upcoming(b.Now(), 100) {
			if !m.abandoned() {
				continue
			}
			before := bff.MinorUnits(250_000)
			b.place(b.pick(m, "result", "1"))
			c := b.coupon(m.Ends())
			assert.True(t, c.Status == CouponVoid && c.Win == 1000 && c.Odds() == 100, "the coupon is %+v", c)
			b.holds(before)
			return
		}
		b.openAt(b.Now().Add(day))
	}
	t.Fatal("no match of a month is abandoned")
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
	over := b.Catalogue.fixtures(b.Now().Add(-10*time.Hour), b.Now().Add(-8*time.Hour))[0]
	late := CouponPick{over.ID, "result", "1", 150}
	order := func(combo bool, stake bff.MinorUnits, picks ...CouponPick) CouponOrder {
		return CouponOrder{Combo: combo, Stake: stake, Picks: picks}
	}
	for what, c := range map[string]struct {
		order CouponOrder
		want  error
	}{
		"two picks of a match":    {order(true, 1000, good, other), ErrPicks},
		"the same pick twice":     {order(false, 1000, good, good), ErrPicks},
		"no picks":                {order(false, 1000), ErrPicks},
		"21 picks":                {order(false, 1000, make([]CouponPick, maxCouponPicks+1)...), ErrPicks},
		"unknown match":           {order(false, 1000, CouponPick{5, "result", "1", 150}), ErrPicks},
		"unknown market":          {order(false, 1000, CouponPick{of[0].ID, "colour", "1", 150}), ErrPicks},
		"stake below the minimum": {order(false, 499, good), ErrStake},
		"stake above the maximum": {order(false, 1_000_001, good), ErrStake},
		"stake above the balance": {order(false, 1_000_000, good), ErrFunds},
		"changed odds":            {order(false, 1000, changed), ErrOdds},
		"finished match":          {order(false, 1000, late), ErrOdds},
		"a stake that overflows":  {order(false, math.MaxInt64/2, picks[:8]...), ErrStake},
	} {
		c.order.Key = what
		wants(t, what, b.order(b.token, c.order), c.want)
	}
	game, _ := b.Catalogue.VirtualGame(1, sportType)
	for _, token := range []string{b.open(b.Catalogue.Slots[0].Game, false), b.open(game, true), "nobody"} {
		wants(t, "a session of another game, of a demo, or none", b.order(token, order(false, 1000, good)), ErrSession)
	}
	b.do(func(p *Player) { assert.Empty(t, p.Coupons) })
	b.holds(250_000)
	require.NoError(t, b.order(b.token, CouponOrder{Key: "two", Stake: 1000, Picks: []CouponPick{good, other}}))
	b.do(func(p *Player) {
		assert.True(t, len(p.Coupons) == 2 && p.Coupons[0].Kind() == "single", "two singles of one match: %+v",
			p.Coupons)
	})
	b.holds(248_000)
	b.do(func(p *Player) { p.Balance = 10_000_000 })
	for n := 2; n <= maxOpenCoupons; n++ {
		err := b.order(b.token, CouponOrder{Key: time.Duration(n).String(), Stake: 500, Picks: []CouponPick{good}})
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
		p, _ := m.Pick(market, pick, b.Now())
		fair *= p.chance
	}
	offer := b.Catalogue.Offer(&c, b.Now())
	require.Equal(t, bff.MinorUnits(math.Round(fair)), offer)
	require.True(t, offer < 1000 && offer >= 800, offer)
	wants(t, "more than the offer", b.cash(b.token, c.ID, offer+1), ErrOffer)
	wants(t, "an unknown coupon", b.cash(b.token, c.ID+1, 1), ErrBet)
	wants(t, "an unknown session", b.cash("nobody", c.ID, 1), ErrSession)
	moves, rounds := b.counts()
	for range 2 {
		require.NoError(t, b.cash(b.token, c.ID, offer))
	}
	c = b.coupon(b.Now())
	require.True(t, c.Cashed && c.Status == CouponWon && c.Win == offer && c.Decided.Equal(b.Now()), "%+v", c)
	c = b.coupon(of[1].Ends().Add(5 * time.Hour))
	assert.True(t, c.Win == offer && c.Events[0].Status == CouponWon && c.Events[1].Status == CouponWon, "later: %+v",
		c)
	b.holds(249_000 + offer)
	m, r := b.counts()
	assert.Equal(t, []int{1, 1}, []int{m - moves, r - rounds}, "transactions and rounds")

	b = openSportsbook(t)
	c = b.place(b.winning(of[0]))
	assert.Zero(t, b.Catalogue.Offer(&c, of[0].Ends()), "the offer once the match is over")
	c.Bonus = 1
	assert.Zero(t, b.Catalogue.Offer(&c, b.Now()), "the offer for a bonus's money")
	b.openAt(of[0].Ends())
	wants(t, "a coupon that is won", b.cash(b.token, c.ID, 1), ErrBet)
}

// couponEvents returns events with matches that end one hour apart. fates contains a letter for
// each event: won (w), lost (l) or void (v).
func couponEvents(fates string, odds ...int) (out []CouponEvent) {
	status := map[rune]string{'w': CouponWon, 'l': CouponLost, 'v': CouponVoid}
	for i, fate := range fates {
		out = append(out, CouponEvent{
			MatchID: int64(i), Odd: odds[i], Status: CouponOpen, Result: status[fate],
			Ends: epoch.Add(time.Duration(i+1) * time.Hour),
		})
	}
	return out
}

func TestCouponSettlesByItsPicks(t *testing.T) {
	for _, c := range []struct {
		fates  string
		status string
		win    bff.MinorUnits
		hours  int // until the decision
	}{
		{"www", CouponWon, 10_160, 3},
		{"wwl", CouponLost, 0, 3},
		{"lwl", CouponLost, 0, 1},
		{"wvw", CouponWon, 5050, 3},
		{"vvv", CouponVoid, 1000, 3},
	} {
		coupon := &Coupon{Stake: 1000, Events: couponEvents(c.fates, 150, 201, 337), Status: CouponOpen}
		assert.False(t, coupon.update(epoch.Add(time.Duration(c.hours)*time.Hour-1)), "%s: decided too early", c.fates)
		coupon.update(epoch.Add(100 * time.Hour))
		assert.True(t, coupon.Status == c.status && coupon.Win == c.win, "%s: %s with %s", c.fates, coupon.Status,
			coupon.Win)
		assert.WithinDuration(t, epoch.Add(time.Duration(c.hours)*time.Hour), coupon.Decided, 0, c.fates)
	}
}

func TestCouponOdds(t *testing.T) {
	// The product is 1.01¹⁰ = 1.1046. Only the result is rounded down.
	long := &Coupon{Stake: 1000, Events: couponEvents("wwwwwwwwww", 101, 101, 101, 101, 101, 101, 101, 101, 101, 101)}
	assert.Equal(t, 110, long.Odds())
	long = &Coupon{Stake: 1_000_000}
	for range maxCouponPicks {
		long.Events = append(long.Events, CouponEvent{Odd: maxOdd, Status: CouponOpen})
	}
	assert.True(t, long.Odds() == maxCouponOdds && long.PossibleWin() == maxCouponWin, "%d, %s", long.Odds(),
		long.PossibleWin())
}
