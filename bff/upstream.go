package bff

import (
	"context"
	"errors"
	"net/netip"
	"sync/atomic"
	"time"
)

// UpstreamRequest is one call to the platform.
type UpstreamRequest struct {
	RequestID      string
	Brand          *Brand
	Call           *Call
	Rules          Rules
	Data           map[string]any // validated, complete with defaults and Lang; numbers are json.Number
	Lang           string
	Identity       *Identity  // nil for a guest call
	Visitor        netip.Addr // sent to the platform as uip
	IdempotencyKey string     // for money calls
	Partition      Partition
	CacheLookup    *CacheLookup  // from the response cache; nil when not looked up yet
	Attempts       *atomic.Int32 // counts how often the call is sent; may be nil
}

// Upstream sends a call to the platform and returns its answer. An answer with result=false is an answer, not an
// error. Errors are *Reason: ReasonBadUpstreamAnswer, ReasonUnavailable, ReasonUpstreamTimeout, ReasonUpstreamError,
// ReasonRateLimited or ReasonMaintenance, or, for a call that could not be prepared, ReasonInternal or
// ReasonUnsupported; a cancelled caller gets its context's error. Each error carries a Delivery: only what certainly
// did not reach the platform is DeliveryNotSent, and the platform's own ReasonRateLimited and ReasonMaintenance are
// DeliveryAnswered or DeliveryNoEffect.
//
// The upstream owns the deadline, Rules.Deadline. Callers that wait for the platform set none of their own.
type Upstream interface {
	Do(ctx context.Context, r *UpstreamRequest) (*Answer, error)
}

// UpstreamFunc is a function that implements Upstream.
type UpstreamFunc func(ctx context.Context, r *UpstreamRequest) (*Answer, error)

// Do calls f.
func (f UpstreamFunc) Do(ctx context.Context, r *UpstreamRequest) (*Answer, error) { return f(ctx, r) }

// BreakerOverride is the manual setting of the breakers between one brand and one upstream (calls.md §8).
type BreakerOverride string

// The overrides of calls.md §8.
const (
	OverrideAuto         BreakerOverride = "auto"  // the breakers decide
	OverrideForcedOpen   BreakerOverride = "open"  // no call is sent
	OverrideForcedClosed BreakerOverride = "close" // every call is sent, whatever its outcome
)

// CircuitState is the state of one circuit: the calls of one class of one brand to one upstream.
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
