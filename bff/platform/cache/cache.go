// Package cache is the response cache of guest calls. Each entry contains the envelope ready to
// send in every encoding. Instances may share entries through a shared tier and send each other
// purges over the bus, see shared.go.
package cache

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	gocache "github.com/patrickmn/go-cache"

	"croupier/bff"
	"croupier/bff/internal/bounded"
)

// Checker reports whether the site can read the data of an answer. Package contract implements it.
type Checker interface {
	ReadableData(call *bff.Call, data json.RawMessage) bool
}

// Settings are the bounds and dependencies of a Cache.
type Settings struct {
	MaxBytes   int64            // default 256 MiB
	MaxEntries int              // default 100,000
	Now        func() time.Time // default time.Now
	Checker    Checker          // of entries of the shared tier; nil disables the check

	Bus    bff.Bus         // carries purges between instances; nil with a single instance
	Shared bff.SharedCache // shared tier; nil disables it
}

// Cache caches answers of guest calls for one instance. Close releases it.
type Cache struct {
	memory   *bounded.Map[string, *entry]
	fetches  *bounded.Map[string, string] // text about the last fetch by sharedKey
	shared   sharedTier
	counters map[bff.CacheState]*atomic.Uint64 // results by state
	staleAge atomic.Int64                      // nanoseconds; sum of stale results
	now      func() time.Time
	checker  Checker

	instance    string // id of this instance on the bus
	bus         bff.Bus
	unsubscribe func()

	base    context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup

	mu          sync.Mutex
	flights     map[string]*flight
	generations generations
}

// New returns an empty cache.
func New(s Settings) *Cache {
	if s.Now == nil {
		s.Now = time.Now
	}
	c := &Cache{
		memory: bounded.New(bounded.Options[string, *entry]{
			MaxEntries: cmp.Or(s.MaxEntries, 100_000), MaxBytes: cmp.Or(s.MaxBytes, 256<<20),
			Size:    func(e *entry) int64 { return e.size.Load() },
			Expired: func(e *entry) bool { return e.expired(s.Now()) },
			// Without a janitor, which would run until the cache is garbage collected.
			Store: goCache{gocache.New(gocache.NoExpiration, 0)},
		}),
		fetches: bounded.New(bounded.Options[string, string]{MaxEntries: 10_000}),
		shared:  sharedTier{store: s.Shared, now: s.Now},
		now:     s.Now, checker: s.Checker,
		counters: map[bff.CacheState]*atomic.Uint64{
			bff.CacheHit: {}, bff.CacheStale: {}, bff.CacheCoalesced: {}, bff.CacheMiss: {}, bff.CacheBypass: {},
		},
		instance: rand.Text(), bus: s.Bus, unsubscribe: func() {},
		flights:     map[string]*flight{},
		generations: generations{latest: map[string]uint64{}, unsent: map[string]bool{}},
	}
	c.base, c.end = context.WithCancel(context.Background())
	if s.Bus != nil {
		c.unsubscribe = s.Bus.Subscribe(bff.TopicPurge, c.onPurge, func() { c.purge(purgeMessage{}) })
	}
	return c
}

// Do answers r from the cache or through next, and returns the errors of next. r and its Data must
// not change afterwards, because a background refresh may still use them.
func (c *Cache) Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
	result, err := c.do(ctx, r, next)
	c.counters[result.State].Add(1)
	return result, err
}

func (c *Cache) do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
	q := r.CacheLookup
	if q == nil {
		q = c.Lookup(r)
	}
	if q == nil || r.Identity != nil {
		return bypass(ctx, r, next)
	}
	now := c.now()
	if e := c.cached(q.Key); e != nil && e.stale(q.Policy, now) {
		return c.serve(ctx, e, q, r, next, now), nil
	}
	f, started := c.join(ctx, q, r, next)
	if f == nil {
		return bypass(ctx, r, next)
	}
	state := bff.CacheCoalesced
	if started {
		state = bff.CacheMiss
	}
	select {
	case <-f.done:
	case <-ctx.Done():
		return bff.CacheResult{State: state}, ctx.Err()
	}
	now = c.now()
	if f.cached != nil {
		return c.serve(ctx, f.cached, q, r, next, now), nil
	}
	if upstreamFailed(f.err) {
		if e := c.cached(q.Key); e != nil && e.usableOnError(q.Policy, now) {
			return c.resultFrom(e, bff.CacheStale, now), nil
		}
	}
	if f.err != nil {
		return bff.CacheResult{State: state}, f.err
	}
	a := *f.a // each caller gets its own copy
	result := bff.CacheResult{Answer: &a, State: state}
	if f.entry != nil {
		result.Encoded = f.entry
	}
	return result, nil
}

// cached returns the entry of a key in memory, or nil.
func (c *Cache) cached(key string) *entry {
	e, _ := c.memory.Get(key)
	return e
}

// serve returns a cached answer, and starts one background refresh if the answer is stale.
func (c *Cache) serve(
	ctx context.Context, e *entry, q *bff.CacheLookup, r *bff.UpstreamRequest, next bff.Upstream, now time.Time,
) bff.CacheResult {
	if e.fresh(q.Policy, now) {
		return c.resultFrom(e, bff.CacheHit, now)
	}
	if retryAt := e.retryAt.Load(); retryAt == nil || !now.Before(*retryAt) {
		c.join(ctx, q, r, next)
	}
	return c.resultFrom(e, bff.CacheStale, now)
}

// Size returns the number of entries in the memory tier and their approximate size in bytes.
func (c *Cache) Size() (entries int, bytes int64) { return c.memory.Size() }

// Close cancels running flights and waits for them. Later calls bypass the cache.
func (c *Cache) Close() {
	c.unsubscribe()
	c.mu.Lock()
	c.end()
	c.mu.Unlock()
	c.running.Wait()
}

func bypass(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
	a, err := next.Do(ctx, r)
	return bff.CacheResult{Answer: a, State: bff.CacheBypass}, err
}

func (c *Cache) resultFrom(e *entry, state bff.CacheState, now time.Time) bff.CacheResult {
	age := e.age(now)
	if state == bff.CacheStale {
		c.staleAge.Add(int64(age))
	}
	answer := e.answer // each caller gets its own copy
	return bff.CacheResult{Answer: &answer, State: state, Encoded: e, Age: int(age / time.Second)}
}

// upstreamFailed reports whether a stale answer may be served instead of err. It includes an HTTP
// 500 that propagate_500 passes on, because that setting concerns only reported failures.
func upstreamFailed(err error) bool {
	return slices.ContainsFunc([]error{
		bff.ReasonBadUpstreamAnswer, bff.ReasonRateLimited, bff.ReasonUnavailable, bff.ReasonUpstreamTimeout,
		bff.ReasonUpstreamError,
	}, func(failure error) bool { return errors.Is(err, failure) })
}

// Stats returns the counters since the cache was created.
func (c *Cache) Stats() bff.CacheStats {
	results := func(state bff.CacheState) uint64 { return c.counters[state].Load() }
	s := bff.CacheStats{
		Hits: results(bff.CacheHit), Stale: results(bff.CacheStale), Coalesced: results(bff.CacheCoalesced),
		Misses: results(bff.CacheMiss), Bypassed: results(bff.CacheBypass), StaleAge: time.Duration(c.staleAge.Load()),
		Evicted: c.memory.Evicted(), SharedHits: c.shared.hits.Load(), SharedMisses: c.shared.misses.Load(),
		SharedFailures: c.shared.failures.Load(),
	}
	s.Entries, s.Bytes = c.memory.Size()
	return s
}

// goCache is go-cache as the store of the memory tier. It has no bounds, because bounded.Map
// evicts.
type goCache struct{ cache *gocache.Cache }

func (s goCache) Get(key string) *bounded.Entry {
	v, ok := s.cache.Get(key)
	if !ok {
		return nil
	}
	return v.(*bounded.Entry) //nolint:forcetypeassert // nothing else is stored
}

func (s goCache) Set(key string, e *bounded.Entry) { s.cache.Set(key, e, gocache.NoExpiration) }

func (s goCache) Delete(key string) { s.cache.Delete(key) }
