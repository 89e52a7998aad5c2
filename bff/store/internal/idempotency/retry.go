package idempotency

import (
	"context"
	"errors"
	"time"
)

const (
	retryInterval = time.Second
	// maxWithdrawals bounds the claims that wait to be withdrawn. Repeats of those beyond it are refused as in flight,
	// and as of unknown outcome later, which is safe.
	maxWithdrawals = 10_000
)

// pendingWrite is a write that the backend has not accepted yet.
type pendingWrite struct {
	claim *Claim
	write func(context.Context) error
}

// Withdraw deletes a claim that the backend may have taken, or may still take, although its call will not be sent.
func (s *Store) Withdraw(ctx context.Context, c *Claim) {
	withdraw := func(ctx context.Context) error { return s.backend.Delete(ctx, c) }
	err := withdraw(ctx)
	if err == nil {
		return
	}
	s.mu.Lock()
	isFull := len(s.waiting) >= maxWithdrawals
	s.mu.Unlock()
	if isFull {
		s.Log.WarnContext(ctx, "withdraw idempotency claim: failed", "error", err)
		return
	}
	s.retry(pendingWrite{c, withdraw})
}

// Abandon answers repeats of a claim of an earlier process by its record, and writes that in the background.
func (s *Store) Abandon(c *Claim) {
	s.hold(c, unwritten)
	s.retry(pendingWrite{c, func(ctx context.Context) error { return s.writeOutcome(ctx, c) }})
}

// retry queues a write, and starts the writer.
func (s *Store) retry(w pendingWrite) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, w)
	if len(s.waiting) == 1 {
		s.running.Go(s.writeInBackground)
	}
}

// writeInBackground writes what waits until nothing is left or the context ends. After a failure it pauses, and then
// continues with the next write: the first one may be of a node that is down.
func (s *Store) writeInBackground() {
	ticks := time.Tick(retryInterval)
	for {
		select {
		case <-s.background.Done():
			return
		case <-ticks:
		}
		s.mu.Lock()
		waiting := s.waiting
		s.mu.Unlock()
		done := 0
		for done < len(waiting) && s.finish(s.background, waiting[done]) == nil {
			done++
		}
		s.mu.Lock()
		if s.waiting = s.waiting[done:]; len(s.waiting) > 0 {
			s.waiting = append(s.waiting[1:], s.waiting[0])
		}
		isDone := len(s.waiting) == 0
		s.mu.Unlock()
		if isDone {
			return
		}
	}
}

// finish writes what became of a claim. It returns nil if no further attempt is needed.
func (s *Store) finish(ctx context.Context, w pendingWrite) error {
	if !w.claim.Expired(s.Now()) {
		if err := w.write(ctx); err != nil && !errors.Is(err, ErrClaimLost) {
			return err
		}
	}
	s.drop(w.claim)
	return nil
}

// Close waits until the background has ended, whose context must be done, and writes what still waits once.
func (s *Store) Close() error {
	s.running.Wait()
	s.mu.Lock()
	waiting := s.waiting
	s.mu.Unlock()
	var errs []error
	for _, w := range waiting {
		errs = append(errs, s.finish(context.Background(), w))
	}
	return errors.Join(errs...)
}
