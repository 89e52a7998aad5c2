// Package speed counts the reports of browsers about the speed of pages and games in histograms per
// day. Each instance writes its counts to the shared store, and a read merges the counts of all
// instances. The store gets no address, no id and no user agent.
package speed

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"croupier/bff"
)

// Retention is the retention of the store: two weeks and today, each with 100 starts of instances.
var Retention = bff.Retention{MaxEntries: (2*weekDays + 1) * maxPerDay, MaxAge: (2*weekDays + 1) * 24 * time.Hour}

const (
	weekDays  = 7
	maxPerDay = 100 // records of instances
)

// maxComponents is the maximum number of components of a row. The number of rows is limited, because
// Croupier knows the routes, the providers and the release.
const maxComponents = 8

// Options are the dependencies of New.
type Options struct {
	Store    bff.Collection
	Instance string   // the unique name of this process
	Release  string   // of the site that this process serves
	Routes   []string // patterns of the site
	// Providers returns the names of a brand's game providers.
	Providers func(ctx context.Context, s *bff.Scope) []string
	// Metrics receives each report after its unknown values were replaced. It may be nil.
	Metrics func(brand string, r *bff.VitalsReport)
	Log     *slog.Logger
	Clock   func() time.Time
}

// Counter counts reports. It is safe for concurrent use.
type Counter struct {
	Options
	mu      sync.Mutex
	days    map[int64]map[key]*row
	changed map[int64]bool // days that have changed since their last write

	writing sync.Mutex // guards failing, and keeps writes in their order
	failing bool
}

// New returns a Counter. Write stores its counts.
func New(o Options) *Counter {
	return &Counter{Options: o, days: map[int64]map[key]*row{}, changed: map[int64]bool{}}
}

// Count counts a valid report. It replaces unknown routes, providers and releases by bff.Other.
func (c *Counter) Count(ctx context.Context, s *bff.Scope, r *bff.VitalsReport) {
	if !slices.Contains(c.Routes, r.Route) {
		r.Route = bff.Other
	}
	if r.Release != c.Release {
		r.Release = bff.Other
	}
	if len(r.Games) > 0 {
		known := c.Providers(ctx, s)
		for i := range r.Games {
			if !slices.Contains(known, r.Games[i].Provider) {
				r.Games[i].Provider = bff.Other
			}
		}
	}
	c.add(s.Brand.ID, r)
	if c.Metrics != nil {
		c.Metrics(s.Brand.ID, r)
	}
}

func (c *Counter) add(brand string, r *bff.VitalsReport) {
	day := c.day()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed[day] = true
	if c.days[day] == nil {
		c.days[day] = map[key]*row{}
	}
	for metric, figure := range r.Metrics {
		k := key{Brand: brand, Metric: metric, Route: r.Route, Device: r.Device, Release: r.Release}
		one := rowOf(c.days[day], k)
		one.Counts[bucketOf(metric, figure.Value)]++
		one.see(figure.Component, 1)
	}
	for _, game := range r.Games {
		one := rowOf(c.days[day], key{Brand: brand, Metric: metricGame, Provider: game.Provider})
		if game.MS == nil {
			one.Failures++
		} else {
			one.Counts[bucketOf(metricGame, *game.MS)]++
		}
	}
}

func (c *Counter) day() int64 { return c.Clock().Unix() / secondsPerDay }

const secondsPerDay = 24 * 60 * 60

// Write stores the changed days of this instance and replaces their earlier records.
func (c *Counter) Write(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	c.writing.Lock()
	defer c.writing.Unlock()
	for day, value := range c.takeChanged() {
		err := c.Store.Put(ctx, bff.CollectionEntry{
			ID: fmt.Sprintf("%d-%s", day, c.Instance), At: time.Unix(day*secondsPerDay, 0),
			Terms: []string{fmt.Sprint(day)}, Value: value,
		})
		if err != nil {
			if !c.failing {
				c.Log.Warn("could not store figures of speed, retrying in the background", "cause", err.Error())
			}
			c.mu.Lock()
			c.changed[day] = true
			c.mu.Unlock()
		}
		c.failing = err != nil
	}
}

// takeChanged returns the changed days as JSON and forgets days that cannot change any more.
func (c *Counter) takeChanged() map[int64][]byte {
	oldest := c.day() - 1 // yesterday may change if the clock is set back
	out := map[int64][]byte{}
	c.mu.Lock()
	defer c.mu.Unlock()
	for day := range c.changed {
		rows := slices.Collect(maps.Values(c.days[day]))
		out[day], _ = json.Marshal(rows) //nolint:errchkjson // texts and numbers
	}
	maps.DeleteFunc(c.days, func(day int64, _ map[key]*row) bool { return day < oldest && !c.changed[day] })
	clear(c.changed)
	return out
}
