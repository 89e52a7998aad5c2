package bff

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// BreakerOverride is what staff have said of the breakers of one brand and upstream (calls.md §8).
type BreakerOverride string

// The three holds of calls.md §8.
const (
	OverrideAuto         BreakerOverride = "auto"  // the breakers decide
	OverrideForcedOpen   BreakerOverride = "open"  // nothing is sent
	OverrideForcedClosed BreakerOverride = "close" // everything is sent, whatever becomes of it
)

// CircuitState is what is known of one lane: the calls of one class of one brand to one
// upstream, which fail together.
type CircuitState struct {
	Brand    string          `json:"brand"`
	Upstream string          `json:"upstream"`
	Class    string          `json:"class"`
	State    string          `json:"state"`    // closed, half-open or open: what the breaker says by itself
	Override BreakerOverride `json:"override"` // over State where it is not auto
	Since    time.Time       `json:"since"`    // when State began; zero for a breaker that has never moved
	Calls    int             `json:"calls"`    // outcomes in the breaker's window
	Failures int             `json:"failures"`
	Active   int             `json:"active"`  // calls under way
	Waiting  int             `json:"waiting"` // calls that wait for a place
}

// Breakers are what stands between the brands and their upstreams.
type Breakers interface {
	// States lists every lane that has been used, sorted by brand, upstream and class. The
	// lanes of mock worlds are left out: a visitor may name any number of them.
	States() []CircuitState
	// SetOverride decides for all breakers between a brand and one of its upstreams until the next
	// SetOverride. It fails with ErrNoSuchLane where the brand has no such upstream.
	SetOverride(ctx context.Context, brand, upstream string, h BreakerOverride) error
}

// ErrUnknownUpstream is a hold of an upstream that the brand does not have.
var ErrUnknownUpstream = errors.New("the brand has no such upstream")

// UpstreamStatus is the cause of a failure that an upstream told by its HTTP status.
type UpstreamStatus struct {
	Status int
}

// Error names the status.
func (e *UpstreamStatus) Error() string { return fmt.Sprintf("HTTP %d", e.Status) }
