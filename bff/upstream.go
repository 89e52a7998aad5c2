package bff

import (
	"context"
	"net/netip"
)

// UpstreamRequest is one call on its way to the platform.
type UpstreamRequest struct {
	RequestID      string
	Brand          *Brand
	Call           *Call
	Rules          Rules
	Data           map[string]any // validated, complete with defaults and Lang; numbers are json.Number
	Lang           string
	Identity       *Identity    // nil for a guest call
	Visitor        netip.Addr   // told to the platform as uip
	IdempotencyKey string       // for money calls
	World          string       // the mock world asked for
	CacheLookup    *CacheLookup // as Answers made it; nil where nobody has asked for it yet
}

// Upstream sends a call to the platform and gives its answer. An answer with
// result=false is an answer, not an error. Errors are *Reason: ReasonBadUpstreamAnswer,
// ReasonUnavailable, ReasonUpstreamTimeout, ReasonUpstreamError, ReasonRateLimited (the
// platform did nothing) or ReasonMaintenance; a cancelled caller gets
// its context's error. The call's deadline is Rules.Deadline.
type Upstream interface {
	Do(ctx context.Context, r *UpstreamRequest) (*Answer, error)
}

// UpstreamFunc lets a function be an Upstream.
type UpstreamFunc func(ctx context.Context, r *UpstreamRequest) (*Answer, error)

// Do calls f.
func (f UpstreamFunc) Do(ctx context.Context, r *UpstreamRequest) (*Answer, error) { return f(ctx, r) }

// ResponseCache keeps guest answers so that equal questions cost nothing (calls.md §2, cache).
type ResponseCache interface {
	// Lookup names what r asks; nil where the answer is never kept, as that of every call
	// with a session. Whoever asks the same again puts it into the request, which saves
	// making it anew.
	Lookup(r *UpstreamRequest) *CacheLookup
	// Do answers r from what is kept, or through next. r and its Data must not change
	// afterwards: a refresh may still be on its way with them. Errors are those of next; a
	// caller who leaves gets the error of ctx, and the state even so.
	Do(ctx context.Context, r *UpstreamRequest, next Upstream) (CacheResult, error)
}

// CacheState is the value of the Croupier-Cache header.
type CacheState string

// The values of calls.md §1.
const (
	CacheHit       CacheState = "HIT"
	CacheStale     CacheState = "STALE"
	CacheCoalesced CacheState = "COALESCED"
	CacheMiss      CacheState = "MISS"
	CacheBypass    CacheState = "BYPASS"
)
