// Package games holds the pretend casino's playable games: the mathematics of each and the
// pages they are played on. Money never moves in a page: every round goes through a Wallet.
package games

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"croupier/bff"
)

// Errors of a Wallet that a page tells its player about.
var (
	ErrNoSession         = errors.New("games: no such game session")
	ErrInsufficientFunds = errors.New("games: the balance does not cover the stake")
	ErrStake             = errors.New("games: the stake is outside the game's limits")
	ErrBet               = errors.New("games: no such open bet")
	ErrProvider          = errors.New("games: the provider does not answer") // nothing has moved
	ErrNotAllowed        = errors.New("games: the player may not play")
)

// Session is one player at one game, as opened by init_game.
type Session struct {
	GameID   int
	Name     string
	Provider string
	Theme    string  // art theme of the game's cover
	Type     string  // of the game, as the lobby filters it
	RTP      float64 // per cent of stakes, 96.5; 0 where the game names none
	// Volatility is low, medium or high; empty is medium.
	Volatility string
	Lang       string // two letters
	Currency   string // ISO 4217
	Demo       bool   // played with pretend money that is not the wallet's
	Balances
	MinBet bff.MinorUnits
	MaxBet bff.MinorUnits
	Dealer string // of a live table
	Guests int    // others at a live table now
}

// Balances is the money at a session, as pages are told of it.
type Balances struct {
	Balance bff.MinorUnits `json:"balance"`         // what may be staked
	Bonus   *Bonus         `json:"bonus,omitempty"` // the active one; nil where there is none, and at a demo
}

// Bonus is money beside the player's own, and played with once that covers no stake.
type Bonus struct {
	Held  bff.MinorUnits `json:"held"`
	Own   bff.MinorUnits `json:"own"`   // the player's own money
	InUse bool           `json:"inUse"` // the bonus's money is what may be staked
}

// Receipt is what a round did to the wallet.
type Receipt struct {
	RoundID  string
	Stake    bff.MinorUnits
	Win      bff.MinorUnits
	Jackpot  bff.MinorUnits // what the game's jackpot paid beside Win
	Balances                // after the round
}

// Wallet is the casino's side of a game page. Tokens come from init_game's url and name
// world, player and game; they are the page's only credential.
type Wallet interface {
	// Session tells who plays what. It fails with ErrNoSession for an unknown or ended token.
	Session(ctx context.Context, token string) (Session, error)
	// Round debits stake, lets decide settle the round with the world's own randomness,
	// and credits the win, all or nothing. It fails with ErrNoSession, ErrStake or
	// ErrInsufficientFunds; then nothing has moved.
	Round(ctx context.Context, token string, stake bff.MinorUnits, decide func(rng *rand.Rand) (win bff.MinorUnits)) (Receipt, error)
	// View runs f alone with the session's book, and fails with ErrNoSession or with what f
	// returns. It is for looking: whatever bends rounds does not bend it.
	View(ctx context.Context, token string, f func(Account) error) error
	// Update is View for moving money: it is bent as Round is.
	Update(ctx context.Context, token string, f func(Account) error) error
}

// Bet is a stake at a session whose outcome is still to come, or came lately.
type Bet struct {
	ID      string
	Stake   bff.MinorUnits
	At      time.Time
	Round   int64     // of the game, counted by the game itself
	Due     time.Time // when the clock settles it, page or no page
	Play    string    // what was bet on, in the game's own words
	Settled bool
	Win     bff.MinorUnits // once settled
}

// Account is a session's bets and purse, for rounds that everybody at the game shares (a wheel, a
// race, a rising curve) and for bets that live longer than a request.
type Account interface {
	// Now is the casino's time, which a tester may move.
	Now() time.Time
	// Chance decides a round of this game: always the same for one round, for every session.
	Chance(round int64) *rand.Rand
	// Balances is the money at the session.
	Balances() Balances
	// Bets are the open ones and those settled lately, oldest first.
	Bets() []Bet
	// Stake takes money for a bet that the clock settles at due (see Settle), unless Settle
	// of the book does so before. It fails with ErrStake or ErrInsufficientFunds.
	Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error)
	// Raise stakes more on an open bet, at most as much again, be it below the game's least
	// stake: a bet of its own with that one's round and due. It fails with ErrBet, ErrStake
	// or ErrInsufficientFunds.
	Raise(id string, amount bff.MinorUnits, play string) (Bet, error)
	// SetPlay writes down how an open bet is played on: it replaces its Play. It fails with ErrBet.
	SetPlay(id, play string) (Bet, error)
	// Settle ends an open bet now with what it wins. It fails with ErrBet.
	Settle(id string, win bff.MinorUnits) (Bet, error)
}
