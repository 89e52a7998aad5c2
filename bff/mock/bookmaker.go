package mock

import (
	"context"
	"errors"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games"
	"croupier/bff/mock/world"
)

var _ games.Bookmaker = (*Casino)(nil)

// Bounds of what a page is shown at once.
const (
	foundMatches  = 40
	shownCoupons  = 40
	shownFinished = 30 * time.Minute // after its end
)

// counter is a seat where coupons are placed: its world, and the language of its page.
type counter struct {
	tester *tester
	secret string
	seat   world.GameSession
}

func (c *Casino) counter(token string) (counter, error) {
	t, secret, err := c.seated(token)
	if err != nil {
		return counter{}, err
	}
	s, err := t.world.GameSession(secret)
	if err != nil {
		return counter{}, told(err)
	}
	return counter{t, secret, s}, nil
}

// Board implements games.Bookmaker.
func (c *Casino) Board(_ context.Context, token string, q games.BoardQuery) (games.Board, error) {
	at, err := c.counter(token)
	if err != nil {
		return games.Board{}, err
	}
	catalogue, now := at.tester.world.Catalogue, at.tester.world.Now()
	before, during := catalogue.SportsReturn()
	board := games.Board{Now: now.UnixMilli(), Matches: []games.Fixture{}, Terms: games.Terms{
		Before: before, During: during, MaxWin: world.MaxCouponWin, MaxOdds: world.MaxCouponOdds, MaxPicks: world.MaxPicks,
		MaxSystem: world.MaxSystemPicks, MinEach: world.MinCombination,
	}}
	var matches []*world.Match
	switch {
	case q.Text != "":
		matches = catalogue.SearchFixtures(q.Text, now, foundMatches)
	case q.Live:
		matches = catalogue.Playing(now, shownFinished)
	default:
		matches = catalogue.Upcoming(nil, q.Day, now)
	}
	count := map[string]int{}
	for _, m := range matches {
		sport := m.League.Sport.Key
		if now.Before(m.Ends()) {
			count[sport]++
		}
		if q.Text != "" || q.Live || sport == q.Sport {
			board.Matches = append(board.Matches, at.fixture(m, now, false))
		}
	}
	for _, s := range world.Sports() {
		board.Sports = append(board.Sports, games.SportSum{Key: s.Key, Name: catalogue.SportName(at.seat.Lang, s), Count: count[s.Key]})
	}
	return board, nil
}

// Fixture implements games.Bookmaker.
func (c *Casino) Fixture(_ context.Context, token string, id int64) (games.Fixture, error) {
	at, err := c.counter(token)
	if err != nil {
		return games.Fixture{}, err
	}
	m, ok := at.tester.world.Catalogue.MatchByID(id)
	if !ok {
		return games.Fixture{}, games.ErrPicks
	}
	return at.fixture(m, at.tester.world.Now(), true), nil
}

// fixture shows a match at a moment, with its main market or with all.
func (at counter) fixture(m *world.Match, now time.Time, all bool) games.Fixture {
	catalogue, lang, sport := at.tester.world.Catalogue, at.seat.Lang, m.League.Sport
	s := m.State(now)
	f := games.Fixture{
		ID: m.ID, Sport: sport.Key, Unit: sport.Unit, League: m.League.Name, Home: m.Home, Away: m.Away,
		Starts: m.Starts.UnixMilli(), Stand: stand(s), Depth: m.MarketCount(), Markets: []games.FixtureMarket{},
	}
	for _, mk := range m.Markets(catalogue, s, all) {
		shown := games.FixtureMarket{Key: mk.Key, Name: catalogue.MarketName(lang, sport, mk.Key)}
		for _, p := range mk.Picks {
			shown.Picks = append(shown.Picks, games.FixturePick{Key: p.Key, Name: catalogue.PickName(lang, p.Key), Odd: bff.MinorUnits(p.Odd)})
		}
		f.Markets = append(f.Markets, shown)
	}
	return f
}

func stand(s world.MatchState) games.Stand {
	return games.Stand{
		Phase: s.Phase, Score: [2]int{s.Score.Home, s.Score.Away}, Parts: s.Score.Parts, Minute: s.Minute, Pause: s.Pause, Held: s.Suspended,
	}
}

// Odds implements games.Bookmaker.
func (c *Casino) Odds(_ context.Context, token string, tips []games.Tip) ([]bff.MinorUnits, error) {
	at, err := c.counter(token)
	if err != nil {
		return nil, err
	}
	if len(tips) > world.MaxPicks {
		return nil, games.ErrPicks
	}
	catalogue, now := at.tester.world.Catalogue, at.tester.world.Now()
	odds := make([]bff.MinorUnits, len(tips))
	for i, tip := range tips {
		m, ok := catalogue.MatchByID(tip.Match)
		if !ok {
			return nil, games.ErrPicks
		}
		odd, known := m.Odd(catalogue, tip.Market, tip.Pick, now)
		if !known {
			return nil, games.ErrPicks
		}
		odds[i] = bff.MinorUnits(odd)
	}
	return odds, nil
}

// Place implements games.Bookmaker.
func (c *Casino) Place(ctx context.Context, token string, o games.CouponOrder) (games.CouponList, error) {
	at, err := c.counter(token)
	if err != nil {
		return games.CouponList{}, err
	}
	if err := c.bentRound(ctx, at.tester, at.seat.Brand.ID); err != nil {
		return games.CouponList{}, err
	}
	order := world.CouponOrder{Key: o.Key, Combo: o.Combo, System: o.System, Stake: o.Stake}
	for _, tip := range o.Tips {
		order.Picks = append(order.Picks, world.CouponPick{Match: tip.Match, Market: tip.Market, Pick: tip.Pick, Odd: int(tip.Odd)})
	}
	placed, _, err := at.tester.world.Place(at.secret, order)
	if err != nil {
		return games.CouponList{}, toldCoupon(err)
	}
	return at.list(placed), nil
}

// CashOut implements games.Bookmaker.
func (c *Casino) CashOut(ctx context.Context, token string, coupon int, least bff.MinorUnits) (games.CouponList, error) {
	at, err := c.counter(token)
	if err != nil {
		return games.CouponList{}, err
	}
	// It takes no funds, so whoever has none may cash out.
	if err := c.bentRound(ctx, at.tester, at.seat.Brand.ID); err != nil && !errors.Is(err, games.ErrInsufficientFunds) {
		return games.CouponList{}, err
	}
	paid, err := at.tester.world.CashOut(at.secret, coupon, least)
	if err != nil {
		return games.CouponList{}, toldCoupon(err)
	}
	return at.list([]world.Coupon{paid}), nil
}

// Coupons implements games.Bookmaker.
func (c *Casino) Coupons(_ context.Context, token string) (games.CouponList, error) {
	at, err := c.counter(token)
	if err != nil {
		return games.CouponList{}, err
	}
	coupons, err := at.tester.world.CouponsAt(at.secret, shownCoupons)
	if err != nil {
		return games.CouponList{}, told(err)
	}
	return at.list(coupons), nil
}

// list shows coupons, and the purse as it is now.
func (at counter) list(coupons []world.Coupon) games.CouponList {
	out := games.CouponList{Coupons: []games.Coupon{}, Balances: purseOf(at.seat.Balances)}
	if seat, err := at.tester.world.GameSession(at.secret); err == nil { // who has just left keeps what was seen
		out.Balances = purseOf(seat.Balances)
	}
	catalogue, lang, now := at.tester.world.Catalogue, at.seat.Lang, at.tester.world.Now()
	for _, c := range coupons {
		shown := games.Coupon{
			ID: c.ID, Key: c.Key, At: c.At.UnixMilli(), Stake: c.Stake, System: c.System, Bets: c.Combinations(), Odds: bff.MinorUnits(c.Odds()),
			PossibleWin: c.PossibleWin(), Offer: catalogue.Offer(&c, now), Win: c.Win, Status: c.Status, Events: []games.CouponEvent{},
		}
		if c.Cashed {
			shown.Status = "cashed" // the contract knows it as won
		}
		for _, e := range c.Events {
			m, ok := catalogue.MatchByID(e.MatchID)
			if !ok {
				continue // of a state that was written by hand
			}
			sport := m.League.Sport
			shown.Events = append(shown.Events, games.CouponEvent{
				MatchID: m.ID, Match: e.Match, Sport: sport.Key, Unit: sport.Unit,
				Market: catalogue.MarketName(lang, sport, e.Market), Pick: catalogue.PickName(lang, e.Pick),
				Odd: bff.MinorUnits(e.Odd), Status: e.Status, Starts: e.Starts.UnixMilli(), Stand: stand(m.State(now)),
			})
		}
		out.Coupons = append(out.Coupons, shown)
	}
	return out
}

// toldCoupon turns the refusals of a coupon into those that its page tells.
func toldCoupon(err error) error {
	var changed *world.OddsError
	var offer *world.OfferError
	switch {
	case errors.As(err, &changed):
		odds := slices.Grow([]bff.MinorUnits{}, len(changed.Odds))
		for _, odd := range changed.Odds {
			odds = append(odds, bff.MinorUnits(odd))
		}
		return &games.ChangedOdds{Odds: odds}
	case errors.As(err, &offer):
		return &games.ChangedOffer{Offer: offer.Offer}
	case errors.Is(err, world.ErrPicks):
		return games.ErrPicks
	case errors.Is(err, world.ErrCoupons):
		return games.ErrCoupons
	default:
		return told(err)
	}
}
