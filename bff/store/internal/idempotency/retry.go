package idempotency

import (
	"context"
	"errors"
	"time"
)

const (
	retryInterval = time.Second
	// maxHeld bounds the claims that wait to be withdrawn. Repeats of those beyond it are refused as in flight, and as of
	// unknown outcome later, which is safe.
	maxHeld = 10_000
)

// Withdraw deletes a claim that the backend may have taken, or may still take, although its call will not be sent.
func (s *Store) Withdraw(ctx context.Context, c *Claim) {
	err := s.backend.Delete(ctx, c)
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, isHeld := s.held[c.Key]; isHeld {
		return // the backend has another claim of this instance
	}
	if len(s.held) >= maxHeld {
		s.Log.WarnContext(ctx, "withdraw idempotency claim: failed", "error", err)
		return
	}
	s.held[c.Key] = held{c, released}
}

// Abandon answers repeats of a claim of an earlier process by its record, and writes that in the background.
func (s *Store) Abandon(c *Claim) { s.hold(c, unwritten) }

// writeInBackground writes what the backend has not accepted until the context ends. It pauses after a failure, which
// may be of one node only, and then begins with any other claim.
func (s *Store) writeInBackground() {
	for ticks := time.Tick(retryInterval); ; {
		select {
		case <-s.background.Done():
			return
		case <-ticks:
		}
		for _, h := range s.unfinished() {
			if s.finish(s.background, h) != nil {
				break
			}
		}
	}
}

// unfinished returns the claims that are not in flight, in no order.
func (s *Store) unfinished() (out []held) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.held {
		if h.fate != inFlight {
			out = append(out, h)
		}
	}
	return out
}

// finish writes what became of a claim. It returns nil if no further attempt is needed.
func (s *Store) finish(ctx context.Context, h held) error {
	if !h.Expired(s.Now()) {
		if err := s.write(ctx, h); err != nil && !errors.Is(err, ErrClaimLost) {
			return err
		}
	}
	s.drop(h.Claim)
	return nil
}

// Close waits until the background has ended, whose context must be done, and writes what still waits once.
func (s *Store) Close() error {
	s.running.Wait()
	var errs []error
	for _, h := range s.unfinished() {
		errs = append(errs, s.finish(context.Background(), h))
	}
	return errors.Join(errs...)
}
