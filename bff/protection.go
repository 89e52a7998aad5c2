package bff

import (
	"errors"
	"time"
)

// ProtectionMode is the treatment of a call during a player's break or self-exclusion. The zero
// mode serves the call during a break only.
type ProtectionMode string

// The protection modes.
const (
	ProtectionOpen   ProtectionMode = "open"   // Croupier serves the call
	ProtectionEmpty  ProtectionMode = "empty"  // Croupier returns an empty list
	ProtectionRefuse ProtectionMode = "refuse" // Croupier refuses the call
)

// ProtectionRules are a brand's rules for the limits of all players (player_protection of
// brand.yaml).
type ProtectionRules struct {
	Group                string        `yaml:"group"`         // brands in a group share exclusions, optional
	DepositLimitRequired bool          `yaml:"-"`             // no deposits without a deposit limit
	LoosenAfter          time.Duration `yaml:"loosen_after"`  // waiting time for a looser limit, zero: a day
	RealityCheck         int           `yaml:"reality_check"` // default interval in minutes, zero: 60
	Defaults             []PlayerLimit `yaml:"-"`             // for players without a stricter limit
}

// LimitID names a limit of a player. A player has at most one limit of a kind for each period.
type LimitID struct {
	Kind   string `json:"kind"`
	Period string `json:"period"`
}

// Kinds of limits. LimitSessionTime counts minutes, the other kinds count minor units.
const (
	LimitDeposit     = "deposit"      // deposits that were not declined
	LimitLoss        = "loss"         // stakes minus wins
	LimitStake       = "stake"        // stakes
	LimitSessionTime = "session_time" // time in games
)

// Periods of limits, by the brand's calendar.
const (
	PeriodDay   = "day"
	PeriodWeek  = "week" // starts on Monday
	PeriodMonth = "month"
)

// PlayerLimit is an active limit.
type PlayerLimit struct {
	LimitID
	Value   int64         `json:"value"` // minor units of the brand's currency, or minutes
	Pending *PendingLimit `json:"pending,omitempty"`
}

// PendingLimit is a looser value or a removal that the player has requested but not confirmed.
type PendingLimit struct {
	Value   int64     `json:"value"`
	Removal bool      `json:"removal,omitempty"`
	From    time.Time `json:"from"`  // start of the time to confirm it
	Until   time.Time `json:"until"` // end of the time to confirm it
}

// CallPlatformLimits is the server call that fetches a player's limits from the platform.
const CallPlatformLimits = "platform_limits/get"

// ProtectionChanged is the JSON payload of TopicProtection. A limit, break or exclusion of the
// player may have changed.
type ProtectionChanged struct {
	Brand  string `json:"brand"`
	Player string `json:"player"` // see Identity.Player
}

// PlayerLimits contains the limits, break and exclusion of a player for staff. Times follow the
// player's clock.
type PlayerLimits struct {
	Kinds        []string // kinds that the brand supports
	Limits       []LimitState
	CoolOff      time.Time // end of the active break, zero: none
	Excluded     time.Time // end of the active exclusion, zero: none or permanent
	Forever      bool      // the exclusion is permanent
	RealityCheck int       // minutes between two reality checks
	History      []LimitChange
	Proposals    []LimitProposal
	Platform     *PlatformComparison // nil: the platform has no limits or has not reported them yet
}

// LimitState is an active limit with its use in the current period.
type LimitState struct {
	PlayerLimit
	Used, Left int64     // in the unit of the limit
	Renews     time.Time // end of the current period
	AsOf       time.Time // time of the platform's last report of rounds, zero if irrelevant
}

// PlatformComparison lists the differences between the limits at the platform and in Croupier.
type PlatformComparison struct {
	AsOf        time.Time // time of the platform's report
	Differences []LimitDifference
}

// LimitDifference is a limit, break or exclusion that differs at the platform. Croupier enforces
// the tighter of both.
type LimitDifference struct {
	Subject     string   // see LimitAction
	ID          *LimitID // limits only
	Here, There HeldValue
	State       DifferenceState
}

// HeldValue is the value of a limit, or the end of a break or exclusion. The zero value means none.
type HeldValue struct {
	Value   int64 // minor units, or minutes
	Until   time.Time
	Forever bool
}

// DifferenceState is the reason for a LimitDifference.
type DifferenceState string

// The states of a difference.
const (
	TighterThere DifferenceState = "tighter_there" // set at the platform itself
	WaitsThere   DifferenceState = "waits"         // requested from the platform, which does not report it yet
	RefusedThere DifferenceState = "refused"       // the platform has refused the value
)

// LimitChange is one change of a player's limits, break, exclusion or reality check.
type LimitChange struct {
	Player string    `json:"-"` // see Identity.Player
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"` // staff account, or both accounts for a loosening, empty: the player
	Name   string    `json:"change"`
	ID     *LimitID  `json:"limit,omitempty"`
	Value  int64     `json:"value,omitempty"` // of the limit, or minutes of a reality check, zero: none
	Until  time.Time `json:"until,omitzero"`  // end of a break or an exclusion, zero: none or permanent
}

// The subjects of LimitAction and LimitProposal.
const (
	SubjectLimit     = "limit"
	SubjectBreak     = "break"
	SubjectExclusion = "exclusion"
)

// LimitProposal is a proposal of one staff account to loosen a limit or to end a break or an
// exclusion.
type LimitProposal struct {
	Player  string    `json:"-"` // see Identity.Player, empty in the view of one player
	Subject string    `json:"subject"`
	ID      *LimitID  `json:"limit,omitempty"` // limits only
	Value   int64     `json:"value,omitempty"` // limits only, zero if Removal is set
	Removal bool      `json:"removal,omitempty"`
	Reason  string    `json:"reason"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
	From    time.Time `json:"from"` // earliest approval by another account
	Ready   bool      `json:"-"`    // From has passed
}

// LimitVerb is the kind of a LimitAction.
type LimitVerb string

// The verbs. A tighter value applies at once. A looser value needs the approval of another account.
const (
	LimitTighten LimitVerb = "tighten"
	LimitPropose LimitVerb = "propose"
	LimitApprove LimitVerb = "approve"
	LimitReject  LimitVerb = "reject" // withdraws a proposal
)

// LimitAction is an action of a staff account on a limit, break or exclusion of a player.
type LimitAction struct {
	Verb    LimitVerb
	By      string
	Subject string
	ID      *LimitID // limits only

	Value   int64         // tighten, propose: value of a limit
	Removal bool          // propose: removal of a limit
	Break   time.Duration // tighten: length of a break
	Months  int           // tighten: length of an exclusion, zero: permanent
	Reason  string        // propose: reason of the proposal

	At time.Time // approve, reject: time of the proposal
}

// Errors of a refused LimitAction. The action changed nothing.
var (
	ErrNotTighter        = errors.New("the value is not tighter than the current value")
	ErrNotLooser         = errors.New("the value is not looser than the current value")
	ErrNothingToEnd      = errors.New("there is no active break or exclusion to end")
	ErrNotProposed       = errors.New("there is no such proposal")
	ErrProposalReplaced  = errors.New("another proposal has replaced this one")
	ErrSameAccount       = errors.New("a second account must approve")
	ErrLimitNotSupported = errors.New("the platform does not report the data that such a limit needs")
)

// ProposalWaitsError refuses an early approval of a proposal.
type ProposalWaitsError struct {
	From time.Time     // earliest approval
	Left time.Duration // remaining time by the player's clock
}

// Error returns the time of the earliest approval.
func (e *ProposalWaitsError) Error() string {
	return "the proposal may be approved from " + e.From.Format(time.RFC3339)
}

// PersonMatch is a player who shares personal data with a self-excluded player and may be the same
// person.
type PersonMatch struct {
	Brand          string    `json:"brand"`
	Player         string    `json:"uid"` // see Identity.Player
	ExcludedBrand  string    `json:"excluded_brand"`
	ExcludedPlayer string    `json:"excluded_uid"`
	Fields         []string  `json:"fields,omitempty"` // equal fields: email, phone, national_id
	At             time.Time `json:"at"`
	By             string    `json:"by,omitempty"`   // staff account that has decided, empty: undecided
	Same           bool      `json:"same,omitempty"` // decision that both players are the same person
	Reason         string    `json:"reason,omitempty"`
}

// ErrNoMatch refuses a decision about a match that is not open.
var ErrNoMatch = errors.New("there is no open match of these players")
