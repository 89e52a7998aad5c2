package session

import (
	"sync"
	"time"

	"croupier/bff"
)

// memoLife is how long an opened token is remembered at least where there is room; three
// times as long at most.
const memoLife = 5 * time.Second

// memo remembers opened tokens for seconds, since opening one costs more than everything
// else a small call does. Whether a session still stands is asked every time. It has two
// generations: when the young one is old or full, it becomes the old one and the old one
// is dropped, which bounds both age and number without looking at single entries.
type memo struct {
	mu         sync.RWMutex
	young, old map[string]bff.Session
	turned     time.Time
	size       int
	now        func() time.Time
}

func newMemo(size int, now func() time.Time) *memo {
	return &memo{young: map[string]bff.Session{}, turned: now(), size: max(1, size/2), now: now}
}

func (m *memo) get(token string) (bff.Session, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.now().Sub(m.turned) > memoLife {
		return bff.Session{}, false
	}
	if s, ok := m.young[token]; ok {
		return s, true
	}
	s, ok := m.old[token]
	return s, ok
}

func (m *memo) put(token string, s bff.Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if age := m.now().Sub(m.turned); age > memoLife || len(m.young) >= m.size {
		m.old = m.young
		if age > 2*memoLife {
			m.old = nil
		}
		m.young, m.turned = map[string]bff.Session{}, m.now()
	}
	m.young[token] = s
}

func (m *memo) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.young, m.old, m.turned = map[string]bff.Session{}, nil, m.now()
}
