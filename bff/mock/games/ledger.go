// Package games holds the pretend casino's playable games: the mathematics of each and the
// pages they are played on. Money never moves in a page: every round goes through a Ledger.
package games

import (
	"context"
	"errors"
	"math/rand/v2"

	"croupier/bff"
)

// Errors of a Ledger that a page tells its player about.
var (
	ErrNoSeat            = errors.New("games: no such game session")
	ErrInsufficientFunds = errors.New("games: the balance does not cover the stake")
	ErrStake             = errors.New("games: the stake is outside the game's limits")
)

// Seat is one player at one game, as opened by init_game.
type Seat struct {
	GameID   int
	Name     string
	Provider string
	Theme    string  // art theme of the game's cover
	RTP      float64 // per cent of stakes, 96.5; 0 where the game names none
	// Volatility is low, medium or high; empty is medium.
	Volatility string
	Lang       string // two letters
	Currency   string // ISO 4217
	Demo       bool   // played with pretend money that is not the wallet's
	Balance    bff.Kurus
	MinBet     bff.Kurus
	MaxBet     bff.Kurus
}

// Receipt is what a round did to the wallet.
type Receipt struct {
	RoundID string
	Stake   bff.Kurus
	Win     bff.Kurus
	Balance bff.Kurus // after the round
}

// Ledger is the casino's side of a game page. Tokens come from init_game's url and name
// world, player and game; they are the page's only credential.
type Ledger interface {
	// Sit tells who plays what. It fails with ErrNoSeat for an unknown or ended token.
	Sit(ctx context.Context, token string) (Seat, error)
	// Round debits stake, lets decide settle the round with the world's own randomness,
	// and credits the win, all or nothing. It fails with ErrNoSeat, ErrStake or
	// ErrInsufficientFunds; then nothing has moved.
	Round(ctx context.Context, token string, stake bff.Kurus, decide func(rng *rand.Rand) (win bff.Kurus)) (Receipt, error)
}
