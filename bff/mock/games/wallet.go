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
)

// Errors of a Wallet that pages report to the player.
var (
	ErrNoSession         = errors.New("games: no such game session")
	ErrInsufficientFunds = errors.New("games: the balance does not cover the stake")
	ErrStake             = errors.New("games: the stake is outside the game's limits")
	ErrBet               = errors.New("games: no such open bet")
	ErrProvider          = errors.New("games: the provider does not answer") // no money has moved
	ErrNotAllowed        = errors.New("games: the player may not play")
)

// Session is a game session: one player at one game, as opened by init_game.
type Session struct {
	GameID   int
	Name     string
	Provider string
	Theme    string  // art theme of the game's cover
	Type     string  // of the game in the lobby's filters
	RTP      float64 // per cent of stakes, 96.5; 0 where the game names none
	// Volatility is low, medium or high; empty is medium.
	Volatility string
	Lang       string // two letters
	Currency   string // ISO 4217
	Demo       bool   // played with demo money instead of the player's
	Balances
	MinBet bff.MinorUnits
	MaxBet bff.MinorUnits
	Dealer string // of a live table
	Guests int    // other players at a live table
}

// Balances is the money of a session.
type Balances struct {
	Balance bff.MinorUnits `json:"balance"`         // what may be staked
	Bonus   *Bonus         `json:"bonus,omitempty"` // the active bonus; nil for none and for demos
}

// Bonus is bonus money. It is staked once the player's own money does not cover a stake.
type Bonus struct {
	Held  bff.MinorUnits `json:"held"`
	Own   bff.MinorUnits `json:"own"`   // the player's own money
	InUse bool           `json:"inUse"` // Balance is the bonus's money
}

// Receipt is the result of a round in the wallet.
type Receipt struct {
	RoundID  string
	Stake    bff.MinorUnits
	Win      bff.MinorUnits
	Jackpot  bff.MinorUnits // paid in addition to Win
	Balances                // after the round
}

// Wallet is the casino's side of game pages. Tokens come from the URL that init_game returns;
// they identify world, player and game and are the only credential of a page.
type Wallet interface {
	// Session returns the session of a token, or ErrNoSession for an unknown or ended one.
	Session(ctx context.Context, token string) (Session, error)
	// Round debits stake, lets decide settle the round with the world's random numbers, and
	// credits the win. On ErrNoSession, ErrStake or ErrInsufficientFunds no money has moved.
	Round(ctx context.Context, token string, stake bff.MinorUnits, decide func(rng *rand.Rand) (win bff.MinorUnits)) (Receipt, error)
	// View runs f with exclusive access to the session's account, for reading. It returns
	// ErrNoSession or the error of f. Scenarios do not affect it.
	View(ctx context.Context, token string, f func(Account) error) error
	// Update is View for moving money. Scenarios affect it as they affect Round.
	Update(ctx context.Context, token string, f func(Account) error) error
}

// Bet is a stake of a session that is open or was settled recently.
type Bet struct {
	ID      string
	Stake   bff.MinorUnits
	At      time.Time
	Round   int64     // number of the game's round
	Due     time.Time // when it is settled automatically, whether the page is open or not
	Play    string    // what was bet on, in the game's own format
	Settled bool
	Win     bff.MinorUnits // once settled
}

// Account is the bets and the money of a session, for games of shared rounds and for bets that
// outlive a request.
type Account interface {
	// Now is the casino's time, which testers may move.
	Now() time.Time
	// Chance returns the random numbers of a round, the same for every session of the game.
	Chance(round int64) *rand.Rand
	// Balances returns the money of the session.
	Balances() Balances
	// Bets returns a copy of the open and recently settled bets, oldest first.
	Bets() []Bet
	// Stake places a bet that is settled at due (see Settle), or earlier by the account's
	// Settle. It returns ErrStake or ErrInsufficientFunds.
	Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error)
	// Settle settles an open bet now. It returns ErrBet.
	Settle(id string, win bff.MinorUnits) (Bet, error)
}
