package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// LoadKeyRing reads the key file at path.
func LoadKeyRing(path string) (*KeyRing, error) {
	raw, err := os.ReadFile(path) //nolint:gosec // the operator's own file
	if err != nil {
		return nil, fmt.Errorf("key ring: %w", err)
	}
	r, err := ParseKeyRing(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// RingFile is the name of a key file in a data folder.
const RingFile = "keys.json"

// NewRing makes the key file at path with a first key. It fails with fs.ErrExist where
// there is one already.
func NewRing(path string, now time.Time) (*KeyRing, error) {
	first, err := newRing([]record{newRecord(now)})
	if err != nil {
		return nil, err
	}
	// A link, unlike a rename, fails where another program was faster.
	return first, write(path, first, os.Link)
}

// OpenKeyRing reads the key file at path, or makes one with a first key where there is none.
// When several programs do so at once, all end with the same ring.
func OpenKeyRing(path string, now time.Time) (*KeyRing, error) {
	r, err := LoadKeyRing(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	if _, err := NewRing(path, now); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return LoadKeyRing(path)
}

// Rotate adds a new key to the key file at path, which seals from after on, and drops keys
// that were followed by a newer one longer than keep ago: keep must be at least the
// longest life of a session, so that nobody is logged out. Servers that do not share the
// file need after to be as long as their copies take to arrive.
func Rotate(path string, now time.Time, after, keep time.Duration) (*KeyRing, error) {
	r, err := LoadKeyRing(path)
	if err != nil {
		return nil, err
	}
	next := newRecord(now.Add(after))
	records := []record{next}
	for _, k := range r.keys {
		followed := records[len(records)-1].Created
		if now.Sub(followed) > keep {
			break
		}
		records = append(records, k.record)
	}
	if r, err = newRing(slices.Clip(records)); err != nil {
		return nil, err
	}
	return r, write(path, r, os.Rename)
}

// write puts the ring at path whole or not at all: on a full disk the old file stays.
func write(path string, r *KeyRing, place func(from, to string) error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("key ring: %w", err)
	}
	tmp, err := os.CreateTemp(dir, ".keys-*") // made with mode 0600
	if err != nil {
		return fmt.Errorf("key ring: %w", err)
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	_, err = tmp.Write(r.bytes())
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return fmt.Errorf("key ring: %w", err)
	}
	if err := place(tmp.Name(), path); err != nil {
		return fmt.Errorf("key ring: %w", err)
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir) //nolint:gosec // the operator's own folder
	if err != nil {
		return fmt.Errorf("key ring: %w", err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return fmt.Errorf("key ring: %w", err)
	}
	return nil
}
