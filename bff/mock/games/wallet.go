// Package games holds the playable games of the mock casino: the mathematics of each and the
// pages on which they are played. Pages never move money themselves; every stake and win goes
// through a Wallet.
package games

import (
	"context"
	"errors"
	"math/rand/v2"
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
	Guests int    // other players at a live table
}

// Wallet is the casino's side of game pages. Tokens come from the URL that init_game returns;
// they identify world, player and game and are the only credential of a page.
type Wallet interface {
	// Session returns the session of a token, or world.ErrSession for an unknown or ended one.
	Session(ctx context.Context, token string) (Session, error)
	// Round debits stake, lets decide settle the round with the world's random numbers, and
	// credits the win. On ErrSession, ErrStake or ErrFunds of package world no money has moved.
	Round(ctx context.Context, token string, stake bff.MinorUnits, decide func(rng *rand.Rand) (win bff.MinorUnits)) (world.RoundResult, error)
	// View runs f with exclusive access to the session's account, for reading. It returns
	// world.ErrSession or the error of f. Scenarios do not affect it.
	View(ctx context.Context, token string, f func(Account) error) error
	// Update is View for moving money. Scenarios affect it as they affect Round.
	Update(ctx context.Context, token string, f func(Account) error) error
}

// Account is the bets and the money of a session, for games of shared rounds and for bets that
// outlive a request: a world.BettingSession.
type Account interface {
	Now() time.Time
	Chance(round int64) *rand.Rand
	Balances() world.Balances
	Bets() []world.Bet
	Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (world.Bet, error)
	Settle(id string, win bff.MinorUnits) (world.Bet, error)
}
