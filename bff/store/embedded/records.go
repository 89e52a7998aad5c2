package embedded

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/internal/auditid"
)

// Records is a set of small values by key, such as the maintenance notices of brands.
type Records struct {
	store  *Store
	bucket []byte
}

var _ bff.SwapStore = (*Records)(nil)

// Records returns the set with a name. The first write creates it.
func (s *Store) Records(name string) *Records {
	return &Records{store: s, bucket: []byte("records/" + name)}
}

// Put stores value under key. The value is on disk when Put returns nil.
func (r *Records) Put(_ context.Context, key string, value []byte) error {
	return r.write(func(b *bbolt.Bucket) error { return b.Put([]byte(key), value) })
}

// Delete removes key. The change is on disk when Delete returns nil. A missing key is not an error.
func (r *Records) Delete(_ context.Context, key string) error {
	return r.write(func(b *bbolt.Bucket) error { return b.Delete([]byte(key)) })
}

// Swap implements bff.SwapStore. The change is on disk when Swap returns true.
func (r *Records) Swap(_ context.Context, key string, old, value []byte) (swapped bool, err error) {
	err = r.write(func(b *bbolt.Bucket) error {
		now := b.Get([]byte(key))
		swapped = (now == nil) == (old == nil) && bytes.Equal(now, old)
		switch {
		case !swapped:
			return nil
		case value == nil:
			return b.Delete([]byte(key))
		}
		return b.Put([]byte(key), value)
	})
	return swapped && err == nil, err
}

// write runs fn with the bucket in a write transaction. fn may run more than once.
func (r *Records) write(fn func(*bbolt.Bucket) error) error {
	err := r.store.batch(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(r.bucket)
		if err != nil {
			return err
		}
		return fn(b)
	})
	if err != nil {
		return fmt.Errorf("could not write %s: %w", r.bucket, err)
	}
	return nil
}

// Get implements bff.KeyedStore.
func (r *Records) Get(_ context.Context, key string) (value []byte, err error) {
	err = r.store.viewBucket(r.bucket, func(b *bbolt.Bucket) error {
		value = bytes.Clone(b.Get([]byte(key)))
		return nil
	})
	return value, err
}

// Each implements bff.KeyedStore. fn must not use the store.
func (r *Records) Each(_ context.Context, fn func(key string, value []byte) error) error {
	return r.store.viewBucket(r.bucket, func(b *bbolt.Bucket) error { return eachOf(b, fn) })
}

func eachOf(b *bbolt.Bucket, fn func(key string, value []byte) error) error {
	return b.ForEach(func(key, value []byte) error { return fn(string(key), bytes.Clone(value)) })
}

// All returns every value by its key.
func (r *Records) All(ctx context.Context) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := r.Each(ctx, func(key string, value []byte) error {
		out[key] = value
		return nil
	})
	return out, err
}

// KeyedRecords is a set of any number of records. Its records do not expire.
type KeyedRecords struct{ *Records }

var _ bff.KeyedStore = (*KeyedRecords)(nil)

// KeyedRecords returns the set with a name. The first write creates it.
func (s *Store) KeyedRecords(name string) *KeyedRecords { return &KeyedRecords{s.Records(name)} }

// Swap implements bff.KeyedStore. The change is on disk when Swap returns true.
func (k *KeyedRecords) Swap(ctx context.Context, key string, old, value []byte, _ time.Time) (swapped bool, err error) {
	return k.Records.Swap(ctx, key, old, value)
}

// AuditStore implements staff.AuditStore with a collection. Its ids sort by time.
type AuditStore struct{ entries *Collection }

// AuditStore returns the audit store with a name, see Collection.
func (s *Store) AuditStore(name string, maxEntries int, maxAge time.Duration) (*AuditStore, error) {
	entries, err := s.openCollection("audit/"+name, bff.Retention{MaxEntries: maxEntries, MaxAge: maxAge})
	return &AuditStore{entries}, err
}

// Put writes an entry, see staff.AuditStore.
func (a *AuditStore) Put(ctx context.Context, id string, value []byte) error {
	return a.entries.Put(ctx, bff.CollectionEntry{ID: id, At: auditid.Time(id), Value: value})
}

// Page returns entries, newest first, see staff.AuditStore.
func (a *AuditStore) Page(_ context.Context, before string, limit int) ([][]byte, error) {
	out, floor := [][]byte{}, auditid.Floor(a.entries.store.now().Add(-a.entries.retention.MaxAge))
	err := a.entries.store.viewBucket(a.entries.name, func(b *bbolt.Bucket) error {
		for k, v := range preceding(b, []byte(cmp.Or(before, afterAll))) {
			if string(k) < floor || len(out) == limit {
				break
			}
			_, value, err := decodeCollected(v)
			if err != nil {
				return err
			}
			out = append(out, bytes.Clone(value))
		}
		return nil
	})
	return out, err
}
