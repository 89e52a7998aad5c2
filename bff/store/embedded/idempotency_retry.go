package embedded

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// outcomeRetryInterval is the time between two attempts to write the outcomes that the disk did not
// accept.
const outcomeRetryInterval = time.Second

// unwrittenOutcome is the outcome of a claim that could not be written, for example because the disk
// is full.
type unwrittenOutcome struct {
	record   *idempotency.Record
	released bool // the claim is to be deleted; otherwise record is to be written
}

// unwrittenOutcomes holds outcomes in memory until the disk accepts them, at most one for each claim
// on disk. Repeats on this server are answered by them. Should the process end first, the claim on
// disk becomes an unknown outcome, which is cautious.
type unwrittenOutcomes struct {
	mu     sync.Mutex
	byKey  map[bff.IdempotencyKey]unwrittenOutcome
	writer sync.WaitGroup
	busy   bool // the writer runs
	closed bool
	stop   chan struct{}

	// writing serializes writes, so that none is repeated after its key was claimed anew.
	writing sync.Mutex
}

func newUnwrittenOutcomes() *unwrittenOutcomes {
	return &unwrittenOutcomes{byKey: map[bff.IdempotencyKey]unwrittenOutcome{}, stop: make(chan struct{})}
}

// of returns the unwritten outcome of a key.
func (u *unwrittenOutcomes) of(key bff.IdempotencyKey) (o unwrittenOutcome, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	o, ok = u.byKey[key]
	return o, ok
}

func (u *unwrittenOutcomes) drop(key bff.IdempotencyKey) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.byKey, key)
}

// keys returns the keys with unwritten outcomes.
func (u *unwrittenOutcomes) keys() []bff.IdempotencyKey {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Collect(maps.Keys(u.byKey))
}

// keep holds an outcome and starts the writer.
func (i *IdempotencyStore) keep(key bff.IdempotencyKey, o unwrittenOutcome) {
	u := i.unwritten
	u.mu.Lock()
	defer u.mu.Unlock()
	u.byKey[key] = o
	if u.busy || u.closed {
		return
	}
	u.busy = true
	u.writer.Go(i.writeOutcomes)
}

// writeOutcomes tries to write the unwritten outcomes until none is left or the store is closed.
func (i *IdempotencyStore) writeOutcomes() {
	ticks := time.Tick(outcomeRetryInterval)
	u := i.unwritten
	for {
		select {
		case <-u.stop:
			return
		case <-ticks:
		}
		for _, key := range u.keys() {
			if i.writeUnwritten(key) != nil {
				break // the others would fail too
			}
		}
		u.mu.Lock()
		done := len(u.byKey) == 0
		if done {
			u.busy = false
		}
		u.mu.Unlock()
		if done {
			return
		}
	}
}

// writeUnwritten writes the outcome of a key, if it has an unwritten one.
func (i *IdempotencyStore) writeUnwritten(key bff.IdempotencyKey) error {
	i.unwritten.writing.Lock()
	defer i.unwritten.writing.Unlock()
	o, ok := i.unwritten.of(key)
	if !ok {
		return nil
	}
	var err error
	switch {
	case o.record.Expired(i.store.now()): // it no longer matters
	case o.released:
		err = i.update(key, remove)
	default:
		err = i.update(key, func(tx *bbolt.Tx, _ *idempotency.Record, c *sizeChange) error { return put(tx, o.record, c) })
	}
	if err != nil && !errors.Is(err, ErrNotClaimed) {
		return err
	}
	i.unwritten.drop(key)
	return nil
}

// close stops the writer and tries once more to write what is left.
func (i *IdempotencyStore) close() error {
	u := i.unwritten
	u.mu.Lock()
	if !u.closed {
		u.closed = true
		close(u.stop)
	}
	u.mu.Unlock()
	u.writer.Wait()
	var errs []error
	for _, key := range u.keys() {
		errs = append(errs, i.writeUnwritten(key))
	}
	return errors.Join(errs...)
}
