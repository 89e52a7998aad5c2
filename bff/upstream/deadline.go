package upstream

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
)

const defaultDeadline = 10 * time.Second

// deadline bounds everything below by the call's own deadline, or by fallback where its
// rules name none. A deadline that passes is ReasonUpstreamTimeout; a caller that went
// away gets its context's error and nothing else, whatever the levels below made of it.
func deadline(next bff.Upstream, fallback time.Duration) bff.Upstream {
	if fallback <= 0 {
		fallback = defaultDeadline
	}
	return bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		limit := r.Rules.Deadline
		if limit <= 0 {
			limit = fallback
		}
		bounded, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		a, err := next.Do(bounded, r)
		if err == nil {
			return a, nil
		}
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		if errors.Is(err, context.DeadlineExceeded) && !isReason(err) {
			// It passed before anything was sent, while waiting for a place.
			return nil, bff.ReasonUpstreamTimeout.Because(err)
		}
		return nil, err
	})
}

func isReason(err error) bool {
	var reason *bff.Reason
	return errors.As(err, &reason)
}
