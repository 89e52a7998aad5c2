package world

import (
	"errors"
	"math/big"
	"math/bits"
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
	maxSystemPicks                = 8
	minCombination bff.MinorUnits = 100 // stake of each combination of a system
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
	Key    string         `json:"key"` // idempotency key
	Combo  bool           `json:"combo"`
	System int            `json:"system"` // picks per combination of a combo; 0 for all
	Stake  bff.MinorUnits `json:"stake"`  // per coupon, or per combination of a system
	Picks  []CouponPick   `json:"tips"`
}

// combinations returns the number of combinations per coupon, 0 for an invalid system.
func (o CouponOrder) combinations() int {
	n := len(o.Picks)
	switch {
	case o.System == 0:
		return 1
	case !o.Combo, o.System < 2, o.System >= n, n > maxSystemPicks:
		return 0
	}
	return len(combinationsOf(n, o.System))
}

// Coupon is a sports bet.
type Coupon struct {
	ID      int
	Key     string // idempotency key of its order
	At      time.Time
	Stake   bff.MinorUnits // of all combinations together
	System  int            // picks per combination; 0 for all
	Events  []CouponEvent
	Status  string
	Cashed  bool // cashed out; Status is then won
	Win     bff.MinorUnits
	Decided time.Time // zero while it is open

	Game  Game
	Bonus int // id of the bonus whose money was staked; 0 for the player's own
}

// CouponEvent is a pick of a coupon. Status becomes Result at Ends.
type CouponEvent struct {
	MatchID int64
	Match   string // names of the sides
	Market  string // key
	Pick    string // key
	Odd     int    // in hundredths, when the coupon was placed
	Status  string
	Starts  time.Time
	Ends    time.Time
	Result  string
}

func newCouponEvent(m *Match, market, pick string, odd int) CouponEvent {
	return CouponEvent{
		MatchID: m.ID, Match: m.Home + " - " + m.Away, Market: market, Pick: pick, Odd: odd,
		Status: CouponOpen, Starts: m.Starts, Ends: m.Ends(), Result: m.result(market, pick),
	}
}

// newCoupon returns a random coupon placed at at on matches of the next day.
func newCoupon(c *Catalogue, rng *rand.Rand, id int, at time.Time, stake bff.MinorUnits) *Coupon {
	game, _ := c.VirtualGame(1, sportType)
	out := &Coupon{ID: id, At: at, Stake: stake, Status: CouponOpen, Game: game}
	for want := 1 + rng.IntN(4); len(out.Events) < want; {
		l := pick(rng, leagues)
		m := c.match(l, dayOf(at)+1, rng.IntN(l.Daily))
		mk := m.markets()[0]
		p := mk.picks[rng.IntN(len(mk.picks))].key
		odd, _ := m.Odd(c, mk.key, p, at)
		if odd == 0 || slices.ContainsFunc(out.Events, func(e CouponEvent) bool { return e.MatchID == m.ID }) {
			continue
		}
		out.Events = append(out.Events, newCouponEvent(m, mk.key, p, odd))
	}
	return out
}

// Kind returns single, combo or system.
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

func (c *Coupon) clone() Coupon {
	out := *c
	out.Events = slices.Clone(c.Events)
	return out
}

// update sets the results of finished matches and reports whether the coupon is decided. It is lost as soon as
// every combination has a lost pick.
func (c *Coupon) update(now time.Time) bool {
	open, void := false, true
	var lost []time.Time // when the lost picks were decided
	for i := range c.Events {
		e := &c.Events[i]
		if e.Status == CouponOpen && !now.Before(e.Ends) {
			e.Status = e.Result
		}
		if e.Status == CouponLost {
			lost = append(lost, e.Ends)
		}
		open, void = open || e.Status == CouponOpen, void && e.Status == CouponVoid
	}
	if c.Status != CouponOpen {
		return true
	}
	if spare := len(c.Events) - c.size(); len(lost) > spare {
		slices.SortFunc(lost, time.Time.Compare)
		c.Status, c.Decided = CouponLost, lost[spare]
		return true
	}
	if open {
		return false
	}
	c.Status, c.Win = CouponWon, c.payout(func(e CouponEvent) bool { return e.Status == CouponWon })
	if void {
		c.Status = CouponVoid // with odds of 1.00
	}
	for _, e := range c.Events {
		if e.Ends.After(c.Decided) {
			c.Decided = e.Ends
		}
	}
	return true
}

// payCoupon credits a decided coupon. A void one returns its stake and does not count as a round.
func (p *Player) payCoupon(c *Coupon) {
	if t := p.credit(c.Game, roundID(c.ID), c.Bonus, c.Win); t != nil {
		t.At = c.Decided
	}
	if c.Status != CouponVoid {
		p.finishRound(c.Game, roundID(c.ID), c.Stake, c.Win, c.Decided)
	}
}

// size returns the number of picks per combination. Edited snapshots may contain invalid systems.
func (c *Coupon) size() int {
	if n := len(c.Events); c.System > 0 && c.System < n && n <= maxSystemPicks {
		return c.System
	}
	return len(c.Events)
}

// combinations returns the combinations of the coupon as bit sets of its picks. All have the same stake.
func (c *Coupon) combinations() []uint { return combinationsOf(len(c.Events), c.size()) }

func combinationsOf(picks, size int) []uint {
	all := uint(1)<<picks - 1
	if size == picks {
		return []uint{all}
	}
	var out []uint
	for set := uint(1); set <= all; set++ {
		if bits.OnesCount(set) == size {
			out = append(out, set)
		}
	}
	return out
}

// oddsOf returns the odds of a combination in hundredths, rounded down once. Void picks count as 1.00.
func (c *Coupon) oddsOf(set uint) int {
	product, unit, hundred := big.NewInt(100), big.NewInt(1), big.NewInt(100)
	for i, e := range c.Events {
		if set>>i&1 == 1 && e.Status != CouponVoid {
			product.Mul(product, big.NewInt(int64(e.Odd)))
			unit.Mul(unit, hundred)
		}
	}
	if product.Quo(product, unit); product.Cmp(big.NewInt(maxCouponOdds)) > 0 {
		return maxCouponOdds
	}
	return int(product.Int64())
}

// Odds returns the odds of the coupon in hundredths, for a system the mean of its combinations, rounded down.
func (c *Coupon) Odds() int {
	sets, sum := c.combinations(), 0
	for _, set := range sets {
		sum += c.oddsOf(set)
	}
	return sum / len(sets)
}

// prize returns the payout of a winning combination out of a number of combinations, rounded down.
func (c *Coupon) prize(set uint, combinations int) bff.MinorUnits {
	return c.Stake / bff.MinorUnits(combinations) * bff.MinorUnits(c.oddsOf(set)) / 100
}

// payout returns the payout of the coupon if exactly these picks are right. Void picks count as right.
func (c *Coupon) payout(right func(CouponEvent) bool) bff.MinorUnits {
	sets := c.combinations()
	var win bff.MinorUnits
	for _, set := range sets {
		wins := true
		for i, e := range c.Events {
			wins = wins && (set>>i&1 == 0 || e.Status == CouponVoid || right(e))
		}
		if wins {
			win += c.prize(set, len(sets))
		}
	}
	return min(maxCouponWin, win)
}

// PossibleWin returns the highest payout. While the coupon is open, lost picks are excluded.
func (c *Coupon) PossibleWin() bff.MinorUnits {
	return c.payout(func(e CouponEvent) bool { return c.Status != CouponOpen || e.Status != CouponLost })
}
