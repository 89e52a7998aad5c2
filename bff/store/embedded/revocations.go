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

var revocationBucket = []byte("revocations")

const (
	// sweepInterval is the time between two deletions of expired entries.
	sweepInterval = 10 * time.Minute
	// fullSweepInterval replaces sweepInterval while the store is full. It is not shorter because a
	// scan of a million entries takes long and a full store may receive many revocations.
	fullSweepInterval = time.Second
)

// revocationCache is the content of revocationBucket in memory, because every call of a player
// reads it.
type revocationCache struct {
	// writing is held shared while an entry is written to disk and then to memory, and exclusively
	// while entries of memory are written to disk.
	writing       sync.RWMutex
	mu            sync.RWMutex
	entries       map[string]store.Revocation
	unsaved       map[string]bool // keys of entries that are not on disk, because a write failed
	nextSweep     time.Time
	nextFullSweep time.Time
}

var _ bff.Revocations = (*Store)(nil)

// Revoke writes an entry to disk and to memory; see bff.Revocations. It fails with ErrFull rather
// than drop an entry that has not expired. If the disk accepts no writes, the entry is in force from
// memory and is written as soon as the disk accepts it: a full disk keeps nobody logged in. Ping
// reports this state, in which the end of the process loses the entry.
func (s *Store) Revoke(_ context.Context, key string, at, until time.Time) error {
	now := s.now()
	if !until.After(now) {
		return nil // it has expired already
	}
	r := store.Revocation{At: at.UnixMilli(), Until: until.UnixMilli()}
	if err := s.ensureRevocationCapacity(key, now); err != nil {
		return err
	}
	s.revocations.writing.RLock()
	defer s.revocations.writing.RUnlock()
	err := s.batch(func(tx *bbolt.Tx) error { return putInto(tx, revocationBucket, []byte(key), []byte(r.Encode())) })
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return fmt.Errorf("write revocation: %w", err)
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	s.revocations.entries[key] = r
	if err != nil {
		s.revocations.unsaved[key] = true
	} else {
		delete(s.revocations.unsaved, key)
	}
	return nil
}

// writeUnsavedRevocations writes the entries that are in memory only, together with what more
// writes.
func (s *Store) writeUnsavedRevocations(more func(*bbolt.Tx) error) error {
	s.revocations.writing.Lock()
	defer s.revocations.writing.Unlock()
	unsaved := map[string]store.Revocation{}
	s.revocations.mu.RLock()
	for key := range s.revocations.unsaved {
		unsaved[key] = s.revocations.entries[key]
	}
	s.revocations.mu.RUnlock()
	err := s.update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(revocationBucket)
		if err != nil {
			return err
		}
		for key, r := range unsaved {
			if err := b.Put([]byte(key), []byte(r.Encode())); err != nil {
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

// ensureRevocationCapacity returns ErrFull if there is no capacity for key. It deletes expired
// entries when a sweep is due, which is more often while the store is full.
func (s *Store) ensureRevocationCapacity(key string, now time.Time) error {
	limit := s.options.MaxRevocations
	s.revocations.mu.RLock()
	_, known := s.revocations.entries[key]
	full := !known && len(s.revocations.entries) >= limit
	due := !now.Before(s.revocations.nextSweep) || full && !now.Before(s.revocations.nextFullSweep)
	s.revocations.mu.RUnlock()
	if due {
		s.sweepRevocations(now)
	}
	s.revocations.mu.RLock()
	defer s.revocations.mu.RUnlock()
	if !known && len(s.revocations.entries) >= limit {
		return ErrFull
	}
	return nil
}

// sweepRevocations deletes the entries that have expired at now from disk and memory. Those that the
// disk does not delete are harmless, and are found again at the next start.
func (s *Store) sweepRevocations(now time.Time) {
	s.revocations.mu.Lock()
	s.revocations.nextSweep, s.revocations.nextFullSweep = now.Add(sweepInterval), now.Add(fullSweepInterval)
	s.revocations.mu.Unlock()
	expired := map[string]store.Revocation{}
	s.revocations.mu.RLock() // a read lock, so that players' calls continue during the scan
	for key, r := range s.revocations.entries {
		if r.Until <= now.UnixMilli() {
			expired[key] = r
		}
	}
	s.revocations.mu.RUnlock()
	if len(expired) == 0 {
		return
	}
	_ = s.update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(revocationBucket)
		if b == nil {
			return nil
		}
		for key, r := range expired {
			// An entry that was replaced since the scan is kept.
			if stored, err := store.DecodeRevocation(string(b.Get([]byte(key)))); err == nil && stored == r {
				if err := b.Delete([]byte(key)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	for key, r := range expired {
		if s.revocations.entries[key] == r {
			delete(s.revocations.entries, key)
			delete(s.revocations.unsaved, key)
		}
	}
}

// loadRevocations reads every entry into memory.
func (s *Store) loadRevocations() error {
	s.revocations.entries, s.revocations.unsaved = map[string]store.Revocation{}, map[string]bool{}
	s.revocations.nextSweep = s.now().Add(sweepInterval)
	return s.viewBucket(revocationBucket, func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) error {
			r, err := store.DecodeRevocation(string(value))
			if err != nil {
				return fmt.Errorf("load revocation %q: %w", key, err)
			}
			s.revocations.entries[string(key)] = r
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
