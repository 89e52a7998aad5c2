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
			// Seek finds the entry itself or the one after it; the page starts before both.
			if found, _ := c.Seek([]byte(before)); found != nil {
				k, v = c.Prev()
			}
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
