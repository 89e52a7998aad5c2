package session

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"croupier/bff/internal/durable"
	"croupier/bff/internal/indexkey"
)

// LoadKeyRing reads the key file at path.
func LoadKeyRing(path string) (*KeyRing, error) {
	raw, err := os.ReadFile(path) //nolint:gosec // path is set by the operator
	if err != nil {
		return nil, fmt.Errorf("key ring: %w", err)
	}
	r, err := ParseKeyRing(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// KeyFileName is the name of the key file in a data folder.
const KeyFileName = "keys.json"

// CreateKeyRing creates the key file at path with a first key. It fails with fs.ErrExist where the file exists.
func CreateKeyRing(path string, now time.Time) (*KeyRing, error) {
	first, err := newKeyRing(indexkey.New(), []record{newRecord(now)})
	if err != nil {
		return nil, err
	}
	// Unlike a rename, a link fails if another process created the file first.
	return first, write(path, first, os.Link)
}

// OpenKeyRing reads the key file at path, or creates it. Concurrent processes get the same ring.
func OpenKeyRing(path string, now time.Time) (*KeyRing, error) {
	r, err := LoadKeyRing(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	if _, err := CreateKeyRing(path, now); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return LoadKeyRing(path)
}

// Rotate adds a key to the key file at path that seals after a delay, in which copies of the file arrive at other
// servers. It removes keys that were superseded more than keep ago, the longest session lifetime or more.
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
	if r, err = newKeyRing(r.index, slices.Clip(records)); err != nil {
		return nil, err
	}
	return r, write(path, r, os.Rename)
}

// write replaces the file at path atomically: on a full disk the old file stays.
func write(path string, r *KeyRing, commit func(from, to string) error) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = durable.WriteFile(path, r.encode(), commit)
	}
	if err != nil {
		return fmt.Errorf("key ring: %w", err)
	}
	return nil
}

// ReloadKeyRing loads the key file and reports whether it has changed. It logs a missing or broken file once. Call it at
// short intervals: network shares send no events.
func (m *Manager) ReloadKeyRing() bool {
	m.fileMu.Lock()
	defer m.fileMu.Unlock()
	raw, err := os.ReadFile(m.KeyFile) // nothing of a missing file
	if bytes.Equal(raw, m.lastFile) {
		return false
	}
	m.lastFile = raw
	var ring *KeyRing
	if err == nil {
		ring, err = ParseKeyRing(raw)
	}
	if err == nil && !ring.index.Equal(m.ring.Load().index) {
		err = errors.New("it has another index key, with which nothing in the stores would be found, revocations above all")
	}
	if err != nil {
		m.Log.Error("load key file: rejected; the keys in use stay in force", "file", m.KeyFile, "cause", err.Error())
		return false
	}
	m.SetKeyRing(ring)
	m.Log.Info("key file loaded", "file", m.KeyFile, "keys", len(ring.keys), "kid", ring.newest(m.Now()).Kid)
	return true
}
