package embedded

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"croupier/bff"
	"croupier/bff/store"
)

// ErrFull is returned by Revoke if there are too many active entries.
var ErrFull = errors.New("too many revocations")

var _ bff.Revocations = (*Store)(nil)

func (s *Store) loadRevocations() error {
	entries := newExpiring("revocations", "revocations/expiry")
	s.revocations.encode = func(r store.Revocation) []byte {
		return expiringEntry([]byte(r.Encode()), time.UnixMilli(r.Until))
	}
	return s.revocations.load(s, &entries.table, func(_ string, stored []byte) (store.Revocation, error) {
		_, value := splitEntry(stored)
		return store.DecodeRevocation(string(value))
	})
}

// Revoke writes an entry to disk, see bff.Revocations. If the disk accepts no writes, the entry
// applies from memory, and Revoke writes it in the background when the disk works again. A full
// disk therefore does not prevent logouts.
func (s *Store) Revoke(_ context.Context, key string, at, until time.Time) error {
	now, c := s.now(), &s.revocations
	if !until.After(now) {
		return nil // already expired
	}
	c.mu.Lock()
	_, isKnown := c.entries[key]
	isFull := func() bool { return !isKnown && len(c.entries) >= s.options.MaxRevocations }
	if isFull() || !now.Before(c.nextSweep) {
		c.sweep(now)
	}
	if isFull() {
		c.mu.Unlock()
		return ErrFull
	}
	write := c.set(key, store.Revocation{At: at.UnixMilli(), Until: until.UnixMilli()})
	c.mu.Unlock()
	if s.Ping(context.Background()) != nil {
		return nil // do not wait for a disk that accepts no writes
	}
	if err := s.queue.Await(context.Background(), write); errors.Is(err, store.ErrClosed) {
		return fmt.Errorf("could not write the revocation: %w", err)
	}
	return nil
}

// Revoked returns the revocation times of keys from memory, see bff.Revocations.
func (s *Store) Revoked(_ context.Context, keys ...string) ([]time.Time, error) {
	now, out := s.now().UnixMilli(), make([]time.Time, len(keys))
	s.revocations.mu.RLock()
	defer s.revocations.mu.RUnlock()
	for i, key := range keys {
		if r, ok := s.revocations.entries[key]; ok && r.Until > now {
			out[i] = time.UnixMilli(r.At).UTC()
		}
	}
	return out, nil
}

// EachRevocation calls fn with every revocation until fn fails.
func (s *Store) EachRevocation(_ context.Context, fn func(key string, at, until time.Time) error) error {
	s.revocations.mu.RLock()
	entries := maps.Clone(s.revocations.entries)
	s.revocations.mu.RUnlock()
	for key, r := range entries {
		if err := fn(key, time.UnixMilli(r.At), time.UnixMilli(r.Until)); err != nil {
			return err
		}
	}
	return nil
}
