package speed

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"croupier/bff"
	"croupier/bff/internal/buckets"
)

// key identifies a histogram: a metric of a page, or the starts of games of a provider.
type key struct {
	Brand    string `json:"b"`
	Metric   string `json:"m"`
	Route    string `json:"r,omitempty"`
	Device   string `json:"d,omitempty"`
	Release  string `json:"v,omitempty"`
	Provider string `json:"p,omitempty"`
}

type row struct {
	key
	Counts     map[int]uint64    `json:"n,omitempty"` // by bucket
	Failures   uint64            `json:"f,omitempty"`
	Components map[string]uint64 `json:"c,omitempty"`
}

// rowOf returns the row of a key. If there is none, it creates the row.
func rowOf(rows map[key]*row, k key) *row {
	if rows[k] == nil {
		rows[k] = &row{key: k, Counts: map[int]uint64{}, Components: map[string]uint64{}}
	}
	return rows[k]
}

// see counts a component. A new one replaces the rarest and takes over its count, so frequent ones
// remain (the algorithm "space saving").
func (r *row) see(component string, n uint64) {
	if component == "" {
		return
	}
	if _, known := r.Components[component]; !known && len(r.Components) >= maxComponents {
		rarest := slices.MinFunc(slices.Sorted(maps.Keys(r.Components)), r.compare)
		r.Components[component] = r.Components[rarest]
		delete(r.Components, rarest)
	}
	r.Components[component] += n
}

func (r *row) compare(a, b string) int { return cmp.Compare(r.Components[a], r.Components[b]) }

func (r *row) add(other *row) {
	r.Failures += other.Failures
	for bucket, n := range other.Counts {
		r.Counts[bucket] += n
	}
	for component, n := range other.Components {
		r.see(component, n)
	}
}

// metricGame is the metric of game starts. The other metrics are the fields of a report.
const (
	metricGame = "game_start"
	metricCLS  = "cls"
)

// bounds are the upper bounds of the buckets of every metric, in milliseconds. They contain the
// thresholds of all metrics.
var bounds = []float64{
	0, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 650, 800, 1000, 1200, 1500, 1800, 2100, 2500, 3000, 3500, 4000,
	5000, 6500, 8000, 10_000, 15_000, 20_000, 30_000, 60_000,
}

// clsScale makes layout shifts use the same buckets. The thresholds 0.1 and 0.25 become 1000 and
// 2500.
const clsScale = 10_000

func bucketOf(metric string, value float64) int {
	if metric == metricCLS {
		value *= clsScale
	}
	return buckets.Of(bounds, value)
}

// p75 returns the 75th percentile, or nil without samples.
func (r *row) p75() *float64 {
	if r == nil || len(r.Counts) == 0 {
		return nil
	}
	value := buckets.Quantile(bounds, r.Counts, .75)
	if r.Metric == metricCLS {
		value = float64(int64(value/clsScale*1000+.5)) / 1000
	} else {
		value = float64(int64(value + .5))
	}
	return &value
}

// thresholds are the greatest good and the greatest fair value of each Web Vital.
var thresholds = map[string][2]float64{
	"lcp": {2500, 4000}, "inp": {200, 500}, metricCLS: {.1, .25}, "ttfb": {800, 1800},
}

func rating(metric string, p75 *float64) string {
	limits, rated := thresholds[metric]
	switch {
	case !rated || p75 == nil:
		return ""
	case *p75 <= limits[0]:
		return "good"
	case *p75 <= limits[1]:
		return "fair"
	}
	return "poor"
}

// weeks are the rows of this week and of last week.
type weeks [2]map[key]*row

// Read returns the figures of all instances for the last seven days with today, and for the seven
// days before. An empty device selects all devices.
func (c *Counter) Read(ctx context.Context, device string) (bff.Speed, error) {
	c.Write(ctx)
	pages, releases, games := weeks{{}, {}}, weeks{{}, {}}, weeks{{}, {}}
	today := c.day()
	for age := range int64(2 * weekDays) {
		values, err := c.Store.List(ctx, fmt.Sprint(today-age), maxPerDay)
		if err != nil {
			return bff.Speed{}, err
		}
		week := age / weekDays
		for _, raw := range values {
			var rows []*row
			if json.Unmarshal(raw, &rows) != nil {
				continue
			}
			for _, r := range rows {
				switch {
				case r.Metric == metricGame:
					rowOf(games[week], key{Brand: r.Brand, Metric: r.Metric, Provider: r.Provider}).add(r)
				case device == "" || device == r.Device:
					rowOf(pages[week], key{Brand: r.Brand, Metric: r.Metric, Route: r.Route}).add(r)
					rowOf(releases[week], key{Brand: r.Brand, Metric: r.Metric, Release: r.Release}).add(r)
				}
			}
		}
	}
	return bff.Speed{Pages: pages.figures(), Releases: releases.figures(), Games: games.figures()}, nil
}

// figures returns the figures of rows that exist in one of the weeks.
func (w weeks) figures() []bff.SpeedFigure {
	out := []bff.SpeedFigure{}
	both := maps.Clone(w[0])
	maps.Copy(both, w[1])
	for k := range both {
		now := rowOf(w[0], k)
		f := bff.SpeedFigure{
			Brand: k.Brand, Metric: k.Metric, Name: cmp.Or(k.Route, k.Release, k.Provider),
			Samples: buckets.Count(now.Counts), P75: now.p75(), LastWeek: w[1][k].p75(), Failures: now.Failures,
		}
		f.Rating = rating(k.Metric, f.P75)
		if len(now.Components) > 0 {
			f.Component = slices.MaxFunc(slices.Sorted(maps.Keys(now.Components)), now.compare)
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b bff.SpeedFigure) int {
		return cmp.Or(cmp.Compare(a.Brand, b.Brand), cmp.Compare(a.Metric, b.Metric),
			cmp.Compare(b.Samples, a.Samples), cmp.Compare(a.Name, b.Name))
	})
	return out
}
