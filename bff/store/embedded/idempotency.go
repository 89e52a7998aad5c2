package embedded

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// ErrNotClaimed is returned for the outcome of a key that has not been claimed.
var ErrNotClaimed = errors.New("idempotency key is not claimed")

// IdempotencyStore implements bff.IdempotencyStore and staff.Payments (calls.md §5).
// Acknowledged changes are on disk, so that a claim survives the process: calls that were in flight
// when the process ended have an unknown outcome once the store is opened again. No key is
// forgotten early: a full store refuses new claims. An outcome that the disk does not accept is an
// error, is answered to repeats from memory, and is written in the background.
type IdempotencyStore struct {
	store       *Store
	keys, bytes atomic.Int64 // number and total size of the stored records
	unwritten   *unwrittenOutcomes
}

// IdempotencyStore returns the idempotency store.
func (s *Store) IdempotencyStore() *IdempotencyStore { return s.idempotency }

// sizeChange is the effect of a transaction on the size of the store. It is applied once the
// transaction is committed.
type sizeChange struct{ keys, bytes int64 }

func (i *IdempotencyStore) apply(c sizeChange) {
	i.keys.Add(c.keys)
	i.bytes.Add(c.bytes)
}

// Claim claims key for a body, or returns the response to a repeat; see bff.IdempotencyStore.
func (i *IdempotencyStore) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	now := i.store.now()
	claim := idempotency.NewClaim(ctx, i.store.options.IndexKey, key, body, now, i.store.options.Lease)
	key = claim.Key
	if o, ok := i.unwritten.of(key); ok {
		if !o.released {
			return o.record.Replay(i.store.options.IndexKey, claim.Body, now)
		}
		if err := i.writeUnwritten(key); err != nil {
			return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("claim idempotency key: %w", err))
		}
	}
	// A read transaction is enough for the repeat of a known key.
	if r, err := i.find(key.String()); err != nil {
		return nil, bff.ReasonUnavailable.WithCause(err)
	} else if r != nil && !r.Expired(now) {
		return r.Replay(i.store.options.IndexKey, claim.Body, now)
	}
	if err := idempotency.CheckTime(key.Key, now); err != nil {
		return nil, err
	}
	if i.mayBeForgotten(key.Key, now) {
		return nil, idempotency.AbandonedReason().WithCause(errRestored)
	}
	var first *bff.Answer
	var refusal error
	var c sizeChange
	err := i.store.batch(func(tx *bbolt.Tx) (err error) {
		first, refusal, c = nil, nil, sizeChange{} // batch may call the function more than once
		if err := deleteExpired(tx, now, &c); err != nil {
			return err
		}
		r, err := get(tx, key.String())
		switch {
		case err != nil:
			return err
		case r != nil && !r.Expired(now):
			first, refusal = r.Replay(i.store.options.IndexKey, claim.Body, now)
			return nil
		case r != nil:
			if err := remove(tx, r, &c); err != nil {
				return err
			}
		}
		if i.keys.Load()+c.keys >= int64(i.store.options.MaxIdempotencyKeys) || i.bytes.Load()+c.bytes >= int64(i.store.options.MaxIdempotencyBytes) {
			refusal = bff.ReasonUnavailable.WithCause(errors.New("idempotency store is full")).WithRetryAfter(time.Minute)
			return nil
		}
		return put(tx, claim, &c)
	})
	if err != nil {
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("claim idempotency key: %w", err))
	}
	i.apply(c)
	return first, refusal
}

// Finish records the answer that repeats receive.
func (i *IdempotencyStore) Finish(_ context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	return i.recordOutcome(i.hashed(key), func(r *idempotency.Record) { r.SetAnswer(i.store.options.IndexKey, a) })
}

// MarkUnknown records that the outcome is unknown.
func (i *IdempotencyStore) MarkUnknown(_ context.Context, key bff.IdempotencyKey, reason *bff.Reason) error {
	return i.recordOutcome(i.hashed(key), func(r *idempotency.Record) { r.Unknown = reason.WithCause(nil) })
}

// Release deletes the claim.
func (i *IdempotencyStore) Release(_ context.Context, key bff.IdempotencyKey) error {
	key = i.hashed(key)
	err := i.update(key, remove)
	if err == nil || errors.Is(err, ErrNotClaimed) {
		return err
	}
	if r, missing := i.find(key.String()); missing == nil && r != nil {
		i.keep(key, unwrittenOutcome{record: r, released: true})
	}
	return err
}

// Find returns the record of the call that a request claimed; see staff.Payments.
func (i *IdempotencyStore) Find(_ context.Context, requestID string) (*bff.IdempotencyRecord, error) {
	if requestID == "" {
		return nil, nil //nolint:nilnil // documented by the interface
	}
	var r *idempotency.Record
	err := i.store.viewBucket(requestBucket, func(b *bbolt.Bucket) (err error) {
		r, err = get(b.Tx(), string(b.Get([]byte(requestID))))
		return err
	})
	return i.describe(r), err
}

func (i *IdempotencyStore) hashed(key bff.IdempotencyKey) bff.IdempotencyKey {
	return idempotency.Hashed(i.store.options.IndexKey, key)
}

func (i *IdempotencyStore) find(key string) (r *idempotency.Record, err error) {
	err = i.store.view(func(tx *bbolt.Tx) error {
		r, err = get(tx, key)
		return err
	})
	return r, err
}

// recordOutcome rewrites the record of a claimed key. If the disk does not accept it, recordOutcome
// returns an error and retries in the background.
func (i *IdempotencyStore) recordOutcome(key bff.IdempotencyKey, set func(*idempotency.Record)) error {
	err := i.update(key, func(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
		set(r)
		return put(tx, r, c)
	})
	if err == nil || errors.Is(err, ErrNotClaimed) {
		return err
	}
	if r, missing := i.find(key.String()); missing == nil && r != nil {
		set(r)
		i.keep(key, unwrittenOutcome{record: r})
	}
	return err
}

// update calls fn with the record of a key within a transaction. It fails with ErrNotClaimed when
// there is none.
func (i *IdempotencyStore) update(key bff.IdempotencyKey, fn func(*bbolt.Tx, *idempotency.Record, *sizeChange) error) error {
	var c sizeChange
	err := i.store.batch(func(tx *bbolt.Tx) error {
		c = sizeChange{} // batch may call the function more than once
		r, err := get(tx, key.String())
		if err != nil {
			return err
		}
		if r == nil {
			return ErrNotClaimed
		}
		return fn(tx, r, &c)
	})
	if err != nil {
		return fmt.Errorf("update idempotency record: %w", err)
	}
	i.apply(c)
	return nil
}

// openIdempotency measures the stored records and sets the outcome of every call that was in flight
// when the process ended to unknown, also if the disk accepts no writes.
func (s *Store) openIdempotency() error {
	s.idempotency = &IdempotencyStore{store: s, unwritten: &unwrittenOutcomes{byKey: map[bff.IdempotencyKey]unwrittenOutcome{}}}
	var c sizeChange
	var abandoned []*idempotency.Record
	err := s.viewBucket(recordBucket, func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) error {
			c.keys++
			c.bytes += int64(len(value))
			r, err := idempotency.Decode(value)
			if err != nil {
				return fmt.Errorf("load idempotency key %q: %w", key, err)
			}
			if r.Answer == nil && r.Unknown == nil {
				r.Unknown = idempotency.AbandonedReason()
				abandoned = append(abandoned, r)
			}
			return nil
		})
	})
	s.idempotency.apply(c)
	if err != nil || len(abandoned) == 0 {
		return err
	}
	c = sizeChange{}
	err = s.update(func(tx *bbolt.Tx) error {
		for _, r := range abandoned {
			if err := put(tx, r, &c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil { // it has been logged
		for _, r := range abandoned {
			s.idempotency.keep(r.Key, unwrittenOutcome{record: r})
		}
		return nil
	}
	s.idempotency.apply(c)
	return nil
}
