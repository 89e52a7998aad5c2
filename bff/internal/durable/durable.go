// Package durable writes small files that are complete or absent after a crash or on a full disk.
package durable

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// ReplaceJSON writes v as JSON and replaces the file at path.
func ReplaceJSON(path string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return WriteFile(path, raw, os.Rename)
}

// WriteFile is Write for a byte slice.
func WriteFile(path string, content []byte, commit func(from, to string) error) error {
	return Write(path, commit, func(to io.Writer) error {
		_, err := to.Write(content)
		return err
	})
}

// Write writes a file that only this user can read. The file is on disk when Write returns nil.
// After an error, path is unchanged. With os.Rename as commit, Write replaces an existing file.
// With os.Link it returns fs.ErrExist.
func Write(path string, commit func(from, to string) error, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	err = write(f)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := commit(f.Name(), path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir flushes the names of a directory's files to disk.
func SyncDir(path string) error {
	d, err := os.Open(path) //nolint:gosec // path is set by the operator
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
