package redis

import (
	"time"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// MaxMemoryEntries limits the mirror of NewMemoryMirror.
const MaxMemoryEntries = maxMemoryEntries

// Complete reports whether the cache contains all entries.
func (r *Revocations) Complete() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.complete
}

// Cached reports whether the cache contains an entry for key. It does not contact Redis.
func (r *Revocations) Cached(key string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, known := r.cache[key]
	return known
}

// SetClockOffset makes the limiter believe that the clock of Redis is ahead by d.
func (l *Limiter) SetClockOffset(d time.Duration) { l.ahead.Store(&d) }

// NewMemoryMirror returns a mirror that several stores may use one after the other, like a file
// that survives restarts.
func NewMemoryMirror(now func() time.Time) Mirror { return newMemoryMirror(now) }

// Mirrored reports whether the mirror has a record of a money key.
func (s *Store) Mirrored(key bff.IdempotencyKey) bool {
	return s.mirrored(key) != nil
}

// MirroredOutcome reports whether the mirror has the outcome of a money key. Its claim arrives
// earlier.
func (s *Store) MirroredOutcome(key bff.IdempotencyKey) bool {
	r := s.mirrored(key)
	return r != nil && !r.IsClaim()
}

// DoNotWait makes claims not wait for other instances after a loss.
func (s *Store) DoNotWait() { s.money.restoreWait = 0 }

// RedisKey returns the Redis key of the record of a money key.
func (s *Store) RedisKey(key bff.IdempotencyKey) string {
	return s.money.redisKey(idempotency.Hashed(s.options.IndexKey, key))
}

// CountField returns the field of a generation that has the count of this instance.
func (s *Store) CountField() string { return s.memory.countField() }

func (s *Store) mirrored(key bff.IdempotencyKey) *idempotency.Record {
	return s.money.mirrored(idempotency.Hashed(s.options.IndexKey, key).String(), s.options.Now())
}
