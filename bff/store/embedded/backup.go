package embedded

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// CopyFile writes a file of the data directory to w. It fails with ErrInUse if the file is in use.
func CopyFile(path string, w io.Writer) error {
	return viewFile(path, true, copyTo(w))
}

// CheckFile fails with a DamagedError if pages are not reachable or keys are not in order.
func CheckFile(path string) error {
	return viewFile(path, true, func(tx *bbolt.Tx) error {
		if err := protect(func() error { return checkPages(tx) }); err != nil {
			return &DamagedError{path, err}
		}
		return nil
	})
}

// InUse reports whether a process has a file of the data directory open.
func InUse(path string) bool {
	return errors.Is(viewFile(path, false, func(*bbolt.Tx) error { return nil }), ErrInUse)
}

// restoredBucket contains the time of the last restore in Unix milliseconds.
var (
	restoredBucket = []byte("restored")
	restoredKey    = []byte("at")
)

// errRestored is the cause of refusals of keys that may have been used after the backup.
var errRestored = errors.New("the key may have been used between the backup and its restore")

// MarkRestored marks a store that was restored from a backup at the time at. Changes after the
// backup are unknown, so it ends all sessions from before at and calls MarkForgotten.
func (s *Store) MarkRestored(ctx context.Context, at time.Time) error {
	if err := s.MarkForgotten(at); err != nil {
		return err
	}
	if err := s.Revoke(ctx, bff.RevocationOfEveryone, at, at.Add(store.EveryoneRetention)); err != nil {
		return err
	}
	if _, unsaved := s.State(); unsaved > 0 {
		return errors.New("could not mark the store as restored because the disk accepts no writes")
	}
	return nil
}

func (s *Store) loadRestored() error {
	return s.viewBucket(restoredBucket, func(b *bbolt.Bucket) error {
		value := b.Get(restoredKey)
		if len(value) != 8 {
			return fmt.Errorf("the time of the last restore has %d bytes instead of 8", len(value))
		}
		s.restoredAt = time.UnixMilli(int64(binary.BigEndian.Uint64(value)))
		return nil
	})
}

// mayBeForgotten reports whether a key may have been used between backup and restore.
func (m *moneyRecords) mayBeForgotten(key string, now time.Time) bool {
	at := m.store.restoredAt
	if at.IsZero() || now.After(at.Add(bff.MoneyRetention+2*idempotency.ClockLeeway)) {
		return false
	}
	made, ok := idempotency.KeyTime(key)
	return !ok || !made.After(at.Add(idempotency.ClockLeeway))
}

// MarkForgotten makes the store answer unknown idempotency keys from before at with an unknown
// outcome. For keys without a time, this applies until the retention of records has passed.
func (s *Store) MarkForgotten(at time.Time) error {
	err := s.update(func(tx *bbolt.Tx) error {
		return putInto(tx, restoredBucket, restoredKey, binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())))
	})
	if err != nil {
		return fmt.Errorf("could not write the time of the restore: %w", err)
	}
	s.restoredAt = at
	return nil
}
