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
	Data           map[string]any // validated, complete with defaults and Lang, with numbers as json.Number
	Lang           string
	Identity       *Identity  // nil for a guest call
	Visitor        netip.Addr // sent to the platform as uip
	IdempotencyKey string     // for money calls
	Partition      Partition
	CacheLookup    *CacheLookup  // set by the response cache, nil before the lookup
	Attempts       *atomic.Int32 // counts how often the call is sent, may be nil
}

// Upstream sends a call to the platform and returns the response. A response with result=false is
// not an error.
//
// Errors are of type *Reason: ReasonBadUpstreamAnswer, ReasonUnavailable, ReasonUpstreamTimeout,
// ReasonUpstreamError, ReasonRateLimited or ReasonMaintenance. If Croupier cannot prepare the call,
// the error is ReasonInternal or ReasonUnsupported. If the caller cancels, Do returns the error of
// its context.
//
// Each error has a Delivery. DeliveryNotSent means that the call certainly did not reach the
// platform. ReasonRateLimited and ReasonMaintenance from the platform have DeliveryAnswered or
// DeliveryNoEffect.
//
// The upstream enforces the deadline in Rules.Deadline. Callers that wait for the platform must not
// set another deadline.
type Upstream interface {
	Do(ctx context.Context, r *UpstreamRequest) (*Answer, error)
}

// UpstreamFunc is a function that implements Upstream.
type UpstreamFunc func(ctx context.Context, r *UpstreamRequest) (*Answer, error)

// Do calls f.
func (f UpstreamFunc) Do(ctx context.Context, r *UpstreamRequest) (*Answer, error) { return f(ctx, r) }

// BreakerOverride is the manual setting of the circuit breakers between one brand and one upstream.
type BreakerOverride string

// The overrides.
const (
	OverrideAuto         BreakerOverride = "auto"  // the breakers decide
	OverrideForcedOpen   BreakerOverride = "open"  // Croupier sends no call
	OverrideForcedClosed BreakerOverride = "close" // Croupier sends every call
)

// CircuitState is the state of one circuit, which covers the calls of one class of one brand to one
// upstream.
type CircuitState struct {
	Brand    string          `json:"brand"`
	Upstream string          `json:"upstream"`
	Class    string          `json:"class"`
	State    string          `json:"state"`    // state of the breaker: closed, half-open or open
	Override BreakerOverride `json:"override"` // takes precedence over State unless it is auto
	Since    time.Time       `json:"since"`    // start of State, zero for a breaker that never changed
	Calls    int             `json:"calls"`    // outcomes in the breaker's window
	Failures int             `json:"failures"`
	Active   int             `json:"active"`             // calls in progress
	Waiting  int             `json:"waiting"`            // calls that wait for a slot of the bulkhead
	Failover string          `json:"failover,omitempty"` // failover address in use

	// The following fields are for metrics only.
	Limit                        int    `json:"-"` // adaptive limit of calls in progress, 0 without one
	ProbesAnswered, ProbesFailed uint64 `json:"-"` // probes of the open breaker since the start
}

// ErrUnknownUpstream means that the brand does not have the upstream of an override.
var ErrUnknownUpstream = errors.New("the brand has no such upstream")
