package protection

import (
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff/internal/bounded"
)

const (
	memoTTL     = 10 * time.Second // how long a read holds, where the message of a change is lost
	memoRetry   = time.Second      // how long a failed read is not repeated
	memoEntries = 32768
)

// memo knows the restrictions of players that were read lately. A look-up does not allocate.
type memo struct {
	known *bounded.Map[Member, restrictions]

	mu      sync.Mutex    // of changes
	changes atomic.Uint64 // how often a player was forgotten
}

// restrictions is the part of a Player that restricts the session.
type restrictions struct {
	Closing
	notedIn      string    // see Player
	exclusionDue bool      // the records of the person do not know of the exclusion
	watched      bool      // a limit depends on what the player does in games
	counted      int64     // the minute, since 1970, that was noted last
	validUntil   time.Time // of the entry
}

// get returns what is known of a player, and whether it is recent enough to go by.
func (m *memo) get(key Member, now time.Time) (c restrictions, known, recent bool) {
	c, known = m.known.Get(key)
	return c, known, known && now.Before(c.validUntil) && c.validUntil.Sub(now) <= memoTTL // the clock of a mock may go back
}

// put notes what a read found, unless a player was forgotten since it began: it may have been overtaken.
func (m *memo) put(key Member, c restrictions, begun uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.changes.Load() == begun {
		if before, ok := m.known.Get(key); ok {
			c.counted = before.counted
		}
		m.known.Put(key, c)
	}
}

// forget drops what is known of a player.
func (m *memo) forget(key Member) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Add(1)
	m.known.Delete(func(k Member, _ restrictions) bool { return k == key })
}

// forgetAll drops what is known of every player.
func (m *memo) forgetAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Add(1)
	m.known.Delete(func(Member, restrictions) bool { return true })
}

// countMinute reports whether a minute of a player has to be noted, which only the first caller is told.
func (m *memo) countMinute(key Member, minute int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.known.Get(key)
	if !ok || !c.watched || c.counted == minute {
		return false
	}
	c.counted = minute
	m.known.Put(key, c)
	return true
}
