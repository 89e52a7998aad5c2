package world

import (
	"errors"
	"math/big"
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

// Limits of coupons. Odds are in hundredths.
const (
	maxCouponPicks                = 20
	maxCouponOdds                 = 1_000_000
	maxCouponWin   bff.MinorUnits = 100_000_000

	maxOpenCoupons = 200  // per player
	maxCoupons     = 1000 // per player
)

// Refusals of a coupon order and of a cash-out.
var (
	ErrPicks   = errors.New("place coupon: these picks cannot be combined")
	ErrOdds    = errors.New("place coupon: the odds have changed")
	ErrCoupons = errors.New("place coupon: too many open coupons")
	ErrOffer   = errors.New("cash out coupon: the offer has changed")
)

// CouponPick is a pick at the odd that the player has seen.
type CouponPick struct {
	Match  int64          `json:"match"`
	Market string         `json:"market"`
	Pick   string         `json:"pick"`
	Odd    bff.MinorUnits `json:"odd"`
}

// CouponOrder requests one coupon of all picks, or one coupon per pick.
type CouponOrder struct {
	Key   string         `json:"key"` // idempotency key
	Combo bool           `json:"combo"`
	Stake bff.MinorUnits `json:"stake"` // per coupon
	Picks []CouponPick   `json:"tips"`
}

// Coupon is a sports bet.
type Coupon struct {
	ID      int
	Key     string // idempotency key of its order
	At      time.Time
	Stake   bff.MinorUnits
	Events  []CouponEvent
	Status  string
	Cashed  bool // cashed out; Status is then won, because another status would break clients
	Win     bff.MinorUnits
	Decided time.Time // zero while it is open

	Game  Game
	Bonus int // id of the bonus whose money was staked; 0 for the player's own
}

// CouponEvent is a pick of a coupon. Status becomes Result at Ends.
type CouponEvent struct {
	MatchID      int64
	Match        string // names of the sides
	Market       string // key
	Pick         string // key
	Odd          int    // in hundredths, when the coupon was placed
	Status       string
	Starts, Ends time.Time
	Result       string
}

func newCouponEvent(m *Match, market string, p Pick) CouponEvent {
	return CouponEvent{
		MatchID: m.ID, Match: m.Home + " - " + m.Away, Market: market, Pick: p.Key, Odd: p.Odd,
		Status: CouponOpen, Starts: m.Starts, Ends: m.Ends(), Result: m.result(market, p.Key),
	}
}

func newCoupon(c *Catalogue, rng *rand.Rand, id int, at time.Time, stake bff.MinorUnits) *Coupon {
	game, _ := c.VirtualGame(1, sportType)
	out := &Coupon{ID: id, At: at, Stake: stake, Status: CouponOpen, Game: game}
	for want := 1 + rng.IntN(4); len(out.Events) < want; {
		l := pick(rng, leagues)
		m := c.match(l, dayOf(at)+1, rng.IntN(l.Daily))
		main := m.Markets(at)[0]
		p := pick(rng, main.Picks)
		if p.Odd == 0 || slices.ContainsFunc(out.Events, func(e CouponEvent) bool { return e.MatchID == m.ID }) {
			continue
		}
		out.Events = append(out.Events, newCouponEvent(m, main.Key, p))
	}
	return out
}

// Kind returns single or combo.
func (c *Coupon) Kind() string {
	if len(c.Events) == 1 {
		return "single"
	}
	return "combo"
}

// update sets the results of finished matches and reports whether the coupon is decided. One lost
// pick loses it.
func (c *Coupon) update(now time.Time) bool {
	open, void := false, true
	var lost, last time.Time // when the first lost pick and the last pick were decided
	for i := range c.Events {
		e := &c.Events[i]
		if e.Status == CouponOpen && !now.Before(e.Ends) {
			e.Status = e.Result
		}
		if e.Status == CouponLost && (lost.IsZero() || e.Ends.Before(lost)) {
			lost = e.Ends
		}
		if e.Ends.After(last) {
			last = e.Ends
		}
		open, void = open || e.Status == CouponOpen, void && e.Status == CouponVoid
	}
	switch {
	case c.Status != CouponOpen:
	case !lost.IsZero():
		c.Status, c.Decided = CouponLost, lost
	case open:
		return false
	case void: // with odds of 1.00
		c.Status, c.Decided, c.Win = CouponVoid, last, c.PossibleWin()
	default:
		c.Status, c.Decided, c.Win = CouponWon, last, c.PossibleWin()
	}
	return true
}

// payCoupon credits a decided coupon. A void one returns its stake and does not count as a round.
func (p *Player) payCoupon(c *Coupon) {
	p.credit(c.Game, roundID(c.ID), c.Bonus, c.Win, c.Decided)
	if c.Status != CouponVoid {
		p.finishRound(c.Game, roundID(c.ID), c.Stake, c.Win, c.Decided)
	}
}

// Odds returns the odds of the coupon in hundredths, rounded down once. Void picks count as 1.00.
func (c *Coupon) Odds() int {
	product, unit, hundred := big.NewInt(100), big.NewInt(1), big.NewInt(100)
	for _, e := range c.Events {
		if e.Status != CouponVoid {
			product.Mul(product, big.NewInt(int64(e.Odd)))
			unit.Mul(unit, hundred)
		}
	}
	if product.Quo(product, unit); product.Cmp(big.NewInt(maxCouponOdds)) > 0 {
		return maxCouponOdds
	}
	return int(product.Int64())
}

// PossibleWin returns the payout if no pick is lost, rounded down.
func (c *Coupon) PossibleWin() bff.MinorUnits {
	return min(maxCouponWin, c.Stake*bff.MinorUnits(c.Odds())/100)
}
