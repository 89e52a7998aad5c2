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

// ErrFull is a store that holds as many marks as it may, none of which has expired.
var ErrFull = errors.New("too many revocations")

var revocationBucket = []byte("revocations")

const (
	// purgeEvery is how often expired marks are dropped.
	purgeEvery = 10 * time.Minute
	// lookEvery is how often a full store looks for some: looking through a million marks takes
	// long, and whoever fills the store asks often.
	lookEvery = time.Second
)

// mark is one revocation, in Unix milliseconds.
type mark struct{ at, until int64 }

// revocations is what the file holds, in memory: it is asked for every call of a player.
type revocations struct {
	mu    sync.RWMutex
	marks map[string]mark
	purge time.Time // when the next one is due
	looks time.Time // when a full store may look again
	limit int
}

var _ bff.Revocations = (*Store)(nil)

// Revoke marks key on disk and in memory; see bff.Revocations. It fails with ErrFull
// rather than forget a mark that still counts.
func (s *Store) Revoke(_ context.Context, key string, at, until time.Time) error {
	now := s.now()
	if !until.After(now) {
		return nil // it has expired already
	}
	m := mark{at: at.UnixMilli(), until: until.UnixMilli()}
	if err := s.room(key, now); err != nil {
		return err
	}
	err := s.db.Batch(func(tx *bbolt.Tx) error {
		return tx.Bucket(revocationBucket).Put([]byte(key), m.bytes())
	})
	if err != nil {
		return fmt.Errorf("revoking: %w", err)
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	s.revocations.marks[key] = m
	return nil
}

// Revoked tells the moment key is marked with; see bff.Revocations.
func (s *Store) Revoked(_ context.Context, key string) (time.Time, error) {
	s.revocations.mu.RLock()
	m, ok := s.revocations.marks[key]
	s.revocations.mu.RUnlock()
	if !ok || m.until <= s.now().UnixMilli() {
		return time.Time{}, nil
	}
	return time.UnixMilli(m.at).UTC(), nil
}

// room makes sure that key may be marked: it drops expired marks when that is due or
// nothing else helps.
func (s *Store) room(key string, now time.Time) error {
	s.revocations.mu.RLock()
	_, known := s.revocations.marks[key]
	full := !known && len(s.revocations.marks) >= s.revocations.limit
	due := !now.Before(s.revocations.purge) || full && !now.Before(s.revocations.looks)
	s.revocations.mu.RUnlock()
	if due {
		if err := s.purgeRevocations(now); err != nil {
			return err
		}
	}
	s.revocations.mu.RLock()
	defer s.revocations.mu.RUnlock()
	if !known && len(s.revocations.marks) >= s.revocations.limit {
		return ErrFull
	}
	return nil
}

// purgeRevocations drops what expired before now from disk and memory.
func (s *Store) purgeRevocations(now time.Time) error {
	s.revocations.mu.Lock()
	s.revocations.purge, s.revocations.looks = now.Add(purgeEvery), now.Add(lookEvery)
	s.revocations.mu.Unlock()
	expired := map[string]mark{}
	s.revocations.mu.RLock() // every call of a player reads meanwhile
	for key, m := range s.revocations.marks {
		if m.until <= now.UnixMilli() {
			expired[key] = m
		}
	}
	s.revocations.mu.RUnlock()
	if len(expired) == 0 {
		return nil
	}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(revocationBucket)
		for key, m := range expired {
			// A mark renewed meanwhile stays.
			if kept, err := readMark(b.Get([]byte(key))); err == nil && kept == m {
				if err := b.Delete([]byte(key)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("dropping expired revocations: %w", err)
	}
	s.revocations.mu.Lock()
	defer s.revocations.mu.Unlock()
	for key, m := range expired {
		if s.revocations.marks[key] == m {
			delete(s.revocations.marks, key)
		}
	}
	return nil
}

// loadRevocations reads the marks that still count.
func (s *Store) loadRevocations(limit int) error {
	now := s.now()
	s.revocations = revocations{marks: map[string]mark{}, purge: now.Add(purgeEvery), limit: limit}
	return s.db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(revocationBucket)
		if err != nil {
			return err
		}
		return b.ForEach(func(key, value []byte) error {
			m, err := readMark(value)
			if err != nil {
				return fmt.Errorf("revocation %q: %w", key, err)
			}
			s.revocations.marks[string(key)] = m
			return nil
		})
	})
}

func (m mark) bytes() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(m.at)), uint64(m.until))
}

func readMark(b []byte) (mark, error) {
	if len(b) != 16 {
		return mark{}, fmt.Errorf("%d bytes, want 16", len(b))
	}
	return mark{at: int64(binary.BigEndian.Uint64(b)), until: int64(binary.BigEndian.Uint64(b[8:]))}, nil
}
