package session

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"
)

// watchedKeyFile is a key file that is reloaded when it changes.
type watchedKeyFile struct {
	path string
	log  *slog.Logger
	mu   sync.Mutex
	last fs.FileInfo // of the last version read
	lost bool        // the file was missing at the last check, which has been logged
}

// Follow makes the key file at path the source of the ring: replacing the file changes the
// ring of the running Manager. A missing or broken file is logged and changes nothing. The
// file is checked by Watch, and whenever a token names a key that the ring does not have.
func (m *Manager) Follow(path string) { m.file.Store(&watchedKeyFile{path: path, log: m.log}) }

// Watch checks the followed key file at each tick until ctx ends. Polling is used because
// mounted secrets and network shares send no file events.
func (m *Manager) Watch(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			m.reloadKeyRing()
		}
	}
}

// reloadKeyRing loads the followed key file if it has changed, and reports whether it did.
func (m *Manager) reloadKeyRing() bool {
	f := m.file.Load()
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	ring, err := f.reload()
	if err != nil {
		f.log.Error("load key file: rejected; the keys in use stay in force", "file", f.path, "cause", err.Error())
	}
	if ring == nil {
		return false
	}
	if !ring.index.Equal(m.ring.Load().index) {
		// The entries of the stores would no longer be found, revocations above all.
		f.log.Error("load key file: rejected; it has another index key, with which nothing in the stores would be found", "file", f.path)
		return false
	}
	m.SetKeyRing(ring)
	f.log.Info("key file loaded", "file", f.path, "keys", len(ring.keys), "kid", ring.newest(m.now()).Kid)
	return true
}

// reload reads the file if it has changed since the last read; it returns nil if not. A
// missing file is an error once.
func (f *watchedKeyFile) reload() (*KeyRing, error) {
	now, err := os.Stat(f.path)
	if err != nil && f.lost {
		return nil, nil //nolint:nilnil // unchanged
	}
	if f.lost = err != nil; f.lost {
		f.last = nil
		return nil, fmt.Errorf("key ring: %w", err)
	}
	if f.last != nil && os.SameFile(f.last, now) && f.last.ModTime().Equal(now.ModTime()) && f.last.Size() == now.Size() {
		return nil, nil //nolint:nilnil // unchanged
	}
	f.last = now
	return LoadKeyRing(f.path)
}
