// Package fanout delivers messages to the subscribers within one process.
package fanout

import (
	"maps"
	"slices"
	"sync"

	"croupier/bff"
)

// Fanout is a set of subscribers by topic. The zero value is empty and ready to use. It is safe
// for concurrent use.
type Fanout struct {
	mu     sync.RWMutex
	nextID int
	subs   map[bff.Topic]map[int]func([]byte)
}

// Subscribe calls fn for every message of topic until cancel is called. Calling cancel again does
// nothing.
func (f *Fanout) Subscribe(topic bff.Topic, fn func(payload []byte)) (cancel func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.subs == nil {
		f.subs = map[bff.Topic]map[int]func([]byte){}
	}
	if f.subs[topic] == nil {
		f.subs[topic] = map[int]func([]byte){}
	}
	id := f.nextID
	f.nextID++
	f.subs[topic][id] = fn
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.subs[topic], id)
	}
}

// Deliver calls the subscribers of topic one after the other, without holding a lock: they may
// subscribe, cancel and deliver themselves.
func (f *Fanout) Deliver(topic bff.Topic, payload []byte) {
	f.mu.RLock()
	subs := slices.Collect(maps.Values(f.subs[topic]))
	f.mu.RUnlock()
	for _, fn := range subs {
		fn(payload)
	}
}
