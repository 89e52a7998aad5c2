package mock

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games"
	"croupier/bff/mock/world"
)

var _ games.Bookmaker = (*Casino)(nil)

// Bounds of what a page shows at once.
const (
	foundMatches  = 40
	shownCoupons  = 40
	shownFinished = 30 * time.Minute // after its end
)

// Board implements games.Bookmaker.
func (c *Casino) Board(_ context.Context, token string, q games.BoardQuery) (games.Board, error) {
	s, err := c.session(token)
	if err != nil {
		return games.Board{}, err
	}
	catalogue, now := s.world.Catalogue, s.world.Now()
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
			board.Matches = append(board.Matches, s.fixture(m, now, false))
		}
	}
	for _, sport := range world.Sports() {
		board.Sports = append(board.Sports, games.SportSum{Key: sport.Key, Name: catalogue.SportName(s.Lang, sport), Count: count[sport.Key]})
	}
	return board, nil
}

// Fixture implements games.Bookmaker.
func (c *Casino) Fixture(_ context.Context, token string, id int64) (games.Fixture, error) {
	s, err := c.session(token)
	if err != nil {
		return games.Fixture{}, err
	}
	m, ok := s.world.Catalogue.MatchByID(id)
	if !ok {
		return games.Fixture{}, games.ErrPicks
	}
	return s.fixture(m, s.world.Now(), true), nil
}

// fixture converts a match at a moment, with its main market or with all.
func (s gameSession) fixture(m *world.Match, now time.Time, all bool) games.Fixture {
	catalogue, lang, sport, state := s.world.Catalogue, s.Lang, m.League.Sport, m.State(now)
	f := games.Fixture{
		ID: m.ID, Sport: sport.Key, Unit: sport.Unit, League: m.League.Name, Home: m.Home, Away: m.Away,
		Starts: m.Starts.UnixMilli(), Stand: stand(state), Depth: m.MarketCount(), Markets: []games.FixtureMarket{},
	}
	for _, mk := range m.Markets(catalogue, state, all) {
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
	s, err := c.session(token)
	if err != nil {
		return nil, err
	}
	if len(tips) > world.MaxPicks {
		return nil, games.ErrPicks
	}
	catalogue, now := s.world.Catalogue, s.world.Now()
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
	s, err := c.playing(ctx, token)
	if err != nil {
		return games.CouponList{}, err
	}
	order := world.CouponOrder{Key: o.Key, Combo: o.Combo, System: o.System, Stake: o.Stake}
	for _, tip := range o.Tips {
		order.Picks = append(order.Picks, world.CouponPick{Match: tip.Match, Market: tip.Market, Pick: tip.Pick, Odd: int(tip.Odd)})
	}
	placed, _, err := s.world.Place(s.secret, order)
	if err != nil {
		return games.CouponList{}, couponError(err)
	}
	return s.list(placed), nil
}

// CashOut implements games.Bookmaker.
func (c *Casino) CashOut(ctx context.Context, token string, coupon int, least bff.MinorUnits) (games.CouponList, error) {
	s, err := c.playing(ctx, token)
	if err != nil && !errors.Is(err, games.ErrInsufficientFunds) { // cashing out needs no funds
		return games.CouponList{}, err
	}
	paid, err := s.world.CashOut(s.secret, coupon, least)
	if err != nil {
		return games.CouponList{}, couponError(err)
	}
	return s.list([]world.Coupon{paid}), nil
}

// Coupons implements games.Bookmaker.
func (c *Casino) Coupons(_ context.Context, token string) (games.CouponList, error) {
	s, err := c.session(token)
	if err != nil {
		return games.CouponList{}, err
	}
	coupons, err := s.world.CouponsAt(s.secret, shownCoupons)
	if err != nil {
		return games.CouponList{}, gameError(err)
	}
	return s.list(coupons), nil
}

// list converts coupons, with the current balances.
func (s gameSession) list(coupons []world.Coupon) games.CouponList {
	out := games.CouponList{Coupons: []games.Coupon{}, Balances: balancesOf(s.Balances)}
	if now, err := s.world.GameSession(s.secret); err == nil { // the session may just have ended
		out.Balances = balancesOf(now.Balances)
	}
	catalogue, lang, now := s.world.Catalogue, s.Lang, s.world.Now()
	for _, c := range coupons {
		shown := games.Coupon{
			ID: c.ID, Key: c.Key, At: c.At.UnixMilli(), Stake: c.Stake, System: c.System, Bets: c.Combinations(), Odds: bff.MinorUnits(c.Odds()),
			PossibleWin: c.PossibleWin(), Offer: catalogue.Offer(&c, now), Win: c.Win, Status: c.Status, Events: []games.CouponEvent{},
		}
		if c.Cashed {
			shown.Status = "cashed" // won in the contract
		}
		for _, e := range c.Events {
			m, ok := catalogue.MatchByID(e.MatchID)
			if !ok {
				continue // in a snapshot that was edited by hand
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

// couponError translates an error of a coupon into that of its page.
func couponError(err error) error {
	var changed *world.OddsError
	var offer *world.OfferError
	switch {
	case errors.As(err, &changed):
		odds := make([]bff.MinorUnits, len(changed.Odds))
		for i, odd := range changed.Odds {
			odds[i] = bff.MinorUnits(odd)
		}
		return &games.ChangedOdds{Odds: odds}
	case errors.As(err, &offer):
		return &games.ChangedOffer{Offer: offer.Offer}
	}
	return gameError(err)
}
