// Package traffic counts requests by brand, class of calls and upstream, minute by minute. Each
// instance writes what it counted to a store that instances share; reading merges them.
package traffic

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Retention is the retention of the store: an hour of 64 instances, and what clocks differ by.
var Retention = bff.Retention{MaxEntries: 64 * maxMinutes, MaxAge: (maxMinutes + 5) * time.Minute}

const maxMinutes = 60

// Options are the dependencies of New.
type Options struct {
	Store    bff.Collection
	Instance string // names this process; unique
	Log      *slog.Logger
	Clock    func() time.Time
	Interval time.Duration // between two writes, a divisor of a minute; default 5 s
}

// Counter counts requests. It implements bff.Observer. It is safe for concurrent use.
type Counter struct {
	Options
	mu     sync.RWMutex
	series map[key]*series

	writing sync.Mutex      // guards what follows
	taken   time.Time       // when the series were taken last
	slots   map[int64]*slot // by Unix time of their minute: the current one, and those not written yet
	failing bool

	closeOnce sync.Once
	stop      chan struct{} // closed to end the writer
	stopped   chan struct{} // closed when it has ended
}

var _ bff.Observer = (*Counter)(nil)

type key struct{ brand, class, upstream string }

// series are the counters of one key since they were taken.
type series [columns]atomic.Uint64

// New returns a Counter, which must be closed. It writes on after the end of ctx.
func New(ctx context.Context, o Options) *Counter {
	if o.Interval <= 0 {
		o.Interval = 5 * time.Second
	}
	c := &Counter{
		Options: o, series: map[key]*series{}, taken: o.Clock(), slots: map[int64]*slot{},
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	go c.run(context.WithoutCancel(ctx))
	return c
}

// Observe counts a request of a brand, unless it was an event stream.
func (c *Counter) Observe(_ context.Context, o *bff.Observation) {
	if o.Brand == "" || o.Stream {
		return
	}
	class, _, _ := strings.Cut(o.Call, "/")
	s := c.of(key{o.Brand, class, o.UpstreamName})
	s[firstBucket+bucketOf(o.Duration)].Add(1)
	if o.Status >= http.StatusInternalServerError {
		s[errorCount].Add(1)
	}
	if o.Cache == bff.CacheHit || o.Cache == bff.CacheStale {
		s[cachedCount].Add(1)
	}
}

// CountViolation counts an answer of an upstream that violates the contract.
func (c *Counter) CountViolation(brand, class, upstream string) {
	c.of(key{brand, class, upstream})[violationCount].Add(1)
}

func (c *Counter) of(k key) *series {
	c.mu.RLock()
	s := c.series[k]
	c.mu.RUnlock()
	if s != nil {
		return s
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s = c.series[k]; s == nil {
		s = new(series)
		// The strings of an Observation may be parts of longer ones.
		c.series[key{strings.Clone(k.brand), strings.Clone(k.class), strings.Clone(k.upstream)}] = s
	}
	return s
}

// run writes at every multiple of the interval, and so at the end of every minute.
func (c *Counter) run(ctx context.Context) {
	defer close(c.stopped)
	for {
		now := c.Clock()
		timer := time.NewTimer(now.Truncate(c.Interval).Add(c.Interval).Sub(now))
		select {
		case <-timer.C:
			c.write(ctx)
		case <-c.stop:
			timer.Stop()
			c.write(ctx)
			return
		}
	}
}

// Close writes what was counted and ends the writer.
func (c *Counter) Close() {
	c.closeOnce.Do(func() { close(c.stop) })
	<-c.stopped
}
