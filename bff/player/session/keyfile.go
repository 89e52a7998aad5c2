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
		return nil, fmt.Errorf("could not read the key ring: %w", err)
	}
	r, err := ParseKeyRing(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// KeyFileName is the name of the key file in a data directory.
const KeyFileName = "keys.json"

// CreateKeyRing creates the key file at path with a first key. If the file exists, it fails with
// fs.ErrExist.
func CreateKeyRing(path string, now time.Time) (*KeyRing, error) {
	first, err := newKeyRing(indexkey.New(), []record{newRecord(now)})
	if err != nil {
		return nil, err
	}
	// Unlike a rename, a link fails if another process has created the file.
	return first, write(path, first, os.Link)
}

// OpenKeyRing reads the key file at path or creates it. Concurrent processes get the same ring.
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

// Rotate adds a key to the key file at path. The key starts to seal after the delay after, in which
// you copy the file to other servers. Rotate removes keys that were superseded more than keep ago.
// keep must be at least the longest session lifetime.
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

// write replaces the file at path atomically. If the disk is full, the old file remains.
func write(path string, r *KeyRing, commit func(from, to string) error) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = durable.WriteFile(path, r.encode(), commit)
	}
	if err != nil {
		return fmt.Errorf("could not write the key ring: %w", err)
	}
	return nil
}

// ReloadKeyRing loads the key file and reports whether the ring has changed. It logs a missing or
// broken file only once. Call it at short intervals, because network shares send no events.
func (m *Manager) ReloadKeyRing() bool {
	m.fileMu.Lock()
	defer m.fileMu.Unlock()
	raw, err := os.ReadFile(m.KeyFile) // nil if the file is missing
	if bytes.Equal(raw, m.lastFile) {
		return false
	}
	m.lastFile = raw
	var ring *KeyRing
	if err == nil {
		ring, err = ParseKeyRing(raw)
	}
	if err == nil && !ring.index.Equal(m.ring.Load().index) {
		err = errors.New("its index_key differs, so Croupier could not find revocations and other records")
	}
	if err != nil {
		m.Log.Error("key file rejected, the loaded keys remain active", "file", m.KeyFile, "cause", err.Error())
		return false
	}
	m.SetKeyRing(ring)
	m.Log.Info("key file loaded", "file", m.KeyFile, "keys", len(ring.keys), "kid", ring.newest(m.Now()).Kid)
	return true
}
