package cache

import (
	"sync/atomic"
	"time"

	"croupier/bff"
)

// counters count replies by their state.
type counters struct {
	hits, stale, coalesced, misses, bypassed atomic.Uint64
	staleAge                                 atomic.Int64 // nanoseconds
}

// count writes a reply down. age is that of a stale one.
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

// Stats tells what the cache has done since it was made.
func (c *Cache) Stats() bff.CacheStats {
	s := bff.CacheStats{
		Hits: c.counters.hits.Load(), Stale: c.counters.stale.Load(), Coalesced: c.counters.coalesced.Load(),
		Misses: c.counters.misses.Load(), Bypassed: c.counters.bypassed.Load(),
		StaleAge: time.Duration(c.counters.staleAge.Load()), Evicted: c.shelf.evicted.Load(),
		SharedHits: c.second.hits.Load(), SharedMisses: c.second.misses.Load(), SharedFailures: c.second.failures.Load(),
	}
	s.Entries, s.Bytes = c.shelf.size()
	return s
}
