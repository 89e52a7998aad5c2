package limit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"croupier/bff"
)

// Shared counts for all instances. Package store/redis implements it.
type Shared interface {
	// Take works like bff.Limiter.Allow. After an error, the unit was not taken or its state is
	// unknown.
	Take(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool, err error)
	// Refund returns the unit taken last. See bff.Limiter.
	Refund(ctx context.Context, key bff.LimitKey)
	// Reset resets the counters of keys.
	Reset(ctx context.Context, keys ...bff.LimitKey) error
}

// Split is the limiter of an instance that shares its limits with others. It counts the address and
// session limits locally, because a flood of calls must not become a flood of store requests. If
// the shared store fails, Split uses its local counters and refuses one-time codes.
type Split struct {
	Local  *Limiter
	Shared Shared
}

var _ bff.Limiter = Split{}

// Allow implements bff.Limiter.
func (s Split) Allow(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	ctx = context.WithoutCancel(ctx) // every instance must count visitors who disconnect
	limit, _, limited := s.Local.find(key)
	switch {
	case !limited, isLocal(key.Rule):
		return s.Local.Allow(ctx, key)
	case limit.Burst > 0:
		// A bucket needs no local counter, because it is full again within seconds.
		retryAfter, ok, err := s.Shared.Take(ctx, key)
		if err != nil {
			return s.Local.Allow(ctx, key)
		}
		return retryAfter, ok
	}
	// Windows are counted in both places, so an outage of the store begins without a fresh count.
	if retryAfter, ok = s.Local.Allow(ctx, key); !ok {
		return retryAfter, false
	}
	retryAfter, ok, err := s.Shared.Take(ctx, key)
	if err != nil {
		retryAfter, ok = 0, key.Rule != bff.LimitCodeUse
	}
	if !ok {
		s.Local.Refund(ctx, key) // the attempt is refused
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

// Resetter implements bff.LimitResetter for the shared counters and the counters of each instance.
type Resetter struct {
	Local  *Limiter
	Shared Shared // nil with a single instance
	Bus    bff.Bus
}

var _ bff.LimitResetter = Resetter{}

// Listen resets the local counters that any instance resets, until the caller calls cancel.
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
		err = fmt.Errorf("could not publish the reset of counters: %w", err)
	}
	return errors.Join(failed, err)
}
