package bff

import (
	"context"
	"net/netip"
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
// ReasonUpstreamTimeout, ReasonUpstreamError, ReasonRateLimited (the platform did nothing) or
// ReasonMaintenance; a cancelled caller gets its context's error. The deadline is Rules.Deadline.
type Upstream interface {
	Do(ctx context.Context, r *UpstreamRequest) (*Answer, error)
}

// UpstreamFunc is a function that implements Upstream.
type UpstreamFunc func(ctx context.Context, r *UpstreamRequest) (*Answer, error)

// Do calls f.
func (f UpstreamFunc) Do(ctx context.Context, r *UpstreamRequest) (*Answer, error) { return f(ctx, r) }
