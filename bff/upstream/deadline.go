package upstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"croupier/bff"
)

const defaultDeadline = 10 * time.Second

// errDeadline is why a call's context ended that had its whole time. A caller who gave up
// earlier, by a deadline of its own, leaves another cause.
var errDeadline = fmt.Errorf("the call's own time is over: %w", context.DeadlineExceeded)

// deadline bounds everything below by the call's own deadline, by the upstream's for calls
// of that class where it is shorter, or by fallback where the call's rules name none. A
// deadline that passes is ReasonUpstreamTimeout; a caller that went away gets its context's
// error and nothing else, whatever the levels below made of it.
func deadline(next stage, fallback time.Duration, classes map[string]time.Duration) stage {
	if fallback <= 0 {
		fallback = defaultDeadline
	}
	return func(ctx context.Context, l *lane, r *bff.UpstreamRequest) (*bff.Answer, error) {
		limit := r.Rules.Deadline
		if limit <= 0 {
			limit = fallback
		}
		if own := classes[r.Rules.DeadlineClass]; own > 0 {
			limit = min(limit, own)
		}
		bounded, cancel := context.WithTimeoutCause(ctx, limit, errDeadline)
		defer cancel()
		a, err := next(bounded, l, r)
		if err == nil {
			return a, nil
		}
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		if errors.Is(err, context.DeadlineExceeded) && !isReason(err) {
			// An adapter has left it at that; what was sent is not known here.
			return nil, bff.ReasonUpstreamTimeout.WithCause(err)
		}
		return nil, err
	}
}

func isReason(err error) bool {
	var reason *bff.Reason
	return errors.As(err, &reason)
}
