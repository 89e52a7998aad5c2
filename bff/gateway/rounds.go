package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/calendar"
	"croupier/bff/player/protection"
)

const (
	roundsPerPage = 250
	// maxRoundPages limits the pages for periods longer than a day. A longer list is read day by
	// day.
	maxRoundPages = 8
	day           = 24 * time.Hour
)

type playedRound struct {
	RoundID   string          `json:"roundID"`
	CouponID  json.RawMessage `json:"couponID"`
	Bet       bff.MinorUnits  `json:"bet"`
	Stake     bff.MinorUnits  `json:"stake"`
	Win       bff.MinorUnits  `json:"win"`
	CreatedAt string          `json:"created_at"`
}

func (p platformPlayer) Games(
	ctx context.Context, from, until time.Time,
) (rounds []protection.PlayedRound, known time.Time, err error) {
	return p.list(ctx, "user", "game_history", from, until)
}

// Bets implements protection.PlayedRounds. It returns none if the platform has no sports bets.
func (p platformPlayer) Bets(ctx context.Context, from, until time.Time) ([]protection.PlayedRound, error) {
	bets, _, err := p.list(ctx, "betframe", "getCoupons", from, until)
	if errors.Is(err, bff.ReasonUnsupported) {
		return nil, nil
	}
	return bets, err
}

// list returns the rounds that began in a period. If it fails, it returns the rounds that began
// before known.
func (p platformPlayer) list(
	ctx context.Context, class, method string, from, until time.Time,
) (out []protection.PlayedRound, known time.Time, err error) {
	known = from
	for length := until.Sub(from); ; {
		length = min(length, until.Sub(known))
		end, maxPages := calendar.BeforeRepeated(known.Add(length), p.scope.Brand.Zone()), maxRoundPages
		if length <= day {
			maxPages = math.MaxInt
		}
		if length == until.Sub(known) {
			end = until.Add(day) // the platform's clock may be ahead
		}
		rounds, isAll, err := p.read(ctx, class, method, known, end, maxPages)
		switch {
		case err != nil:
			return out, known, err
		case !isAll:
			length = day
		case end.After(until):
			return append(out, rounds...), until, nil
		default:
			out, known = append(out, rounds...), end
		}
	}
}

// read returns the rounds that began in a period. isAll is false if there are more than maxPages
// pages.
func (p platformPlayer) read(
	ctx context.Context, class, method string, from, until time.Time, maxPages int,
) (out []protection.PlayedRound, isAll bool, err error) {
	zone := p.scope.Brand.Zone()
	seen := map[string]bool{} // new rounds shift the pages while they are read
	for offset, page := 0, 0; ; page++ {
		if page == maxPages {
			return nil, false, nil
		}
		a, err := p.g.ownCall(ctx, p.scope, &p.scope.Session.Identity, class, method, map[string]any{
			"startDate": momentText(p.scope.Brand, from), "endDate": momentText(p.scope.Brand, until),
			"limit": roundsPerPage, "offset": offset,
		})
		if err != nil {
			return nil, false, err
		}
		var rounds []playedRound
		if err := json.Unmarshal(a.Data, &rounds); !a.Result || err != nil {
			return nil, false, fmt.Errorf("%s/%s: code %d: %w",
				class, method, a.Code, errors.Join(err, errRefusedRounds))
		}
		for _, r := range rounds {
			at, err := time.ParseInLocation(contract.MomentLayout, r.CreatedAt, zone)
			if err != nil {
				return nil, false, fmt.Errorf("%s/%s: %w", class, method, err)
			}
			if id := r.RoundID + string(r.CouponID); !seen[id] && !at.Before(from) && at.Before(until) {
				seen[id] = true
				out = append(out, protection.PlayedRound{At: at, Stake: r.Bet + r.Stake, Win: r.Win})
			}
		}
		offset += len(rounds)
		hasMore := len(rounds) >= roundsPerPage || a.Pagination != nil && offset < a.Pagination.Total
		switch {
		case !hasMore:
			return out, true, nil
		case len(rounds) == 0:
			return nil, false, fmt.Errorf("%s/%s: the platform returned only %d of %d rounds",
				class, method, offset, a.Pagination.Total)
		}
	}
}

var errRefusedRounds = errors.New("the platform returned no rounds")

func playedSession(g *gateway, ctx context.Context, r *request) error {
	since, now := r.scope.Session.LoginAt, g.Clock()
	view := struct {
		Since   string          `json:"since"`
		Minutes int             `json:"minutes"`
		Stakes  *bff.MinorUnits `json:"stakes,omitempty"`
		Wins    *bff.MinorUnits `json:"wins,omitempty"`
		Net     *bff.MinorUnits `json:"net,omitempty"`
	}{Since: momentText(r.scope.Brand, since), Minutes: max(0, int(now.Sub(since).Minutes()))}
	rounds := g.platformOf(r.scope).Rounds
	if rounds == nil {
		return r.answerWith(view)
	}
	games, _, err := rounds.Games(ctx, since, now)
	bets, betsErr := rounds.Bets(ctx, since, now)
	if err := errors.Join(err, betsErr); err != nil {
		g.warn(ctx, "could not fetch the rounds of a session, the response omits stakes and wins", err)
		return r.answerWith(view)
	}
	var stakes, wins, net bff.MinorUnits
	for _, round := range append(games, bets...) {
		stakes, wins, net = stakes+round.Stake, wins+round.Win, net+round.Win-round.Stake
	}
	view.Stakes, view.Wins, view.Net = &stakes, &wins, &net
	return r.answerWith(view)
}
