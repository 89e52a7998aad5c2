package world

import (
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
)

// Coupon statuses of the contract.
const (
	CouponOpen = "open"
	CouponWon  = "won"
	CouponLost = "lost"
	CouponVoid = "void"
)

// Bounds of what one coupon pays: its odds in hundredths, and the win itself.
const (
	MaxCouponOdds                = 1_000_000
	MaxCouponWin  bff.MinorUnits = 100_000_000
)

// Coupon is a sports bet.
type Coupon struct {
	ID      int
	Key     string // the page's own name for it, so that it is placed once
	At      time.Time
	Stake   bff.MinorUnits // of all its combinations together
	System  int            // how many picks a combination has; 0 where all picks make one
	Events  []CouponEvent
	Status  string
	Cashed  bool // its player took an offer for it: it is won with what was paid
	Win     bff.MinorUnits
	Decided time.Time // zero while it is open

	game  Game   // that it was placed at
	bonus *Bonus // whose money it was staked from; nil for the player's own
}

// CouponEvent is one pick of a coupon. Status becomes Fate at Ends.
type CouponEvent struct {
	MatchID int64
	Match   string // the two sides
	Market  string // key of its match
	Pick    string // key of its market
	Odd     int    // in hundredths, as it was when the coupon was placed
	Status  string
	Starts  time.Time
	Ends    time.Time
	Fate    string
}

// Sport is what the match is played in. A match of a state that was written by hand may be
// none at all.
func (e CouponEvent) Sport() *Sport {
	if l := leagueOf(e.MatchID); l != nil {
		return l.Sport
	}
	return sports[0]
}

// Kind is single, combo or system.
func (c *Coupon) Kind() string {
	switch {
	case c.System > 0:
		return "system"
	case len(c.Events) == 1:
		return "single"
	default:
		return "combo"
	}
}

// decide shows how the matches went that are over by now, and tells whether the coupon is
// decided as a whole. It is lost at once when no combination is left without a wrong pick.
func (c *Coupon) decide(now time.Time) bool {
	open, void := false, true
	var wrong []time.Time // when the wrong picks were decided
	for i := range c.Events {
		e := &c.Events[i]
		if e.Status == CouponOpen && !now.Before(e.Ends) {
			e.Status = e.Fate
		}
		if e.Status == CouponLost {
			wrong = append(wrong, e.Ends)
		}
		open, void = open || e.Status == CouponOpen, void && e.Status == CouponVoid
	}
	if c.Status != CouponOpen {
		return true
	}
	if spare := len(c.Events) - c.size(); len(wrong) > spare {
		slices.SortFunc(wrong, time.Time.Compare)
		c.Status, c.Decided = CouponLost, wrong[spare]
		return true
	}
	if open {
		return false
	}
	c.Status, c.Win = CouponWon, c.pays(func(e CouponEvent) bool { return e.Status == CouponWon })
	if void {
		c.Status = CouponVoid // and its odds are 1.00
	}
	for _, e := range c.Events {
		if e.Ends.After(c.Decided) {
			c.Decided = e.Ends
		}
	}
	return true
}

// settleCoupon pays a coupon that is decided by now; one that is settled already goes on to
// show its matches.
func (p *Player) settleCoupon(c *Coupon, now time.Time) {
	if was := c.Status; c.decide(now) && was == CouponOpen {
		p.payCoupon(c)
	}
}

// payCoupon pays what a coupon has come to. A void one gives its stake back and was never
// played.
func (p *Player) payCoupon(c *Coupon) {
	id := roundID(c.ID)
	if t := p.receive(c.game, id, c.bonus, c.Win); t != nil {
		t.At = c.Decided
	}
	if c.Status != CouponVoid {
		p.finished(c.game, id, c.Stake, c.Win, c.Decided)
	}
}

// couponEvent is a pick of a match at an odd, whose fate follows from the match.
func couponEvent(m *Match, market, pick string, odd int) CouponEvent {
	e := CouponEvent{
		MatchID: m.ID, Match: m.Home + " - " + m.Away, Market: market, Pick: pick, Odd: odd,
		Status: CouponOpen, Starts: m.Starts,
	}
	e.Fate, e.Ends = m.Verdict(market, pick)
	return e
}

// newCoupon draws a coupon placed at at, on matches of the next day.
func newCoupon(c *Catalogue, rng *rand.Rand, id int, at time.Time, stake bff.MinorUnits) *Coupon {
	game, _ := c.VirtualGame(1, sportType)
	out := &Coupon{ID: id, At: at, Stake: stake, Status: CouponOpen, game: game}
	for want := 1 + rng.IntN(4); len(out.Events) < want; {
		l := pick(rng, leagues)
		m := c.match(l, dayOf(at)+1, rng.IntN(l.daily))
		mk := l.Sport.book(m)[0]
		p := mk.picks[rng.IntN(len(mk.picks))].key
		odd, _ := m.Odd(c, mk.key(), p, at)
		if odd == 0 || out.has(m.ID) {
			continue
		}
		out.Events = append(out.Events, couponEvent(m, mk.key(), p, odd))
	}
	return out
}

func (c *Coupon) has(match int64) bool {
	for _, e := range c.Events {
		if e.MatchID == match {
			return true
		}
	}
	return false
}
