package embedded

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
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

// revocationCache has the stored entries in memory, because every call of a player reads them.
type revocationCache struct {
	// writing is held shared while Revoke writes an entry, and exclusively while entries of memory are written to disk.
	writing sync.RWMutex
	mu      sync.RWMutex
	entries map[string]store.Revocation
	unsaved map[string]bool // keys of entries that are not on disk, because a write failed
}

var _ bff.Revocations = (*Store)(nil)

// Revoke writes an entry to disk; see bff.Revocations. It fails with ErrFull rather than drop an entry that has not
// expired. If the disk accepts no writes, the entry is in force from memory and is written as soon as the disk accepts
// it: a full disk keeps nobody logged in. Ping reports this state, in which the end of the process loses the entry.
func (s *Store) Revoke(_ context.Context, key string, at, until time.Time) error {
	now, r := s.now(), store.Revocation{At: at.UnixMilli(), Until: until.UnixMilli()}
	if !until.After(now) {
		return nil // it has expired already
	}
	s.revocations.writing.RLock()
	defer s.revocations.writing.RUnlock()
	var dropped []string
	isFull := false
	err := s.batch(func(tx *bbolt.Tx) (err error) {
		if err := revocations.create(tx); err != nil {
			return err
		}
		if dropped, err = revocations.dropExpired(tx, now, maxExpiredPerPut, &sizeChange{}); err != nil {
			return err
		}
		if isFull = s.revocations.isFull(key, s.options.MaxRevocations+len(dropped)); isFull {
			return nil
		}
		return putRevocation(tx, key, r)
	})
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return fmt.Errorf("write revocation: %w", err)
	}
	if err != nil {
		isFull = s.revocations.isFull(key, s.options.MaxRevocations)
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	for _, expired := range dropped {
		if s.revocations.entries[expired].Until <= now.UnixMilli() { // not replaced in memory
			delete(s.revocations.entries, expired)
		}
	}
	if isFull {
		return ErrFull
	}
	s.revocations.entries[key] = r
	if delete(s.revocations.unsaved, key); err != nil {
		s.revocations.unsaved[key] = true
	}
	return nil
}

func (c *revocationCache) isFull(key string, maximum int) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	_, isKnown := c.entries[key]
	return !isKnown && len(c.entries) >= maximum
}

func putRevocation(tx *bbolt.Tx, key string, r store.Revocation) error {
	return revocations.put(tx, []byte(key), []byte(r.Encode()), time.UnixMilli(r.Until), &sizeChange{})
}

// writeUnsavedRevocations writes the entries that are in memory only, together with what more
// writes.
func (s *Store) writeUnsavedRevocations(more func(*bbolt.Tx) error) error {
	s.revocations.writing.Lock()
	defer s.revocations.writing.Unlock()
	err := s.update(func(tx *bbolt.Tx) error {
		if err := revocations.create(tx); err != nil {
			return err
		}
		s.revocations.mu.RLock()
		defer s.revocations.mu.RUnlock()
		for key := range s.revocations.unsaved {
			if err := putRevocation(tx, key, s.revocations.entries[key]); err != nil {
				return err
			}
		}
		return more(tx)
	})
	if err != nil {
		return err
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	clear(s.revocations.unsaved)
	return nil
}

// Revoked returns the revocation times of keys from memory; see bff.Revocations.
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

func (s *Store) loadRevocations() error {
	s.revocations.entries, s.revocations.unsaved = map[string]store.Revocation{}, map[string]bool{}
	return s.viewBucket(revocations.entries, func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, stored []byte) (err error) {
			_, value := splitEntry(stored)
			if s.revocations.entries[string(key)], err = store.DecodeRevocation(string(value)); err != nil {
				return fmt.Errorf("load revocation %q: %w", key, err)
			}
			return nil
		})
	})
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
