package embedded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// allocSize is the default of bbolt.DB.AllocSize.
const allocSize = 16 << 20

// DamagedError is returned for a damaged or missing file of the data directory.
type DamagedError struct {
	Path  string
	Cause error
}

// Error names the file, the cause and the commands that help.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged: %v. Restore a backup (croupier restore BACKUP --force --data-dir %s) or "+
		"start without its records (croupier serve --discard-store)", e.Path, e.Cause, filepath.Dir(e.Path))
}

// Unwrap returns the cause.
func (e *DamagedError) Unwrap() error { return e.Cause }

// file is an open file of the data directory.
type file struct{ db *bbolt.DB }

// lockTimeout is the time to wait for another process to close the file.
const lockTimeout = 2 * time.Second

// openFile opens a file of the data directory dir. It creates dir if it is absent.
func openFile(dir, name string) (file, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return file{}, fmt.Errorf("could not create the data directory: %w", err)
	}
	db, err := openDB(filepath.Join(dir, name),
		&bbolt.Options{Timeout: lockTimeout, FreelistType: bbolt.FreelistMapType})
	return file{db}, err
}

func (f file) close() error { return protect(f.db.Close) }

func (f file) view(fn func(*bbolt.Tx) error) error {
	return protect(func() error { return f.db.View(fn) })
}

func (f file) update(fn func(*bbolt.Tx) error) error {
	return protect(func() error { return f.db.Update(fn) })
}

// viewBucket runs fn with a bucket in a read transaction. If the bucket is absent, it does nothing.
func (f file) viewBucket(name []byte, fn func(*bbolt.Bucket) error) error {
	return f.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(name)
		if b == nil {
			return nil
		}
		if err := fn(b); err != nil {
			return fmt.Errorf("could not read %s: %w", name, err)
		}
		return nil
	})
}

// CopyTo writes a consistent copy of the whole file. It does not block changes.
func (f file) CopyTo(w io.Writer) error { return f.view(copyTo(w)) }

func copyTo(w io.Writer) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	}
}

// openDB opens a file of the data directory. It fails with ErrInUse if another process has it open.
// It returns a DamagedError and does not panic if the file is damaged.
func openDB(path string, o *bbolt.Options) (db *bbolt.DB, err error) {
	info, missing := os.Stat(path)
	if missing == nil && info.Size() == 0 {
		return nil, &DamagedError{path, errors.New("the file is empty")} // bbolt would create a new store
	}
	err = protect(func() (err error) {
		db, err = bbolt.Open(path, 0o600, o)
		return err
	})
	var ofSystem syscall.Errno
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("could not open %s: %w", filepath.Dir(path), ErrInUse)
	case errors.As(err, &ofSystem) && missing != nil:
		_ = os.Remove(path) // an empty file would look damaged
		return nil, fmt.Errorf("could not create %s: %w", path, err)
	case errors.As(err, &ofSystem):
		return nil, fmt.Errorf("could not open %s: %w", path, err)
	case err != nil:
		return nil, &DamagedError{path, err}
	}
	err = protect(func() error {
		return db.View(func(tx *bbolt.Tx) error {
			info, err := os.Stat(path)
			if err == nil && isCut(info.Size(), tx.Size()) {
				err = errors.New("the end of the file is missing")
			}
			return err
		})
	})
	if err != nil {
		return nil, errors.Join(&DamagedError{path, err}, protect(db.Close))
	}
	return db, nil
}

// isCut reports whether a file of a size is truncated. used is the size of its pages. bbolt
// allocates up to the next power of two, or AllocSize in a large file. A copy has no extra space.
func isCut(size, used int64) bool {
	return size < used || size > used && size <= allocSize && bits.OnesCount64(uint64(size)) != 1
}

// checkPages checks that every page is reachable once and every key is in order. It walks all pages
// first because tx.Check reads in another goroutine, in which protect cannot catch a memory fault.
func checkPages(tx *bbolt.Tx) error {
	err := tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return walk(b) })
	for fault := range tx.Check() {
		err = errors.Join(err, errors.New(strings.TrimPrefix(fault.Error(), "panic: "))) // a panic in bbolt's goroutine
	}
	return err
}

func walk(b *bbolt.Bucket) error {
	var last []byte
	return b.ForEach(func(k, v []byte) error {
		if bytes.Compare(last, k) >= 0 {
			return errors.New("the keys are not in order")
		}
		last = k
		_ = bytes.Count(v, []byte{0}) // reads every byte
		return nil
	})
}

// protect runs fn and returns a panic or a memory fault due to a damaged file as an error.
func protect(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a page of the file is invalid: %v", p)
		}
	}()
	return fn()
}

// readTimeout is the time that viewFile waits for another process to close the file.
const readTimeout = 200 * time.Millisecond

// EachRecord calls fn with the records of a set in the store of the data directory dir until fn
// fails. It does not change the store. Without a store there are no records. It fails with ErrInUse
// if another process has the store open.
func EachRecord(dir, name string, fn func(key string, value []byte) error) error {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return viewFile(path, false, func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte("records/" + name))
		if bucket == nil {
			return nil
		}
		return eachOf(bucket, fn)
	})
}

// viewFile calls fn with a read transaction of a file. Checks need the list of free pages.
func viewFile(path string, loadFree bool, fn func(*bbolt.Tx) error) error {
	db, err := openDB(path, &bbolt.Options{ReadOnly: true, Timeout: readTimeout, PreLoadFreelist: loadFree})
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // only read
	return protect(func() error { return db.View(fn) })
}
