package traffic

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/buckets"
)

type key struct {
	Brand    string `json:"b"`
	Class    string `json:"c,omitempty"`
	Upstream string `json:"u,omitempty"`
}

// row contains the counts of one key in a minute.
type row struct {
	key
	Errors     uint64         `json:"e,omitempty"`
	Cached     uint64         `json:"h,omitempty"`
	Violations uint64         `json:"v,omitempty"`
	Durations  map[int]uint64 `json:"d,omitempty"` // the number of requests by bucket
}

func (r *row) add(other *row) {
	r.Errors += other.Errors
	r.Cached += other.Cached
	r.Violations += other.Violations
	for bucket, n := range other.Durations {
		r.Durations[bucket] += n
	}
}

// minutes are rows by the Unix time of their minute.
type minutes map[int64]map[key]*row

// row returns the row of a key in a minute. If there is none, it creates the row.
func (m minutes) row(minute int64, k key) *row {
	if r := m[minute][k]; r != nil {
		return r
	}
	if m[minute] == nil {
		m[minute] = map[key]*row{}
	}
	// The strings of an Observation may be slices of longer strings.
	k = key{strings.Clone(k.Brand), strings.Clone(k.Class), strings.Clone(k.Upstream)}
	r := &row{key: k, Durations: map[int]uint64{}}
	m[minute][k] = r
	return r
}

// bounds are the upper bounds of the buckets.
var bounds = [...]time.Duration{
	100 * time.Microsecond, 200 * time.Microsecond, 500 * time.Microsecond,
	1 * time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, 5 * time.Millisecond, 7 * time.Millisecond,
	10 * time.Millisecond, 15 * time.Millisecond, 20 * time.Millisecond, 30 * time.Millisecond, 50 * time.Millisecond,
	70 * time.Millisecond,
	100 * time.Millisecond, 150 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond,
	500 * time.Millisecond, 700 * time.Millisecond,
	1 * time.Second, 1500 * time.Millisecond, 2 * time.Second, 3 * time.Second, 5 * time.Second, 7 * time.Second,
	10 * time.Second, 15 * time.Second, 30 * time.Second, 60 * time.Second,
}

func (r *row) quantile(share float64) float64 {
	ms := buckets.Quantile(bounds[:], r.Durations, share) / float64(time.Millisecond)
	return float64(int64(ms*100+.5)) / 100
}

// Read returns the sorted traffic of all instances in the last minutes, including this minute.
func (c *Counter) Read(ctx context.Context, number int) ([]bff.Traffic, error) {
	c.Write(ctx)
	last := c.minute()
	first := last - int64(min(max(number, 1), maxMinutes)-1)*60
	merged := minutes{}
	for term := first / termLength; term <= last/termLength; term++ {
		values, err := c.Store.List(ctx, termOf(term*termLength), maxPerTerm)
		if err != nil {
			return nil, err
		}
		for _, raw := range values {
			var s stored
			if json.Unmarshal(raw, &s) != nil || s.Minute < first || s.Minute > last {
				continue
			}
			for _, r := range s.Rows {
				merged.row(s.Minute, r.key).add(r)
			}
		}
	}
	byKey := map[key][]bff.TrafficPoint{}
	for _, minute := range slices.Sorted(maps.Keys(merged)) {
		for k, r := range merged[minute] {
			byKey[k] = append(byKey[k], r.point(minute))
		}
	}
	out := make([]bff.Traffic, 0, len(byKey))
	for k, points := range byKey {
		out = append(out, bff.Traffic{Brand: k.Brand, Class: k.Class, Upstream: k.Upstream, Points: points})
	}
	slices.SortFunc(out, func(a, b bff.Traffic) int {
		return cmp.Or(cmp.Compare(a.Brand, b.Brand), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Upstream, b.Upstream))
	})
	return out, nil
}

func (r *row) point(minute int64) bff.TrafficPoint {
	p := bff.TrafficPoint{
		At: time.Unix(minute, 0).UTC(), Count: buckets.Count(r.Durations), Errors: r.Errors, Cached: r.Cached,
		Violations: r.Violations,
	}
	if p.Count > 0 {
		p.P50, p.P95 = r.quantile(.5), r.quantile(.95)
	}
	return p
}
