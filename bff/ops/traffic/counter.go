// Package traffic counts requests by brand, class of calls and upstream, minute by minute. Each
// instance writes what it counted to a store that instances share; reading merges them.
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
}

// Counter counts requests. It implements bff.Observer. It is safe for concurrent use.
type Counter struct {
	Options
	mu      sync.Mutex // held for moments only: players' requests wait for it
	counted minutes    // since the last write

	writing   sync.Mutex     // guards what follows
	slots     minutes        // the current minute, and those that may still grow or were not written
	unwritten map[int64]bool // slots that have changed since they were written
	failing   bool
}

var _ bff.Observer = (*Counter)(nil)

// New returns a Counter, which must be closed.
func New(o Options) *Counter {
	return &Counter{Options: o, counted: minutes{}, slots: minutes{}, unwritten: map[int64]bool{}}
}

// Observe counts a request of a brand, unless it was an event stream.
func (c *Counter) Observe(_ context.Context, o *bff.Observation) {
	if o.Brand == "" || o.Stream {
		return
	}
	class, _, _ := strings.Cut(o.Call, "/")
	minute := c.minute()
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.counted.row(minute, key{o.Brand, class, o.UpstreamName})
	r.Durations[bucketOf(o.Duration)]++
	if o.Status >= http.StatusInternalServerError {
		r.Errors++
	}
	if o.Cache == bff.CacheHit || o.Cache == bff.CacheStale {
		r.Cached++
	}
}

// CountViolation counts an answer of an upstream that violates the contract.
func (c *Counter) CountViolation(brand, class, upstream string) {
	minute := c.minute()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counted.row(minute, key{brand, class, upstream}).Violations++
}

func (c *Counter) minute() int64 { return c.Clock().Truncate(time.Minute).Unix() }

// Write stores the slots that have changed, in place of the earlier records of the same slots.
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
				c.Log.Warn("write traffic: failed; retried in the background", "cause", err.Error())
			}
			c.failing = true
			break
		}
		c.failing = false
		delete(c.unwritten, minute)
	}
	recent := now.Add(-2 * time.Minute).Unix() // younger slots may still grow, if only as clocks are set back
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
		ID: fmt.Sprintf("%d-%s", minute, c.Instance), At: time.Unix(minute, 0), Terms: []string{termOf(minute)}, Value: value,
	})
}

const termLength = 10 * 60 // the time of the slots with one term, in seconds

const maxPerTerm = 1000 // the number of slots with one term that are read: those of 100 instances

func termOf(minute int64) string { return fmt.Sprint(minute / termLength) }
