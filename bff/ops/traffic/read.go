package traffic

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"croupier/bff"
)

// Read returns the traffic of the last minutes, at most 60, the current one included, sorted by brand,
// class and upstream. It merges what all instances have written.
func (c *Counter) Read(ctx context.Context, minutes int) ([]bff.Traffic, error) {
	c.write(ctx)
	now := c.Clock()
	last := now.Truncate(time.Minute).Unix()
	first := last - int64(min(max(minutes, 1), maxMinutes)-1)*60
	merged := map[key]map[int64]*sums{}
	for term := first / termLength; term <= last/termLength; term++ {
		values, err := c.Store.List(ctx, termOf(term*termLength), maxPerTerm)
		if err != nil {
			return nil, err
		}
		for _, raw := range values {
			var s stored
			if json.Unmarshal(raw, &s) == nil && s.Minute >= first && s.Minute <= last {
				s.mergeInto(merged)
			}
		}
	}
	out := make([]bff.Traffic, 0, len(merged))
	for k, byMinute := range merged {
		one := bff.Traffic{Brand: k.brand, Class: k.class, Upstream: k.upstream}
		for _, minute := range slices.Sorted(maps.Keys(byMinute)) {
			one.Points = append(one.Points, byMinute[minute].point(minute))
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b bff.Traffic) int {
		return cmp.Or(cmp.Compare(a.Brand, b.Brand), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Upstream, b.Upstream))
	})
	return out, nil
}

// mergeInto adds the rows of a slot to those of other instances.
func (s *stored) mergeInto(merged map[key]map[int64]*sums) {
	for _, r := range s.Rows {
		k := key{r.Brand, r.Class, r.Upstream}
		if merged[k] == nil {
			merged[k] = map[int64]*sums{}
		}
		if merged[k][s.Minute] == nil {
			merged[k][s.Minute] = new(sums)
		}
		one := sums{errors: r.Errors, cached: r.Cached, violations: r.Violations}
		for bucket, n := range r.Durations {
			if bucket >= 0 && bucket < buckets {
				one.durations[bucket] = n
			}
		}
		merged[k][s.Minute].add(&one)
	}
}

func (s *sums) point(minute int64) bff.TrafficPoint {
	p := bff.TrafficPoint{
		At: time.Unix(minute, 0).UTC(), Count: s.durations.count(), Errors: s.errors, Cached: s.cached, Violations: s.violations,
	}
	if p.Count > 0 {
		p.P50, p.P95 = s.durations.quantile(.5), s.durations.quantile(.95)
	}
	return p
}
