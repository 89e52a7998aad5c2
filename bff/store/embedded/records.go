package embedded

import (
	"bytes"
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

// AuditStore implements staff.AuditStore with a collection whose ids sort by time.
type AuditStore struct{ entries *Collection }

// AuditStore returns the audit store with a name; see Collection.
func (s *Store) AuditStore(name string, maxEntries int, maxAge time.Duration) (*AuditStore, error) {
	entries, err := s.openCollection("audit/"+name, bff.Retention{MaxEntries: maxEntries, MaxAge: maxAge})
	return &AuditStore{entries}, err
}

// Put writes an entry; see staff.AuditStore.
func (a *AuditStore) Put(ctx context.Context, id string, value []byte) error {
	return a.entries.Put(ctx, bff.CollectionEntry{ID: id, At: auditid.Time(id), Value: value})
}

// Page returns entries, newest first; see staff.AuditStore.
func (a *AuditStore) Page(_ context.Context, before string, limit int) ([][]byte, error) {
	out, floor := [][]byte{}, []byte(auditid.Floor(a.entries.store.now().Add(-a.entries.retention.MaxAge)))
	err := a.entries.store.viewBucket(a.entries.entries, func(b *bbolt.Bucket) error {
		c := b.Cursor()
		k, v := c.Last()
		if before != "" {
			k, v = seekBefore(c, []byte(before))
		}
		for ; k != nil && bytes.Compare(k, floor) >= 0 && len(out) < limit; k, v = c.Prev() {
			_, value, err := decodeCollected(v)
			if err != nil {
				return err
			}
			out = append(out, bytes.Clone(value))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", a.entries.entries, err)
	}
	return out, nil
}
