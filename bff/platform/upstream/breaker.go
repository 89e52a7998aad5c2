package upstream

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/platform/transport"
)

// BreakerSettings configure the circuit breaker of each circuit.
type BreakerSettings struct {
	Window    time.Duration // sliding window of outcomes; default 10 s
	Minimum   uint32        // minimum outcomes in the window to open; default 10
	Ratio     float64       // share of failures that opens it; default 0.5
	OpenFor   time.Duration // time in the open state; default 5 s
	SlowAfter time.Duration // a slower call counts as a failure; default: disabled

	// OnChange is called on each state change while the breaker is locked. It must not block and
	// must not read states.
	OnChange func(circuit CircuitKey, state string)
}

func (s BreakerSettings) withDefaults() BreakerSettings {
	s.Window, s.OpenFor = cmp.Or(s.Window, 10*time.Second), cmp.Or(s.OpenFor, 5*time.Second)
	s.Minimum, s.Ratio = cmp.Or(s.Minimum, 10), cmp.Or(s.Ratio, 0.5)
	return s
}

// Outcomes of a call for the breaker. nil is a success.
var (
	errFailed = errors.New("upstream failed")
	// errNoOutcome is the outcome of calls that were not sent, or whose caller left.
	errNoOutcome = errors.New("no outcome")
)

// errRefusedByStaff refuses calls while staff force a breaker open.
var errRefusedByStaff = notSent(30*time.Second,
	&bff.CauseError{Class: bff.CauseBreakerOpen, Err: errors.New("circuit breaker forced open")})

// breaker refuses the calls of a circuit for a while after too many failures. A breaker that is
// forced closed counts no calls.
func breaker(next stage, s BreakerSettings) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		switch c.override() {
		case bff.OverrideForcedOpen:
			return nil, errRefusedByStaff
		case bff.OverrideForcedClosed:
			return next(ctx, c, r)
		case bff.OverrideAuto:
		}
		began := time.Now()
		done, err := c.allow(r.Call.Method, began)
		if err != nil {
			return nil, err
		}
		outcome := errFailed // of a panic
		defer func() { done(outcome) }()
		a, err := next(ctx, c, r)
		if outcome = s.outcome(ctx, time.Since(began),
			err); outcome == errFailed { //nolint:errorlint // outcomes are not wrapped
			c.breaker.unreachable.Store(bff.DeliveryOf(err) == bff.DeliveryNotSent)
		}
		return a, err
	}
}

// outcome classifies a call for the breaker. A slow call is a failure even if its caller left
// before the end.
func (s BreakerSettings) outcome(ctx context.Context, took time.Duration, err error) error {
	switch {
	case s.SlowAfter > 0 && took > s.SlowAfter:
		return errFailed
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), ctx.Err() != nil && !errors.Is(context.Cause(ctx), errDeadline):
		return errNoOutcome
	}
	switch delivery := bff.DeliveryOf(err); {
	case delivery.IsAnswer():
		return nil // maintenance, rate limiting
	case upstreamFailed(err):
		return errFailed // including a connection that could not be opened
	case delivery == bff.DeliveryNotSent:
		return errNoOutcome
	}
	return nil
}

// upstreamFailed reports whether err is a failure of the upstream: unreachable, too slow or
// unreadable.
func upstreamFailed(err error) bool {
	var reason *bff.Reason
	if !errors.As(err, &reason) {
		return true
	}
	// By status, because the reason of a money call is "outcome unknown" by now.
	switch reason.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	var status *transport.StatusError // set for a propagated 500
	return errors.As(err, &status)
}

// notSent returns the reason of a call that the chain refuses instead of sending it.
func notSent(retryAfter time.Duration, cause error) *bff.Reason {
	return bff.ReasonUnavailable.WithRetryAfter(retryAfter).WithCause(cause).WithDelivery(bff.DeliveryNotSent)
}
