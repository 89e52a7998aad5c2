package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// Lookup returns the record of a player's key, or nil; see bff.IdempotencyStore.
func (i *IdempotencyStore) Lookup(_ context.Context, key bff.IdempotencyKey) (*bff.IdempotencyRecord, error) {
	r, err := i.find(i.hashed(key).String())
	return i.describe(r), err
}

// FindKey returns the records of a key of any player; see staff.Payments.
func (i *IdempotencyStore) FindKey(_ context.Context, key string) (found []*bff.IdempotencyRecord, err error) {
	err = i.store.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(uuidBucket)
		if b == nil {
			return nil
		}
		prefix := []byte(key + "\x00")
		cursor := b.Cursor()
		for k, _ := cursor.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = cursor.Next() {
			r, err := get(tx, string(k[len(prefix):]))
			if err != nil {
				return err
			}
			if r == nil {
				continue
			}
			if described := i.describe(r); described != nil {
				found = append(found, described)
			}
		}
		return nil
	})
	return found, err
}

// ListUnknown returns records whose outcome is or was unknown, newest first; see staff.Payments.
func (i *IdempotencyStore) ListUnknown(_ context.Context, before *bff.IdempotencyRecord, limit int, matches func(*bff.IdempotencyRecord) bool) (page []*bff.IdempotencyRecord, err error) {
	err = i.store.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(unknownBucket)
		if b == nil {
			return nil
		}
		end := bytes.Repeat([]byte{math.MaxUint8}, 9)
		if before != nil {
			end = timedKey(before.At, before.Key.String())
		}
		cursor := b.Cursor()
		k, _ := seekBefore(cursor, end)
		for ; k != nil && len(page) < limit; k, _ = cursor.Prev() {
			r, err := get(tx, string(k[timeSize:]))
			if err != nil {
				return err
			}
			if r == nil {
				continue
			}
			described := i.describe(r)
			if described != nil && (described.State == bff.IdempotencyUnknown || described.State == bff.IdempotencySettled) && matches(described) {
				page = append(page, described)
			}
		}
		return nil
	})
	return page, err
}

// Settle changes the settlement of a record; see staff.Payments.
func (i *IdempotencyStore) Settle(_ context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error) {
	if _, ok := i.unwritten.of(key); ok {
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("settle idempotency key: %w", errOutcomeUnwritten))
	}
	var next *idempotency.Record
	var refusal error
	err := i.update(key, func(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
		now := i.store.now()
		if next, refusal = nil, nil; r.Expired(now) {
			refusal = bff.ErrNoRecord
			return nil
		}
		var settlement *bff.Settlement
		if settlement, refusal = change(*r.Describe(i.store.options.IndexKey, now)); refusal != nil {
			return nil //nolint:nilerr // it says nothing about the disk
		}
		next = r.WithSettlement(settlement)
		return put(tx, next, c)
	})
	switch {
	case errors.Is(err, ErrNotClaimed):
		return nil, bff.ErrNoRecord
	case err != nil:
		return nil, bff.ReasonUnavailable.WithCause(err)
	case refusal != nil:
		return nil, refusal
	}
	return next.Describe(i.store.options.IndexKey, i.store.now()), nil
}

var errOutcomeUnwritten = errors.New("the disk has not taken its outcome yet")

// describe returns a record as staff see it, with the outcome that the disk has not taken yet; nil for one
// that is absent, expired or released.
func (i *IdempotencyStore) describe(r *idempotency.Record) *bff.IdempotencyRecord {
	if r == nil {
		return nil
	}
	now := i.store.now()
	if o, ok := i.unwritten.of(r.Key); ok {
		if o.released {
			return nil
		}
		r = o.record
	}
	if r.Expired(now) {
		return nil
	}
	return r.Describe(i.store.options.IndexKey, now)
}

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
	request(i.store.writes.failed)
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
