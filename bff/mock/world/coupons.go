package world

import (
	"math/rand/v2"
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
	MaxCouponOdds           = 1_000_000
	MaxCouponWin  bff.Kurus = 100_000_000
)

// Coupon is a sports bet.
type Coupon struct {
	ID      int
	Key     string // the page's own name for it, so that it is placed once
	At      time.Time
	Stake   bff.Kurus
	Events  []CouponEvent
	Status  string
	Win     bff.Kurus
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

// Odds is the product of the events' odds in hundredths, rounded down; a void event counts
// 1.00.
func (c *Coupon) Odds() int {
	odds := 100
	for _, e := range c.Events {
		if e.Status != CouponVoid {
			odds = min(MaxCouponOdds, odds*e.Odd/100)
		}
	}
	return odds
}

// PossibleWin is what the coupon pays where every pick is right.
func (c *Coupon) PossibleWin() bff.Kurus {
	return min(MaxCouponWin, c.Stake*bff.Kurus(c.Odds())/100)
}

// Kind is single or combo.
func (c *Coupon) Kind() string {
	if len(c.Events) == 1 {
		return "single"
	}
	return "combo"
}

// decide shows how the matches went that are over by now, and tells whether the coupon is
// decided as a whole. One wrong pick decides it at once.
func (c *Coupon) decide(now time.Time) bool {
	if c.Status == CouponWon || c.Status == CouponVoid {
		return true
	}
	open, void := false, true
	for i := range c.Events {
		e := &c.Events[i]
		if e.Status == CouponOpen && !now.Before(e.Ends) {
			e.Status = e.Fate
		}
		open, void = open || e.Status == CouponOpen, void && e.Status == CouponVoid
		if e.Status == CouponLost && (c.Status != CouponLost || e.Ends.Before(c.Decided)) {
			c.Status, c.Decided = CouponLost, e.Ends
		}
	}
	if c.Status == CouponLost || open {
		return c.Status == CouponLost
	}
	c.Status, c.Win = CouponWon, c.PossibleWin()
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

// settleCoupon pays a coupon that is decided by now; one that is lost already goes on to show
// its matches. A void one gives its stake back and was never played.
func (p *Player) settleCoupon(c *Coupon, now time.Time) {
	if was := c.Status; !c.decide(now) || was != CouponOpen {
		return
	}
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
func newCoupon(c *Catalogue, rng *rand.Rand, id int, at time.Time, stake bff.Kurus) *Coupon {
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
