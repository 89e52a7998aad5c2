package games

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"croupier/bff"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// Bookmaker is the part of a Wallet that takes bets on matches. Its coupons belong to the
// player, not to the session. Every method returns world.ErrSession for a token that is unknown or
// of another game. Errors without a package are those of package world.
type Bookmaker interface {
	// Board returns {now, terms, sports, matches}: matches with their main markets.
	Board(ctx context.Context, token string, q BoardQuery) (Object, error)
	// Fixture returns a match with all markets, or ErrPicks for an unknown one.
	Fixture(ctx context.Context, token string, id int64) (Object, error)
	// Odds returns the present odds of tips, 0 for closed ones. It returns ErrPicks.
	Odds(ctx context.Context, token string, tips []world.CouponPick) ([]bff.MinorUnits, error)
	// Place stakes the coupons of an order, all or none, and returns {coupons, balance, bonus?}. An
	// order that is sent twice is placed once. On ErrPicks, ErrCoupons, ErrStake, ErrFunds or *OddsError
	// no money has moved.
	Place(ctx context.Context, token string, o world.CouponOrder) (Object, error)
	// Coupons lists the player's coupons, newest first.
	Coupons(ctx context.Context, token string) (Object, error)
	// CashOut settles an open coupon for the present offer and returns it alone; a repeated
	// request pays once. It returns ErrBet for a coupon that is settled or not the player's, and
	// *OfferError if the offer is less than least.
	CashOut(ctx context.Context, token string, coupon int, least bff.MinorUnits) (Object, error)
}

// BoardQuery selects the matches of a board: live ones, those of a sport on a day (0 is today),
// or those that match a text.
type BoardQuery struct {
	Live  bool
	Sport string
	Day   int
	Text  string
}

// sportsbook is the page of the sportsbook.
var sportsbook = kind{
	describe: describeSportsbook,
	queries: map[string]action{
		"board": sportsbookAction(false, readBoardQuery, Bookmaker.Board),
		"match": sportsbookAction(false, readMatchID, Bookmaker.Fixture),
		"coupons": sportsbookAction(false, func(http.ResponseWriter, *http.Request) (struct{}, error) { return struct{}{}, nil },
			func(b Bookmaker, ctx context.Context, token string, _ struct{}) (Object, error) {
				return b.Coupons(ctx, token)
			}),
	},
	actions: map[string]action{
		"odds": sportsbookAction(false, readJSON, func(b Bookmaker, ctx context.Context, token string, m tipList) (Object, error) {
			odds, err := b.Odds(ctx, token, m.Tips)
			return Object{"odds": odds}, err
		}),
		"place": sportsbookAction(true, readJSON, func(b Bookmaker, ctx context.Context, token string, o world.CouponOrder) (Object, error) {
			if o.Key == "" || len(o.Key) > maxKey {
				return nil, errBody
			}
			return b.Place(ctx, token, o)
		}),
		"cashout": sportsbookAction(true, readJSON, func(b Bookmaker, ctx context.Context, token string, m cashOut) (Object, error) {
			if m.Least <= 0 {
				return nil, errBody
			}
			return b.CashOut(ctx, token, m.Coupon, m.Least)
		}),
	},
}

// tipList is a request for odds.
type tipList struct {
	Tips []world.CouponPick `json:"tips"`
}

// cashOut is a request to cash a coupon out.
type cashOut struct {
	Coupon int            `json:"coupon"`
	Least  bff.MinorUnits `json:"least"`
}

func describeSportsbook(s Session) (Object, error) {
	if s.MinBet > s.MaxBet {
		return nil, errors.New("games: the sportsbook's limits allow no stake")
	}
	var quick []bff.MinorUnits // stakes of the quick buttons
	for _, stake := range []bff.MinorUnits{1_000, 2_500, 5_000, 10_000, 50_000, 100_000} {
		if stake >= s.MinBet && stake <= s.MaxBet && len(quick) < 4 {
			quick = append(quick, stake)
		}
	}
	return Object{
		"live": s.Type == "livesport", // whether the page opens with the live matches
		"min":  s.MinBet, "max": s.MaxBet, "quick": quick, "zone": "Europe/Istanbul",
		"days": 8, // days with fixtures
	}, nil
}

// sportsbookAction reads a request, passes it to the bookmaker and answers with the result. A
// wallet that is no Bookmaker has no sportsbook sessions. Exclusive actions move money.
func sportsbookAction[In, Out any](
	exclusive bool,
	read func(http.ResponseWriter, *http.Request) (In, error),
	do func(b Bookmaker, ctx context.Context, token string, in In) (Out, error),
) action {
	return func(h *handler, w http.ResponseWriter, r *http.Request, s Session) error {
		b, ok := h.wallet.(Bookmaker)
		if !ok {
			return world.ErrSession
		}
		in, err := read(w, r)
		if err != nil {
			return err
		}
		token := r.PathValue("token")
		if exclusive {
			if !h.lock(token) {
				return errBusy
			}
			defer h.playing.Delete(token)
		}
		out, err := do(b, r.Context(), token, in)
		if err != nil {
			return refuseCoupon(w, s, err)
		}
		answer(w, http.StatusOK, out)
		return nil
	}
}

// refuseCoupon answers with the errors that only the sportsbook has; it returns all others.
func refuseCoupon(w http.ResponseWriter, s Session, err error) error {
	words := library()["sportsbook"][webpage.Language(s.Lang)]
	var changed *world.OddsError
	var offer *world.OfferError
	switch {
	case errors.As(err, &changed):
		answer(w, http.StatusConflict, Object{"error": "odds changed", "message": words["refused.odds"], "odds": changed.Odds})
	case errors.As(err, &offer):
		answer(w, http.StatusConflict, Object{"error": "offer changed", "message": words["refused.offer"], "offer": offer.Offer})
	case errors.Is(err, world.ErrPicks):
		answer(w, http.StatusBadRequest, Object{"error": "bad picks", "message": words["refused.picks"]})
	case errors.Is(err, world.ErrCoupons):
		answer(w, http.StatusConflict, Object{"error": "too many coupons", "message": words["refused.coupons"]})
	case errors.Is(err, world.ErrStake):
		return &stakeError{session: s, step: 1}
	default:
		return err
	}
	return nil
}

// readBoardQuery parses ?view=live, ?sport=KEY&day=N or ?text=WORDS.
func readBoardQuery(_ http.ResponseWriter, r *http.Request) (BoardQuery, error) {
	values := r.URL.Query()
	q := BoardQuery{Live: values.Get("view") == "live", Sport: values.Get("sport"), Text: values.Get("text")}
	if day := values.Get("day"); day != "" {
		n, err := strconv.Atoi(day)
		if err != nil || n < 0 || n > 31 {
			return q, errBody
		}
		q.Day = n
	}
	if len(q.Text) > 100 {
		return q, errBody
	}
	return q, nil
}

// readMatchID parses ?id=MATCH.
func readMatchID(_ http.ResponseWriter, r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.URL.Query().Get("id"), 10, 64)
	if err != nil {
		return 0, errBody
	}
	return id, nil
}
