package upstream

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
)

// BulkheadSettings bound the concurrent calls of a circuit.
type BulkheadSettings struct {
	MaxConcurrent int // calls in flight of a healthy platform; default 1024
	Queue         int // calls waiting for a slot; more are refused at once; default 512
}

func (s BulkheadSettings) withDefaults() BulkheadSettings {
	if s.MaxConcurrent <= 0 {
		s.MaxConcurrent = 1024
	}
	if s.Queue <= 0 {
		s.Queue = 512
	}
	return s
}

// bulkhead bounds the calls of each circuit that are in flight. It queues a bounded number more
// until their deadline and refuses the rest with ReasonUnavailable. Refused calls, and calls
// that timed out in the queue, were not sent. Calls of an open circuit do not wait for a slot.
func bulkhead(next stage, overrides *Overrides) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (a *bff.Answer, err error) {
		override := overrides.Of(c.Brand, c.Upstream)
		if err := c.refusal(override, time.Now()); err != nil {
			return nil, err
		}
		flight, err := c.limiter.acquire(ctx, r.Call.Method, override == bff.OverrideForcedClosed)
		if err != nil {
			return nil, err
		}
		result := resultAnswered // of a panic
		defer func() {
			c.limiter.release(flight, result)
			if result == resultGood {
				c.breaker.answered()
			}
		}()
		a, err = next(ctx, c, r)
		result = resultOf(ctx, err)
		return a, err
	}
}

// resultOf returns what the outcome of a call tells of the platform's speed.
func resultOf(ctx context.Context, err error) result {
	switch {
	case err == nil:
		return resultGood
	case ctx.Err() != nil && errors.Is(context.Cause(ctx), errDeadline), errors.Is(err, bff.ReasonUpstreamTimeout):
		return resultTimeout
	case ctx.Err() != nil, bff.DeliveryOf(err) == bff.DeliveryNotSent:
		return resultNone
	}
	return resultAnswered
}
