package upstream

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"croupier/bff"
)

// BreakerSettings say when a lane stops sending to an upstream that fails.
type BreakerSettings struct {
	Window    time.Duration // outcomes older than this are forgotten; default 10 s
	Minimum   uint32        // outcomes in the window below which it never opens; default 10
	Ratio     float64       // share of failures at which it opens; default 0.5
	OpenFor   time.Duration // how long it sends nothing; default 5 s
	SlowAfter time.Duration // a call that takes longer is a failure, whatever it brings; default: none is
	Probes    uint32        // calls let through afterwards, all of which must succeed; default 1

	// OnChange is told of each change, under the lane's lock: it must be brief and must not
	// ask for states.
	OnChange func(lane CircuitKey, state string)
}

func (s BreakerSettings) withDefaults() BreakerSettings {
	if s.Window <= 0 {
		s.Window = 10 * time.Second
	}
	if s.Minimum == 0 {
		s.Minimum = 10
	}
	if s.Ratio <= 0 {
		s.Ratio = 0.5
	}
	if s.OpenFor <= 0 {
		s.OpenFor = 5 * time.Second
	}
	if s.Probes == 0 {
		s.Probes = 1
	}
	return s
}

// windowParts is how finely the window rolls.
const windowParts = 10

type laneBreaker struct {
	breaker *gobreaker.CircuitBreaker[struct{}]
	changed atomic.Int64 // unix nanoseconds of the last change; 0: there was none
}

// What a lane's breaker is told of a call: these two, or nil for a success.
var (
	errFailed = errors.New("the upstream failed")
	errGone   = errors.New("the caller went away first")
)

// errHeld is why nothing is sent while staff hold a breaker open.
var errHeld = errors.New("the breaker is held open")

// heldRetryAfter is when to ask again after a hold that only staff can end.
const heldRetryAfter = 30 * time.Second

// breaker stops a lane's calls for a while once too many of them failed, so that a dead
// upstream is neither hammered nor waited for. Calls it stops fail with ReasonUnavailable
// and were not sent. Staff may hold it open, or closed: then every call passes uncounted.
func breaker(next stage, s BreakerSettings, holds *Overrides) stage {
	return func(ctx context.Context, l *lane, r *bff.UpstreamRequest) (a *bff.Answer, err error) {
		switch holds.Of(l.Brand, l.Upstream) {
		case bff.OverrideForcedOpen:
			return nil, bff.ReasonUnavailable.WithRetryAfter(heldRetryAfter).WithCause(errHeld)
		case bff.OverrideForcedClosed:
			return next(ctx, l, r)
		case bff.OverrideAuto:
		}
		_, refused := l.breaker.breaker.Execute(func() (struct{}, error) {
			began := time.Now()
			a, err = next(ctx, l, r)
			return struct{}{}, s.verdict(ctx, time.Since(began), err)
		})
		switch {
		case errors.Is(refused, gobreaker.ErrOpenState):
			return nil, bff.ReasonUnavailable.WithRetryAfter(l.breaker.left(s.OpenFor)).WithCause(refused)
		case errors.Is(refused, gobreaker.ErrTooManyRequests):
			return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(refused)
		}
		return a, err
	}
}

func newLaneBreaker(name CircuitKey, s BreakerSettings) *laneBreaker {
	b := &laneBreaker{}
	b.breaker = gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests:  s.Probes,
		Interval:     s.Window,
		BucketPeriod: s.Window / windowParts,
		Timeout:      s.OpenFor,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			outcomes := c.TotalSuccesses + c.TotalFailures
			return outcomes >= s.Minimum && float64(c.TotalFailures) >= s.Ratio*float64(outcomes)
		},
		// A panic comes as an error of its own, which is a failure.
		IsSuccessful: func(err error) bool { return err == nil },
		IsExcluded:   func(err error) bool { return errors.Is(err, errGone) },
		// It runs under the breaker's lock: reading the breaker here would wait for itself.
		OnStateChange: func(_ string, _, to gobreaker.State) {
			b.changed.Store(time.Now().UnixNano())
			if s.OnChange != nil {
				s.OnChange(name, to.String())
			}
		},
	})
	return b
}

// left is how long the breaker stays open yet, at least a second.
func (b *laneBreaker) left(openFor time.Duration) time.Duration {
	gone := time.Since(time.Unix(0, b.changed.Load()))
	return max(time.Second, openFor-gone)
}

// state tells how the breaker is by itself.
func (b *laneBreaker) state() bff.CircuitState {
	state := b.breaker.State() // first: it lets outdated counts go
	counts := b.breaker.Counts()
	s := bff.CircuitState{
		State:    state.String(),
		Calls:    int(counts.TotalSuccesses + counts.TotalFailures),
		Failures: int(counts.TotalFailures),
	}
	if at := b.changed.Load(); at != 0 {
		s.Since = time.Unix(0, at)
	}
	return s
}

// verdict is what a call that took so long and ended with err says of the upstream. A slow
// one speaks against it even where the caller did not wait for the end; a caller that gave
// up earlier says nothing, however the levels below have told it.
func (s BreakerSettings) verdict(ctx context.Context, took time.Duration, err error) error {
	switch {
	case s.SlowAfter > 0 && took > s.SlowAfter:
		return errFailed
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), ctx.Err() != nil && !errors.Is(context.Cause(ctx), errDeadline):
		return errGone
	case upstreamFailed(err):
		return errFailed
	}
	return nil
}

// upstreamFailed tells whether err speaks against the upstream: it could not be reached,
// it was too slow, or what it said could not be read. Maintenance, being asked too often and
// every answer with result=false are words of a platform that is well.
func upstreamFailed(err error) bool {
	var reason *bff.Reason
	if !errors.As(err, &reason) {
		return true
	}
	if errors.Is(err, bff.ReasonMaintenance) || errors.Is(err, bff.ReasonRateLimited) {
		return false
	}
	// Status, not identity: a money call's reason has become "outcome unknown".
	switch reason.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	var status *bff.UpstreamStatus // of a 500 that is told as such
	return errors.As(err, &status)
}
