package idempotency

import (
	"context"
	"errors"
	"time"

	"croupier/bff/internal/lists"
)

const (
	retryInterval = time.Second
	// maxHeld is the maximum number of claims of an instance to withdraw. Repeats of further claims
	// get the response for a call in flight, and later for an unknown outcome. Both are safe.
	maxHeld = 10_000
)

// Withdraw deletes the claim of a call that was not sent. If the backend fails, it retries in the
// background.
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
		s.Log.WarnContext(ctx, "could not withdraw an idempotency claim, repeats of the payment are refused", "error",
			err)
		return
	}
	s.held[c.Key] = held{c, released}
}

// Abandon answers repeats with the record of an earlier process and writes it in the background.
func (s *Store) Abandon(c *Claim) { s.hold(c, unwritten) }

// writeInBackground retries outcomes that the backend has not accepted until the context ends. It
// pauses after a failure and continues with a random claim because only one node may have failed.
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

// unfinished returns the claims that are not in flight, in random order.
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

// finish writes the outcome of a claim. It returns nil if no further attempt is needed.
func (s *Store) finish(ctx context.Context, h held) error {
	if !h.Expired(s.Now()) {
		if err := s.write(ctx, h); err != nil && !errors.Is(err, ErrClaimLost) {
			return err
		}
	}
	s.drop(h.Claim)
	return nil
}

// Close waits for the end of the background goroutine and then writes remaining outcomes once.
func (s *Store) Close() error {
	s.running.Wait()
	write := func(h held) error { return s.finish(context.Background(), h) }
	return errors.Join(lists.Map(s.unfinished(), write)...)
}
