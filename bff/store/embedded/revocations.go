package embedded

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
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

// revocation is one entry. Its times are Unix milliseconds.
type revocation struct{ at, until int64 }

// revocationCache is the content of revocationBucket in memory, because every call of a player
// reads it.
type revocationCache struct {
	mu            sync.RWMutex
	entries       map[string]revocation
	nextSweep     time.Time
	nextFullSweep time.Time
}

var _ bff.Revocations = (*Store)(nil)

// Revoke writes an entry to disk and to memory; see bff.Revocations. It fails with ErrFull rather
// than drop an entry that has not expired.
func (s *Store) Revoke(_ context.Context, key string, at, until time.Time) error {
	now := s.now()
	if !until.After(now) {
		return nil // it has expired already
	}
	r := revocation{at: at.UnixMilli(), until: until.UnixMilli()}
	if err := s.ensureRevocationCapacity(key, now); err != nil {
		return err
	}
	err := s.db.Batch(func(tx *bbolt.Tx) error {
		return tx.Bucket(revocationBucket).Put([]byte(key), r.encode())
	})
	if err != nil {
		return fmt.Errorf("write revocation: %w", err)
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	s.revocations.entries[key] = r
	return nil
}

// Revoked returns the revocation times of keys from memory; see bff.Revocations.
func (s *Store) Revoked(_ context.Context, keys ...string) ([]time.Time, error) {
	now, out := s.now().UnixMilli(), make([]time.Time, len(keys))
	s.revocations.mu.RLock()
	defer s.revocations.mu.RUnlock()
	for i, key := range keys {
		if r, ok := s.revocations.entries[key]; ok && r.until > now {
			out[i] = time.UnixMilli(r.at).UTC()
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
		if err := s.sweepRevocations(now); err != nil {
			return err
		}
	}
	s.revocations.mu.RLock()
	defer s.revocations.mu.RUnlock()
	if !known && len(s.revocations.entries) >= limit {
		return ErrFull
	}
	return nil
}

// sweepRevocations deletes the entries that have expired at now from disk and memory.
func (s *Store) sweepRevocations(now time.Time) error {
	s.revocations.mu.Lock()
	s.revocations.nextSweep, s.revocations.nextFullSweep = now.Add(sweepInterval), now.Add(fullSweepInterval)
	s.revocations.mu.Unlock()
	expired := map[string]revocation{}
	s.revocations.mu.RLock() // a read lock, so that players' calls continue during the scan
	for key, r := range s.revocations.entries {
		if r.until <= now.UnixMilli() {
			expired[key] = r
		}
	}
	s.revocations.mu.RUnlock()
	if len(expired) == 0 {
		return nil
	}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(revocationBucket)
		for key, r := range expired {
			// An entry that was replaced since the scan is kept.
			if stored, err := decodeRevocation(b.Get([]byte(key))); err == nil && stored == r {
				if err := b.Delete([]byte(key)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete expired revocations: %w", err)
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	for key, r := range expired {
		if s.revocations.entries[key] == r {
			delete(s.revocations.entries, key)
		}
	}
	return nil
}

// loadRevocations reads every entry into memory.
func (s *Store) loadRevocations() error {
	s.revocations = revocationCache{entries: map[string]revocation{}, nextSweep: s.now().Add(sweepInterval)}
	return s.db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(revocationBucket)
		if err != nil {
			return err
		}
		return b.ForEach(func(key, value []byte) error {
			r, err := decodeRevocation(value)
			if err != nil {
				return fmt.Errorf("load revocation %q: %w", key, err)
			}
			s.revocations.entries[string(key)] = r
			return nil
		})
	})
}

func (r revocation) encode() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(r.at)), uint64(r.until))
}

func decodeRevocation(b []byte) (revocation, error) {
	if len(b) != 16 {
		return revocation{}, fmt.Errorf("%d bytes, want 16", len(b))
	}
	return revocation{at: int64(binary.BigEndian.Uint64(b)), until: int64(binary.BigEndian.Uint64(b[8:]))}, nil
}
