package bff

import (
	"context"
	"errors"
	"time"
)

// ProtectionMode is what becomes of a call while its player takes a break or is self-excluded. The zero mode serves
// it during a break and refuses it during a self-exclusion.
type ProtectionMode string

// The modes of the contract.
const (
	ProtectionOpen   ProtectionMode = "open"   // it is served
	ProtectionEmpty  ProtectionMode = "empty"  // it is answered with an empty list
	ProtectionRefuse ProtectionMode = "refuse" // it is refused
)

// Restriction is what a player has begun that restricts the session.
type Restriction uint8

// The restrictions. An exclusion goes before a break.
const (
	Unrestricted Restriction = iota
	CoolingOff
	SelfExcluded
)

// ProtectionRules are what a brand requires of the limits of all its players (player_protection of brand.yaml).
type ProtectionRules struct {
	Group                string        // brands with the same group share exclusions; empty: the brand alone
	DepositLimitRequired bool          // no deposit before the player has a deposit limit
	LoosenAfter          time.Duration // how long a looser limit waits; zero: a day
	RealityCheck         int           // minutes between two reality checks, until the player chooses; zero: 60
	Defaults             []DefaultLimit
}

// DefaultLimit is a limit of every player who has not set a tighter one. Value is in minor units, or minutes of session time.
type DefaultLimit struct {
	Kind, Period string
	Value        int64
}

// DepositName names a deposit of a player. A key alone does not: it can be claimed again once its record is forgotten.
type DepositName struct {
	Key     string
	Amount  MinorUnits
	Claimed time.Time // when the key was claimed
}

// PlayedRound is a round of a game, or a sports bet, as the platform tells it.
type PlayedRound struct {
	At         time.Time
	Stake, Win MinorUnits
}

// PlayedRounds asks the platform for the rounds of one player.
type PlayedRounds interface {
	// Games returns the rounds of games that began in a period. If it fails, they are those that began before known.
	Games(ctx context.Context, from, until time.Time) (rounds []PlayedRound, known time.Time, err error)
	// Bets returns the sports bets that were placed in a period, with what they have won so far.
	Bets(ctx context.Context, from, until time.Time) ([]PlayedRound, error)
}

// CallPlatformLimits is the call of the server itself that asks a platform for the limits it holds. A platform that has it has
// limits of its own.
const CallPlatformLimits = "platform_limits/get"

// PlatformPlayer is what the platform of a player can be asked for. The platform does not have what is nil.
type PlatformPlayer struct {
	Rounds PlayedRounds
	Limits PlatformLimits
}

// PlatformLimits are the limits that a platform itself holds of one player. The methods that change something fail with
// ErrPlatformRefused where the platform does not have the change, or refuses it.
type PlatformLimits interface {
	Get(ctx context.Context) (*PlatformHeld, error)
	// Set sets a limit; a zero value removes it.
	Set(ctx context.Context, id LimitID, value int64) error
	// CoolOff begins a break, or makes it longer.
	CoolOff(ctx context.Context, until time.Time) error
	// SelfExclude begins an exclusion, or makes it longer; a zero time is for ever.
	SelfExclude(ctx context.Context, until time.Time) error
}

// ErrPlatformRefused is that of a platform which was asked to change a limit, and has not.
var ErrPlatformRefused = errors.New("the platform has refused to change a limit")

// PlatformHeld is what a platform itself holds of a player.
type PlatformHeld struct {
	Kinds             []string // that can be set there
	Limits            []HeldLimit
	CoolOff, Excluded time.Time // ends; zero: none
	Forever           bool      // the exclusion does not end
}

// HeldLimit is a limit that a platform holds. Value is in minor units, or minutes of session time.
type HeldLimit struct {
	LimitID
	Value int64
}

// ProtectionChanged is the payload of TopicProtection, as JSON: what holds for a player may have changed.
type ProtectionChanged struct {
	Brand  string `json:"brand"`
	Player string `json:"player"` // see Identity.Player
}

// FirstLimit is a limit that a registration wants for the first login with its user name. A zero Value is none.
type FirstLimit struct {
	LimitID
	Value    int64 // minor units
	Username string
}

// PersonalData is by what one person is known at several brands. Empty fields are not known.
type PersonalData struct {
	Email, Phone, NationalID string
	Birthdate                string // yyyy-mm-dd
	Verified                 bool   // the platform has checked the identity, and with it the birth date
	World                    string // of a mock, whose persons are others than those of the same name elsewhere
}
