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

// ringFile is a key file that is followed.
type ringFile struct {
	path string
	log  *slog.Logger
	mu   sync.Mutex
	last fs.FileInfo // of the file as it was last read
	lost bool        // it could not be found then, which has been told
}

// Follow makes the key file at path the source of the ring: whoever replaces it changes
// the ring of the running Manager. A file that is missing or broken is told in the log and
// changes nothing. Call Watch to look at the file by the clock; a token of a key that the
// ring does not know has it looked at, too.
func (m *Manager) Follow(path string) { m.file.Store(&ringFile{path: path, log: m.log}) }

// Watch looks at the followed key file at each tick until ctx ends. Files that are mounted
// or on a share tell nobody of their changes, and a look costs next to nothing.
func (m *Manager) Watch(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			m.look()
		}
	}
}

// look takes the ring of the key file where that has changed, and tells whether it did.
func (m *Manager) look() bool {
	f := m.file.Load()
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	ring, err := f.changed()
	if err != nil {
		f.log.Error("the key file is refused; the keys in use stay", "file", f.path, "cause", err.Error())
	}
	if ring == nil {
		return false
	}
	m.SetKeyRing(ring)
	f.log.Info("session keys were read", "file", f.path, "keys", len(ring.keys), "kid", ring.newest(m.now()).Kid)
	return true
}

// changed reads the file where it is not the one that was last read; nil where it is, or
// is unreadable. An unreadable one is told once.
func (f *ringFile) changed() (*KeyRing, error) {
	now, err := os.Stat(f.path)
	if err != nil && f.lost {
		return nil, nil //nolint:nilnil // nothing is new
	}
	if f.lost = err != nil; f.lost {
		f.last = nil
		return nil, fmt.Errorf("key ring: %w", err)
	}
	if f.last != nil && os.SameFile(f.last, now) && f.last.ModTime().Equal(now.ModTime()) && f.last.Size() == now.Size() {
		return nil, nil //nolint:nilnil // nothing is new
	}
	f.last = now
	return LoadKeyRing(f.path)
}
