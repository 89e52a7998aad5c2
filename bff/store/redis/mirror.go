package redis

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff/store"
)

// Mirror is the durable copy of what Redis must not forget. Without one, the copy ends with the process.
type Mirror interface {
	// Get returns the value of an entry, or nil where there is none or it has expired.
	Get(set, key string) ([]byte, error)
	// Put writes and deletes entries at once. They are durable when it returns nil.
	Put(entries ...store.Entry) error
	// Page returns up to limit entries of a set whose keys follow after, in their order.
	Page(set, after string, limit int) ([]store.Entry, error)
}

// The sets of the mirror.
const (
	mirroredKeys        = "idempotency"
	mirroredRevocations = "revocations"
	mirroredRecords     = "records/" // and the name
	mirroredMemory      = "memory"
)

const (
	// maxPending bounds the entries that wait for the disk. Beyond it new ones are not mirrored.
	maxPending = 100_000
	// mirrorRetryInterval is the time between two attempts to write after a failure.
	mirrorRetryInterval = time.Second
)

var errClosed = errors.New("redis: the store is closed")

type entryID struct{ set, key string }

// mirrorWriter writes a Mirror in the background. What waits is read from memory.
type mirrorWriter struct {
	mirror  Mirror
	log     *slog.Logger
	wake    chan struct{}
	stopped chan struct{} // closed when nothing is written any more

	mu      sync.Mutex
	pending map[entryID]pendingEntry
	changes int    // number of the last pending entry
	next    *flush // of the entries in pending
	failing bool
}

type pendingEntry struct {
	store.Entry
	change int // its number
}

// flush is one write. err is set before done is closed.
type flush struct {
	done chan struct{}
	err  error
}

func newMirrorWriter(m Mirror, log *slog.Logger) *mirrorWriter {
	return &mirrorWriter{
		mirror: m, log: log, wake: make(chan struct{}, 1), stopped: make(chan struct{}), pending: map[entryID]pendingEntry{}, next: &flush{done: make(chan struct{})},
	}
}

// get returns the value of an entry, or nil. An unreadable mirror is one that knows nothing.
func (w *mirrorWriter) get(set, key string) []byte {
	w.mu.Lock()
	e, ok := w.pending[entryID{set, key}]
	w.mu.Unlock()
	if ok {
		return e.Value
	}
	value, err := w.mirror.Get(set, key)
	w.report(err)
	return value
}

// mirrorTimeout bounds how long a call waits for the mirror.
const mirrorTimeout = 2 * time.Second

// awaitMirror waits until a write is durable. If that fails, Redis alone has the change.
func (s *Store) awaitMirror(ctx context.Context, f *flush) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), mirrorTimeout)
	defer cancel()
	if err := s.mirror.await(ctx, f); err != nil {
		s.options.Log.WarnContext(ctx, "could not mirror a change; a restart of this instance forgets it", "error", err)
	}
}

// await waits until entries are durable. An error means that they are in memory only.
func (w *mirrorWriter) await(ctx context.Context, f *flush) error {
	select {
	case <-f.done:
		return f.err
	case <-w.stopped:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// put queues entries. The result is the write that makes them durable.
func (w *mirrorWriter) put(entries ...store.Entry) *flush {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range entries {
		id := entryID{e.Set, e.Key}
		if _, known := w.pending[id]; known || len(w.pending) < maxPending {
			w.changes++
			w.pending[id] = pendingEntry{e, w.changes}
		}
	}
	request(w.wake)
	return w.next
}

// run writes what is queued until ctx ends, and then what is left.
func (w *mirrorWriter) run(ctx context.Context) {
	defer close(w.stopped)
	for {
		select {
		case <-ctx.Done():
			_ = w.flush() // which reports its failure
			return
		case <-w.wake:
		}
		if w.flush() != nil {
			request(w.wake)
			select {
			case <-ctx.Done():
			case <-time.After(mirrorRetryInterval):
			}
		}
	}
}

// flush writes the queued entries. They are no longer queued if that succeeds, unless they were replaced meanwhile.
func (w *mirrorWriter) flush() error {
	w.mu.Lock()
	f := w.next
	w.next = &flush{done: make(chan struct{})}
	written := maps.Clone(w.pending)
	w.mu.Unlock()
	if len(written) > 0 {
		var entries []store.Entry
		for _, e := range written {
			entries = append(entries, e.Entry)
		}
		f.err = w.mirror.Put(entries...)
		w.report(f.err)
	}
	if f.err == nil {
		w.mu.Lock()
		maps.DeleteFunc(w.pending, func(id entryID, e pendingEntry) bool { return e.change == written[id].change })
		w.mu.Unlock()
	}
	close(f.done)
	return f.err
}

// report logs the first of a series of failures.
func (w *mirrorWriter) report(err error) {
	w.mu.Lock()
	first := err != nil && !w.failing
	w.failing = err != nil
	w.mu.Unlock()
	if first {
		w.log.Error("mirror Redis in the data folder: failed; a restart of this instance would forget the latest changes", "error", err)
	}
}

func (w *mirrorWriter) healthy() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.failing
}

// Page returns entries of a set; see Mirror. Entries that wait for the disk may be missing.
func (w *mirrorWriter) Page(set, after string, limit int) ([]store.Entry, error) {
	page, err := w.mirror.Page(set, after, limit)
	w.report(err)
	return page, err
}

// pages returns the entries of a set a page at a time. An error is the last.
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

// pageSize is the number of entries that are read from the mirror at once.
const pageSize = 500

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

// Put writes and deletes entries; see Mirror. A full mirror drops entries that expire.
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
		maps.DeleteFunc(m.entries, func(_ entryID, e store.Entry) bool { return len(m.entries) > maxMemoryEntries && !e.Until.IsZero() })
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
