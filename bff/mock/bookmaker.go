package mock

import (
	"context"
	"errors"
	"maps"
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
func (c *Casino) Board(_ context.Context, token string, q games.BoardQuery) (games.Object, error) {
	s, err := c.session(token)
	if err != nil {
		return nil, err
	}
	catalogue, now := s.world.Catalogue, s.world.Now()
	before, during := catalogue.SportsReturn()
	terms := games.Object{
		"before": before, "during": during, "maxWin": world.MaxCouponWin, "maxOdds": bff.MinorUnits(world.MaxCouponOdds),
		"maxPicks": world.MaxPicks, "maxSystem": world.MaxSystemPicks, "minEach": world.MinCombination,
	}
	var matches []*world.Match
	switch {
	case q.Text != "":
		matches = catalogue.SearchFixtures(q.Text, now, foundMatches)
	case q.Live:
		matches = catalogue.Playing(now, shownFinished)
	default:
		matches = catalogue.Upcoming(nil, q.Day, now)
	}
	count, shown, sports := map[string]int{}, []games.Object{}, []games.Object{}
	for _, m := range matches {
		sport := m.League.Sport.Key
		if now.Before(m.Ends()) {
			count[sport]++
		}
		if q.Text != "" || q.Live || sport == q.Sport {
			shown = append(shown, s.fixture(m, now, false))
		}
	}
	for _, sport := range world.Sports() {
		sports = append(sports, games.Object{"key": sport.Key, "name": catalogue.SportName(s.Lang, sport), "count": count[sport.Key]})
	}
	return games.Object{"now": now.UnixMilli(), "terms": terms, "sports": sports, "matches": shown}, nil
}

// Fixture implements games.Bookmaker.
func (c *Casino) Fixture(_ context.Context, token string, id int64) (games.Object, error) {
	s, err := c.session(token)
	if err != nil {
		return nil, err
	}
	m, ok := s.world.Catalogue.MatchByID(id)
	if !ok {
		return nil, world.ErrPicks
	}
	return s.fixture(m, s.world.Now(), true), nil
}

// fixture converts a match at a moment, with its main market or with all.
func (s gameSession) fixture(m *world.Match, now time.Time, all bool) games.Object {
	catalogue, lang, sport, state := s.world.Catalogue, s.Lang, m.League.Sport, m.State(now)
	markets := []games.Object{}
	for _, mk := range m.Markets(catalogue, state, all) {
		var picks []games.Object
		for _, p := range mk.Picks { // odds are in hundredths; 0 for a closed pick
			picks = append(picks, games.Object{"key": p.Key, "name": catalogue.PickName(lang, p.Key), "odd": bff.MinorUnits(p.Odd)})
		}
		markets = append(markets, games.Object{"key": mk.Key, "name": catalogue.MarketName(lang, sport, mk.Key), "picks": picks})
	}
	f := matchState(state)
	maps.Copy(f, games.Object{
		"id": m.ID, "sport": sport.Key, "unit": sport.Unit, "league": m.League.Name, "home": m.Home, "away": m.Away,
		"starts": m.Starts.UnixMilli(), "depth": m.MarketCount(), "markets": markets,
	})
	return f
}

// matchState shows the state of a match. Its parts are periods or sets, the current one last;
// held is suspended betting.
func matchState(s world.MatchState) games.Object {
	return games.Object{
		"phase": s.Phase, "score": [2]int{s.Score.Home, s.Score.Away}, "parts": s.Score.Parts,
		"minute": s.Minute, "pause": s.Pause, "held": s.Suspended,
	}
}

// Odds implements games.Bookmaker.
func (c *Casino) Odds(_ context.Context, token string, tips []world.CouponPick) ([]bff.MinorUnits, error) {
	s, err := c.session(token)
	if err != nil {
		return nil, err
	}
	if len(tips) > world.MaxPicks {
		return nil, world.ErrPicks
	}
	catalogue, now := s.world.Catalogue, s.world.Now()
	odds := make([]bff.MinorUnits, len(tips))
	for i, tip := range tips {
		m, ok := catalogue.MatchByID(tip.Match)
		if !ok {
			return nil, world.ErrPicks
		}
		odd, known := m.Odd(catalogue, tip.Market, tip.Pick, now)
		if !known {
			return nil, world.ErrPicks
		}
		odds[i] = bff.MinorUnits(odd)
	}
	return odds, nil
}

// Place implements games.Bookmaker.
func (c *Casino) Place(ctx context.Context, token string, o world.CouponOrder) (games.Object, error) {
	s, err := c.playing(ctx, token)
	if err != nil {
		return nil, err
	}
	placed, _, err := s.world.Place(s.secret, o)
	if err != nil {
		return nil, err
	}
	return s.list(placed), nil
}

// CashOut implements games.Bookmaker.
func (c *Casino) CashOut(ctx context.Context, token string, coupon int, least bff.MinorUnits) (games.Object, error) {
	s, err := c.playing(ctx, token)
	if err != nil && !errors.Is(err, world.ErrFunds) { // cashing out needs no funds
		return nil, err
	}
	paid, err := s.world.CashOut(s.secret, coupon, least)
	if err != nil {
		return nil, err
	}
	return s.list([]world.Coupon{paid}), nil
}

// Coupons implements games.Bookmaker.
func (c *Casino) Coupons(_ context.Context, token string) (games.Object, error) {
	s, err := c.session(token)
	if err != nil {
		return nil, err
	}
	coupons, err := s.world.CouponsAt(s.secret, shownCoupons)
	if err != nil {
		return nil, err
	}
	return s.list(coupons), nil
}

// list converts coupons, with the current balances.
func (s gameSession) list(coupons []world.Coupon) games.Object {
	balances := s.Balances
	if now, err := s.world.GameSession(s.secret); err == nil { // the session may just have ended
		balances = now.Balances
	}
	catalogue, lang, now, list := s.world.Catalogue, s.Lang, s.world.Now(), []games.Object{}
	for _, c := range coupons {
		status := c.Status
		if c.Cashed {
			status = "cashed" // won in the contract
		}
		events := []games.Object{}
		for _, e := range c.Events {
			m, ok := catalogue.MatchByID(e.MatchID)
			if !ok {
				continue // in a snapshot that was edited by hand
			}
			sport := m.League.Sport
			events = append(events, games.Object{
				"matchID": m.ID, "match": e.Match, "sport": sport.Key, "unit": sport.Unit,
				"market": catalogue.MarketName(lang, sport, e.Market), "pick": catalogue.PickName(lang, e.Pick),
				"odd": bff.MinorUnits(e.Odd), "status": e.Status, "starts": e.Starts.UnixMilli(), "stand": matchState(m.State(now)),
			})
		}
		list = append(list, games.Object{
			"id": c.ID, "key": c.Key, "at": c.At.UnixMilli(), "stake": c.Stake, "system": c.System, "bets": c.Combinations(),
			"odds": bff.MinorUnits(c.Odds()), "possibleWin": c.PossibleWin(), "offer": catalogue.Offer(&c, now), // 0 for none
			"win": c.Win, "status": status, "events": events,
		})
	}
	out := games.BalancesObject(balances)
	out["coupons"] = list
	return out
}
