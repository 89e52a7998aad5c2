package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// moneyRecords implements idempotency.Backend. Calls that were in flight when the process ended have an unknown outcome
// once the store is opened again. No key is forgotten early: a full store refuses new claims.
type moneyRecords struct {
	store       *Store
	answers     *idempotency.Store // which uses this backend
	keys, bytes atomic.Int64       // number and total size of the stored records
}

var _ idempotency.Backend = (*moneyRecords)(nil)

// IdempotencyStore returns the idempotency store.
func (s *Store) IdempotencyStore() *idempotency.Store { return s.money.answers }

// sizeChange is the effect of a transaction on the size of the store. It is applied once the
// transaction is committed.
type sizeChange struct{ keys, bytes int64 }

// change runs fn in a write transaction, and applies the change of the size.
func (m *moneyRecords) change(fn func(*bbolt.Tx, *sizeChange) error) error {
	var c sizeChange
	err := m.store.batch(func(tx *bbolt.Tx) error {
		c = sizeChange{} // batch may call the function more than once
		return fn(tx, &c)
	})
	if err != nil {
		return fmt.Errorf("write idempotency record: %w", err)
	}
	m.apply(c)
	return nil
}

func (m *moneyRecords) apply(c sizeChange) {
	m.keys.Add(c.keys)
	m.bytes.Add(c.bytes)
}

// Claim implements idempotency.Backend.
func (m *moneyRecords) Claim(ctx context.Context, claim *idempotency.Claim) (existing *idempotency.Record, err error) {
	now := claim.At
	// A read transaction is enough for the repeat of a known key.
	if r, err := m.Latest(ctx, claim.Key); err != nil || r != nil && !r.Expired(now) {
		return r, err
	}
	if err := idempotency.CheckTime(claim.Key.Key, now); err != nil {
		return nil, err
	}
	if m.mayBeForgotten(claim.Key.Key, now) {
		return nil, idempotency.AbandonedReason().WithCause(errRestored)
	}
	isFull := false
	err = m.change(func(tx *bbolt.Tx, c *sizeChange) error {
		existing, isFull = nil, false
		if err := deleteExpired(tx, now, c); err != nil {
			return err
		}
		r, _, err := get(tx, claim.Key.String())
		switch {
		case err != nil:
			return err
		case r != nil && !r.Expired(now):
			existing = r
			return nil
		case r != nil:
			if err := remove(tx, r, c); err != nil {
				return err
			}
		}
		if isFull = m.keys.Load()+c.keys >= int64(m.store.options.MaxIdempotencyKeys) || m.bytes.Load()+c.bytes >= int64(m.store.options.MaxIdempotencyBytes); isFull {
			return nil
		}
		return put(tx, &claim.Record, c)
	})
	if isFull {
		return nil, bff.ReasonUnavailable.WithCause(errors.New("idempotency store is full")).WithRetryAfter(time.Minute)
	}
	return existing, err
}

// Load implements idempotency.Backend.
func (m *moneyRecords) Load(_ context.Context, key bff.IdempotencyKey) (r *idempotency.Record, value []byte, err error) {
	err = m.store.view(func(tx *bbolt.Tx) error {
		r, value, err = get(tx, key.String())
		return err
	})
	return r, value, err
}

// Replace implements idempotency.Backend.
func (m *moneyRecords) Replace(_ context.Context, r *idempotency.Record, old []byte) (written bool, err error) {
	err = m.change(func(tx *bbolt.Tx, c *sizeChange) error {
		_, now, err := get(tx, r.Key.String())
		if written = err == nil && bytes.Equal(now, old); !written {
			return err
		}
		return put(tx, r, c)
	})
	return written && err == nil, err
}

// Delete implements idempotency.Backend.
func (m *moneyRecords) Delete(_ context.Context, claim *idempotency.Claim) error {
	return m.change(func(tx *bbolt.Tx, c *sizeChange) error {
		r, now, err := get(tx, claim.Key.String())
		if err != nil || !bytes.Equal(now, claim.Encoded) {
			return err
		}
		return remove(tx, r, c)
	})
}

// Mirror implements idempotency.Backend. The file is the only copy.
func (m *moneyRecords) Mirror(*idempotency.Record) (durable func(context.Context)) {
	return func(context.Context) {}
}

// Latest implements idempotency.Backend.
func (m *moneyRecords) Latest(ctx context.Context, key bff.IdempotencyKey) (*idempotency.Record, error) {
	r, _, err := m.Load(ctx, key)
	return r, err
}

// OfRequest implements idempotency.Backend.
func (m *moneyRecords) OfRequest(_ context.Context, requestID string) (r *idempotency.Record, err error) {
	err = m.store.viewBucket(requestBucket, func(b *bbolt.Bucket) (err error) {
		r, _, err = get(b.Tx(), string(b.Get([]byte(requestID))))
		return err
	})
	return r, err
}

// OfKey implements idempotency.Backend.
func (m *moneyRecords) OfKey(_ context.Context, key string) (found []*idempotency.Record, err error) {
	prefix := []byte(key + "\x00")
	err = m.store.viewBucket(uuidBucket, func(b *bbolt.Bucket) error {
		cursor := b.Cursor()
		for k, _ := cursor.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = cursor.Next() {
			r, _, err := get(b.Tx(), string(k[len(prefix):]))
			if err != nil {
				return err
			}
			found = append(found, r)
		}
		return nil
	})
	return found, err
}

// Unanswered implements idempotency.Backend.
func (m *moneyRecords) Unanswered(_ context.Context, before *bff.IdempotencyRecord) ([]iter.Seq2[*idempotency.Record, error], error) {
	end := bytes.Repeat([]byte{math.MaxUint8}, timeSize+1)
	if before != nil {
		end = timedKey(before.At, before.Key.String())
	}
	return []iter.Seq2[*idempotency.Record, error]{func(yield func(*idempotency.Record, error) bool) {
		err := m.store.viewBucket(unknownBucket, func(b *bbolt.Bucket) error {
			cursor := b.Cursor()
			for k, _ := seekBefore(cursor, end); k != nil; k, _ = cursor.Prev() {
				if r, _, err := get(b.Tx(), string(k[timeSize:])); err != nil || !yield(r, nil) {
					return err
				}
			}
			return nil
		})
		if err != nil {
			yield(nil, err)
		}
	}}, nil
}

// openIdempotency measures the stored records and sets the outcome of every call that was in flight
// when the process ended to unknown, also if the disk accepts no writes.
func (s *Store) openIdempotency(background context.Context) error {
	m := &moneyRecords{store: s}
	m.answers = idempotency.NewStore(background, m, idempotency.Options{
		Now: s.options.Now, Lease: s.options.Lease, Index: s.options.IndexKey, Log: s.options.Log,
	})
	s.money = m
	var abandoned []*idempotency.Claim
	err := s.viewBucket(recordBucket, func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) error {
			m.apply(sizeChange{1, int64(len(value))})
			r, err := idempotency.Decode(value)
			if err != nil {
				return fmt.Errorf("load idempotency key %q: %w", key, err)
			}
			if r.Answer == nil && r.Unknown == nil {
				r.Unknown = idempotency.AbandonedReason()
				abandoned = append(abandoned, &idempotency.Claim{Record: *r, Encoded: bytes.Clone(value)})
			}
			return nil
		})
	})
	if err != nil || len(abandoned) == 0 {
		return err
	}
	err = m.change(func(tx *bbolt.Tx, c *sizeChange) error {
		for _, claim := range abandoned {
			if err := put(tx, &claim.Record, c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil { // it has been logged
		for _, claim := range abandoned {
			m.answers.Abandon(claim)
		}
	}
	return nil
}
