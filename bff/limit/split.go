package limit

import (
	"context"
	"time"

	"croupier/bff"
)

// Split is the limiter of an instance that shares its limits with others. The address and session
// limits, which every call takes, are counted in this instance alone: a flood of calls must not
// become a flood of store requests. All other limits are shared.
type Split struct {
	Local, Shared bff.Limiter
}

var _ bff.Limiter = Split{}

// Allow implements bff.Limiter.
func (s Split) Allow(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	return s.limiter(key.Rule).Allow(ctx, key)
}

// Refund implements bff.Limiter.
func (s Split) Refund(ctx context.Context, key bff.LimitKey) { s.limiter(key.Rule).Refund(ctx, key) }

func (s Split) limiter(rule bff.LimitRule) bff.Limiter {
	if rule == bff.LimitAddress || rule == bff.LimitSession {
		return s.Local
	}
	return s.Shared
}
