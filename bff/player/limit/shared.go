package limit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"croupier/bff"
)

// Shared counts over all instances. Package store/redis implements it.
type Shared interface {
	// Take is bff.Limiter.Allow. An error means that the unit was not taken, or is not known to be.
	Take(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool, err error)
	// Refund returns the unit taken last; see bff.Limiter.
	Refund(ctx context.Context, key bff.LimitKey)
	// Reset empties the counters of keys.
	Reset(ctx context.Context, keys ...bff.LimitKey) error
}

// Split is the limiter of an instance that shares its limits with others. It counts the limits that every call takes
// alone: a flood of calls must not become a flood of store requests. While the shared store cannot tell, it decides
// the others by its own count, which goes on to apply, and refuses the use of codes.
type Split struct {
	Local  *Limiter
	Shared Shared
}

var _ bff.Limiter = Split{}

// Allow implements bff.Limiter.
func (s Split) Allow(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	ctx = context.WithoutCancel(ctx) // a visitor who hangs up must be counted by every instance
	limit, _, limited := s.Local.find(key)
	switch {
	case !limited, isLocal(key.Rule):
		return s.Local.Allow(ctx, key)
	case limit.Burst > 0:
		// A bucket needs no history to take over: it is full again within seconds.
		retryAfter, ok, err := s.Shared.Take(ctx, key)
		if err != nil {
			return s.Local.Allow(ctx, key)
		}
		return retryAfter, ok
	}
	if retryAfter, ok = s.Local.Allow(ctx, key); !ok {
		return retryAfter, false
	}
	retryAfter, ok, err := s.Shared.Take(ctx, key)
	if err != nil {
		retryAfter, ok = 0, key.Rule != bff.LimitCodeUse
	}
	if !ok {
		s.Local.Refund(ctx, key) // the attempt is not made
	}
	return retryAfter, ok
}

// Refund implements bff.Limiter.
func (s Split) Refund(ctx context.Context, key bff.LimitKey) {
	s.Local.Refund(ctx, key)
	if !isLocal(key.Rule) {
		s.Shared.Refund(ctx, key)
	}
}

// isLocal reports whether instances count rule separately.
func isLocal(rule bff.LimitRule) bool {
	return rule == bff.LimitAddress || rule == bff.LimitSession
}

// Resetter implements bff.LimitResetter for the shared counters and those of each instance.
type Resetter struct {
	Local  *Limiter
	Shared Shared // nil with a single instance
	Bus    bff.Bus
}

var _ bff.LimitResetter = Resetter{}

// Listen empties the local counters that any instance resets, until cancel is called.
func (r Resetter) Listen() (cancel func()) {
	reset := func(keys []bff.LimitKey) { r.Local.Reset(keys...) }
	return r.Bus.Subscribe(bff.TopicLimits, bff.Decoded(slog.Default(), reset), nil)
}

// Reset implements bff.LimitResetter.
func (r Resetter) Reset(ctx context.Context, keys ...bff.LimitKey) error {
	r.Local.Reset(keys...)
	var failed error
	if r.Shared != nil {
		failed = r.Shared.Reset(ctx, keys...)
	}
	err := bff.Publish(ctx, r.Bus, bff.TopicLimits, keys)
	if err != nil {
		err = fmt.Errorf("publish reset limits: %w", err)
	}
	return errors.Join(failed, err)
}
