// Package games holds the playable games of the mock casino. It has four engines, each with one page: a slot,
// a game with a rising multiplier, games of one draw, and coupons on matches. Pages never move money
// themselves: every stake and win goes through a Wallet.
package games

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// Errors of a Wallet besides those of package world that pages report to the player.
var (
	ErrProvider   = errors.New("games: the provider does not answer") // no money has moved
	ErrNotAllowed = errors.New("games: the player may not play")
)

// Session is a game session: one player at one game, as opened by init_game.
type Session struct {
	world.GameSession
	Dealer string // of a live table
}

// Wallet is the casino's side of game pages. Tokens come from the URL that init_game returns. They identify
// world, player and game and are the only credential of a page.
type Wallet interface {
	// Session returns the session of a token, or world.ErrSession for an unknown or ended one.
	Session(ctx context.Context, token string) (Session, error)
	// Round debits stake, lets decide settle the round with the world's random numbers, and credits the win.
	// On ErrSession, ErrStake or ErrFunds of package world no money has moved.
	Round(ctx context.Context, token string, stake bff.MinorUnits, decide func(rng *rand.Rand) (win bff.MinorUnits)) (world.RoundResult, error)
	// View runs f with exclusive access to the session's account, for reading. It returns world.ErrSession or
	// the error of f. Scenarios do not affect it.
	View(ctx context.Context, token string, f func(Account) error) error
	// Update is View for moving money. Scenarios affect it as they affect Round.
	Update(ctx context.Context, token string, f func(Account) error) error
}

// Account is the money, the bets and the coupons of a session: a world.BettingSession.
type Account interface {
	Now() time.Time
	Chance(round int64) *rand.Rand
	Balances() world.Balances
	Bets() []world.Bet
	Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (world.Bet, error)
	Settle(id string, win bff.MinorUnits) (world.Bet, error)

	Catalogue() *world.Catalogue
	Coupons(limit int) ([]world.Coupon, error)
	PlaceCoupons(world.CouponOrder) error
	CashOut(coupon int, least bff.MinorUnits) error
}

// defaultRTP is the return of a game without an RTP of its own.
const defaultRTP = 96

// wholeUnits is the stake step of games with prices: a price in hundredths pays whole minor units on it.
const wholeUnits bff.MinorUnits = 100

// withStakes adds the stakes to choose from to the static part of a game: whole steps within the session's
// limits, with the index of the preselected one, the highest up to 5.00.
func withStakes(s Session, step bff.MinorUnits, game Object) (Object, error) {
	stakes := stakeLadder(s.MinBet, s.MaxBet, step)
	if len(stakes) == 0 {
		return nil, errors.New("games: no stake lies within the game's limits")
	}
	usual, exact := slices.BinarySearch(stakes, 500)
	if !exact {
		usual = max(usual-1, 0)
	}
	return merged(Object{"rtp": rtpOf(s), "stakes": stakes, "stake": usual}, game), nil
}

// stakeLadder returns round stakes from least to most, both ends moved inwards to whole steps.
func stakeLadder(least, most, step bff.MinorUnits) []bff.MinorUnits {
	least, most = max((least+step-1)/step, 1)*step, most/step*step
	if least > most {
		return nil
	}
	ladder := []bff.MinorUnits{least, most}
	for unit := bff.MinorUnits(10); unit <= most; unit *= 10 {
		for _, n := range []bff.MinorUnits{1, 2, 3, 5} {
			if s := n * unit; s > least && s < most && s%step == 0 {
				ladder = append(ladder, s)
			}
		}
	}
	slices.Sort(ladder)
	return slices.Compact(ladder)
}

// checkStake returns a *stakeError for a stake outside the limits or between the steps.
func checkStake(s Session, stake, step bff.MinorUnits) error {
	if stake < s.MinBet || stake > s.MaxBet || stake <= 0 || stake%step != 0 {
		return &stakeError{session: s, step: step}
	}
	return nil
}
