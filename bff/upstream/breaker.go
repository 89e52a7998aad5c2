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
	Window   time.Duration // outcomes older than this are forgotten; default 10 s
	Minimum  uint32        // outcomes in the window below which it never opens; default 10
	Ratio    float64       // share of failures at which it opens; default 0.5
	OpenFor  time.Duration // how long it sends nothing; default 5 s
	Probes   uint32        // calls let through afterwards, all of which must succeed; default 1
	OnChange func(lane Lane, state string)
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
	breaker *gobreaker.CircuitBreaker[*bff.Answer]
	opened  atomic.Int64 // unix nanoseconds of the last opening
}

// breaker stops a lane's calls for a while once too many of them failed, so that a dead
// upstream is neither hammered nor waited for. Calls it stops fail with ReasonUnavailable
// and were not sent.
func breaker(next bff.Upstream, s BreakerSettings) bff.Upstream {
	s = s.withDefaults()
	breakers := newLanes(func(lane Lane) *laneBreaker { return newLaneBreaker(lane, s) })
	return bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		b := breakers.of(r)
		a, err := b.breaker.Execute(func() (*bff.Answer, error) { return next.Do(ctx, r) })
		switch {
		case errors.Is(err, gobreaker.ErrOpenState):
			return nil, bff.ReasonUnavailable.After(b.left(s.OpenFor)).Because(err)
		case errors.Is(err, gobreaker.ErrTooManyRequests):
			return nil, bff.ReasonUnavailable.After(time.Second).Because(err)
		}
		return a, err
	})
}

func newLaneBreaker(lane Lane, s BreakerSettings) *laneBreaker {
	b := &laneBreaker{}
	b.breaker = gobreaker.NewCircuitBreaker[*bff.Answer](gobreaker.Settings{
		MaxRequests:  s.Probes,
		Interval:     s.Window,
		BucketPeriod: s.Window / windowParts,
		Timeout:      s.OpenFor,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			outcomes := c.TotalSuccesses + c.TotalFailures
			return outcomes >= s.Minimum && float64(c.TotalFailures) >= s.Ratio*float64(outcomes)
		},
		IsSuccessful: func(err error) bool { return !upstreamFailed(err) },
		IsExcluded:   func(err error) bool { return errors.Is(err, context.Canceled) },
		// It runs under the breaker's lock: reading the breaker here would wait for itself.
		OnStateChange: func(_ string, _, to gobreaker.State) {
			if to == gobreaker.StateOpen {
				b.opened.Store(time.Now().UnixNano())
			}
			if s.OnChange != nil {
				s.OnChange(lane, to.String())
			}
		},
	})
	return b
}

// left is how long the breaker stays open yet, at least a second.
func (b *laneBreaker) left(openFor time.Duration) time.Duration {
	gone := time.Since(time.Unix(0, b.opened.Load()))
	return max(time.Second, openFor-gone)
}

// upstreamFailed tells whether err speaks against the upstream: it could not be reached,
// it was too slow, or what it said could not be read. Maintenance and every answer with
// result=false are words of a platform that is well.
func upstreamFailed(err error) bool {
	if err == nil || errors.Is(err, bff.ReasonMaintenance) {
		return false
	}
	var reason *bff.Reason
	if !errors.As(err, &reason) {
		return true
	}
	// Status, not identity: a money call's reason has become "outcome unknown".
	switch reason.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}
