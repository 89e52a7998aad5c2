package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"croupier/bff"
)

// defaultDeadline bounds calls without a deadline.
const defaultDeadline = 10 * time.Second

// errDeadline is the cause of a call that used its whole deadline. A shorter deadline of the caller
// has another cause.
var errDeadline = fmt.Errorf("call deadline exceeded: %w", context.DeadlineExceeded)

// deadline bounds everything below by the shorter of the call's deadline and the upstream's
// deadline for its class.
func deadline(next stage, classes map[string]time.Duration) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		limit := cmp.Or(r.Rules.Deadline, defaultDeadline)
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
		if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, new(*bff.Reason)) {
			// A plain context error of an adapter. The request may have been sent.
			return nil, bff.ReasonUpstreamTimeout.WithCause(err)
		}
		return nil, err
	}
}

// BulkheadSettings bound the concurrent calls of a circuit.
type BulkheadSettings struct {
	MaxConcurrent int // calls in flight of a healthy platform; default 1024
	Queue         int // calls waiting for a slot; more are refused at once; default 512
}

func (s BulkheadSettings) withDefaults() BulkheadSettings {
	return BulkheadSettings{MaxConcurrent: cmp.Or(s.MaxConcurrent, 1024), Queue: cmp.Or(s.Queue, 512)}
}

// bulkhead bounds the calls of each circuit that are in flight, queues a bounded number more until
// their deadline and refuses the rest. Calls of an open circuit do not wait for a slot.
func bulkhead(next stage) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (a *bff.Answer, err error) {
		override := c.override()
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

// resultOf classifies the outcome of a call for the limiter.
func resultOf(ctx context.Context, err error) result {
	switch {
	case err == nil:
		return resultGood
	case ctx.Err() != nil, errors.Is(err, bff.ReasonUpstreamTimeout), bff.DeliveryOf(err) == bff.DeliveryNotSent:
		return resultNone
	}
	return resultAnswered
}

// The retry budget of a circuit. Each call adds retryShare of a retry, up to retryBurst. The first
// budget is retryBurst.
const (
	retryShare = 0.2
	retryBurst = 10
)

// budget is the retry budget of a circuit. If all calls fail, the load on the upstream grows by at
// most retryShare.
type budget struct {
	mu   sync.Mutex
	left float64
}

func (b *budget) deposit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left = min(b.left+retryShare, retryBurst)
}

func (b *budget) withdraw() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// retry sends a read a second time if there was no connection or it failed before an answer began.
// Writes and money calls are never retried.
func retry(next stage) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		if r.Rules.Kind != bff.KindRead {
			return next(ctx, c, r)
		}
		c.budget.deposit()
		a, err := next(ctx, c, r)
		retryable := errors.Is(err, bff.ReasonUnavailable) && !bff.DeliveryOf(err).IsAnswer()
		if !retryable || ctx.Err() != nil || !c.budget.withdraw() {
			return a, err
		}
		return next(ctx, c, r)
	}
}
