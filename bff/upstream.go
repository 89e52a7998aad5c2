package bff

import (
	"context"
	"net/netip"
	"sync/atomic"
)

// UpstreamRequest is one call to the platform.
type UpstreamRequest struct {
	RequestID      string
	Brand          *Brand
	Call           *Call
	Rules          Rules
	Data           map[string]any // validated, complete with defaults and Lang; numbers are json.Number
	Lang           string
	Identity       *Identity    // nil for a guest call
	Visitor        netip.Addr   // sent to the platform as uip
	IdempotencyKey string       // for money calls
	World          string       // the requested mock world
	CacheLookup    *CacheLookup // from the response cache; nil when not looked up yet
}

// Upstream sends a call to the platform and returns its answer. An answer with result=false is an
// answer, not an error. Errors are *Reason: ReasonBadUpstreamAnswer, ReasonUnavailable,
// ReasonUpstreamTimeout, ReasonUpstreamError, ReasonRateLimited or ReasonMaintenance, or, for a call
// that could not be prepared, ReasonInternal or ReasonUnsupported; a cancelled caller gets its
// context's error. Each error carries a Delivery, which decides whether a call may be sent again and
// what is told of it: only what certainly did not reach the platform is DeliveryNotSent, and
// ReasonRateLimited and ReasonMaintenance from the platform are DeliveryAnswered or DeliveryNoEffect.
//
// The upstream owns the deadline, Rules.Deadline, and tells a timeout of the platform from a caller
// that gave up by whose deadline ended first. Callers that wait for the platform set none of their
// own.
type Upstream interface {
	Do(ctx context.Context, r *UpstreamRequest) (*Answer, error)
}

// UpstreamFunc is a function that implements Upstream.
type UpstreamFunc func(ctx context.Context, r *UpstreamRequest) (*Answer, error)

// Do calls f.
func (f UpstreamFunc) Do(ctx context.Context, r *UpstreamRequest) (*Answer, error) { return f(ctx, r) }

// UpstreamTrace counts how often one call was sent. It is safe for concurrent use, and a nil one
// counts nothing.
type UpstreamTrace struct{ attempts atomic.Int32 }

type upstreamTraceKey struct{}

// WithUpstreamTrace returns a copy of ctx that carries t.
func WithUpstreamTrace(ctx context.Context, t *UpstreamTrace) context.Context {
	return context.WithValue(ctx, upstreamTraceKey{}, t)
}

// UpstreamTraceOf returns the trace that ctx carries, or nil.
func UpstreamTraceOf(ctx context.Context) *UpstreamTrace {
	t, _ := ctx.Value(upstreamTraceKey{}).(*UpstreamTrace)
	return t
}

// CountAttempt counts an attempt to send the call.
func (t *UpstreamTrace) CountAttempt() {
	if t != nil {
		t.attempts.Add(1)
	}
}

// Attempts returns the number of attempts so far.
func (t *UpstreamTrace) Attempts() int {
	if t == nil {
		return 0
	}
	return int(t.attempts.Load())
}
