// Package embedded keeps what must outlive a request in one bbolt file in the data folder:
// the store of a single instance. Everything it acknowledges has been synced to the disk.
package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"croupier/bff/store/internal/ledger"
)

// FileName is the store's file within the data folder.
const FileName = "croupier.db"

// ErrInUse is a data folder that another program has open.
var ErrInUse = errors.New("data folder is used by another croupier")

// Options are a store's settings. Zero fields have the defaults they name.
type Options struct {
	Now            func() time.Time // default time.Now
	LockTimeout    time.Duration    // wait for another program to let go; default 2 s
	MaxRevocations int              // marks held at once; default 1,000,000
	MostSessions   int              // sessions that the register knows at a time; default 100,000
	MostKeys       int              // money keys remembered at a time; default 1,000,000
	MostBytes      int              // of their entries together; default 1 GiB
	Lease          time.Duration    // how long a money call may be in flight; default two minutes
}

// Store is the embedded store. Close it once nobody uses it any more.
type Store struct {
	db          *bbolt.DB
	now         func() time.Time
	revocations revocations
	journal     *IdempotencyStore
	register    *SessionIndex // nil until it is opened
	lease       time.Duration
	mostKeys    int64
	mostBytes   int64
	mostBegun   int
}

// Open opens the store in the folder dir, which it makes when absent. It fails with
// ErrInUse where another program holds it.
func Open(dir string, o Options) (*Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = 2 * time.Second
	}
	if o.MaxRevocations <= 0 {
		o.MaxRevocations = 1_000_000
	}
	if o.MostSessions <= 0 {
		o.MostSessions = 100_000
	}
	if o.MostKeys <= 0 {
		o.MostKeys = 1_000_000
	}
	if o.MostBytes <= 0 {
		o.MostBytes = 1 << 30
	}
	if o.Lease <= 0 {
		o.Lease = ledger.Lease
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	path := filepath.Join(dir, FileName)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:      o.LockTimeout,
		FreelistType: bbolt.FreelistMapType,
	})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%s: %w", dir, ErrInUse)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	// Concurrent writers share a sync; nobody waits long for company.
	db.MaxBatchDelay = 2 * time.Millisecond
	s := &Store{db: db, now: o.Now, lease: o.Lease, mostKeys: int64(o.MostKeys), mostBytes: int64(o.MostBytes), mostBegun: o.MostSessions}
	if err := errors.Join(s.loadRevocations(o.MaxRevocations), s.openJournal()); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), db.Close())
	}
	return s, nil
}

// Close ends the store. What was acknowledged is on the disk already, but for the register.
func (s *Store) Close() error {
	if s.register == nil {
		return s.db.Close()
	}
	return errors.Join(s.register.close(), s.db.Close())
}
