package idempotency

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// Lookup implements bff.IdempotencyStore.
func (s *Store) Lookup(ctx context.Context, key bff.IdempotencyKey) (*bff.IdempotencyRecord, error) {
	key = Hashed(s.Index, key)
	if h, ok := s.holds(key); ok && h.fate != released {
		return s.describe(&h.Record), nil
	}
	r, err := s.backend.Latest(ctx, key)
	return s.describe(r), err
}

// Find implements bff.IdempotencyStore.
func (s *Store) Find(ctx context.Context, requestID string) (*bff.IdempotencyRecord, error) {
	r, err := s.backend.OfRequest(ctx, requestID)
	return s.describe(r), err
}

// FindKey implements bff.IdempotencyStore.
func (s *Store) FindKey(ctx context.Context, key string) (found []*bff.IdempotencyRecord, err error) {
	records, err := s.backend.OfKey(ctx, key)
	isMissing := func(r *bff.IdempotencyRecord) bool { return r == nil }
	return slices.DeleteFunc(lists.Map(records, s.describe), isMissing), err
}

// ListUnknown implements bff.IdempotencyStore.
func (s *Store) ListUnknown(
	ctx context.Context, before *bff.IdempotencyRecord, limit int, matches func(*bff.IdempotencyRecord) bool,
) (page []*bff.IdempotencyRecord, err error) {
	sequences, err := s.backend.Unanswered(ctx, before)
	if err != nil {
		return nil, err
	}
	for _, records := range sequences {
		most := len(page) + limit
		for r, err := range records {
			if err != nil {
				return nil, fmt.Errorf("could not list idempotency records: %w", err)
			}
			described := s.describe(r)
			if described != nil && isListed(described, before) && matches(described) {
				page = append(page, described)
			}
			if len(page) >= most {
				break
			}
		}
	}
	slices.SortFunc(page, newestFirst)
	return page[:min(len(page), limit)], nil
}

func isListed(r, before *bff.IdempotencyRecord) bool {
	isUnknown := r.State == bff.IdempotencyUnknown || r.State == bff.IdempotencySettled
	return isUnknown && (before == nil || newestFirst(before, r) < 0)
}

func newestFirst(a, b *bff.IdempotencyRecord) int {
	return cmp.Or(b.At.Compare(a.At), strings.Compare(b.Key.String(), a.Key.String()))
}

// Settle implements bff.IdempotencyStore.
func (s *Store) Settle(
	ctx context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error),
) (*bff.IdempotencyRecord, error) {
	ctx = context.WithoutCancel(ctx)
	unavailable := func(err error) error {
		return bff.ReasonUnavailable.WithCause(fmt.Errorf("could not settle the idempotency key: %w", err))
	}
	if h, ok := s.holds(key); ok && h.fate != inFlight {
		return nil, unavailable(errors.New("the store has not accepted the outcome of the call yet"))
	}
	r, value, err := s.backend.Load(ctx, key)
	if err != nil {
		return nil, unavailable(err)
	}
	described := s.describe(r)
	if described == nil {
		return nil, bff.ErrNoRecord
	}
	settlement, err := change(*described)
	if err != nil {
		return nil, err
	}
	next := r.WithSettlement(settlement)
	switch written, err := s.backend.Replace(ctx, next, value); {
	case err != nil:
		return nil, unavailable(err)
	case !written:
		return nil, bff.ErrRecordModified
	}
	s.backend.Mirror(next)(ctx)
	return next.Describe(s.Index, s.Now()), nil
}

// describe returns a record in the form for staff, or nil if it is absent, expired or released.
func (s *Store) describe(r *Record) *bff.IdempotencyRecord {
	if r == nil {
		return nil
	}
	if h, ok := s.holds(r.Key); ok && h.Token == r.Token {
		if h.fate == released {
			return nil
		}
		if h.fate == unwritten {
			r = &h.Record
		}
	}
	if now := s.Now(); !r.Expired(now) {
		return r.Describe(s.Index, now)
	}
	return nil
}

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
func (s *Store) unfinished() []held {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Collect(maps.Values(s.held)), func(h held) bool { return h.fate == inFlight })
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
