package upstream

import (
	"context"
	"errors"
	"sync"

	"croupier/bff"
)

// RetrySettings bound how often reads are sent a second time.
type RetrySettings struct {
	Budget float64 // retries for each call of a lane; default 0.2
	Burst  float64 // retries saved up while all is well, and had at the start; default 10
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

// budget is a lane's allowance: each call adds a little, each retry takes one. When all
// calls fail, the load on the upstream grows by Budget at most.
type budget struct {
	mu   sync.Mutex
	left float64
}

func (b *budget) earn(s RetrySettings) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left = min(b.left+s.Budget, s.Burst)
}

func (b *budget) spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// retry sends a read once more when it failed before an answer began, which an adapter
// says with ReasonUnavailable. Writes and money calls pass through once, always.
func retry(next stage, s RetrySettings) stage {
	return func(ctx context.Context, l *lane, r *bff.UpstreamRequest) (*bff.Answer, error) {
		if r.Rules.Kind != bff.KindRead {
			return next(ctx, l, r)
		}
		l.budget.earn(s)
		a, err := next(ctx, l, r)
		if err == nil || !errors.Is(err, bff.ReasonUnavailable) || ctx.Err() != nil || !l.budget.spend() {
			return a, err
		}
		return next(ctx, l, r)
	}
}
