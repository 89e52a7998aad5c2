package redis

import (
	"time"

	"croupier/bff"
)

// MaxMemoryEntries bounds the mirror of NewMemoryMirror.
const MaxMemoryEntries = maxMemoryEntries

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

// NewMemoryMirror returns a mirror that several stores may use one after the other, like a file that
// survives restarts.
func NewMemoryMirror(now func() time.Time) Mirror { return newMemoryMirror(now) }

// Mirrored reports whether the mirror has a record of a money key.
func (i *IdempotencyStore) Mirrored(key bff.IdempotencyKey) bool {
	return i.mirrored(i.hashed(key).String(), i.store.options.Now()) != nil
}

// MirroredOutcome reports whether the mirror has the outcome of a money key; its claim arrives earlier.
func (i *IdempotencyStore) MirroredOutcome(key bff.IdempotencyKey) bool {
	r := i.mirrored(i.hashed(key).String(), i.store.options.Now())
	return r != nil && (r.Answer != nil || r.Unknown != nil)
}

// DoNotWait makes claims not wait for other instances after a loss.
func (i *IdempotencyStore) DoNotWait() { i.restoreWait = 0 }

// RedisKey returns the Redis key of the record of a money key.
func (i *IdempotencyStore) RedisKey(key bff.IdempotencyKey) string { return i.redisKey(i.hashed(key)) }

// CountField returns the field of a generation that has the count of this instance.
func (s *Store) CountField() string { return s.memory.countField() }
