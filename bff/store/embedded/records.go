package embedded

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
)

// Records is a set of small values by key, such as the maintenance notices of brands.
type Records struct {
	store  *Store
	bucket []byte
}

var _ bff.SwapStore = (*Records)(nil)

// Records returns the set with a name, which is created with its first value.
func (s *Store) Records(name string) *Records {
	return &Records{store: s, bucket: []byte("records/" + name)}
}

// Put stores value under key. The value is on disk when Put returns nil.
func (r *Records) Put(_ context.Context, key string, value []byte) error {
	err := r.store.batch(func(tx *bbolt.Tx) error { return putInto(tx, r.bucket, []byte(key), value) })
	if err != nil {
		return fmt.Errorf("put %s %q: %w", r.bucket, key, err)
	}
	return nil
}

// Delete removes key, which may be absent. The change is on disk when Delete returns nil.
func (r *Records) Delete(_ context.Context, key string) error {
	err := r.store.batch(func(tx *bbolt.Tx) error { return deleteFrom(tx, r.bucket, []byte(key)) })
	if err != nil {
		return fmt.Errorf("delete %s %q: %w", r.bucket, key, err)
	}
	return nil
}

// Swap implements bff.SwapStore. The change is on disk when Swap returns true.
func (r *Records) Swap(_ context.Context, key string, old, value []byte) (swapped bool, err error) {
	err = r.store.batch(func(tx *bbolt.Tx) error {
		swapped = false // batch may call this again
		b, err := tx.CreateBucketIfNotExists(r.bucket)
		if err != nil {
			return err
		}
		if now := b.Get([]byte(key)); (now == nil) != (old == nil) || !bytes.Equal(now, old) {
			return nil
		}
		swapped = true
		if value == nil {
			return b.Delete([]byte(key))
		}
		return b.Put([]byte(key), value)
	})
	if err != nil {
		return false, fmt.Errorf("swap %s %q: %w", r.bucket, key, err)
	}
	return swapped, nil
}

// All returns every value by its key.
func (r *Records) All(context.Context) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := r.view(func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) error {
			out[string(key)] = append([]byte{}, value...)
			return nil
		})
	})
	return out, err
}

func (r *Records) view(fn func(*bbolt.Bucket) error) error {
	if err := r.store.viewBucket(r.bucket, fn); err != nil {
		return fmt.Errorf("read %s: %w", r.bucket, err)
	}
	return nil
}

// KeyedRecords is a set of any number of records, which do not expire.
type KeyedRecords struct{ *Records }

var _ bff.KeyedStore = (*KeyedRecords)(nil)

// KeyedRecords returns the set with a name, which is created with its first record.
func (s *Store) KeyedRecords(name string) *KeyedRecords { return &KeyedRecords{s.Records(name)} }

// Get implements bff.KeyedStore.
func (k *KeyedRecords) Get(_ context.Context, key string) (value []byte, err error) {
	err = k.Records.view(func(b *bbolt.Bucket) error {
		value = bytes.Clone(b.Get([]byte(key)))
		return nil
	})
	return value, err
}

// Swap implements bff.KeyedStore. The change is on disk when Swap returns true.
func (k *KeyedRecords) Swap(ctx context.Context, key string, old, value []byte, _ time.Time) (swapped bool, err error) {
	return k.Records.Swap(ctx, key, old, value)
}

// Each implements bff.KeyedStore. fn must not use the store.
func (k *KeyedRecords) Each(_ context.Context, fn func(key string, value []byte) error) error {
	return k.Records.view(func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) error { return fn(string(key), bytes.Clone(value)) })
	})
}
