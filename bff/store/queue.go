package store

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"croupier/bff/internal/lists"
)

// ErrClosed is returned for changes that a closed store has not written.
var ErrClosed = errors.New("the store is closed")

// retryInterval is the time between two attempts to write after a failure.
const retryInterval = time.Second

// Queue writes all waiting entries at once, in the background, and retries after a failure.
type Queue struct {
	write   func(...Entry) error
	max     int
	wake    chan struct{}
	stopped chan struct{} // closed after the last write

	mu      sync.Mutex
	waiting map[entryID]waitingEntry
	changes int    // number of the last waiting entry
	next    *Write // the next write of the waiting entries
}

type entryID struct{ set, key string }

type waitingEntry struct {
	Entry
	change int // its number, see Queue.changes
}

// Write is a write of entries. err is valid after done is closed.
type Write struct {
	done chan struct{}
	err  error
}

// NewQueue returns a queue that drops new entries beyond most. It may call write without entries.
func NewQueue(most int, write func(...Entry) error) *Queue {
	return &Queue{
		write: write, max: most, wake: make(chan struct{}, 1), stopped: make(chan struct{}),
		waiting: map[entryID]waitingEntry{}, next: &Write{done: make(chan struct{})},
	}
}

// Get returns a waiting entry.
func (q *Queue) Get(set, key string) (e Entry, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w, ok := q.waiting[entryID{set, key}]
	return w.Entry, ok
}

// Waiting returns the number of waiting entries of a set.
func (q *Queue) Waiting(set string) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for id := range q.waiting {
		if id.set == set {
			n++
		}
	}
	return n
}

// Put adds entries and returns the write that makes them durable.
func (q *Queue) Put(entries ...Entry) *Write {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range entries {
		id := entryID{e.Set, e.Key}
		if _, known := q.waiting[id]; known || len(q.waiting) < q.max {
			q.changes++
			q.waiting[id] = waitingEntry{e, q.changes}
		}
	}
	Request(q.wake)
	return q.next
}

// Await waits until the entries of w are durable. After an error, they are only in memory.
func (q *Queue) Await(ctx context.Context, w *Write) error {
	select {
	case <-w.done:
		return w.err
	case <-q.stopped:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run writes waiting entries until ctx ends. Then it writes the rest once.
func (q *Queue) Run(ctx context.Context) error {
	defer close(q.stopped)
	for {
		select {
		case <-ctx.Done():
			q.mu.Lock()
			isEmpty := len(q.waiting) == 0
			q.mu.Unlock()
			if isEmpty {
				return nil
			}
			return q.flush()
		case <-q.wake:
		}
		if q.flush() != nil {
			Request(q.wake)
			select {
			case <-ctx.Done():
			case <-time.After(retryInterval):
			}
		}
	}
}

// flush writes all waiting entries. It removes written entries unless they were replaced meanwhile.
func (q *Queue) flush() error {
	q.mu.Lock()
	w := q.next
	q.next = &Write{done: make(chan struct{})}
	written := maps.Clone(q.waiting)
	q.mu.Unlock()
	entries := lists.Map(slices.Collect(maps.Values(written)), func(e waitingEntry) Entry { return e.Entry })
	if w.err = q.write(entries...); w.err == nil {
		q.mu.Lock()
		maps.DeleteFunc(q.waiting, func(id entryID, e waitingEntry) bool { return e.change == written[id].change })
		q.mu.Unlock()
	}
	close(w.done)
	return w.err
}

// Request sends a request unless one is already waiting.
func Request(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
