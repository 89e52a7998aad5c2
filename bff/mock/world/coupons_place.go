package world

import (
	"errors"
	"slices"

	"croupier/bff"
)

// Types of the games at which coupons are placed.
const (
	sportType     = "sport"
	liveSportType = "livesport"
)

// subOf is the sub category of what is staked and won at a game.
func subOf(g Game) int {
	if g.Type == sportType || g.Type == liveSportType {
		return subSport
	}
	return subOfKind[g.Kind]
}

// MaxPicks bounds the picks of one order.
const MaxPicks = 20

// Bounds of the coupons of one player: how many may be open, and how many are kept at all.
const (
	maxOpenCoupons = 200
	maxCoupons     = 1000
)

// Refusals of a coupon that only its page meets.
var (
	ErrPicks   = errors.New("world: these picks cannot be bet on together")
	ErrCoupons = errors.New("world: too many open coupons")
)

// OddsError refuses a coupon whose odds have changed; Odds are those of its picks now, 0
// where one is closed.
type OddsError struct{ Odds []int }

func (e *OddsError) Error() string { return "world: the odds have changed" }

// CouponPick is a pick at the odd that its player has seen.
type CouponPick struct {
	Match        int64
	Market, Pick string
	Odd          int // in hundredths
}

// CouponOrder is what a player asks for: one coupon of all picks, or one of each.
type CouponOrder struct {
	Key    string // names the order, so that it is carried out once
	Combo  bool
	System int            // of one coupon: how many picks its combinations have; 0 for all
	Stake  bff.MinorUnits // of each coupon, and of each combination of a system
	Picks  []CouponPick
}

// combinations is how many bets each coupon of the order is; 0 where there is no such system.
func (o CouponOrder) combinations() int {
	n := len(o.Picks)
	switch {
	case o.System == 0:
		return 1
	case !o.Combo, o.System < 2, o.System >= n, n > MaxSystemPicks:
		return 0
	}
	return len(combinationsOf(n, o.System))
}

// Place stakes the coupons of an order, all or none, and gives them with the balance left;
// an order that was carried out already is only shown again. It fails with ErrSession,
// ErrPicks, ErrCoupons, ErrStake, ErrFunds, or an *OddsError.
func (w *World) Place(token string, o CouponOrder) ([]Coupon, bff.MinorUnits, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.bettor(token)
	if err != nil {
		return nil, 0, err
	}
	p := s.player
	if placed := p.ordered(o.Key); len(placed) > 0 {
		return placed, *s.money(), nil
	}
	events, err := w.events(o)
	if err != nil {
		return nil, 0, err
	}
	coupons := [][]CouponEvent{events}
	if !o.Combo {
		coupons = nil
		for _, e := range events {
			coupons = append(coupons, []CouponEvent{e})
		}
	}
	// Bounded first, so that the product is no other number than it seems.
	whole := min(o.Stake, s.game.MaxBet+1) * bff.MinorUnits(o.combinations())
	switch {
	case o.Stake <= 0 || o.Stake < MinCombination || whole < s.game.MinBet || whole > s.game.MaxBet:
		return nil, 0, ErrStake
	case p.openCoupons()+len(coupons) > maxOpenCoupons:
		return nil, 0, ErrCoupons
	case whole*bff.MinorUnits(len(coupons)) > *s.money():
		return nil, 0, ErrFunds
	}
	for _, of := range coupons {
		c := &Coupon{
			ID: w.nextID(), Key: o.Key, At: w.now(), Stake: whole, System: o.System, Events: of, Status: CouponOpen, game: s.game,
		}
		c.bonus = p.stake(s.game, roundID(c.ID), whole)
		p.Coupons = append(p.Coupons, c)
	}
	p.forgetCoupons()
	return p.ordered(o.Key), *s.money(), nil
}

// CouponsAt gives the coupons of a seat's player, the newest first, at most so many. It
// fails with ErrSession.
func (w *World) CouponsAt(token string, most int) ([]Coupon, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.bettor(token)
	if err != nil {
		return nil, err
	}
	var out []Coupon
	for _, c := range slices.Backward(s.player.Coupons) {
		if len(out) == most {
			break
		}
		out = append(out, c.copy())
	}
	return out, nil
}

// bettor is a seat at which coupons are placed. Pretend money places none.
func (w *World) bettor(token string) (*seat, error) {
	s, err := w.taken(token)
	if err != nil {
		return nil, err
	}
	if s.demo || s.game.Type != sportType && s.game.Type != liveSportType {
		return nil, ErrSession
	}
	return s, nil
}

// events takes the picks of an order at their odds.
func (w *World) events(o CouponOrder) ([]CouponEvent, error) {
	if o.Key == "" || len(o.Picks) == 0 || len(o.Picks) > MaxPicks || o.combinations() == 0 {
		return nil, ErrPicks
	}
	var events []CouponEvent
	changed := &OddsError{}
	same := true
	for i, p := range o.Picks {
		m, ok := w.Catalogue.MatchByID(p.Match)
		if !ok {
			return nil, ErrPicks
		}
		odd, known := m.Odd(w.Catalogue, p.Market, p.Pick, w.now())
		if !known || slices.ContainsFunc(o.Picks[:i], func(other CouponPick) bool {
			return other.Match == p.Match && (o.Combo || other == p)
		}) {
			return nil, ErrPicks
		}
		changed.Odds = append(changed.Odds, odd)
		same = same && odd == p.Odd && odd > 0
		events = append(events, couponEvent(m, p.Market, p.Pick, odd))
	}
	if !same {
		return nil, changed
	}
	return events, nil
}

// ordered shows the coupons of an order that was carried out.
func (p *Player) ordered(key string) (out []Coupon) {
	for _, c := range p.Coupons {
		if key != "" && c.Key == key {
			out = append(out, c.copy())
		}
	}
	return out
}

func (c *Coupon) copy() Coupon {
	out := *c
	out.Events = slices.Clone(c.Events)
	return out
}

func (p *Player) openCoupons() int {
	n := 0
	for _, c := range p.Coupons {
		if c.Status == CouponOpen {
			n++
		}
	}
	return n
}

// forgetCoupons lets go of the oldest settled coupons beyond the bound.
func (p *Player) forgetCoupons() {
	extra := len(p.Coupons) - maxCoupons
	p.Coupons = slices.DeleteFunc(p.Coupons, func(c *Coupon) bool {
		if extra <= 0 || c.Status == CouponOpen {
			return false
		}
		extra--
		return true
	})
}
