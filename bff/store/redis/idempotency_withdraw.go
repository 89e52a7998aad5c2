package redis

import (
	"context"
	"sync"
	"time"
)

const (
	// withdrawInterval is the time between two attempts to withdraw claims.
	withdrawInterval = time.Second
	// maxWithdrawals bounds the claims that wait for that. Repeats of those beyond it are refused as
	// in flight, and as of unknown outcome later, which is safe.
	maxWithdrawals = 10_000
)

// withdrawals are claims that Redis may have taken, or may still take when it continues, although
// their calls were refused.
type withdrawals struct {
	mu      sync.Mutex
	waiting []claim
	running bool
}

// withdrawClaim deletes a claim that may have been written although its call will not be sent. If
// Redis does not accept that, it is tried again in the background.
func (i *IdempotencyStore) withdrawClaim(ctx context.Context, c claim) {
	bounded, cancel := i.store.withTimeout(ctx)
	defer cancel()
	err := i.runRelease(bounded, c)
	if err == nil {
		return
	}
	w := &i.withdrawals
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) >= maxWithdrawals {
		i.store.options.Log.WarnContext(ctx, "withdraw idempotency claim: failed", "error", err)
		return
	}
	w.waiting = append(w.waiting, c)
	if !w.running {
		w.running = true
		i.store.background.Go(i.withdrawWaiting)
	}
}

// withdrawWaiting withdraws the waiting claims until none is left or the store is closed.
func (i *IdempotencyStore) withdrawWaiting() {
	w := &i.withdrawals
	ticks := time.Tick(withdrawInterval)
	for {
		select {
		case <-i.background.Done():
			return
		case <-ticks:
		}
		w.mu.Lock()
		waiting := w.waiting
		w.mu.Unlock()
		done := 0
		for done < len(waiting) && i.withdraw(waiting[done]) == nil {
			done++
		}
		w.mu.Lock()
		w.waiting = w.waiting[done:]
		if len(w.waiting) == 0 {
			w.waiting, w.running = nil, false
		}
		running := w.running
		w.mu.Unlock()
		if !running {
			return
		}
	}
}

func (i *IdempotencyStore) withdraw(c claim) error {
	ctx, cancel := i.store.withTimeout(i.background)
	defer cancel()
	return i.runRelease(ctx, c)
}
