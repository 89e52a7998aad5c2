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
	Store      Store[K, V]      // default: a Go map
}

// Store holds the entries of a Map. It is safe for concurrent use.
type Store[K comparable, V any] interface {
	Get(key K) *Entry[K, V] // nil for an unknown key
	Set(key K, e *Entry[K, V])
	Delete(key K)
}

// Map is a map within bounds. It evicts by CLOCK: it visits the oldest entry first, and one that was read since its last
// visit gets a second chance. Reads take only the lock of the store. It is safe for concurrent use.
type Map[K comparable, V any] struct {
	options Options[K, V]
	store   Store[K, V]

	mu    sync.Mutex
	order list.List // of *Entry, newest first
	bytes int64

	evicted atomic.Uint64
}

// Entry is a value in a Store.
type Entry[K comparable, V any] struct {
	key     K
	value   V
	size    int64
	at      time.Time
	used    atomic.Bool // read since eviction last visited the entry
	element *list.Element
}

// New returns an empty map.
func New[K comparable, V any](o Options[K, V]) *Map[K, V] {
	m := &Map[K, V]{options: o, store: o.Store}
	if m.store == nil {
		m.store = &mapStore[K, V]{entries: map[K]*Entry[K, V]{}}
	}
	return m
}

// Get returns the value of key; ok is false when there is none.
func (m *Map[K, V]) Get(key K) (v V, ok bool) {
	e := m.store.Get(key)
	if e == nil || m.options.TTL > 0 && m.options.Now().Sub(e.at) > m.options.TTL {
		return v, false
	}
	if !e.used.Load() {
		e.used.Store(true)
	}
	return e.value, true
}

// Put stores the value of key.
func (m *Map[K, V]) Put(key K, v V) {
	e := &Entry[K, V]{key: key, value: v}
	if m.options.TTL > 0 {
		e.at = m.options.Now()
	}
	if m.options.Size != nil {
		e.size = m.options.Size(v)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.store.Get(key); old != nil {
		m.drop(old)
	}
	if m.options.MaxBytes > 0 && e.size > m.options.MaxBytes/8 {
		return
	}
	m.evict(1, e.size)
	e.element = m.order.PushFront(e)
	m.bytes += e.size
	m.store.Set(key, e)
}

// Resize counts the value of key again, whose size has changed.
func (m *Map[K, V]) Resize(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.store.Get(key); e != nil {
		m.bytes -= e.size
		e.size = m.options.Size(e.value)
		m.bytes += e.size
		m.evict(0, 0)
	}
}

// evict drops expired entries from the old end, then as many as more entries and bytes require.
func (m *Map[K, V]) evict(more int, bytes int64) {
	for last := m.order.Back(); last != nil; last = m.order.Back() {
		e := last.Value.(*Entry[K, V]) //nolint:forcetypeassert // only entries are in the list
		over := m.options.MaxBytes > 0 && m.bytes+bytes > m.options.MaxBytes || m.order.Len()+more > m.options.MaxEntries
		switch {
		case m.options.Expired != nil && m.options.Expired(e.value):
			m.drop(e)
		case !over:
			return
		case e.used.Swap(false):
			m.order.MoveToFront(last)
		default:
			m.drop(e)
			m.evicted.Add(1)
		}
	}
}

func (m *Map[K, V]) drop(e *Entry[K, V]) {
	m.order.Remove(e.element)
	m.bytes -= e.size
	m.store.Delete(e.key)
}

// Delete removes the entries that match selects and returns their number.
func (m *Map[K, V]) Delete(match func(K, V) bool) (deleted int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for at := m.order.Front(); at != nil; {
		e := at.Value.(*Entry[K, V]) //nolint:forcetypeassert // only entries are in the list
		at = at.Next()
		if match(e.key, e.value) {
			m.drop(e)
			deleted++
		}
	}
	return deleted
}

// Clear removes all entries.
func (m *Map[K, V]) Clear() { m.Delete(func(K, V) bool { return true }) }

// Size returns the number of entries and the sum of their sizes.
func (m *Map[K, V]) Size() (entries int, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.order.Len(), m.bytes
}

// Len returns the number of entries.
func (m *Map[K, V]) Len() int {
	n, _ := m.Size()
	return n
}

// Evicted returns the number of entries that were dropped for the bounds of number and size.
func (m *Map[K, V]) Evicted() uint64 { return m.evicted.Load() }

// mapStore is a Store in a Go map.
type mapStore[K comparable, V any] struct {
	mu      sync.RWMutex
	entries map[K]*Entry[K, V]
}

func (s *mapStore[K, V]) Get(key K) *Entry[K, V] {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.entries[key]
}

func (s *mapStore[K, V]) Set(key K, e *Entry[K, V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries[key] = e
}

func (s *mapStore[K, V]) Delete(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.entries, key)
}
