package answers

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
	a     *bff.Answer
	unfit error // the answer has not the shape of the call's answers
	err   error
}

// join gives the flight of key, and starts it where none is under way. It runs apart from
// the request that started it, with a deadline of its own: a visitor who leaves takes
// nobody's answer along. It is nil once the cache is closed.
func (c *Cache) join(ctx context.Context, key string, r *bff.UpstreamRequest, policy bff.CachePolicy, next bff.Upstream) (f *flight, started bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.base.Err() != nil {
		return nil, false
	}
	if f, ok := c.flights[key]; ok {
		return f, false
	}
	f = &flight{about: aboutOf(r), done: make(chan struct{})}
	c.flights[key] = f
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
		c.fly(ctx, f, &own, next)
		c.land(f, key, &own, policy)
	})
	return f, true
}

// fly asks the upstream. A panic below is this flight's failure, not the program's.
func (c *Cache) fly(ctx context.Context, f *flight, r *bff.UpstreamRequest, next bff.Upstream) {
	defer func() {
		if p := recover(); p != nil {
			f.a, f.err = nil, bff.ReasonInternal.Because(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	f.a, f.err = next.Do(ctx, r)
	switch {
	case f.err == nil:
		if f.a.Result {
			f.unfit = c.check(r.Call, f.a)
		}
	case errors.Is(f.err, context.DeadlineExceeded) && !isReason(f.err):
		f.err = bff.ReasonUpstreamTimeout.Because(f.err)
	case errors.Is(f.err, context.Canceled):
		// No visitor can cancel it: the program is ending.
		f.err = bff.ReasonUnavailable.After(time.Second).Because(f.err)
	}
}

// land keeps what the flight brought, unless answers like it were purged since it began: it
// may carry what the purge was to drop.
func (c *Cache) land(f *flight, key string, r *bff.UpstreamRequest, policy bff.CachePolicy) {
	good := f.err == nil && f.a.Result && f.unfit == nil
	c.mu.Lock()
	now := c.now()
	if good && !f.purged {
		c.shelf.put(newEntry(key, r, f.a, policy, now), now)
	}
	delete(c.flights, key)
	c.mu.Unlock()
	if e := c.shelf.get(key); !good && e != nil {
		e.retryAt.Store(now.Add(retryAfter).UnixNano())
	}
	if f.unfit != nil {
		c.unfit(r, f.unfit)
	}
	close(f.done)
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
