package session

import (
	"maps"
	"sync"
	"time"
)

// memoLife is how long an opened token is remembered at least where there is room; three
// times as long at most.
const memoLife = 5 * time.Second

// memo remembers for seconds what is dear to work out: opened tokens, since opening one
// costs more than everything else a small call does, and tickets that were just written.
// Whether a session still stands is asked every time. It has two
// generations: when the young one is old or full, it becomes the old one and the old one
// is dropped, which bounds both age and number without looking at single entries.
type memo[K comparable, V any] struct {
	mu         sync.RWMutex
	young, old map[K]V
	turned     time.Time
	size       int
	now        func() time.Time
}

func newMemo[K comparable, V any](size int, now func() time.Time) *memo[K, V] {
	return &memo[K, V]{young: map[K]V{}, turned: now(), size: max(1, size/2), now: now}
}

func (m *memo[K, V]) get(key K) (v V, ok bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.now().Sub(m.turned) > memoLife {
		return v, false
	}
	if v, ok = m.young[key]; ok {
		return v, true
	}
	v, ok = m.old[key]
	return v, ok
}

func (m *memo[K, V]) put(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if age := m.now().Sub(m.turned); age > memoLife || len(m.young) >= m.size {
		m.old = m.young
		if age > 2*memoLife {
			m.old = nil
		}
		m.young, m.turned = map[K]V{}, m.now()
	}
	m.young[key] = v
}

// drop forgets what match says yes to.
func (m *memo[K, V]) drop(match func(K, V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.young, match)
	maps.DeleteFunc(m.old, match)
}

func (m *memo[K, V]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.young, m.old, m.turned = map[K]V{}, nil, m.now()
}
