package embedded

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
)

// readTimeout is how long EachRecord waits for another process to close the file.
const readTimeout = 200 * time.Millisecond

// EachRecord calls fn with the records of a set in the store of the folder dir, which it does not change, until fn fails. A folder
// without a store has none. It fails with ErrInUse when another process has the store open.
func EachRecord(dir, name string, fn func(key string, value []byte) error) error {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return viewFile(path, func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte("records/" + name))
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(key, value []byte) error { return fn(string(key), bytes.Clone(value)) })
	})
}

// viewFile calls fn with a transaction of a file that it does not change.
func viewFile(path string, fn func(*bbolt.Tx) error) error {
	db, err := openFile(path, &bbolt.Options{ReadOnly: true, Timeout: readTimeout})
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // nothing was written
	return protect(func() error { return db.View(fn) })
}
