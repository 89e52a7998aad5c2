package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// moneyRecords implements idempotency.Backend. A call that the end of the process interrupts has an
// unknown outcome. A full store refuses new claims and does not drop records early.
type moneyRecords struct {
	table
	store   *Store
	answers *idempotency.Store // the store with this backend
}

var (
	_ idempotency.Backend = (*moneyRecords)(nil)

	ageBucket     = []byte("idempotency/age")      // keys by expiry, see timedKey
	requestBucket = []byte("idempotency/requests") // keys by request id
	uuidBucket    = []byte("idempotency/uuids")    // keys by the player's key
	unknownBucket = []byte("idempotency/unknown")  // keys without a response by time of claim, see timedKey
)

// maxExpiredPerClaim is the maximum number of expired records that one claim deletes.
const maxExpiredPerClaim = 256

// IdempotencyStore returns the idempotency store.
func (s *Store) IdempotencyStore() *idempotency.Store { return s.money.answers }

func (m *moneyRecords) indexEntries(key, value []byte) ([]indexEntry, error) {
	r, err := idempotency.Decode(value)
	if err != nil {
		return nil, err
	}
	index := []indexEntry{
		{ageBucket, timedKey(r.Until(), string(key)), nil},
		{uuidBucket, []byte(r.Key.Key + "\x00" + string(key)), nil},
	}
	if r.RequestID != "" {
		index = append(index, indexEntry{requestBucket, []byte(r.RequestID), key})
	}
	if r.Answer == nil {
		index = append(index, indexEntry{unknownBucket, timedKey(r.At, string(key)), nil})
	}
	return index, nil
}

func (m *moneyRecords) write(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
	return m.put(tx, []byte(r.Key.String()), r.Encode(), c)
}

// get returns the record of a key with its encoding, or nil.
func (m *moneyRecords) get(tx *bbolt.Tx, key string) (r *idempotency.Record, value []byte, err error) {
	if b := tx.Bucket(m.name); b != nil {
		if value = bytes.Clone(b.Get([]byte(key))); value != nil {
			r, err = idempotency.Decode(value)
		}
	}
	return r, value, err
}

func (m *moneyRecords) Claim(ctx context.Context, claim *idempotency.Claim) (existing *idempotency.Record, err error) {
	now := claim.At
	// The repeat of a known key needs only a read transaction.
	if r, err := m.Latest(ctx, claim.Key); err != nil || r != nil && !r.Expired(now) {
		return r, err
	}
	if err := idempotency.CheckTime(claim.Key.Key, now); err != nil {
		return nil, err
	}
	if m.mayBeForgotten(claim.Key.Key, now) {
		return nil, idempotency.AbandonedReason().WithCause(
			errors.New("the key may have been used between the backup and its restore"))
	}
	isFull := false
	err = m.change(m.store.batch, func(tx *bbolt.Tx, c *sizeChange) error {
		existing, isFull = nil, false
		err := m.dropFirst(tx, ageBucket, maxExpiredPerClaim, c,
			func(until int64) bool { return until <= now.UnixMilli() })
		if err != nil {
			return err
		}
		if existing, _, err = m.get(tx, claim.Key.String()); err != nil || existing != nil && !existing.Expired(now) {
			return err
		}
		existing = nil
		isFull = m.keys.Load()+c.keys >= int64(m.store.options.MaxIdempotencyKeys) ||
			m.bytes.Load()+c.bytes >= int64(m.store.options.MaxIdempotencyBytes)
		if isFull {
			return nil
		}
		return m.write(tx, &claim.Record, c)
	})
	if isFull {
		return nil, bff.ReasonUnavailable.WithCause(errors.New("the idempotency store is full")).WithRetryAfter(
			time.Minute)
	}
	return existing, err
}

func (m *moneyRecords) Load(
	_ context.Context, key bff.IdempotencyKey,
) (r *idempotency.Record, value []byte, err error) {
	err = m.store.view(func(tx *bbolt.Tx) error {
		r, value, err = m.get(tx, key.String())
		return err
	})
	return r, value, err
}

func (m *moneyRecords) Replace(_ context.Context, r *idempotency.Record, old []byte) (written bool, err error) {
	err = m.change(m.store.batch, func(tx *bbolt.Tx, c *sizeChange) error {
		_, now, err := m.get(tx, r.Key.String())
		written = err == nil && (bytes.Equal(now, old) || bytes.Equal(now, r.Encode()))
		if !written {
			return err
		}
		return m.write(tx, r, c)
	})
	return written && err == nil, err
}

func (m *moneyRecords) Delete(_ context.Context, claim *idempotency.Claim) error {
	return m.change(m.store.batch, func(tx *bbolt.Tx, c *sizeChange) error {
		_, now, err := m.get(tx, claim.Key.String())
		if err != nil || !bytes.Equal(now, claim.Encoded) {
			return err
		}
		return m.put(tx, []byte(claim.Key.String()), nil, c)
	})
}

// Mirror implements idempotency.Backend. It does nothing because the file is the only copy.
func (m *moneyRecords) Mirror(*idempotency.Record) (durable func(context.Context)) {
	return func(context.Context) {}
}

func (m *moneyRecords) Latest(ctx context.Context, key bff.IdempotencyKey) (*idempotency.Record, error) {
	r, _, err := m.Load(ctx, key)
	return r, err
}

func (m *moneyRecords) OfRequest(_ context.Context, requestID string) (r *idempotency.Record, err error) {
	err = m.store.viewBucket(requestBucket, func(b *bbolt.Bucket) (err error) {
		r, _, err = m.get(b.Tx(), string(b.Get([]byte(requestID))))
		return err
	})
	return r, err
}

func (m *moneyRecords) OfKey(_ context.Context, key string) (found []*idempotency.Record, err error) {
	prefix := []byte(key + "\x00")
	err = m.store.viewBucket(uuidBucket, func(b *bbolt.Bucket) error {
		for k := range following(b, prefix) {
			if !bytes.HasPrefix(k, prefix) {
				break
			}
			r, _, err := m.get(b.Tx(), string(k[len(prefix):]))
			if err != nil {
				return err
			}
			found = append(found, r)
		}
		return nil
	})
	return found, err
}

func (m *moneyRecords) Unanswered(_ context.Context, before *bff.IdempotencyRecord) ([]idempotency.Sequence, error) {
	end := []byte(afterAll)
	if before != nil {
		end = timedKey(before.At, before.Key.String())
	}
	return []idempotency.Sequence{func(yield func(*idempotency.Record, error) bool) {
		err := m.store.viewBucket(unknownBucket, func(b *bbolt.Bucket) error {
			for k := range preceding(b, end) {
				if r, _, err := m.get(b.Tx(), string(k[timeSize:])); err != nil || !yield(r, nil) {
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

// openIdempotency opens the idempotency store. Interrupted calls get an unknown outcome.
func (s *Store) openIdempotency(background context.Context) error {
	m := &moneyRecords{store: s}
	m.name, m.index = []byte("idempotency"), m.indexEntries
	m.answers = idempotency.NewStore(background, m, idempotency.Options{
		Now: s.options.Now, Lease: s.options.Lease, Index: s.options.IndexKey, Log: s.options.Log,
	})
	s.money = m
	var abandoned []*idempotency.Claim
	err := s.viewBucket(m.name, func(b *bbolt.Bucket) error {
		if err := m.measure(b); err != nil {
			return err
		}
		return b.ForEach(func(key, value []byte) error {
			r, err := idempotency.Decode(value)
			if err != nil {
				return fmt.Errorf("could not load the idempotency key %q: %w", key, err)
			}
			if r.IsClaim() {
				r.SetAbandoned()
				abandoned = append(abandoned, &idempotency.Claim{Record: *r, Encoded: bytes.Clone(value)})
			}
			return nil
		})
	})
	if err != nil || len(abandoned) == 0 {
		return err
	}
	err = m.change(s.batch, func(tx *bbolt.Tx, c *sizeChange) error {
		for _, claim := range abandoned {
			if err := m.write(tx, &claim.Record, c); err != nil {
				return err
			}
		}
		return nil
	})
	for _, claim := range abandoned {
		if err != nil { // already logged
			m.answers.Abandon(claim)
		}
	}
	return nil
}

// EachIdempotencyRecord calls fn with every record until fn fails. fn must not use the store.
func (s *Store) EachIdempotencyRecord(_ context.Context, fn func(encoded []byte) error) error {
	return s.viewBucket(s.money.name, func(b *bbolt.Bucket) error {
		return b.ForEach(func(_, v []byte) error { return fn(bytes.Clone(v)) })
	})
}

// ImportIdempotencyRecord writes an encoded record unless the store has a newer one or the same.
func (s *Store) ImportIdempotencyRecord(_ context.Context, encoded []byte) error {
	r, err := idempotency.Decode(encoded)
	if err != nil {
		return err
	}
	return s.money.change(s.batch, func(tx *bbolt.Tx, c *sizeChange) error {
		present, _, err := s.money.get(tx, r.Key.String())
		if err == nil && (present == nil || r.Supersedes(present)) {
			err = s.money.write(tx, r, c)
		}
		return err
	})
}
