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

// StateFileName is the name of the file in the data folder that holds its State.
const StateFileName = "store.json"

// Values of State.Store.
const (
	InFile  = "embedded" // FileName
	InRedis = "redis"    // of which MirrorFileName mirrors what Redis must not forget
)

// State says which store has the records of a data folder, so that no other store replaces it silently.
type State struct {
	Store    string `json:"store"`               // empty: the folder never had a store
	IndexKey string `json:"index_key,omitempty"` // hash of the index key that the records are stored under; empty: unknown
}

// ReadState returns the state of the folder dir. Without a state file it goes by the other files. If the
// folder has the files of both stores, the store is the one which is not configured.
func ReadState(dir, configured string) (s State, err error) {
	path := filepath.Join(dir, StateFileName)
	raw, err := os.ReadFile(path) //nolint:gosec // the path is set by the operator
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
		err = fmt.Errorf("store %q: want %s or %s", s.Store, InFile, InRedis)
	}
	if err != nil {
		err = fmt.Errorf("could not read %s: %w; if you delete it, the files beside it say which store has the records", path, err)
	}
	return s, err
}

// Write writes the state of the folder dir durably.
func (s State) Write(dir string) error {
	if err := durable.ReplaceJSON(filepath.Join(dir, StateFileName), s); err != nil {
		return fmt.Errorf("could not write the state of the data folder: %w", err)
	}
	return nil
}

// CheckStore fails with a DamagedError if the store of the folder dir is damaged, or missing although there was one.
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

	// ErrFormat says that a store has another format than this version's.
	ErrFormat = errors.New("has records of a version of Croupier that this one cannot read; " +
		"restore a backup of this version, or start without the records (croupier serve --discard-store)")
)

// checkFormat fails for a store of another format. A new store has none.
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
		err = &DamagedError{path, errors.New("it is missing, but its folder had a store")}
	}
	return err
}

// Contents returns the number of entries in each bucket of the store in the folder dir.
func Contents(dir string) (map[string]int, error) {
	out := map[string]int{}
	return out, viewFile(filepath.Join(dir, FileName), false, func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			out[string(name)] = b.Inspect().KeyN
			return nil
		})
	})
}
