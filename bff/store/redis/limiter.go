package redis

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

const (
	prefetchDivisor = 64          // an instance prefetches burst/prefetchDivisor units at a time
	prefetchTTL     = time.Second // how long prefetched units may be used
	maxPrefetched   = 100_000     // keys with prefetched units per instance
)

// Limiter implements limit.Shared: it counts over all instances. Without Redis it fails: at once while
// the circuit is open, after the timeout of the store otherwise.
//
// Calls of a class with a limit take a unit from a bucket that may have a large burst. An instance
// prefetches a small part of such a bucket, so that most calls do not wait for Redis. Prefetched
// units count towards the limit.
type Limiter struct {
	store      *Store
	clock      func() time.Time // nil: the clock of Redis
	mu         sync.Mutex
	prefetched map[bff.LimitKey]prefetch
	ahead      atomic.Pointer[time.Duration] // how far the clock of Redis is ahead of this instance's; nil: unknown
}

// prefetch is the units of one bucket that this instance has taken and not used yet.
type prefetch struct {
	units int
	until time.Time
}

func newLimiter(s *Store, clock func() time.Time) *Limiter {
	return &Limiter{store: s, clock: clock, prefetched: map[bff.LimitKey]prefetch{}}
}

// Take takes one unit of key's allowance; see limit.Shared.
func (l *Limiter) Take(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool, err error) {
	a, key, limited := l.allowance(key)
	if !limited || l.takePrefetched(key) {
		return 0, true, nil
	}
	if !l.store.circuit.allow() {
		return 0, false, errCircuitOpen
	}
	bounded, cancel := l.store.withTimeout(ctx)
	defer cancel()
	if a.Burst > 0 {
		retryAfter, ok, err = l.takeFromBucket(bounded, key, a)
	} else {
		retryAfter, ok, err = l.takeFromWindow(bounded, key, a)
	}
	l.store.circuit.record(ctx, err)
	return retryAfter, ok, err
}

// Refund gives back the unit taken last; see bff.Limiter.
func (l *Limiter) Refund(ctx context.Context, key bff.LimitKey) {
	a, key, limited := l.allowance(key)
	if !limited || !l.store.circuit.allow() {
		return
	}
	bounded, cancel := l.store.withTimeout(context.WithoutCancel(ctx))
	defer cancel()
	err := l.store.runScript(bounded, refundScript, l.redisKey(key), a.Window.Milliseconds(), a.Count, a.Burst).Err()
	l.store.circuit.record(ctx, err)
}

// Reset empties the counters of keys; see limit.SharedResetter.
func (l *Limiter) Reset(ctx context.Context, keys ...bff.LimitKey) error {
	bounded, cancel := l.store.withTimeout(context.WithoutCancel(ctx))
	defer cancel()
	for _, key := range keys { // one by one: the keys of a cluster are on several servers
		key.Visitor = netip.Addr{}
		l.mu.Lock()
		delete(l.prefetched, key)
		l.mu.Unlock()
		if err := l.store.client.Del(bounded, l.redisKey(key)).Err(); err != nil {
			return fmt.Errorf("redis: reset limit: %w", err)
		}
	}
	return nil
}

// allowance returns the limit in force, and key without its visitor, who matters for exemptions
// only.
func (l *Limiter) allowance(key bff.LimitKey) (bff.Allowance, bff.LimitKey, bool) {
	if key.Exemptable() && l.store.options.Exempt(key.Brand, key.Visitor) {
		return bff.Allowance{}, key, false
	}
	key.Visitor = netip.Addr{}
	a, ok := l.store.options.Allowance(key.Brand, key.Rule)
	return a, key, ok
}

// takeFromWindow takes one unit of a sliding window.
func (l *Limiter) takeFromWindow(ctx context.Context, key bff.LimitKey, a bff.Allowance) (retryAfter time.Duration, ok bool, err error) {
	for range 2 { // the second time with the clock of Redis as the first reply has told it
		var deadline int64
		if ahead := l.ahead.Load(); ahead != nil {
			at, _ := ctx.Deadline() // of Take
			deadline = at.Add(*ahead).UnixMilli()
		}
		reply, err := l.store.runScript(ctx, windowScript, l.redisKey(key), l.now(), a.Window.Milliseconds(), a.Count, deadline).Int64Slice()
		if err != nil {
			return 0, false, fmt.Errorf("redis: take from window: %w", err)
		}
		if len(reply) != 2 {
			return 0, false, fmt.Errorf("redis: take from window: unexpected reply %v", reply)
		}
		ahead := time.Until(time.UnixMilli(reply[1]))
		l.ahead.Store(&ahead)
		if ms := reply[0]; ms >= 0 {
			return time.Duration(ms) * time.Millisecond, ms == 0, nil
		}
	}
	return 0, false, errors.New("redis: take from window: the clock of Redis jumps")
}

// now returns the time by which units are counted in Unix milliseconds, or 0 for that of Redis.
func (l *Limiter) now() int64 {
	if l.clock == nil {
		return 0
	}
	return l.clock().UnixMilli()
}

// takeFromBucket takes several units of a token bucket, and prefetches all but one.
func (l *Limiter) takeFromBucket(ctx context.Context, key bff.LimitKey, a bff.Allowance) (retryAfter time.Duration, ok bool, err error) {
	want := max(a.Burst/prefetchDivisor, 1)
	reply, err := l.store.runScript(ctx, bucketScript, l.redisKey(key), l.now(), a.Window.Milliseconds(), a.Count, a.Burst, want).Int64Slice()
	if err != nil {
		return 0, false, fmt.Errorf("redis: take from bucket: %w", err)
	}
	if len(reply) != 2 {
		return 0, false, fmt.Errorf("redis: take from bucket: unexpected reply %v", reply)
	}
	taken, ms := reply[0], reply[1]
	l.addPrefetched(key, int(taken)-1)
	return time.Duration(ms) * time.Millisecond, taken > 0, nil
}

// takePrefetched takes a prefetched unit and reports whether there was a valid one.
func (l *Limiter) takePrefetched(key bff.LimitKey) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.prefetched[key]
	if !ok {
		return false
	}
	if p.units--; p.units == 0 || !l.store.options.Now().Before(p.until) {
		delete(l.prefetched, key)
	} else {
		l.prefetched[key] = p
	}
	return l.store.options.Now().Before(p.until)
}

// addPrefetched stores prefetched units. Units that are dropped here refill in Redis.
func (l *Limiter) addPrefetched(key bff.LimitKey, units int) {
	if units <= 0 {
		return
	}
	now := l.store.options.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.prefetched) >= maxPrefetched {
		for k, p := range l.prefetched {
			if !now.Before(p.until) {
				delete(l.prefetched, k)
			}
		}
	}
	if len(l.prefetched) < maxPrefetched {
		l.prefetched[key] = prefetch{units: units, until: now.Add(prefetchTTL)}
	}
}

// redisKey returns the Redis key of a counter. Its subject, a player, an account or an address, is
// hashed.
func (l *Limiter) redisKey(key bff.LimitKey) string {
	hash := l.store.options.IndexKey.Hash(indexkey.Limit, key.Brand, string(key.Rule), key.Subject)
	return l.store.key("limit", string(key.Rule)+":"+key.Brand+":"+hash)
}
