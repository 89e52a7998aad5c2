package cache

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"croupier/bff"
)

// defaultDeadline bounds a flight whose call names no deadline.
const defaultDeadline = 15 * time.Second

// retryAfter is how long a refresh that failed is not tried again.
const retryAfter = time.Second

// flight is one question on its way to the upstream, for all who ask it meanwhile. Its
// outcome is read once done is closed.
type flight struct {
	about
	purged bool // under Cache.mu: what it brings is not to be kept

	done  chan struct{}
	aged  *entry // an answer that was kept already; nothing else is set then
	a     *bff.Answer
	entry *entry // a as it is kept; nil where it may not be
	unfit error  // the answer has not the shape of the call's answers
	err   error
}

// join gives the flight of q, and starts it where none is under way. It runs apart from
// the request that started it, with a deadline of its own: a visitor who leaves takes
// nobody's answer along. have is the stale answer to be refreshed, if there is one. The
// flight is nil once the cache is closed.
func (c *Cache) join(ctx context.Context, q *bff.CacheLookup, r *bff.UpstreamRequest, have *entry, next bff.Upstream) (f *flight, started bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.base.Err() != nil {
		return nil, false
	}
	if f, ok := c.flights[q.Key]; ok {
		return f, false
	}
	if e := c.shelf.get(q.Key); e != nil {
		if e.fresh(q.Policy, c.now()) { // landed since the caller looked
			f := &flight{aged: e, done: make(chan struct{})}
			close(f.done)
			return f, false
		}
		have = e
	}
	f = &flight{about: aboutOf(r), done: make(chan struct{})}
	c.flights[q.Key] = f
	own := *r // the request is its maker's, and may end before us
	limit := r.Rules.Deadline
	if limit <= 0 {
		limit = defaultDeadline
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	stop := context.AfterFunc(c.base, cancel) //nolint:contextcheck // Close ends it, too
	c.running.Go(func() {
		defer cancel()
		defer stop()
		c.fly(ctx, f, q, &own, have, next)
		c.land(f, q, &own)
		c.share(ctx, f)
	})
	return f, true
}

// fly asks the second level, and then the upstream. A panic below is this flight's
// failure, not the program's.
func (c *Cache) fly(ctx context.Context, f *flight, q *bff.CacheLookup, r *bff.UpstreamRequest, have *entry, next bff.Upstream) {
	defer func() {
		if p := recover(); p != nil {
			f.a, f.err = nil, bff.ReasonInternal.WithCause(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	e := c.second.get(ctx, q, r)
	// Another instance's answer is of use where it is newer than our own.
	if e != nil && (have == nil || e.at.After(have.at)) && c.check(r.Call, &e.answer) == nil {
		c.keep(f, e)
		if e.stale(q.Policy, c.now()) {
			f.aged = e
			return
		}
	}
	f.a, f.err = next.Do(ctx, r)
	switch {
	case f.err == nil:
		if f.a.Result {
			f.unfit = c.check(r.Call, f.a)
		}
	case errors.Is(f.err, context.DeadlineExceeded) && !isReason(f.err):
		f.err = bff.ReasonUpstreamTimeout.WithCause(f.err)
	case errors.Is(f.err, context.Canceled):
		// No visitor can cancel it: the program is ending.
		f.err = bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(f.err)
	}
}

// keep puts e on the shelf, unless answers like it were purged since the flight began: it
// may carry what the purge was to drop.
func (c *Cache) keep(f *flight, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !f.purged {
		c.shelf.put(e, c.now())
	}
}

// land keeps what the flight brought and tells those who wait.
func (c *Cache) land(f *flight, q *bff.CacheLookup, r *bff.UpstreamRequest) {
	defer close(f.done)
	if f.aged == nil && f.err == nil && f.a.Result && f.unfit == nil {
		f.entry = newEntry(q, r, f.a, c.now())
		c.keep(f, f.entry)
	} else if e := c.shelf.get(q.Key); f.aged == nil && e != nil {
		e.retryAt.Store(c.now().Add(retryAfter).UnixNano())
	}
	c.mu.Lock()
	if c.flights[q.Key] == f {
		delete(c.flights, q.Key)
	}
	if f.entry != nil && !f.purged && c.second.takes(r) {
		c.sharing[f] = struct{}{}
	}
	c.mu.Unlock()
	if f.unfit != nil {
		c.unfit(r, f.unfit)
	}
}

// share gives what the flight brought to the second level. Nobody waits for it any more.
// Where a purge came meanwhile, it is taken back.
func (c *Cache) share(ctx context.Context, f *flight) {
	c.mu.Lock()
	_, due := c.sharing[f]
	c.mu.Unlock()
	if !due {
		return
	}
	ctx = context.WithoutCancel(ctx) // the upstream's deadline is not ours
	c.second.put(ctx, f.entry)
	c.mu.Lock()
	delete(c.sharing, f)
	purged := f.purged
	c.mu.Unlock()
	if purged {
		_ = c.second.drop(ctx, sharedKey(f.about, f.entry.key)) // by the purge's own drop, else by its age
	}
}

// check compares an answer with its call's schema.
func (c *Cache) check(call *bff.Call, a *bff.Answer) error {
	if c.checker == nil {
		return nil
	}
	var data any
	if len(a.Data) > 0 {
		dec := json.NewDecoder(bytes.NewReader(a.Data))
		dec.UseNumber()
		if err := dec.Decode(&data); err != nil {
			return fmt.Errorf("data of %s: %w", call.Name(), err)
		}
	}
	return c.checker.CheckAnswer(call, data)
}

func isReason(err error) bool {
	var reason *bff.Reason
	return errors.As(err, &reason)
}
