package embedded

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"croupier/bff/store"
)

// A disk that is full or broken fails writes while reads go on. The store then keeps new revocations
// in memory, so that players can log out, refuses what else cannot be written, and tries every second
// to write again. A small write may succeed on a full disk, as the file has space of its own; the
// failure is over once the disk has taken probeSize bytes more.

// writeRetryInterval is the time between two attempts to write after a failure.
const writeRetryInterval = time.Second

// probeSize is the number of bytes that a disk must take to count as writable.
const probeSize = 64 << 10

var (
	probeBucket = []byte("probe")
	probeKey    = []byte("probe")
)

// writeState is the state of the writes to disk.
type writeState struct {
	mu    sync.Mutex
	fault error // the last one; nil if there was none, or the disk was found writable since

	failed  chan struct{} // receives a value when a write has failed
	stop    chan struct{} // closed to end the background retries
	stopped chan struct{} // closed when they have ended
}

// view runs fn in a read transaction.
func (s *Store) view(fn func(*bbolt.Tx) error) error {
	return protect(func() error { return s.db.View(fn) })
}

// update runs fn in a write transaction of its own.
func (s *Store) update(fn func(*bbolt.Tx) error) error { return s.write(s.db.Update, fn) }

// batch runs fn in a write transaction shared with concurrent callers; it may call fn repeatedly.
func (s *Store) batch(fn func(*bbolt.Tx) error) error { return s.write(s.db.Batch, fn) }

// write runs fn with transact and records a failure of the disk.
func (s *Store) write(transact func(func(*bbolt.Tx) error) error, fn func(*bbolt.Tx) error) error {
	var refused error // by fn, which says nothing about the disk
	err := protect(func() error {
		return transact(func(tx *bbolt.Tx) error {
			refused = fn(tx)
			return refused
		})
	})
	if err != nil && refused == nil && !errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		s.recordFailure(err)
	}
	return err
}

// recordFailure logs the first failure and has the write retried.
func (s *Store) recordFailure(err error) {
	s.writes.mu.Lock()
	defer s.writes.mu.Unlock()
	if s.writes.fault == nil {
		s.options.Log.Error("write to data folder: failed; ended sessions are kept in memory and money calls are refused until it succeeds",
			"file", s.db.Path(), "cause", err.Error())
		select {
		case s.writes.failed <- struct{}{}:
		default:
		}
	}
	s.writes.fault = err
}

// recordSuccess logs the end of a failure.
func (s *Store) recordSuccess() {
	s.writes.mu.Lock()
	defer s.writes.mu.Unlock()
	if s.writes.fault != nil {
		s.options.Log.Info("write to data folder: succeeded again", "file", s.db.Path())
	}
	s.writes.fault = nil
}

// retryInBackground retries failed writes until the store is closed.
func (s *Store) retryInBackground() {
	defer close(s.writes.stopped)
	for {
		select {
		case <-s.writes.stop:
			return
		case <-s.writes.failed:
		}
		for retry := time.NewTimer(writeRetryInterval); s.retryWrites() != nil; retry.Reset(writeRetryInterval) {
			select {
			case <-s.writes.stop:
				retry.Stop()
				return
			case <-retry.C:
			}
		}
	}
}

// retryWrites writes what a failure left in memory, and a probe.
func (s *Store) retryWrites() error {
	err := s.writeUnsavedRevocations(func(tx *bbolt.Tx) error { return putInto(tx, probeBucket, probeKey, make([]byte, probeSize)) })
	if err != nil {
		return err
	}
	s.recordSuccess()
	if index := s.sessionIndex.Load(); index != nil {
		index.scheduleWrite()
	}
	return nil
}

// Ping returns store.ErrNotWritable if the disk accepts no writes.
func (s *Store) Ping(context.Context) error {
	s.writes.mu.Lock()
	defer s.writes.mu.Unlock()
	if s.writes.fault != nil {
		return fmt.Errorf("%w: %w", store.ErrNotWritable, s.writes.fault)
	}
	return nil
}

// State reports whether the disk accepts writes, and how many revocations are in memory only.
func (s *Store) State() (writable bool, unsaved int) {
	s.revocations.mu.RLock()
	unsaved = len(s.revocations.unsaved)
	s.revocations.mu.RUnlock()
	s.writes.mu.Lock()
	defer s.writes.mu.Unlock()
	return s.writes.fault == nil, unsaved
}
