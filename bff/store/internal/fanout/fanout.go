// Package fanout hands messages to the subscribers within one process.
package fanout

import (
	"maps"
	"slices"
	"sync"

	"croupier/bff"
)

// Fanout is a set of subscribers. Its zero value is ready and has none.
type Fanout struct {
	mu   sync.RWMutex
	next int
	subs map[bff.Topic]map[int]func([]byte)
}

// Subscribe calls fn for every message of a topic until cancel is called.
func (f *Fanout) Subscribe(topic bff.Topic, fn func(payload []byte)) (cancel func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.subs == nil {
		f.subs = map[bff.Topic]map[int]func([]byte){}
	}
	if f.subs[topic] == nil {
		f.subs[topic] = map[int]func([]byte){}
	}
	id := f.next
	f.next++
	f.subs[topic][id] = fn
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.subs[topic], id)
	}
}

// Tell calls the subscribers of a topic one after the other. They may subscribe and cancel
// meanwhile.
func (f *Fanout) Tell(topic bff.Topic, payload []byte) {
	f.mu.RLock()
	subs := slices.Collect(maps.Values(f.subs[topic]))
	f.mu.RUnlock()
	for _, fn := range subs {
		fn(payload)
	}
}
