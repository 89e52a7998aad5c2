// Package traffic counts requests per minute by brand, class of calls and upstream. Each instance
// writes its counts to the shared store, and a read merges the counts of all instances. It does not
// need Prometheus, which a deployment may lack.
package traffic

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/buckets"
)

// Retention is the retention of the store: one hour of 64 instances, plus 5 minutes of clock skew.
var Retention = bff.Retention{MaxEntries: 64 * maxMinutes, MaxAge: (maxMinutes + 5) * time.Minute}

const maxMinutes = 60

// Options are the dependencies of New.
type Options struct {
	Store    bff.Collection
	Instance string // the unique name of this process
	Log      *slog.Logger
	Clock    func() time.Time
}

// Counter counts requests. It implements bff.Observer. It is safe for concurrent use.
type Counter struct {
	Options
	mu      sync.Mutex // locked only briefly because players' requests wait for it
	counted minutes    // since the last write

	writing   sync.Mutex     // guards the fields below
	slots     minutes        // minutes that may still grow or are not written
	unwritten map[int64]bool // slots that have changed since their last write
	failing   bool
}

var _ bff.Observer = (*Counter)(nil)

// New returns a Counter, which must be closed.
func New(o Options) *Counter {
	return &Counter{Options: o, counted: minutes{}, slots: minutes{}, unwritten: map[int64]bool{}}
}

// Observe counts a request of a brand. It ignores event streams.
func (c *Counter) Observe(_ context.Context, o *bff.Observation) {
	if o.Brand == "" || o.Stream {
		return
	}
	class, _, _ := strings.Cut(o.Call, "/")
	minute := c.minute()
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.counted.row(minute, key{o.Brand, class, o.UpstreamName})
	r.Durations[buckets.Of(bounds[:], o.Duration)]++
	if o.Status >= http.StatusInternalServerError {
		r.Errors++
	}
	if o.Cache == bff.CacheHit || o.Cache == bff.CacheStale {
		r.Cached++
	}
}

// CountViolation counts a response of an upstream that violates the contract.
func (c *Counter) CountViolation(brand, class, upstream string) {
	minute := c.minute()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counted.row(minute, key{brand, class, upstream}).Violations++
}

func (c *Counter) minute() int64 { return c.Clock().Truncate(time.Minute).Unix() }

// Write stores the changed slots and replaces their earlier records.
func (c *Counter) Write(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	counted := c.counted
	c.counted = minutes{}
	c.mu.Unlock()
	for minute, rows := range counted {
		c.unwritten[minute] = true
		for _, r := range rows {
			c.slots.row(minute, r.key).add(r)
		}
	}
	now := c.Clock()
	oldest := now.Add(-maxMinutes * time.Minute).Unix()
	maps.DeleteFunc(c.unwritten, func(minute int64, _ bool) bool { return minute < oldest })
	for minute := range c.unwritten {
		if err := c.store(ctx, minute); err != nil {
			if !c.failing {
				c.Log.Warn("could not store traffic counts, retrying in the background", "cause", err.Error())
			}
			c.failing = true
			break
		}
		c.failing = false
		delete(c.unwritten, minute)
	}
	recent := now.Add(-2 * time.Minute).Unix() // younger slots may still grow, also if the clock is set back
	maps.DeleteFunc(c.slots, func(minute int64, _ map[key]*row) bool { return minute < recent && !c.unwritten[minute] })
}

type stored struct {
	Minute int64  `json:"m"` // Unix time
	Rows   []*row `json:"r"`
}

func (c *Counter) store(ctx context.Context, minute int64) error {
	value, err := json.Marshal(stored{minute, slices.Collect(maps.Values(c.slots[minute]))})
	if err != nil {
		return err
	}
	return c.Store.Put(ctx, bff.CollectionEntry{
		ID: fmt.Sprintf("%d-%s", minute, c.Instance), At: time.Unix(minute, 0), Terms: []string{termOf(minute)},
		Value: value,
	})
}

const termLength = 10 * 60 // seconds of slots with the same term

const maxPerTerm = 1000 // slots that Read reads per term, enough for 100 instances

func termOf(minute int64) string { return fmt.Sprint(minute / termLength) }
