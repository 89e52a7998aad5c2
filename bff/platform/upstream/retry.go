package upstream

import (
	"context"
	"errors"
	"sync"

	"croupier/bff"
)

// RetrySettings configure the retries of reads.
type RetrySettings struct {
	Budget float64 // retries per call of a circuit; default 0.2
	Burst  float64 // maximum saved retries, also at start; default 10
}

func (s RetrySettings) withDefaults() RetrySettings {
	if s.Budget <= 0 {
		s.Budget = 0.2
	}
	if s.Burst <= 0 {
		s.Burst = 10
	}
	return s
}

// budget is the retry budget of a circuit: each call adds Budget, each retry takes one. If all
// calls fail, the load on the upstream grows by Budget at most.
type budget struct {
	mu   sync.Mutex
	left float64
}

func (b *budget) deposit(s RetrySettings) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left = min(b.left+s.Budget, s.Burst)
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

// retry sends a read a second time if there was no connection or it failed before an answer began,
// which adapters report as ReasonUnavailable. A call that the platform answered, or that could not be
// prepared, would fail again. Writes and money calls are never retried.
func retry(next stage, s RetrySettings) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		if r.Rules.Kind != bff.KindRead {
			return next(ctx, c, r)
		}
		c.budget.deposit(s)
		a, err := next(ctx, c, r)
		if err == nil || !retryable(err) || ctx.Err() != nil || !c.budget.withdraw() {
			return a, err
		}
		return next(ctx, c, r)
	}
}

func retryable(err error) bool {
	return errors.Is(err, bff.ReasonUnavailable) && !bff.DeliveryOf(err).IsAnswer()
}
