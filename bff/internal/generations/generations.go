// Package generations provides a bounded map without per-entry bookkeeping.
package generations

import (
	"maps"
	"sync"
	"time"
)

// Options are the bounds of a Map. Zero values of MaxCost and TTL set no bound.
type Options[V any] struct {
	MaxEntries int         // of one generation
	MaxCost    int         // sum of Cost over one generation
	Cost       func(V) int // required with MaxCost
	// TTL is the lifetime of an entry that is not displaced earlier; entries live at most three
	// times as long.
	TTL time.Duration
	Now func() time.Time // required with TTL
	// KeepUsed makes Get move an entry into the current generation, so that entries in use
	// survive. Not for use with TTL, which it would extend.
	KeepUsed bool
}

// Map is a map with two generations: when the current one is full or old it becomes the previous
// one and the previous one is dropped. That bounds number, cost and age without visiting entries.
// It is safe for concurrent use.
type Map[K comparable, V any] struct {
	options Options[V]

	mu                sync.RWMutex
	current, previous map[K]V
	cost              int // of current
	rotatedAt         time.Time
}

// New returns an empty map.
func New[K comparable, V any](o Options[V]) *Map[K, V] {
	m := &Map[K, V]{options: o}
	m.Clear()
	return m
}

// Get returns the value of key; ok is false when there is none.
func (m *Map[K, V]) Get(key K) (v V, ok bool) {
	m.mu.RLock()
	if m.options.TTL > 0 && m.options.Now().Sub(m.rotatedAt) > m.options.TTL {
		m.mu.RUnlock()
		return v, false
	}
	if v, ok = m.current[key]; ok {
		m.mu.RUnlock()
		return v, true
	}
	v, ok = m.previous[key]
	m.mu.RUnlock()
	if ok && m.options.KeepUsed {
		m.Put(key, v)
	}
	return v, ok
}

// Put stores the value of key.
func (m *Map[K, V]) Put(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, cost := &m.options, 0
	if o.Cost != nil {
		cost = o.Cost(v)
	}
	var age time.Duration
	if o.TTL > 0 {
		age = o.Now().Sub(m.rotatedAt)
	}
	if len(m.current) >= o.MaxEntries || o.MaxCost > 0 && m.cost+cost > o.MaxCost || age > o.TTL {
		m.previous = m.current
		if age > 2*o.TTL {
			m.previous = nil
		}
		m.start()
	}
	if o.Cost != nil {
		if old, ok := m.current[key]; ok {
			m.cost -= o.Cost(old)
		}
	}
	m.current[key] = v
	m.cost += cost
}

// Delete removes the entries that match selects.
func (m *Map[K, V]) Delete(match func(K, V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.current, match)
	maps.DeleteFunc(m.previous, match)
	if m.options.Cost != nil {
		m.cost = 0
		for _, v := range m.current {
			m.cost += m.options.Cost(v)
		}
	}
}

// Clear removes all entries.
func (m *Map[K, V]) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.previous = nil
	m.start()
}

// Len returns the number of entries, counting a key in both generations twice.
func (m *Map[K, V]) Len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.current) + len(m.previous)
}

// start begins an empty current generation.
func (m *Map[K, V]) start() {
	m.current, m.cost = map[K]V{}, 0
	if m.options.Now != nil {
		m.rotatedAt = m.options.Now()
	}
}
