package upstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"croupier/bff"
)

const defaultDeadline = 10 * time.Second

// errDeadline is the cancellation cause of a call that used its whole deadline, as opposed to a
// shorter deadline of its caller.
var errDeadline = fmt.Errorf("call deadline exceeded: %w", context.DeadlineExceeded)

// deadline bounds everything below by the call's deadline, by the upstream's deadline for the
// class if that is shorter, or by fallback. An exceeded deadline is ReasonUpstreamTimeout; a
// cancelled caller gets its context's error.
func deadline(next stage, fallback time.Duration, classes map[string]time.Duration) stage {
	if fallback <= 0 {
		fallback = defaultDeadline
	}
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		limit := r.Rules.Deadline
		if limit <= 0 {
			limit = fallback
		}
		if own := classes[r.Rules.DeadlineClass]; own > 0 {
			limit = min(limit, own)
		}
		bounded, cancel := context.WithTimeoutCause(ctx, limit, errDeadline)
		defer cancel()
		a, err := next(bounded, c, r)
		if err == nil {
			return a, nil
		}
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, bff.WithDelivery(ctx.Err(), bff.DeliveryOf(err))
		}
		if errors.Is(err, context.DeadlineExceeded) && !isReason(err) {
			// A plain context error of an adapter; the request may have been sent.
			return nil, bff.ReasonUpstreamTimeout.WithCause(err)
		}
		return nil, err
	}
}

func isReason(err error) bool {
	var reason *bff.Reason
	return errors.As(err, &reason)
}
