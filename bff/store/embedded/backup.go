package embedded

import (
	"errors"
	"io"

	"go.etcd.io/bbolt"
)

// CopyTo writes the whole file as it is at one moment, while changes go on.
func (s *Store) CopyTo(w io.Writer) error { return copyTo(s.db, w) }

// CopyTo writes the whole file as it is at one moment, while changes go on.
func (m *Mirror) CopyTo(w io.Writer) error {
	return protect(func() error { return copyTo(m.db, w) })
}

// CopyFile writes a file of the data folder that no process has open. It fails with ErrInUse where one
// has.
func CopyFile(path string, w io.Writer) error {
	return protect(func() error {
		db, err := openReadOnly(path)
		if err != nil {
			return err
		}
		defer db.Close() //nolint:errcheck // nothing was written
		return copyTo(db, w)
	})
}

// CheckFile checks that a file of the data folder is whole: every page is reachable once and every key
// is in order.
func CheckFile(path string) error {
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // nothing was written
	if err := protect(func() error { return checkPages(db) }); err != nil {
		return &DamagedError{path, err}
	}
	return nil
}

func copyTo(db *bbolt.DB, w io.Writer) error {
	return db.View(func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
}

func openReadOnly(path string) (*bbolt.DB, error) {
	return openFile(path, &bbolt.Options{ReadOnly: true, Timeout: readTimeout, PreLoadFreelist: true})
}

// InUse reports whether a process has a file of the data folder open.
func InUse(path string) bool {
	db, err := openFile(path, &bbolt.Options{ReadOnly: true, Timeout: readTimeout})
	if err == nil {
		err = db.Close()
	}
	return errors.Is(err, ErrInUse)
}
