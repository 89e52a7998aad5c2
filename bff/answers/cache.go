package answers

import (
	"context"
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
}

// Cache is the bff.Answers of one instance. Close it once nobody uses it any more.
type Cache struct {
	shelf   *shelf
	now     func() time.Time
	checker Checker
	unfit   func(*bff.UpstreamRequest, error)

	base    context.Context // ends with Close
	end     context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	flights map[string]*flight
}

var _ bff.Answers = (*Cache)(nil)

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
	c := &Cache{
		shelf: newShelf(s.MaxBytes, s.MaxEntries), now: s.Now, checker: s.Checker, unfit: s.Unfit,
		flights: map[string]*flight{},
	}
	c.base, c.end = context.WithCancel(context.Background())
	return c
}

// Do answers r from what is kept or through next; see bff.Answers. The request's Data must
// not change afterwards: a refresh may still be on its way with it.
func (c *Cache) Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (*bff.Answer, bff.CacheState, int, error) {
	policy := policyOf(r)
	if !policy.Keeps() {
		return bypass(ctx, r, next)
	}
	key, err := keyOf(r)
	if err != nil {
		return nil, bff.CacheBypass, 0, bff.ReasonInternal.Because(err)
	}
	now := c.now()
	kept := c.shelf.get(key)
	switch {
	case kept == nil:
	case kept.fresh(now):
		return served(kept, bff.CacheHit, now)
	case kept.stale(now):
		if now.UnixNano() >= kept.retryAt.Load() {
			c.join(ctx, key, r, policy, next)
		}
		return served(kept, bff.CacheStale, now)
	}

	f, started := c.join(ctx, key, r, policy, next)
	if f == nil {
		return bypass(ctx, r, next)
	}
	select {
	case <-f.done:
	case <-ctx.Done():
		return nil, bff.CacheMiss, 0, ctx.Err()
	}
	if now = c.now(); kept != nil && kept.saves(now) && (f.unfit != nil || upstreamFailed(f.err)) {
		return served(kept, bff.CacheStale, now)
	}
	state := bff.CacheCoalesced
	if started {
		state = bff.CacheMiss
	}
	if f.err != nil {
		return nil, state, 0, f.err
	}
	a := *f.a // each caller has its own
	return &a, state, 0, nil
}

// Purge drops the answers kept for a brand and a call; an empty name means every one. It
// tells how many there were. What is on its way is not kept when it comes.
func (c *Cache) Purge(brand, call string) int {
	return c.purge(func(a about) bool {
		return (brand == "" || a.brand == brand) && (call == "" || a.call == call)
	})
}

// PurgeWorld drops the answers kept of one mock world, empty for the one everybody shares:
// its tester has bent it and wants to see that at once.
func (c *Cache) PurgeWorld(world string) int {
	return c.purge(func(a about) bool { return a.world == world })
}

func (c *Cache) purge(doomed func(about) bool) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.flights {
		f.purged = f.purged || doomed(f.about)
	}
	return c.shelf.purge(func(e *entry) bool { return doomed(e.about) })
}

// Size tells how many answers are kept, and about how many bytes they take.
func (c *Cache) Size() (entries int, bytes int64) { return c.shelf.size() }

// Close ends what is under way and waits for it. Calls that come later go straight to the
// upstream.
func (c *Cache) Close() {
	c.mu.Lock()
	c.end()
	c.mu.Unlock()
	c.running.Wait()
}

func bypass(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (*bff.Answer, bff.CacheState, int, error) {
	a, err := next.Do(ctx, r)
	return a, bff.CacheBypass, 0, err
}

func served(e *entry, state bff.CacheState, now time.Time) (*bff.Answer, bff.CacheState, int, error) {
	return e.give(), state, int(e.age(now) / time.Second), nil
}

// upstreamFailed tells whether err is the failure of an upstream, for which a kept answer
// may stand in.
func upstreamFailed(err error) bool {
	return errors.Is(err, bff.ReasonBadUpstreamAnswer) ||
		errors.Is(err, bff.ReasonUnavailable) ||
		errors.Is(err, bff.ReasonUpstreamTimeout)
}
