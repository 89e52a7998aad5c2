package cache

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"croupier/bff"
)

// refreshBackoff is the minimum time between a failed refresh and the next.
const refreshBackoff = time.Second

// flight is one upstream call shared by all callers with the same key. Its outcome may be read once
// done is closed.
type flight struct {
	purgeTags
	purged     bool   // guarded by Cache.mu: the result must not be stored
	generation uint64 // guarded by Cache.mu: the highest of its scopes at the time of the request

	done   chan struct{}
	cached *entry // an entry that was cached meanwhile; nothing else is set then
	a      *bff.Answer
	entry  *entry // the stored form of a; nil where a is not stored
	shares bool   // entry goes to the shared tier; read by the flight itself only
	err    error
}

// join returns the flight for q and starts one if none is running. It is nil after Close. A flight
// is detached from its request, so a client that leaves does not fail the others. The upstream owns
// its deadline. An equal one here would end first and look as if the caller had left.
func (c *Cache) join(
	ctx context.Context, q *bff.CacheLookup, r *bff.UpstreamRequest, next bff.Upstream,
) (f *flight, started bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.base.Err() != nil {
		return nil, false
	}
	if f, ok := c.flights[q.Key]; ok {
		return f, false
	}
	have := c.cached(q.Key)
	if have != nil && have.fresh(q.Policy, c.now()) { // stored since the caller looked
		f := &flight{cached: have, done: make(chan struct{})}
		close(f.done)
		return f, false
	}
	f = &flight{purgeTags: purgeTags{r.Partition, r.Call.Name()}, done: make(chan struct{})}
	_, f.generation = c.generations.of(f.scopes())
	c.flights[q.Key] = f
	own := *r // the caller may reuse its request before the flight ends
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(c.base, cancel) //nolint:contextcheck // Close cancels it too
	c.running.Go(func() {
		defer cancel()
		defer stop()
		began := c.now()
		c.fetch(ctx, f, q, &own, have, next)
		c.finish(f, q, &own, began)
		// its waiters are released. A purge that arrived meanwhile makes it a value of an older
		// generation
		if f.shares {
			c.shared.put(context.WithoutCancel(ctx), f.entry) // Close waits for the write instead of cancelling it
		}
	})
	return f, true
}

// fetch asks the shared tier, then the upstream. It turns a panic into the flight's error.
func (c *Cache) fetch(ctx context.Context, f *flight, q *bff.CacheLookup, r *bff.UpstreamRequest, have *entry,
	next bff.Upstream,
) {
	defer func() {
		if p := recover(); p != nil {
			f.a, f.err = nil, bff.ReasonInternal.WithCause(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	e := c.fromShared(ctx, f, q, r)
	// An entry of another instance is used only if it is newer and the site can read it. Contracts
	// may differ.
	isNewer := e != nil && (have == nil || e.at.After(have.at))
	if isNewer && (c.checker == nil || c.checker.ReadableData(r.Call, e.answer.Data)) {
		c.store(f, e)
		if e.stale(q.Policy, c.now()) {
			f.cached = e
			return
		}
	}
	f.a, f.err = next.Do(ctx, r)
	if errors.Is(f.err, context.Canceled) {
		// Only Close cancels a flight.
		f.err = bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(f.err)
	}
}

// store puts e into the memory tier, unless a purge has arrived that covers its data.
func (c *Cache) store(f *flight, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !f.purged {
		e.tier = c.memory
		c.memory.Put(e.key, e)
	}
}

// finish stores the result of the flight, which began at a time, and wakes its callers.
func (c *Cache) finish(f *flight, q *bff.CacheLookup, r *bff.UpstreamRequest, began time.Time) {
	defer close(f.done)
	took := c.now().Sub(began)
	if f.cached == nil && f.err == nil && f.a.Result {
		f.entry = newEntry(q, r, f.a, c.now())
		f.entry.generation = f.generation // only this flight changes it
		c.store(f, f.entry)
	} else if e := c.cached(q.Key); f.cached == nil && e != nil {
		retryAt := c.now().Add(refreshBackoff)
		e.retryAt.Store(&retryAt)
	}
	c.fetches.Put(sharedKey(q.Key), fmt.Sprintf("%s, %s, %s", began.UTC().Format(time.RFC3339),
		took.Round(time.Microsecond), c.outcome(f, q.Key)))
	c.mu.Lock()
	if c.flights[q.Key] == f {
		delete(c.flights, q.Key)
	}
	f.shares = f.entry != nil && !f.purged && c.shared.accepts(r)
	c.mu.Unlock()
}
