package bff

import (
	"errors"
	"time"
)

// BreakerOverride is the manual setting of the breakers between one brand and one upstream
// (calls.md §8).
type BreakerOverride string

// The overrides of calls.md §8.
const (
	OverrideAuto         BreakerOverride = "auto"  // the breakers decide
	OverrideForcedOpen   BreakerOverride = "open"  // no call is sent
	OverrideForcedClosed BreakerOverride = "close" // every call is sent, whatever its outcome
)

// CircuitState is the state of one circuit: the calls of one class of one brand to one upstream,
// which share a breaker, a bulkhead and a retry budget.
type CircuitState struct {
	Brand    string          `json:"brand"`
	Upstream string          `json:"upstream"`
	Class    string          `json:"class"`
	State    string          `json:"state"`    // closed, half-open or open: the breaker's own state
	Override BreakerOverride `json:"override"` // takes precedence over State unless it is auto
	Since    time.Time       `json:"since"`    // start of State; zero for a breaker that never changed
	Calls    int             `json:"calls"`    // outcomes in the breaker's window
	Failures int             `json:"failures"`
	Active   int             `json:"active"`  // calls in progress
	Waiting  int             `json:"waiting"` // calls waiting for a slot of the bulkhead

	// For metrics only.
	Limit                        int    `json:"-"` // adaptive limit of calls in progress; 0 without one
	ProbesAnswered, ProbesFailed uint64 `json:"-"` // probes of the open breaker, since the start
}

// ErrUnknownUpstream reports an override for an upstream that the brand does not have.
var ErrUnknownUpstream = errors.New("the brand has no such upstream")
