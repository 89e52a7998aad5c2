package store

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"
)

// ErrClosed is returned for what a closed store has not written.
var ErrClosed = errors.New("the store is closed")

// retryInterval is the time between two attempts to write after a failure.
const retryInterval = time.Second

// Queue writes entries in the background, all that wait at once, and tries again after a failure.
type Queue struct {
	write   func(...Entry) error
	max     int
	wake    chan struct{}
	stopped chan struct{} // closed when nothing is written any more

	mu      sync.Mutex
	waiting map[entryID]waitingEntry
	changes int    // number of the last waiting entry
	next    *Write // of the entries in waiting
}

type entryID struct{ set, key string }

type waitingEntry struct {
	Entry
	change int // its number
}

// Write is the write of some entries. err is set before done is closed.
type Write struct {
	done chan struct{}
	err  error
}

// NewQueue returns a queue of at most so many entries, beyond which new ones are not written. write may be called
// without entries.
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

// Put adds entries. The result is the write that makes them durable.
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

// Await waits until entries are durable. An error means that they are in memory only.
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

// Run writes what waits until ctx ends, and then what is left.
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

// flush writes what waits. It no longer waits if that succeeds, unless it was replaced meanwhile.
func (q *Queue) flush() error {
	q.mu.Lock()
	w := q.next
	q.next = &Write{done: make(chan struct{})}
	written := maps.Clone(q.waiting)
	q.mu.Unlock()
	entries := make([]Entry, 0, len(written))
	for _, e := range written {
		entries = append(entries, e.Entry)
	}
	if w.err = q.write(entries...); w.err == nil {
		q.mu.Lock()
		maps.DeleteFunc(q.waiting, func(id entryID, e waitingEntry) bool { return e.change == written[id].change })
		q.mu.Unlock()
	}
	close(w.done)
	return w.err
}

// Request sends a request unless one waits already.
func Request(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
