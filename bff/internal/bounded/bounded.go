// Package bounded provides a map that is bounded by number, size and age.
package bounded

import (
	"container/list"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the bounds of a Map. Zero values of MaxBytes and TTL set no bound.
type Options[K comparable, V any] struct {
	MaxEntries int
	MaxBytes   int64            // sum of Size; a value larger than an eighth of it is not stored
	Size       func(V) int64    // required with MaxBytes
	TTL        time.Duration    // age from which Get does not return an entry
	Now        func() time.Time // required with TTL
	Expired    func(V) bool     // values that are evicted before all others; may be nil
	Store      Store            // for keys of type string; default: a Go map
}

// Store contains the entries of a Map. It is safe for concurrent use.
type Store interface {
	Get(key string) *Entry // nil for an unknown key
	Set(key string, e *Entry)
	Delete(key string)
}

// Map is a map within bounds. It evicts by CLOCK: it visits the oldest entry first, and keeps an
// entry that was read since the last visit. It is safe for concurrent use.
type Map[K comparable, V any] struct {
	size  func(V) int64
	ttl   time.Duration
	now   func() time.Time
	store Store

	mu      sync.RWMutex
	entries map[K]*Entry // without a store
	clock   clock
}

// New returns an empty map.
func New[K comparable, V any](o Options[K, V]) *Map[K, V] {
	m := &Map[K, V]{size: o.Size, ttl: o.TTL, now: o.Now, store: o.Store, entries: map[K]*Entry{}}
	m.clock = clock{maxEntries: o.MaxEntries, maxBytes: o.MaxBytes, drop: m.drop}
	if o.Expired != nil {
		m.clock.expired = func(value any) bool { return o.Expired(value.(V)) } //nolint:forcetypeassert // of this map
	}
	return m
}

// find returns the entry of key, or nil. The map is locked.
func (m *Map[K, V]) find(key K) *Entry {
	if m.store != nil {
		return m.store.Get(any(key).(string)) //nolint:forcetypeassert // see Options
	}
	return m.entries[key]
}

func (m *Map[K, V]) drop(key any) {
	if m.store != nil {
		m.store.Delete(key.(string)) //nolint:forcetypeassert // see Options
		return
	}
	delete(m.entries, key.(K)) //nolint:forcetypeassert // of this map
}

// Get returns the value of key. ok is false if there is none.
func (m *Map[K, V]) Get(key K) (v V, ok bool) {
	m.mu.RLock()
	e := m.find(key)
	m.mu.RUnlock()
	if e == nil || m.ttl > 0 && m.now().Sub(e.at) > m.ttl {
		return v, false
	}
	if !e.used.Load() {
		e.used.Store(true)
	}
	return e.value.(V), true //nolint:forcetypeassert // of this map
}

// Put stores the value of key.
func (m *Map[K, V]) Put(key K, v V) {
	e := &Entry{key: key, value: v}
	if m.ttl > 0 {
		e.at = m.now()
	}
	if m.size != nil {
		e.size = m.size(v)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.find(key); old != nil {
		m.clock.remove(old)
	}
	switch {
	case !m.clock.add(e):
	case m.store != nil:
		m.store.Set(any(key).(string), e) //nolint:forcetypeassert // see Options
	default:
		m.entries[key] = e
	}
}

// Resize updates the size of the value of key after a change of the value.
func (m *Map[K, V]) Resize(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.find(key); e != nil {
		m.clock.resize(e, m.size(e.value.(V))) //nolint:forcetypeassert // of this map
	}
}

// Delete removes the entries that match selects and returns their number.
func (m *Map[K, V]) Delete(match func(K, V) bool) (deleted int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.clock.delete(
		func(key, value any) bool { return match(key.(K), value.(V)) }) //nolint:forcetypeassert // of this map
}

// Clear removes all entries.
func (m *Map[K, V]) Clear() { m.Delete(func(K, V) bool { return true }) }

// Size returns the number of entries and the sum of their sizes.
func (m *Map[K, V]) Size() (entries int, bytes int64) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.clock.order.Len(), m.clock.bytes
}

// Len returns the number of entries.
func (m *Map[K, V]) Len() int {
	n, _ := m.Size()
	return n
}

// Evicted returns the number of entries dropped because of the bounds of number and size.
func (m *Map[K, V]) Evicted() uint64 { return m.clock.evicted.Load() }

// clock counts entries and bytes and selects the entries to evict. It is not generic, so the binary
// contains it once.
type clock struct {
	maxEntries int
	maxBytes   int64                // 0: no bound
	expired    func(value any) bool // may be nil
	drop       func(key any)        // removes an entry from the map

	order   list.List // of *Entry, newest first
	bytes   int64
	evicted atomic.Uint64
}

// Entry is a key of a Map with its value.
type Entry struct {
	key, value any
	size       int64
	at         time.Time
	used       atomic.Bool // read since eviction last visited it
	element    *list.Element
}

// add adds an entry and reports whether it may be stored.
func (c *clock) add(e *Entry) bool {
	if c.maxBytes > 0 && e.size > c.maxBytes/8 {
		return false
	}
	c.evict(1, e.size)
	e.element = c.order.PushFront(e)
	c.bytes += e.size
	return true
}

func (c *clock) resize(e *Entry, size int64) {
	c.bytes += size - e.size
	e.size = size
	c.evict(0, 0)
}

// evict drops expired entries from the old end, then as many as more entries and bytes require.
func (c *clock) evict(more int, bytes int64) {
	for last := c.order.Back(); last != nil; last = c.order.Back() {
		e := last.Value.(*Entry) //nolint:forcetypeassert // only entries are in the list
		over := c.maxBytes > 0 && c.bytes+bytes > c.maxBytes || c.order.Len()+more > c.maxEntries
		switch {
		case c.expired != nil && c.expired(e.value):
			c.remove(e)
		case !over:
			return
		case e.used.Swap(false):
			c.order.MoveToFront(last)
		default:
			c.remove(e)
			c.evicted.Add(1)
		}
	}
}

// remove removes an entry, also from the map.
func (c *clock) remove(e *Entry) {
	c.order.Remove(e.element)
	c.bytes -= e.size
	c.drop(e.key)
}

// delete removes the entries that match selects and returns their number.
func (c *clock) delete(match func(key, value any) bool) (deleted int) {
	for at := c.order.Front(); at != nil; {
		e := at.Value.(*Entry) //nolint:forcetypeassert // only entries are in the list
		at = at.Next()
		if match(e.key, e.value) {
			c.remove(e)
			deleted++
		}
	}
	return deleted
}
