package embedded

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/internal/auditid"
)

// trailDroppedAtOnce bounds how many old lines one new line drops.
const trailDroppedAtOnce = 256

// AuditStore is a list of lines in the order of their ids. What it acknowledges is on the disk.
type AuditStore struct {
	store      *Store
	bucket     []byte
	maxEntries int
	maxAge     time.Duration
	lines      atomic.Int64
}

// AuditStore gives the trail of that name, which it makes when absent. Nobody else may have the
// same one open.
func (s *Store) AuditStore(name string, maxEntries int, maxAge time.Duration) (*AuditStore, error) {
	t := &AuditStore{store: s, bucket: []byte("trail/" + name), maxEntries: maxEntries, maxAge: maxAge}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(t.bucket)
		if err == nil {
			t.lines.Store(int64(b.Inspect().KeyN))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("trail %s: %w", name, err)
	}
	return t, nil
}

// Put writes a line; see staff.AuditStore.
func (t *AuditStore) Put(_ context.Context, id string, value []byte) error {
	floor := auditid.Floor(t.store.now().Add(-t.maxAge))
	var more int64
	err := t.store.db.Batch(func(tx *bbolt.Tx) error {
		more = 0 // a batch may run its functions again
		b := tx.Bucket(t.bucket)
		if b.Get([]byte(id)) == nil {
			more++
		}
		if err := b.Put([]byte(id), value); err != nil {
			return err
		}
		for range trailDroppedAtOnce {
			oldest, _ := b.Cursor().First()
			if oldest == nil || string(oldest) >= floor && t.lines.Load()+more <= int64(t.maxEntries) {
				break
			}
			if err := b.Delete(oldest); err != nil {
				return err
			}
			more--
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", t.bucket, err)
	}
	t.lines.Add(more)
	return nil
}

// Page gives lines, the newest first; see staff.AuditStore.
func (t *AuditStore) Page(_ context.Context, before string, limit int) ([][]byte, error) {
	out := [][]byte{}
	err := t.store.db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket(t.bucket).Cursor()
		k, v := c.Last()
		if before != "" {
			// Seek finds the line itself or the one after it; the one wanted is before both.
			if found, _ := c.Seek([]byte(before)); found != nil {
				k, v = c.Prev()
			}
		}
		for ; k != nil && len(out) < limit; k, v = c.Prev() {
			out = append(out, append([]byte{}, v...))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.bucket, err)
	}
	return out, nil
}
