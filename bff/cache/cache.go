package cache

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"croupier/bff"
)

// Checker says whether the data of a successful answer has the shape that its call's
// schema describes; contract has one.
type Checker interface {
	CheckAnswer(call *bff.Call, data any) error
}

// Settings are a cache's bounds and helpers. Zero fields have the defaults they name.
type Settings struct {
	MaxBytes   int64            // default 256 MiB
	MaxEntries int              // default 100,000
	Now        func() time.Time // default time.Now
	Checker    Checker          // nil checks nothing
	// Unfit is told of a successful answer that breaks its call's schema, and how. Such an
	// answer is passed on where there is nothing better, and never kept.
	Unfit func(r *bff.UpstreamRequest, err error)

	Bus    bff.Bus         // carries purges to every instance; nil: this is the only one
	Shared bff.SharedCache // second level; nil: there is none
	Brands func() []string // every brand's id, for purges of the second level; nil: none
}

// Cache is the bff.Answers of one instance. Close it once nobody uses it any more.
type Cache struct {
	shelf    *shelf
	second   second
	counters counters
	now      func() time.Time
	checker  Checker
	unfit    func(*bff.UpstreamRequest, error)
	brands   func() []string

	name string // this instance's among those of the bus
	bus  bff.Bus
	deaf func() // ends the subscription

	base    context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	flights map[string]*flight
	sharing map[*flight]struct{} // landed, and on the way to the second level
}

var _ bff.ResponseCache = (*Cache)(nil)

// New makes an empty cache.
func New(s Settings) *Cache {
	if s.MaxBytes <= 0 {
		s.MaxBytes = 256 << 20
	}
	if s.MaxEntries <= 0 {
		s.MaxEntries = 100_000
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Unfit == nil {
		s.Unfit = func(*bff.UpstreamRequest, error) {}
	}
	if s.Brands == nil {
		s.Brands = func() []string { return nil }
	}
	c := &Cache{
		shelf: newShelf(s.MaxBytes, s.MaxEntries), second: second{store: s.Shared, now: s.Now},
		now: s.Now, checker: s.Checker, unfit: s.Unfit, brands: s.Brands,
		name: rand.Text(), bus: s.Bus, deaf: func() {},
		flights: map[string]*flight{}, sharing: map[*flight]struct{}{},
	}
	c.base, c.end = context.WithCancel(context.Background())
	if s.Bus != nil {
		c.deaf = s.Bus.Subscribe(bff.TopicPurge, c.heard)
	}
	return c
}

// Do answers r from what is kept or through next; see bff.Answers.
func (c *Cache) Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
	reply, age, err := c.do(ctx, r, next)
	reply.Age = int(age / time.Second)
	c.counters.count(reply.State, age)
	return reply, err
}

func (c *Cache) do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, time.Duration, error) {
	q := r.CacheLookup
	if q == nil {
		q = c.Lookup(r)
	}
	if q == nil || r.Identity != nil {
		return bypass(ctx, r, next)
	}
	now := c.now()
	if e := c.shelf.get(q.Key); e != nil && e.stale(q.Policy, now) {
		return c.serve(ctx, e, q, r, next, now)
	}
	f, started := c.join(ctx, q, r, nil, next)
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
		return bff.CacheResult{State: state}, 0, ctx.Err()
	}
	now = c.now()
	if f.aged != nil {
		return c.serve(ctx, f.aged, q, r, next, now)
	}
	if f.unfit != nil || upstreamFailed(f.err) {
		if e := c.shelf.get(q.Key); e != nil && e.saves(q.Policy, now) {
			return handOut(e, bff.CacheStale, now)
		}
	}
	if f.err != nil {
		return bff.CacheResult{State: state}, 0, f.err
	}
	a := *f.a // each caller has its own
	reply := bff.CacheResult{Answer: &a, State: state}
	if f.entry != nil {
		reply.Encoded = f.entry
	}
	return reply, 0, nil
}

// serve gives a kept answer: fresh, or stale with one refresh behind it.
func (c *Cache) serve(ctx context.Context, e *entry, q *bff.CacheLookup, r *bff.UpstreamRequest, next bff.Upstream, now time.Time) (bff.CacheResult, time.Duration, error) {
	if e.fresh(q.Policy, now) {
		return handOut(e, bff.CacheHit, now)
	}
	if now.UnixNano() >= e.retryAt.Load() {
		c.join(ctx, q, r, e, next)
	}
	return handOut(e, bff.CacheStale, now)
}

// Size tells how many answers are kept, and about how many bytes they take.
func (c *Cache) Size() (entries int, bytes int64) { return c.shelf.size() }

// Close ends what is under way and waits for it. Calls that come later go straight to the
// upstream.
func (c *Cache) Close() {
	c.deaf()
	c.mu.Lock()
	c.end()
	c.mu.Unlock()
	c.running.Wait()
}

func bypass(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, time.Duration, error) {
	a, err := next.Do(ctx, r)
	return bff.CacheResult{Answer: a, State: bff.CacheBypass}, 0, err
}

func handOut(e *entry, state bff.CacheState, now time.Time) (bff.CacheResult, time.Duration, error) {
	return bff.CacheResult{Answer: e.give(), State: state, Encoded: e}, e.age(now), nil
}

// upstreamFailed tells whether err is the failure of an upstream, for which a kept answer
// may stand in.
func upstreamFailed(err error) bool {
	return errors.Is(err, bff.ReasonBadUpstreamAnswer) ||
		errors.Is(err, bff.ReasonUnavailable) ||
		errors.Is(err, bff.ReasonUpstreamTimeout) ||
		errors.Is(err, bff.ReasonUpstreamError)
}
