package store

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"croupier/bff"
)

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
