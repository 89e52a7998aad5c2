// Package durable writes small files that are whole or absent after a crash or on a full disk.
package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteFile writes a file that only this user can read. It is on disk when WriteFile returns nil; otherwise the file that was at
// path stays. With os.Rename as commit it replaces that file, with os.Link it fails with fs.ErrExist if there is one.
func WriteFile(path string, content []byte, commit func(from, to string) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := commit(f.Name(), path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir makes the names of a folder's files durable.
func SyncDir(path string) error {
	d, err := os.Open(path) //nolint:gosec // path is set by the operator
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
