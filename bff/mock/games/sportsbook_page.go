package games

import (
	"errors"
	"net/http"
	"strconv"

	"croupier/bff"
)

// sportsbook is the kind of page that coupons are placed at.
var sportsbook = kind{
	describe: describeSportsbook,
	queries: map[string]action{
		"board": sportsbookLook(lookAtBoard), "match": sportsbookLook(lookAtMatch), "coupons": sportsbookLook(lookAtCoupons),
	},
	actions: map[string]action{
		"odds": sportsbookLook(readOdds), "place": sportsbookLook(placeCoupons), "cashout": sportsbookLook(cashCoupon),
	},
}

func describeSportsbook(s Session) (object, error) {
	if s.MinBet > s.MaxBet {
		return nil, errors.New("games: the sportsbook's limits allow no stake")
	}
	var quick []bff.MinorUnits // stakes of the quick buttons
	for _, stake := range []bff.MinorUnits{1_000, 2_500, 5_000, 10_000, 50_000, 100_000} {
		if stake >= s.MinBet && stake <= s.MaxBet && len(quick) < 4 {
			quick = append(quick, stake)
		}
	}
	return object{
		"live": s.Type == "livesport", // whether the page opens with the live matches
		"min":  s.MinBet, "max": s.MaxBet, "quick": quick, "zone": "Europe/Istanbul",
		"days": 8, // days with fixtures
	}, nil
}

// sportsbookLook hands a request to the house's bookmaker. A house without one has no such
// seats either.
func sportsbookLook(f func(Bookmaker, *handler, http.ResponseWriter, *http.Request, Session) error) action {
	return func(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
		b, ok := h.wallet.(Bookmaker)
		if !ok {
			return ErrNoSession
		}
		err := f(b, h, w, r, session)
		if answered := refuseCoupon(w, session, err); answered {
			return nil
		}
		if errors.Is(err, ErrStake) {
			return &stakeError{session: session, step: 1}
		}
		return err
	}
}

// refuseCoupon tells what only this page is refused. Changed odds come along.
func refuseCoupon(w http.ResponseWriter, session Session, err error) bool {
	words := library()["sportsbook"][speakable(session.Lang)]
	var changed *ChangedOdds
	var offer *ChangedOffer
	switch {
	case errors.As(err, &changed):
		answer(w, http.StatusConflict, object{
			"error": "odds changed", "message": words["refused.odds"], "odds": changed.Odds,
		})
	case errors.As(err, &offer):
		answer(w, http.StatusConflict, object{
			"error": "offer changed", "message": words["refused.offer"], "offer": offer.Offer,
		})
	case errors.Is(err, ErrPicks):
		answer(w, http.StatusBadRequest, object{"error": "bad picks", "message": words["refused.picks"]})
	case errors.Is(err, ErrCoupons):
		answer(w, http.StatusConflict, object{"error": "too many coupons", "message": words["refused.coupons"]})
	default:
		return false
	}
	return true
}

// lookAtBoard answers ?view=live, ?sport=KEY&day=N or ?text=WORDS.
func lookAtBoard(b Bookmaker, _ *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	ask := r.URL.Query()
	q := BoardQuery{Live: ask.Get("view") == "live", Sport: ask.Get("sport"), Text: ask.Get("text")}
	if day := ask.Get("day"); day != "" {
		n, err := strconv.Atoi(day)
		if err != nil || n < 0 || n > 31 {
			return errBody
		}
		q.Day = n
	}
	if len(q.Text) > 100 {
		return errBody
	}
	board, err := b.Board(r.Context(), r.PathValue("token"), q)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, board)
	return nil
}

// lookAtMatch answers ?id=MATCH.
func lookAtMatch(b Bookmaker, _ *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	id, err := strconv.ParseInt(r.URL.Query().Get("id"), 10, 64)
	if err != nil {
		return errBody
	}
	m, err := b.Fixture(r.Context(), r.PathValue("token"), id)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, m)
	return nil
}

func lookAtCoupons(b Bookmaker, _ *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	list, err := b.Coupons(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, list)
	return nil
}

// readOdds answers {tips} with the odds of the same tips now.
func readOdds(b Bookmaker, _ *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	ask, err := readMove[struct {
		Tips []Tip `json:"tips"`
	}](w, r)
	if err != nil {
		return err
	}
	odds, err := b.Odds(r.Context(), r.PathValue("token"), ask.Tips)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, object{"odds": odds})
	return nil
}

// placeCoupons places an order and answers its coupons.
func placeCoupons(b Bookmaker, h *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	order, err := readMove[CouponOrder](w, r)
	if err != nil {
		return err
	}
	if order.Key == "" || len(order.Key) > 40 {
		return errBody
	}
	return alone(h, w, r, func(token string) (CouponList, error) { return b.Place(r.Context(), token, order) })
}

// cashCoupon answers {coupon, least} with the coupon that was cashed out.
func cashCoupon(b Bookmaker, h *handler, w http.ResponseWriter, r *http.Request, _ Session) error {
	move, err := readMove[struct {
		Coupon int            `json:"coupon"`
		Least  bff.MinorUnits `json:"least"`
	}](w, r)
	switch {
	case err != nil:
		return err
	case move.Least <= 0:
		return errBody
	}
	return alone(h, w, r, func(token string) (CouponList, error) {
		return b.CashOut(r.Context(), token, move.Coupon, move.Least)
	})
}

// alone moves money for a session, one move at a time, and answers what came of it.
func alone(h *handler, w http.ResponseWriter, r *http.Request, move func(token string) (CouponList, error)) error {
	token := r.PathValue("token")
	if _, busy := h.playing.LoadOrStore(token, true); busy {
		return errBusy
	}
	defer h.playing.Delete(token)
	list, err := move(token)
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, list)
	return nil
}
