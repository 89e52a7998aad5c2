package session

import (
	"maps"
	"sync"
	"time"
)

// memoTTL is the lifetime of an entry where there is room; entries live at most three times
// as long.
const memoTTL = 5 * time.Second

// memo caches results that are expensive to compute: opened tokens and issued tickets. It
// does not cache revocations, which are read on every request. It has two generations: when
// the current one is old or full it becomes the previous one, which bounds age and number
// without visiting entries.
type memo[K comparable, V any] struct {
	mu                sync.RWMutex
	current, previous map[K]V
	rotatedAt         time.Time
	size              int
	now               func() time.Time
}

func newMemo[K comparable, V any](size int, now func() time.Time) *memo[K, V] {
	return &memo[K, V]{current: map[K]V{}, rotatedAt: now(), size: max(1, size/2), now: now}
}

func (m *memo[K, V]) get(key K) (v V, ok bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.now().Sub(m.rotatedAt) > memoTTL {
		return v, false
	}
	if v, ok = m.current[key]; ok {
		return v, true
	}
	v, ok = m.previous[key]
	return v, ok
}

func (m *memo[K, V]) put(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if age := m.now().Sub(m.rotatedAt); age > memoTTL || len(m.current) >= m.size {
		m.previous = m.current
		if age > 2*memoTTL {
			m.previous = nil
		}
		m.current, m.rotatedAt = map[K]V{}, m.now()
	}
	m.current[key] = v
}

// drop removes the entries that match selects.
func (m *memo[K, V]) drop(match func(K, V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.current, match)
	maps.DeleteFunc(m.previous, match)
}

func (m *memo[K, V]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current, m.previous, m.rotatedAt = map[K]V{}, nil, m.now()
}
