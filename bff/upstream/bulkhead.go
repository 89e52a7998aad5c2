package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// BulkheadSettings bound how many calls of one lane are under way at once.
type BulkheadSettings struct {
	Places int // calls under way; default 256
	Queue  int // calls waiting for a place; beyond it calls are refused at once; default 512
}

func (s BulkheadSettings) withDefaults() BulkheadSettings {
	if s.Places <= 0 {
		s.Places = 256
	}
	if s.Queue <= 0 {
		s.Queue = 512
	}
	return s
}

// errFull is why a call was refused without being sent.
var errFull = errors.New("every place to this upstream is taken, and so is the queue")

// fullRetryAfter is how long a refused caller is asked to stay away.
const fullRetryAfter = time.Second

// places are those of one lane.
type places struct {
	taken   chan struct{}
	waiting atomic.Int64
	queue   int64
}

func newPlaces(s BulkheadSettings) *places {
	return &places{taken: make(chan struct{}, s.Places), queue: int64(s.Queue)}
}

// bulkhead lets a bounded number of calls of each lane through, queues a bounded number
// more for as long as their deadline allows, and refuses the rest with ReasonUnavailable, as
// it does those who have waited in vain: nothing was sent, and whoever moves money must be
// told so.
func bulkhead(next stage) stage {
	return func(ctx context.Context, l *lane, r *bff.UpstreamRequest) (*bff.Answer, error) {
		if err := l.places.enter(ctx); err != nil {
			return nil, err
		}
		defer l.places.leave()
		return next(ctx, l, r)
	}
}

func (p *places) enter(ctx context.Context) error {
	select {
	case p.taken <- struct{}{}:
		return nil
	default:
	}
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > p.queue {
		return bff.ReasonUnavailable.WithRetryAfter(fullRetryAfter).WithCause(errFull)
	}
	select {
	case p.taken <- struct{}{}:
		return nil
	case <-ctx.Done():
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return bff.ReasonUnavailable.WithRetryAfter(fullRetryAfter).WithCause(ctx.Err())
	}
	return ctx.Err()
}

func (p *places) leave() { <-p.taken }

// busy tells how many calls are under way, and how many wait.
func (p *places) busy() (active, waiting int) { return len(p.taken), int(p.waiting.Load()) }
