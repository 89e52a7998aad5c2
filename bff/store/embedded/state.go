package embedded

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/internal/durable"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// StateFileName is the name of the file in the data directory that contains its State.
const StateFileName = "store.json"

// Values of State.Store.
const (
	InFile  = "embedded" // FileName
	InRedis = "redis"    // with MirrorFileName as mirror
)

// State names the store of a data directory because no other store may silently replace it.
type State struct {
	Store    string `json:"store"`               // empty if the directory never had a store
	IndexKey string `json:"index_key,omitempty"` // hash of the index key of the records, empty if unknown
}

// ReadState returns the state of the data directory dir. Without a state file, it looks for store
// files. If both stores have files, it returns the store that is not configured.
func ReadState(dir, configured string) (s State, err error) {
	path := filepath.Join(dir, StateFileName)
	raw, err := os.ReadFile(path) //nolint:gosec // the operator sets the path
	if errors.Is(err, fs.ErrNotExist) {
		for store, file := range map[string]string{InFile: FileName, InRedis: MirrorFileName} {
			if _, err := os.Stat(filepath.Join(dir, file)); err == nil && (s.Store == "" || store != configured) {
				s.Store = store
			}
		}
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err == nil && s.Store != InFile && s.Store != InRedis {
		err = fmt.Errorf("unknown store %q, want %s or %s", s.Store, InFile, InRedis)
	}
	if err != nil {
		err = fmt.Errorf("could not read %s: %w. If you delete it, Croupier looks for the files of the store instead",
			path, err)
	}
	return s, err
}

// Write durably writes the state of the data directory dir.
func (s State) Write(dir string) error {
	if err := durable.ReplaceJSON(filepath.Join(dir, StateFileName), s); err != nil {
		return fmt.Errorf("could not write the state of the data directory: %w", err)
	}
	return nil
}

// CheckStore fails with a DamagedError if the store of the data directory dir is damaged, or if it
// is missing although there was one. It fails with ErrFormat for a store of another format.
func CheckStore(dir string) error {
	path := filepath.Join(dir, FileName)
	err := checkMissing(dir)
	if err == nil {
		err = CheckFile(path)
	}
	if err == nil {
		if err = viewFile(path, false, checkFormat); err != nil {
			err = fmt.Errorf("%s %w", path, err)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// format is the version of the buckets of a store. Another version needs a conversion here.
const format = "1"

var (
	formatBucket = []byte("format")
	formatKey    = []byte("version")

	// ErrFormat is returned for a store with a format of another version.
	ErrFormat = errors.New("has records in the format of another version of Croupier. " +
		"Restore a backup of this version or start without the records (croupier serve --discard-store)")
)

// checkFormat fails with ErrFormat for a store of another format. A new store has no format.
func checkFormat(tx *bbolt.Tx) error {
	first, _ := tx.Cursor().First()
	b := tx.Bucket(formatBucket)
	if first == nil || b != nil && string(b.Get(formatKey)) == format {
		return nil
	}
	return ErrFormat
}

func checkMissing(dir string) error {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s, err := ReadState(dir, InFile)
	if err == nil && s.Store == InFile {
		err = &DamagedError{path, errors.New("the file is missing, but the data directory had a store")}
	}
	return err
}

// Contents returns the number of entries in each bucket of the store in the data directory dir.
func Contents(dir string) (map[string]int, error) {
	out := map[string]int{}
	return out, viewFile(filepath.Join(dir, FileName), false, func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			out[string(name)] = b.Inspect().KeyN
			return nil
		})
	})
}

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
