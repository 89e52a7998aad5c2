package cache

import (
	"sync/atomic"
	"time"

	"croupier/bff"
)

// counters count results by cache state.
type counters struct {
	hits, stale, coalesced, misses, bypassed atomic.Uint64
	staleAge                                 atomic.Int64 // nanoseconds
}

// count adds a result. age is used for stale ones only.
func (n *counters) count(state bff.CacheState, age time.Duration) {
	switch state {
	case bff.CacheHit:
		n.hits.Add(1)
	case bff.CacheStale:
		n.stale.Add(1)
		n.staleAge.Add(int64(age))
	case bff.CacheCoalesced:
		n.coalesced.Add(1)
	case bff.CacheMiss:
		n.misses.Add(1)
	case bff.CacheBypass:
		n.bypassed.Add(1)
	}
}

// Stats returns the counters since the cache was created.
func (c *Cache) Stats() bff.CacheStats {
	s := bff.CacheStats{
		Hits: c.counters.hits.Load(), Stale: c.counters.stale.Load(), Coalesced: c.counters.coalesced.Load(),
		Misses: c.counters.misses.Load(), Bypassed: c.counters.bypassed.Load(),
		StaleAge: time.Duration(c.counters.staleAge.Load()), Evicted: c.memory.evicted.Load(),
		SharedHits: c.shared.hits.Load(), SharedMisses: c.shared.misses.Load(), SharedFailures: c.shared.failures.Load(),
	}
	s.Entries, s.Bytes = c.memory.size()
	return s
}
