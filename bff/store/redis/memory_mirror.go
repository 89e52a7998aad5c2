package redis

import (
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff/store"
)

// maxMemoryEntries bounds a memoryMirror.
const maxMemoryEntries = 100_000

// memoryMirror is the Mirror of a store without a data folder, such as that of a command.
type memoryMirror struct {
	now     func() time.Time
	mu      sync.Mutex
	entries map[entryID]store.Entry
}

func newMemoryMirror(now func() time.Time) *memoryMirror {
	return &memoryMirror{now: now, entries: map[entryID]store.Entry{}}
}

// Get returns the value of an entry; see Mirror.
func (m *memoryMirror) Get(set, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[entryID{set, key}]
	if !ok || e.Expired(m.now()) {
		return nil, nil
	}
	return e.Value, nil
}

// Put writes and deletes entries; see Mirror. A full mirror drops expired entries, then any that
// expire.
func (m *memoryMirror) Put(entries ...store.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range entries {
		if e.Value == nil {
			delete(m.entries, entryID{e.Set, e.Key})
			continue
		}
		m.entries[entryID{e.Set, e.Key}] = e
	}
	if len(m.entries) <= maxMemoryEntries {
		return nil
	}
	now := m.now()
	for id, e := range m.entries {
		if e.Expired(now) {
			delete(m.entries, id)
		}
	}
	for id, e := range m.entries {
		if len(m.entries) <= maxMemoryEntries {
			break
		}
		if !e.Until.IsZero() {
			delete(m.entries, id)
		}
	}
	return nil
}

// Page returns entries of a set; see Mirror.
func (m *memoryMirror) Page(set, after string, limit int) ([]store.Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	var page []store.Entry
	for id, e := range m.entries {
		if id.set == set && id.key > after && !e.Expired(now) {
			page = append(page, e)
		}
	}
	slices.SortFunc(page, func(a, b store.Entry) int { return strings.Compare(a.Key, b.Key) })
	return page[:min(len(page), limit)], nil
}
