package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// readTimeout is how long ReadRecords waits for another process to close the file.
const readTimeout = 200 * time.Millisecond

// ReadRecords returns the records with a name in the store of the folder dir, which it does not
// change; none where there is no store. It fails with ErrInUse when another process has it open.
func ReadRecords(dir, name string) (map[string][]byte, error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: readTimeout})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("read %s: %w", dir, ErrInUse)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	defer db.Close() //nolint:errcheck // nothing was written
	out := map[string][]byte{}
	err = db.View(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte("records/" + name))
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(key, value []byte) error {
			out[string(key)] = append([]byte{}, value...)
			return nil
		})
	})
	return out, err
}
