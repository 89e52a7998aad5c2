// Package embedded stores the durable state of a single instance in one bbolt file. Acknowledged
// changes are on disk, except changes of the session index, and revocations while the disk accepts
// no writes. A server can start on a full disk.
package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"croupier/bff/internal/indexkey"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// FileName is the name of the store's file in the data directory.
const FileName = "croupier.db"

// ErrInUse is returned by Open if another process has the data directory open.
var ErrInUse = errors.New("another croupier process uses the data directory, stop it first")

// Options are the settings of a Store.
type Options struct {
	Now                 func() time.Time // default time.Now
	MaxRevocations      int              // maximum number of revocations, default 1,000,000
	MaxSessions         int              // maximum number of entries of the session index, default 100,000
	MaxIdempotencyKeys  int              // maximum number of idempotency records, default 1,000,000
	MaxIdempotencyBytes int              // maximum size of all idempotency records, default 1 GiB
	Lease               time.Duration    // maximum duration of a money call, default 2 minutes
	Log                 *slog.Logger     // default none
	IndexKey            *indexkey.Key    // hashes the identities in keys, only the idempotency store needs it
}

// Store is the embedded store. It implements bff.Revocations and is safe for concurrent use.
type Store struct {
	file
	options     Options
	queue       *store.Queue      // changes of the tables in cached
	cached      map[string]*table // tables with a copy in memory, by name
	revocations cached[store.Revocation]
	sessions    *SessionIndex
	money       *moneyRecords
	faultMu     sync.Mutex
	fault       error              // error of the last write, nil if the disk accepts writes
	restoredAt  time.Time          // time of the last restore from a backup, or the zero time
	stop        context.CancelFunc // ends the writes in the background
	stopped     chan error         // receives the error of the last of these writes
	closeOnce   sync.Once
}

// Open opens the store in the data directory dir. It creates dir if it is absent. It fails with
// ErrInUse if another process has the store open, with ErrFormat for a store of another format, and
// with a DamagedError if the file is damaged or missing.
func Open(dir string, o Options) (*Store, error) {
	o.setDefaults()
	if err := checkMissing(dir); err != nil {
		return nil, err
	}
	f, err := openFile(dir, FileName)
	if err != nil {
		return nil, err
	}
	path := f.db.Path()
	if err := f.view(checkPages); err != nil {
		return nil, errors.Join(&DamagedError{path, err}, f.close())
	}
	if err := f.view(checkFormat); err != nil {
		return nil, errors.Join(fmt.Errorf("%s %w", path, err), f.close())
	}
	// Concurrent writers share a sync. A single writer waits for the whole delay.
	f.db.MaxBatchDelay = 2 * time.Millisecond
	background, stop := context.WithCancel(context.Background())
	s := &Store{file: f, options: o, cached: map[string]*table{}, stop: stop, stopped: make(chan error, 1)}
	s.queue = store.NewQueue(math.MaxInt, s.save)
	err = errors.Join(s.loadRevocations(), s.loadSessions(), s.loadRestored(), s.openIdempotency(background))
	if err != nil {
		stop()
		return nil, errors.Join(&DamagedError{path, err}, f.close())
	}
	_ = s.probe() // detects at the start whether the disk accepts writes
	go func() { s.stopped <- s.queue.Run(background) }()
	return s, nil
}

func (o *Options) setDefaults() {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.MaxRevocations = cmp.Or(o.MaxRevocations, 1_000_000)
	o.MaxSessions = cmp.Or(o.MaxSessions, 100_000)
	o.MaxIdempotencyKeys = cmp.Or(o.MaxIdempotencyKeys, 1_000_000)
	o.MaxIdempotencyBytes = cmp.Or(o.MaxIdempotencyBytes, 1<<30)
	o.Lease = cmp.Or(o.Lease, idempotency.DefaultLease)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// Close writes the changes that are only in memory and closes the store.
func (s *Store) Close() (err error) {
	s.closeOnce.Do(func() {
		s.stop()
		err = errors.Join(<-s.stopped, s.money.answers.Close(), s.close())
	})
	return err
}

func (s *Store) now() time.Time { return s.options.Now() }

// If the disk is full or broken, writes fail but reads still work. The store then keeps new
// revocations in memory, refuses other writes and retries every second. The failure ends when the
// disk accepts probeSize bytes because a small write may succeed even on a full disk.

// probeSize is the number of bytes that a disk must take to count as writable.
const probeSize = 64 << 10

var (
	probeBucket = []byte("probe")
	probeKey    = []byte("probe")
)

func (s *Store) update(fn func(*bbolt.Tx) error) error { return s.write(s.db.Update, fn) }

// batch runs fn in a write transaction with concurrent callers. It may call fn more than once.
func (s *Store) batch(fn func(*bbolt.Tx) error) error { return s.write(s.db.Batch, fn) }

func (s *Store) write(transact func(func(*bbolt.Tx) error) error, fn func(*bbolt.Tx) error) error {
	var refused error // an error of fn is not an error of the disk
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

func (s *Store) recordFailure(err error) {
	s.faultMu.Lock()
	defer s.faultMu.Unlock()
	if s.fault == nil {
		s.options.Log.Error(
			"could not write to the data directory, keeping ended sessions in memory and refusing payments until a "+
				"write succeeds",
			"file", s.db.Path(), "cause", err.Error())
		s.queue.Put() // starts to probe the disk
	}
	s.fault = err
}

// save writes entries that are only in memory. It first checks whether the disk accepts writes.
func (s *Store) save(entries ...store.Entry) error {
	if s.Ping(context.Background()) != nil {
		if err := s.probe(); err != nil {
			return err
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return s.update(func(tx *bbolt.Tx) error {
		for _, e := range entries {
			if err := s.cached[e.Set].put(tx, []byte(e.Key), e.Value, &sizeChange{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// probe writes the format and probeSize bytes, and clears a fault if the disk accepts them.
func (s *Store) probe() error {
	err := s.update(func(tx *bbolt.Tx) error {
		return errors.Join(putInto(tx, formatBucket, formatKey, []byte(format)),
			putInto(tx, probeBucket, probeKey, make([]byte, probeSize)))
	})
	s.faultMu.Lock()
	defer s.faultMu.Unlock()
	if err == nil && s.fault != nil {
		s.options.Log.Info("the data directory accepts writes again", "file", s.db.Path())
		s.fault = nil
	}
	return err
}

// Ping returns store.ErrNotWritable if the disk accepts no writes.
func (s *Store) Ping(context.Context) error {
	s.faultMu.Lock()
	defer s.faultMu.Unlock()
	if s.fault != nil {
		return fmt.Errorf("%w: %w", store.ErrNotWritable, s.fault)
	}
	return nil
}

// State reports whether the disk accepts writes, and the number of revocations only in memory.
func (s *Store) State() (writable bool, unsaved int) {
	return s.Ping(context.Background()) == nil, s.queue.Waiting(s.revocations.name)
}

// Bus is the bus of a single instance. All its subscribers are in this process.
type Bus = store.Fanout
