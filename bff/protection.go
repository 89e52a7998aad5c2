package bff

import (
	"errors"
	"time"
)

// ProtectionMode is what becomes of a call while its player takes a break or is self-excluded. The zero mode serves it
// during a break only.
type ProtectionMode string

// The modes of the contract.
const (
	ProtectionOpen   ProtectionMode = "open"   // it is served
	ProtectionEmpty  ProtectionMode = "empty"  // it is answered with an empty list
	ProtectionRefuse ProtectionMode = "refuse" // it is refused
)

// ProtectionRules are what a brand requires of the limits of all its players (player_protection of brand.yaml).
type ProtectionRules struct {
	Group                string        `yaml:"group"`         // whose brands share exclusions; empty: the brand alone
	DepositLimitRequired bool          `yaml:"-"`             // no deposit before the player has a deposit limit
	LoosenAfter          time.Duration `yaml:"loosen_after"`  // how long a looser limit waits; zero: a day
	RealityCheck         int           `yaml:"reality_check"` // minutes, until the player chooses; zero: 60
	Defaults             []PlayerLimit `yaml:"-"`             // of players who have not set a tighter one
}

// LimitID names a limit of a player: there is at most one of a kind for each period.
type LimitID struct {
	Kind   string `json:"kind"`
	Period string `json:"period"`
}

// Kinds of limits. The values of LimitSessionTime are minutes; those of the others are minor units.
const (
	LimitDeposit     = "deposit"      // deposits that were not refused
	LimitLoss        = "loss"         // stakes less wins
	LimitStake       = "stake"        // stakes
	LimitSessionTime = "session_time" // time in games
)

// Periods of limits, by the brand's calendar.
const (
	PeriodDay   = "day"
	PeriodWeek  = "week" // from Monday
	PeriodMonth = "month"
)

// PlayerLimit is a limit in force.
type PlayerLimit struct {
	LimitID
	Value   int64         `json:"value"` // minor units of the brand's currency, or minutes
	Pending *PendingLimit `json:"pending,omitempty"`
}

// PendingLimit is a looser value of a limit, or its removal, that the player has asked for and has yet to confirm.
type PendingLimit struct {
	Value   int64     `json:"value"`
	Removal bool      `json:"removal,omitempty"`
	From    time.Time `json:"from"`  // when the player may confirm it
	Until   time.Time `json:"until"` // when it lapses
}

// CallPlatformLimits is the server call that asks a platform for the limits it holds.
const CallPlatformLimits = "platform_limits/get"

// ProtectionChanged is the payload of TopicProtection, as JSON: what holds for a player may have changed.
type ProtectionChanged struct {
	Brand  string `json:"brand"`
	Player string `json:"player"` // see Identity.Player
}

// PlayerLimits is what holds for a player, as staff sees it. Times are those of the player's clock.
type PlayerLimits struct {
	Kinds        []string // that can be set at the brand
	Limits       []LimitState
	CoolOff      time.Time // end of the break in force; zero: none
	Excluded     time.Time // end of the exclusion in force; zero: none, or for ever
	Forever      bool      // the exclusion does not end
	RealityCheck int       // minutes between two reality checks
	History      []LimitChange
	Proposals    []LimitProposal
	Platform     *PlatformComparison // nil: the platform holds no limits itself, or has told nothing yet
}

// LimitState is a limit in force with what counts for it in the present period.
type LimitState struct {
	PlayerLimit
	Used, Left int64     // in the unit of the limit
	Renews     time.Time // end of the present period
	AsOf       time.Time // until when the platform has told rounds; zero where it does not matter
}

// PlatformComparison is where what a platform itself holds of a player differs from what is held here.
type PlatformComparison struct {
	AsOf        time.Time // when the platform told
	Differences []LimitDifference
}

// LimitDifference is a limit, a break or an exclusion that the platform holds otherwise. Of both the tighter one holds.
type LimitDifference struct {
	Subject     string   // see LimitAction
	ID          *LimitID // of a limit
	Here, There HeldValue
	State       DifferenceState
}

// HeldValue is the value of a limit, or the end of a break or an exclusion. The zero value is none.
type HeldValue struct {
	Value   int64 // minor units, or minutes
	Until   time.Time
	Forever bool
}

// DifferenceState is why a LimitDifference is there.
type DifferenceState string

// The states.
const (
	TighterThere DifferenceState = "tighter_there" // the platform's own
	WaitsThere   DifferenceState = "waits"         // the platform is asked for the value from here, and does not hold it yet
	RefusedThere DifferenceState = "refused"       // the platform has refused it
)

// LimitChange is one change of what holds for a player.
type LimitChange struct {
	Player string    `json:"-"` // see Identity.Player
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"` // the account of staff, of a loosening both; empty: the player
	Name   string    `json:"change"`
	ID     *LimitID  `json:"limit,omitempty"`
	Value  int64     `json:"value,omitempty"` // of the limit; minutes of a reality check; zero: none
	Until  time.Time `json:"until,omitzero"`  // of a break or an exclusion; zero: none, or for ever
}

// The subjects of LimitAction and LimitProposal.
const (
	SubjectLimit     = "limit"
	SubjectBreak     = "break"
	SubjectExclusion = "exclusion"
)

// LimitProposal is what one account of staff wants to loosen: a limit, or a break or an exclusion, which it ends.
type LimitProposal struct {
	Player  string    `json:"-"` // see Identity.Player; empty in the view of one player
	Subject string    `json:"subject"`
	ID      *LimitID  `json:"limit,omitempty"` // of a limit
	Value   int64     `json:"value,omitempty"` // of the limit; zero with Removal
	Removal bool      `json:"removal,omitempty"`
	Reason  string    `json:"reason"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
	From    time.Time `json:"from"` // when another account may approve it
	Ready   bool      `json:"-"`    // From has come
}

// LimitVerb is what a LimitAction does.
type LimitVerb string

// The verbs. What is tighter is in force at once; what is looser waits for the approval of another account.
const (
	LimitTighten LimitVerb = "tighten"
	LimitPropose LimitVerb = "propose"
	LimitApprove LimitVerb = "approve"
	LimitReject  LimitVerb = "reject" // takes a proposal back
)

// LimitAction is what an account of staff does about a limit, a break or an exclusion of a player.
type LimitAction struct {
	Verb    LimitVerb
	By      string
	Subject string
	ID      *LimitID // of a limit

	Value   int64         // tighten, propose: of a limit
	Removal bool          // propose: of a limit
	Break   time.Duration // tighten: of a break
	Months  int           // tighten: of an exclusion; zero: for ever
	Reason  string        // propose

	At time.Time // approve, reject: when the proposal was made
}

// Errors of a LimitAction that is refused. Nothing was changed.
var (
	ErrNotTighter        = errors.New("that is not tighter than what is in force")
	ErrNotLooser         = errors.New("that is not looser than what is in force")
	ErrNothingToEnd      = errors.New("there is nothing to end")
	ErrNotProposed       = errors.New("nothing of that is proposed")
	ErrProposalReplaced  = errors.New("another proposal has replaced it")
	ErrSameAccount       = errors.New("a second account must approve")
	ErrLimitNotSupported = errors.New("the platform does not tell what such a limit depends on")
)

// ProposalWaitsError refuses the approval of a proposal that has not waited long enough.
type ProposalWaitsError struct {
	From time.Time     // when it may be approved
	Left time.Duration // until then, by the player's clock
}

// Error says when it may be approved.
func (e *ProposalWaitsError) Error() string {
	return "the proposal may be approved from " + e.From.Format(time.RFC3339)
}

// PersonMatch is a player who has some personal data of a self-excluded one, and may be the same person.
type PersonMatch struct {
	Brand          string    `json:"brand"`
	Player         string    `json:"uid"` // see Identity.Player
	ExcludedBrand  string    `json:"excluded_brand"`
	ExcludedPlayer string    `json:"excluded_uid"`
	Fields         []string  `json:"fields,omitempty"` // the equal ones: email, phone, national_id
	At             time.Time `json:"at"`
	By             string    `json:"by,omitempty"`   // the account of staff that has decided; empty: none has
	Same           bool      `json:"same,omitempty"` // its decision: the two are the same person
	Reason         string    `json:"reason,omitempty"`
}

// ErrNoMatch refuses the decision about a match that is not open.
var ErrNoMatch = errors.New("there is no such match to decide")
