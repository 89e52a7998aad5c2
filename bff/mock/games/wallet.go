// Package games contains the playable games of the mock casino: four engines, each with one page.
// Pages never move money themselves: every stake and win goes through a Wallet.
package games

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// Errors of a Wallet that pages report to the player, in addition to errors of package world.
var (
	ErrProvider   = errors.New("games: the provider does not answer") // no money has moved
	ErrNotAllowed = errors.New("games: the player may not play")
)

// Session is a game session: one player at one game, as opened by init_game.
type Session = world.GameSession

// Wallet runs f with exclusive access to the session of a token, which comes from the URL that
// init_game returns and is the only credential of a page. It returns the error of f, or
// world.ErrSession. request is scenario.Page, scenario.Round for requests that move money, or ""
// for requests that no fault or scenario affects.
type Wallet func(ctx context.Context, token, request string, f func(Session, Account) error) (Session, error)

// Account is the money and the bets of a session: a world.BettingSession. No money has moved where
// a method fails.
type Account interface {
	Now() time.Time
	Chance(round int64) *rand.Rand
	Balances() world.Balances

	Round(stake bff.MinorUnits, decide func(*rand.Rand) (win bff.MinorUnits)) (world.RoundResult, error)
	Bets() []world.Bet
	Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (world.Bet, error)
	Settle(id string, win bff.MinorUnits) (world.Bet, error)

	Catalogue() *world.Catalogue
	Coupons(limit int) ([]*world.Coupon, error)
	PlaceCoupons(world.CouponOrder) error
	CashOut(coupon int, least bff.MinorUnits) error
}

func rtpOf(s Session) float64 { return cmp.Or(s.RTP, 96) }

// wholeUnits is the stake step of games with prices: a price in hundredths pays whole minor units
// on it.
const wholeUnits bff.MinorUnits = 100

// withStakes adds the stakes to choose from to the static part of a game, with the index of the
// preselected one.
func withStakes(s Session, step bff.MinorUnits, game Object) Object {
	var stakes []bff.MinorUnits
	usual := 0
	for unit := bff.MinorUnits(10); unit <= s.MaxBet; unit *= 10 {
		for _, n := range []bff.MinorUnits{1, 2, 3, 5} {
			if stake := n * unit; stake >= s.MinBet && stake <= s.MaxBet && stake%step == 0 {
				if stakes = append(stakes, stake); stake <= 500 {
					usual = len(stakes) - 1
				}
			}
		}
	}
	return merged(Object{"rtp": rtpOf(s), "stakes": stakes, "stake": usual}, game)
}

// checkStake returns world.ErrStake for a stake outside the limits or between the steps.
func checkStake(s Session, stake, step bff.MinorUnits) error {
	if stake < s.MinBet || stake > s.MaxBet || stake <= 0 || stake%step != 0 {
		return world.ErrStake
	}
	return nil
}
