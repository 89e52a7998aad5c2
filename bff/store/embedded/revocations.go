package embedded

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"croupier/bff"
	"croupier/bff/store"
)

// ErrFull is returned by Revoke when the maximum number of entries is reached and none of them has
// expired.
var ErrFull = errors.New("too many revocations")

var revocations = newExpiring("revocations")

// unsavedRevocations are the entries that are not on disk, because a write failed.
type unsavedRevocations struct {
	stored atomic.Int64 // number of entries on disk

	// writing is held shared while Revoke writes an entry, and exclusively while entries of memory are written to disk.
	writing sync.RWMutex
	mu      sync.RWMutex
	entries map[string]store.Revocation
}

var _ bff.Revocations = (*Store)(nil)

// Revoke writes an entry to disk; see bff.Revocations. It fails with ErrFull rather than drop an entry that has not expired. If
// the disk accepts no writes, the entry is in force from memory and is written as soon as the disk accepts it: a full disk keeps
// nobody logged in. Ping reports this state, in which the end of the process loses the entry.
func (s *Store) Revoke(_ context.Context, key string, at, until time.Time) error {
	now, r := s.now(), store.Revocation{At: at.UnixMilli(), Until: until.UnixMilli()}
	if !until.After(now) {
		return nil // it has expired already
	}
	s.revocations.writing.RLock()
	defer s.revocations.writing.RUnlock()
	isFull, c := false, sizeChange{}
	err := s.batch(func(tx *bbolt.Tx) error {
		c = sizeChange{} // batch may call the function more than once
		if err := revocations.create(tx); err != nil {
			return err
		}
		if err := revocations.dropExpired(tx, now, maxExpiredPerPut, &c); err != nil {
			return err
		}
		isKnown := revocations.get(tx, []byte(key), now) != nil
		if isFull = !isKnown && s.revocations.stored.Load()+c.keys >= int64(s.options.MaxRevocations); isFull {
			return nil
		}
		return putRevocation(tx, key, r, &c)
	})
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return fmt.Errorf("write revocation: %w", err)
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	switch _, isKnown := s.revocations.entries[key]; {
	case err == nil:
		s.revocations.stored.Add(c.keys)
		if !isFull {
			delete(s.revocations.entries, key)
		}
	case !isKnown && len(s.revocations.entries) >= s.options.MaxRevocations:
		isFull = true
	default:
		s.revocations.entries[key] = r
	}
	if isFull {
		return ErrFull
	}
	return nil
}

func putRevocation(tx *bbolt.Tx, key string, r store.Revocation, c *sizeChange) error {
	return revocations.put(tx, []byte(key), []byte(r.Encode()), time.UnixMilli(r.Until), c)
}

// writeUnsavedRevocations writes the entries that are in memory only, together with what more
// writes.
func (s *Store) writeUnsavedRevocations(more func(*bbolt.Tx) error) error {
	s.revocations.writing.Lock()
	defer s.revocations.writing.Unlock()
	var c sizeChange
	err := s.update(func(tx *bbolt.Tx) error {
		if err := revocations.create(tx); err != nil {
			return err
		}
		for key, r := range s.unsavedRevocations() {
			if err := putRevocation(tx, key, r, &c); err != nil {
				return err
			}
		}
		return more(tx)
	})
	if err != nil {
		return err
	}
	s.revocations.stored.Add(c.keys)
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	clear(s.revocations.entries)
	return nil
}

func (s *Store) unsavedRevocations() map[string]store.Revocation {
	s.revocations.mu.RLock()
	defer s.revocations.mu.RUnlock()
	return maps.Clone(s.revocations.entries)
}

// Revoked returns the revocation times of keys; see bff.Revocations.
func (s *Store) Revoked(_ context.Context, keys ...string) ([]time.Time, error) {
	now, out := s.now(), make([]time.Time, len(keys))
	err := s.view(func(tx *bbolt.Tx) error {
		s.revocations.mu.RLock()
		defer s.revocations.mu.RUnlock()
		for i, key := range keys {
			r, isUnsaved := s.revocations.entries[key]
			if value := revocations.get(tx, []byte(key), now); value != nil && !isUnsaved {
				var err error
				if r, err = store.DecodeRevocation(string(value)); err != nil {
					return err
				}
			}
			if r.Until > now.UnixMilli() {
				out[i] = time.UnixMilli(r.At).UTC()
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read revocations: %w", err)
	}
	return out, nil
}

// loadRevocations counts the entries, and checks that each can be read.
func (s *Store) loadRevocations() error {
	s.revocations.entries = map[string]store.Revocation{}
	return s.EachRevocation(context.Background(), func(string, time.Time, time.Time) error {
		s.revocations.stored.Add(1)
		return nil
	})
}

// EachRevocation calls fn with every revocation on disk until fn fails. fn must not use the store.
func (s *Store) EachRevocation(_ context.Context, fn func(key string, at, until time.Time) error) error {
	return s.viewBucket(revocations.entries, func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, stored []byte) error {
			_, value := splitEntry(stored)
			r, err := store.DecodeRevocation(string(value))
			if err != nil {
				return fmt.Errorf("load revocation %q: %w", key, err)
			}
			return fn(string(key), time.UnixMilli(r.At), time.UnixMilli(r.Until))
		})
	})
}
