// Package store contains the shared code of store/embedded (bbolt) and store/redis.
package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// MaxSessionsPerPlayer is the maximum number of entries under one key of a session index.
const MaxSessionsPerPlayer = 100

// Entry is one value of a mirror, which is an instance's copy of the shared store's data.
type Entry struct {
	Set   string    // the kind of the value, without NUL
	Key   string    // not empty
	Value []byte    // nil deletes the entry
	Until time.Time // the expiry, zero for never
}

// Expired reports whether the entry has expired at now.
func (e *Entry) Expired(now time.Time) bool { return !e.Until.IsZero() && !now.Before(e.Until) }

// ErrNotWritable is returned by the ping of a store that accepts no writes.
var ErrNotWritable = errors.New("the store accepts no writes")

// RefusedError is an ErrNotWritable with the reason of the server.
type RefusedError struct {
	Reason string // the error code of the server, for example READONLY
}

// Error implements error.
func (e *RefusedError) Error() string { return ErrNotWritable.Error() + ": " + e.Reason }

// Is makes e an ErrNotWritable.
func (e *RefusedError) Is(target error) bool { return target == ErrNotWritable }

// EveryoneRetention is the lifetime of the revocation after a restore. No session or token lasts as long.
const EveryoneRetention = 400 * 24 * time.Hour

// Revocation is a stored revocation. Its times are Unix milliseconds.
type Revocation struct{ At, Until int64 }

// Expiry returns Until.
func (r Revocation) Expiry() int64 { return r.Until }

// Encode encodes the revocation.
func (r Revocation) Encode() string { return fmt.Sprint(r.At, r.Until) }

// DecodeRevocation decodes the output of Encode.
func DecodeRevocation(text string) (r Revocation, err error) {
	if _, err = fmt.Sscan(text, &r.At, &r.Until); err != nil {
		return Revocation{}, fmt.Errorf("could not decode the revocation %q: %w", text, err)
	}
	return r, nil
}

// maxQueued is the maximum number of waiting messages per subscriber. Publish drops others.
const maxQueued = 256

// Fanout is the bus of one process. Subscribers do not delay the publisher or each other. The zero
// value is ready to use. It is safe for concurrent use.
type Fanout struct {
	mu      sync.RWMutex
	subs    map[bff.Topic]map[*subscriber]struct{}
	dropped atomic.Uint64
}

var _ bff.Bus = (*Fanout)(nil)

// subscriber receives the messages of one topic.
type subscriber struct {
	receive       func([]byte)
	resync        func()
	queue         chan []byte
	working       sync.Mutex  // locked by the goroutine that empties the queue
	missed, ended atomic.Bool // missed: messages were dropped since the last resync
}

// Subscribe implements bff.Bus. A second call of cancel does nothing.
func (f *Fanout) Subscribe(topic bff.Topic, receive func(payload []byte), resync func()) (cancel func()) {
	s := &subscriber{receive: receive, resync: resync, queue: make(chan []byte, maxQueued)}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.subs == nil {
		f.subs = map[bff.Topic]map[*subscriber]struct{}{}
	}
	if f.subs[topic] == nil {
		f.subs[topic] = map[*subscriber]struct{}{}
	}
	f.subs[topic][s] = struct{}{}
	return func() {
		s.ended.Store(true)
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.subs[topic], s)
	}
}

// Publish queues a message for the subscribers of topic. It does not block and never fails.
func (f *Fanout) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	f.mu.RLock()
	subs := slices.Collect(maps.Keys(f.subs[topic]))
	f.mu.RUnlock()
	for _, s := range subs {
		select {
		case s.queue <- payload:
			go s.work()
		default:
			s.missed.Store(true)
			f.dropped.Add(1)
		}
	}
	return nil
}

// Dropped returns the number of messages dropped due to slow subscribers.
func (f *Fanout) Dropped() uint64 { return f.dropped.Load() }

// work empties the queue unless another goroutine already does so.
func (s *subscriber) work() {
	for len(s.queue) > 0 && s.working.TryLock() {
		for len(s.queue) > 0 {
			if payload := <-s.queue; !s.ended.Load() {
				s.receive(payload)
			}
		}
		if s.missed.Swap(false) && s.resync != nil && !s.ended.Load() {
			s.resync()
		}
		s.working.Unlock()
	}
}
