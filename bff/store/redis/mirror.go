package redis

import (
	"context"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff/store"
)

// Mirror is a durable copy of important data of Redis. Without it the copy is in memory.
type Mirror interface {
	// Get returns the value of an entry, or nil if there is none or it has expired.
	Get(set, key string) ([]byte, error)
	// Put writes and deletes entries in one transaction. They are durable when Put returns nil.
	Put(entries ...store.Entry) error
	// Page returns at most limit entries of a set with keys greater than after, sorted by key.
	Page(set, after string, limit int) ([]store.Entry, error)
}

// The sets of the mirror.
const (
	mirroredKeys        = "idempotency"
	mirroredRevocations = "revocations"
	mirroredRecords     = "records/" // followed by the name
	mirroredMemory      = "memory"
)

// maxPending limits the entries that wait for the disk. Further entries are not mirrored.
const maxPending = 100_000

// mirrorWriter writes a Mirror in the background. It reads waiting entries from memory.
type mirrorWriter struct {
	*store.Queue
	mirror  Mirror
	log     *slog.Logger
	failing atomic.Bool
}

func newMirrorWriter(m Mirror, log *slog.Logger) *mirrorWriter {
	w := &mirrorWriter{mirror: m, log: log}
	w.Queue = store.NewQueue(maxPending, func(entries ...store.Entry) (err error) {
		if len(entries) > 0 {
			err = m.Put(entries...)
			w.report(err)
		}
		return err
	})
	return w
}

// get returns the value of an entry, or nil. An unreadable mirror counts as empty.
func (w *mirrorWriter) get(set, key string) []byte {
	if e, ok := w.Get(set, key); ok {
		return e.Value
	}
	value, err := w.mirror.Get(set, key)
	w.report(err)
	return value
}

// mirrorTimeout is the maximum time for which a call waits for the mirror.
const mirrorTimeout = 2 * time.Second

// awaitMirror waits until a write is durable. If it fails, only Redis has the change durably.
func (s *Store) awaitMirror(ctx context.Context, w *store.Write) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), mirrorTimeout)
	defer cancel()
	if err := s.mirror.Await(ctx, w); err != nil {
		s.options.Log.WarnContext(ctx,
			"could not mirror a change on disk, after a restart of this instance only Redis has it", "error", err)
	}
}

// report logs the first of a series of failures.
func (w *mirrorWriter) report(err error) {
	if wasFailing := w.failing.Swap(err != nil); err != nil && !wasFailing {
		w.log.Error("could not use the mirror of Redis in the data directory, a restart of this instance would lose "+
			"the latest changes of the mirror", "error", err)
	}
}

// Page returns entries of a set, see Mirror. Entries that wait for the disk may be missing.
func (w *mirrorWriter) Page(set, after string, limit int) ([]store.Entry, error) {
	page, err := w.mirror.Page(set, after, limit)
	w.report(err)
	return page, err
}

// pages returns the entries of a set page by page. An error is the last element.
func pages(read func(set, after string, limit int) ([]store.Entry, error), set string) iter.Seq2[[]store.Entry, error] {
	return func(yield func([]store.Entry, error) bool) {
		for after := ""; ; {
			page, err := read(set, after, pageSize)
			if err == nil && len(page) == 0 || !yield(page, err) || err != nil {
				return
			}
			after = page[len(page)-1].Key
		}
	}
}

const pageSize = 500

const maxMemoryEntries = 100_000

type entryID struct{ set, key string }

// memoryMirror is the Mirror of a store without a data directory, for example in a command.
type memoryMirror struct {
	now     func() time.Time
	mu      sync.Mutex
	entries map[entryID]store.Entry
}

func newMemoryMirror(now func() time.Time) *memoryMirror {
	return &memoryMirror{now: now, entries: map[entryID]store.Entry{}}
}

// Get returns the value of an entry, see Mirror.
func (m *memoryMirror) Get(set, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[entryID{set, key}]
	if !ok || e.Expired(m.now()) {
		return nil, nil
	}
	return e.Value, nil
}

// Put writes and deletes entries, see Mirror. A full mirror drops entries that have an expiry.
func (m *memoryMirror) Put(entries ...store.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range entries {
		if m.entries[entryID{e.Set, e.Key}] = e; e.Value == nil {
			delete(m.entries, entryID{e.Set, e.Key})
		}
	}
	if now := m.now(); len(m.entries) > maxMemoryEntries {
		maps.DeleteFunc(m.entries, func(_ entryID, e store.Entry) bool { return e.Expired(now) })
		maps.DeleteFunc(m.entries, func(_ entryID, e store.Entry) bool {
			return len(m.entries) > maxMemoryEntries && !e.Until.IsZero()
		})
	}
	return nil
}

// Page returns entries of a set, see Mirror.
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
