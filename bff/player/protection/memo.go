package protection

import (
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff/internal/bounded"
)

const (
	memoTTL     = 10 * time.Second // lifetime of an entry, in case the message about a change is lost
	memoRetry   = time.Second      // time between failed reads
	memoEntries = 32768
)

// memo caches the restrictions of players. A lookup does not allocate.
type memo struct {
	known *bounded.Map[Member, restrictions]

	mu      sync.Mutex    // guards changes
	changes atomic.Uint64 // counts calls of forget and forgetAll
}

// restrictions contains the fields of a Player that restrict the session.
type restrictions struct {
	Closing
	notedIn      string    // see Player.NotedIn
	exclusionDue bool      // the records of the person do not contain the exclusion yet
	watched      bool      // a limit depends on the player's games
	counted      int64     // last counted minute since 1970
	validUntil   time.Time // end of the entry's lifetime
}

// get returns the cached restrictions of a player, and whether they are recent enough to use.
func (m *memo) get(key Member, now time.Time) (c restrictions, known, recent bool) {
	c, known = m.known.Get(key)
	return c, known, known && now.Before(c.validUntil) && c.validUntil.Sub(now) <= memoTTL // a mock's clock may go back
}

// put stores the result of a read. It skips the result if a player was forgotten since the read
// began, because the result may be outdated.
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

// forget drops the entry of a player.
func (m *memo) forget(key Member) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Add(1)
	m.known.Delete(func(k Member, _ restrictions) bool { return k == key })
}

// forgetAll drops all entries.
func (m *memo) forgetAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Add(1)
	m.known.Delete(func(Member, restrictions) bool { return true })
}

// countMinute reports whether to record a minute of a player. Only the first caller gets true.
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
