package redis

import "time"

// Complete reports whether the cache holds all entries.
func (r *Revocations) Complete() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.complete
}

// Cached reports whether the cache holds an entry for key, without contacting Redis.
func (r *Revocations) Cached(key string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, known := r.cache[key]
	return known
}

// SetClockOffset makes the limiter believe that the clock of Redis is ahead by d.
func (l *Limiter) SetClockOffset(d time.Duration) { l.ahead.Store(&d) }
