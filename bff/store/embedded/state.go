package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"croupier/bff/internal/durable"
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
