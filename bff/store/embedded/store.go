// Package embedded stores what must survive a restart in one bbolt file in the data folder. It is
// the store of a single instance. Acknowledged changes have been synced to the disk, except those
// of the session index, and revocations while the disk accepts no writes. Opening an existing file
// needs no write, so that a server starts on a full disk.
package embedded

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/internal/indexkey"
	"croupier/bff/store/internal/idempotency"
)

// FileName is the name of the store's file in the data folder.
const FileName = "croupier.db"

// ErrInUse is returned by Open when another process has the data folder open.
var ErrInUse = errors.New("data folder is used by another croupier")

// Options are the settings of a Store.
type Options struct {
	Now                 func() time.Time // default time.Now
	LockTimeout         time.Duration    // how long Open waits for another process to close the file; default 2 s
	MaxRevocations      int              // revocation entries at a time; default 1,000,000
	MaxSessions         int              // entries of the session index at a time; default 100,000
	MaxIdempotencyKeys  int              // idempotency records at a time; default 1,000,000
	MaxIdempotencyBytes int              // total size of the idempotency records; default 1 GiB
	Lease               time.Duration    // how long a money call may be in flight; default 2 minutes
	Log                 *slog.Logger     // default none
	IndexKey            *indexkey.Key    // hashes the identities in keys; only users of the idempotency store need it
}

// Store is the embedded store. It implements bff.Revocations. It is safe for concurrent use
// and must be closed after use.
type Store struct {
	db           *bbolt.DB
	options      Options
	revocations  revocationCache
	idempotency  *IdempotencyStore
	sessionIndex atomic.Pointer[SessionIndex] // nil until it is opened
	writes       writeState
	restoredAt   time.Time // when the file was restored from a backup, or the zero time
	closeOnce    sync.Once
}

// Open opens the store in the folder dir, which is created if absent. It fails with ErrInUse when
// another process has it open, and with a DamagedError when a page of the file is damaged.
func Open(dir string, o Options) (*Store, error) {
	o.setDefaults()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create data folder: %w", err)
	}
	path := filepath.Join(dir, FileName)
	if err := checkMissing(dir); err != nil {
		return nil, err
	}
	db, err := openFile(path, &bbolt.Options{
		Timeout:      o.LockTimeout,
		FreelistType: bbolt.FreelistMapType,
	})
	if err != nil {
		return nil, err
	}
	if err := protect(func() error { return checkPages(db) }); err != nil {
		return nil, errors.Join(&DamagedError{path, err}, protect(db.Close))
	}
	// Concurrent writers share a sync. A single writer waits for the whole delay, so it is short.
	db.MaxBatchDelay = 2 * time.Millisecond
	s := &Store{db: db, options: o, writes: writeState{failed: make(chan struct{}, 1), stop: make(chan struct{}), stopped: make(chan struct{})}}
	if err := errors.Join(s.loadRevocations(), s.loadRestored(), s.openIdempotency()); err != nil {
		return nil, errors.Join(&DamagedError{path, err}, db.Close())
	}
	_ = s.retryWrites() // tells from the start whether the disk accepts writes
	go s.retryInBackground()
	return s, nil
}

func (o *Options) setDefaults() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = 2 * time.Second
	}
	if o.MaxRevocations <= 0 {
		o.MaxRevocations = 1_000_000
	}
	if o.MaxSessions <= 0 {
		o.MaxSessions = 100_000
	}
	if o.MaxIdempotencyKeys <= 0 {
		o.MaxIdempotencyKeys = 1_000_000
	}
	if o.MaxIdempotencyBytes <= 0 {
		o.MaxIdempotencyBytes = 1 << 30
	}
	if o.Lease <= 0 {
		o.Lease = idempotency.DefaultLease
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// Close writes the pending changes of the session index, and the revocations and the outcomes of
// money calls that the disk did not accept, and closes the store. Every other acknowledged change is
// on disk already.
func (s *Store) Close() (err error) {
	s.closeOnce.Do(func() {
		close(s.writes.stop)
		<-s.writes.stopped
		if _, unsaved := s.State(); unsaved > 0 {
			err = s.retryWrites()
		}
		err = errors.Join(err, s.idempotency.close())
		if index := s.sessionIndex.Load(); index != nil {
			err = errors.Join(err, index.close())
		}
		err = errors.Join(err, s.db.Close())
	})
	return err
}

func (s *Store) now() time.Time { return s.options.Now() }
