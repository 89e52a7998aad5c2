package embedded

import (
	"bytes"
	"context"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
)

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
