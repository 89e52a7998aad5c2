package embedded

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/internal/auditid"
)

// maxDroppedPerPut bounds how many old entries one Put drops.
const maxDroppedPerPut = 256

// AuditStore implements staff.AuditStore. An acknowledged entry is on disk.
type AuditStore struct {
	store      *Store
	bucket     []byte
	maxEntries int
	maxAge     time.Duration
	entries    atomic.Int64 // number of stored entries
}

// AuditStore returns the audit store with a name, which is created with its first entry. A name must not be
// opened twice at a time, because the store counts its entries in memory.
func (s *Store) AuditStore(name string, maxEntries int, maxAge time.Duration) (*AuditStore, error) {
	a := &AuditStore{store: s, bucket: []byte("audit/" + name), maxEntries: maxEntries, maxAge: maxAge}
	err := s.view(func(tx *bbolt.Tx) error {
		if b := tx.Bucket(a.bucket); b != nil {
			a.entries.Store(int64(b.Inspect().KeyN))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("open audit store %s: %w", name, err)
	}
	return a, nil
}

// Put writes an entry; see staff.AuditStore.
func (a *AuditStore) Put(_ context.Context, id string, value []byte) error {
	floor := auditid.Floor(a.store.now().Add(-a.maxAge))
	var added int64
	err := a.store.batch(func(tx *bbolt.Tx) error {
		added = 0 // batch may call the function more than once
		b, err := tx.CreateBucketIfNotExists(a.bucket)
		if err != nil {
			return err
		}
		if b.Get([]byte(id)) == nil {
			added++
		}
		if err := b.Put([]byte(id), value); err != nil {
			return err
		}
		for range maxDroppedPerPut {
			oldest, _ := b.Cursor().First()
			if oldest == nil || string(oldest) >= floor && a.entries.Load()+added <= int64(a.maxEntries) {
				break
			}
			if err := b.Delete(oldest); err != nil {
				return err
			}
			added--
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("put %s: %w", a.bucket, err)
	}
	a.entries.Add(added)
	return nil
}

// Page returns entries, newest first; see staff.AuditStore.
func (a *AuditStore) Page(_ context.Context, before string, limit int) ([][]byte, error) {
	out, floor := [][]byte{}, auditid.Floor(a.store.now().Add(-a.maxAge))
	err := a.store.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(a.bucket)
		if b == nil {
			return nil
		}
		c := b.Cursor()
		k, v := c.Last()
		if before != "" {
			// Seek finds the entry itself or the one after it; the page starts before both.
			if found, _ := c.Seek([]byte(before)); found != nil {
				k, v = c.Prev()
			}
		}
		for ; k != nil && string(k) >= floor && len(out) < limit; k, v = c.Prev() {
			out = append(out, append([]byte{}, v...))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", a.bucket, err)
	}
	return out, nil
}
