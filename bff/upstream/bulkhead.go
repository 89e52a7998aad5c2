package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// BulkheadSettings bound the concurrent calls of a circuit.
type BulkheadSettings struct {
	MaxConcurrent int // calls in flight; default 256
	Queue         int // calls waiting for a slot; more are refused at once; default 512
}

func (s BulkheadSettings) withDefaults() BulkheadSettings {
	if s.MaxConcurrent <= 0 {
		s.MaxConcurrent = 256
	}
	if s.Queue <= 0 {
		s.Queue = 512
	}
	return s
}

// errQueueFull is the cause of refusals by a full bulkhead.
var errQueueFull = errors.New("bulkhead and queue are full")

// queueFullRetryAfter is the Retry-After of refusals by a full bulkhead.
const queueFullRetryAfter = time.Second

// semaphore holds the slots of one circuit.
type semaphore struct {
	slots   chan struct{}
	waiting atomic.Int64
	queue   int64
}

func newSemaphore(s BulkheadSettings) *semaphore {
	return &semaphore{slots: make(chan struct{}, s.MaxConcurrent), queue: int64(s.Queue)}
}

// bulkhead bounds the calls of each circuit that are in flight. It queues a bounded number more
// until their deadline and refuses the rest with ReasonUnavailable. Refused calls, and calls
// that timed out in the queue, were not sent.
func bulkhead(next stage) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		if err := c.semaphore.acquire(ctx); err != nil {
			return nil, err
		}
		defer c.semaphore.release()
		return next(ctx, c, r)
	}
}

func (s *semaphore) acquire(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	default:
	}
	defer s.waiting.Add(-1)
	if s.waiting.Add(1) > s.queue {
		return notSent(queueFullRetryAfter, errQueueFull)
	}
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return notSent(queueFullRetryAfter, ctx.Err())
	}
	return bff.WithDelivery(ctx.Err(), bff.DeliveryNotSent)
}

func (s *semaphore) release() { <-s.slots }

// usage returns the number of calls in flight and in the queue.
func (s *semaphore) usage() (active, waiting int) { return len(s.slots), int(s.waiting.Load()) }
