package embedded

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

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
	mu    sync.Mutex
	byKey map[bff.IdempotencyKey]unwrittenOutcome

	// writing serializes writes, so that none is repeated after its key was claimed anew.
	writing sync.Mutex
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

// keep holds an outcome until the background has written it.
func (i *IdempotencyStore) keep(key bff.IdempotencyKey, o unwrittenOutcome) {
	i.unwritten.mu.Lock()
	i.unwritten.byKey[key] = o
	i.unwritten.mu.Unlock()
	i.store.requestRetry()
}

func (i *IdempotencyStore) writeAllUnwritten() error {
	i.unwritten.mu.Lock()
	keys := slices.Collect(maps.Keys(i.unwritten.byKey))
	i.unwritten.mu.Unlock()
	var errs []error
	for _, key := range keys {
		errs = append(errs, i.writeUnwritten(key))
	}
	return errors.Join(errs...)
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
