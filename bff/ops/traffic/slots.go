package traffic

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"croupier/bff"
)

// The columns of sums: three counts, then a histogram of durations.
const (
	errorCount = iota
	cachedCount
	violationCount
	firstBucket
	columns = firstBucket + buckets
)

type sums [columns]uint64

func (s *sums) add(other *sums) {
	for i, n := range other {
		s[i] += n
	}
}

func (s *sums) durations() *histogram { return (*histogram)(s[firstBucket:]) }

type slot struct {
	counts  map[key]*sums
	changed bool // since it was written
}

type row struct {
	Brand      string         `json:"b"`
	Class      string         `json:"c,omitempty"`
	Upstream   string         `json:"u,omitempty"`
	Errors     uint64         `json:"e,omitempty"`
	Cached     uint64         `json:"h,omitempty"`
	Violations uint64         `json:"v,omitempty"`
	Durations  map[int]uint64 `json:"d,omitempty"` // by bucket
}

type stored struct {
	Minute int64 `json:"m"` // Unix time
	Rows   []row `json:"r"`
}

// write takes what was counted since the last time and stores the slots that it changed.
func (c *Counter) write(ctx context.Context) {
	c.writing.Lock()
	defer c.writing.Unlock()
	now := c.Clock()
	c.take(now)
	recent := now.Add(-2 * time.Minute).Unix() // younger slots may still grow, if only as clocks are set back
	for minute, s := range c.slots {
		if s.changed {
			if err := c.store(ctx, minute, s); err != nil {
				if !c.failing {
					c.Log.Warn("write traffic: failed; retried in the background", "cause", err.Error())
				}
				c.failing = true
				break
			}
			s.changed, c.failing = false, false
		}
		if minute < recent && !s.changed {
			delete(c.slots, minute)
		}
	}
	oldest := now.Add(-maxMinutes * time.Minute).Unix()
	for minute := range c.slots {
		if minute < oldest {
			delete(c.slots, minute)
		}
	}
}

// take adds what was counted since the last time to the slot of the minute in the middle of that time.
func (c *Counter) take(now time.Time) {
	minute := c.taken.Add(now.Sub(c.taken) / 2).Truncate(time.Minute).Unix()
	c.taken = now
	c.mu.RLock()
	defer c.mu.RUnlock()
	for k, s := range c.series {
		var added sums
		for i := range s {
			added[i] = s[i].Swap(0)
		}
		if added == (sums{}) {
			continue
		}
		into := c.slots[minute]
		if into == nil {
			into = &slot{counts: map[key]*sums{}}
			c.slots[minute] = into
		}
		into.changed = true
		if into.counts[k] == nil {
			into.counts[k] = new(sums)
		}
		into.counts[k].add(&added)
	}
}

// store writes a slot, in place of what was written of it before.
func (c *Counter) store(ctx context.Context, minute int64, s *slot) error {
	out := stored{Minute: minute}
	for k, n := range s.counts {
		one := row{
			Brand: k.brand, Class: k.class, Upstream: k.upstream, Durations: map[int]uint64{},
			Errors: n[errorCount], Cached: n[cachedCount], Violations: n[violationCount],
		}
		for i, in := range n.durations() {
			if in > 0 {
				one.Durations[i] = in
			}
		}
		out.Rows = append(out.Rows, one)
	}
	value, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return c.Store.Put(ctx, bff.CollectionEntry{
		ID: fmt.Sprintf("%d-%s", minute, c.Instance), At: time.Unix(minute, 0), Terms: []string{termOf(minute)}, Value: value,
	})
}

// termLength is the time of the slots with one term, in seconds.
const termLength = 10 * 60

// maxPerTerm is the number of slots with one term that are read: those of 100 instances.
const maxPerTerm = 1000

func termOf(minute int64) string { return fmt.Sprint(minute / termLength) }

// bounds are the upper bounds of the buckets; one more bucket takes what is longer.
var bounds = [...]time.Duration{
	100 * time.Microsecond, 200 * time.Microsecond, 500 * time.Microsecond,
	1 * time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, 5 * time.Millisecond, 7 * time.Millisecond,
	10 * time.Millisecond, 15 * time.Millisecond, 20 * time.Millisecond, 30 * time.Millisecond, 50 * time.Millisecond, 70 * time.Millisecond,
	100 * time.Millisecond, 150 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, 500 * time.Millisecond, 700 * time.Millisecond,
	1 * time.Second, 1500 * time.Millisecond, 2 * time.Second, 3 * time.Second, 5 * time.Second, 7 * time.Second,
	10 * time.Second, 15 * time.Second, 30 * time.Second, 60 * time.Second,
}

const buckets = len(bounds) + 1

func bucketOf(d time.Duration) int {
	i, _ := slices.BinarySearch(bounds[:], d)
	return i
}

// histogram is the number of requests in each bucket.
type histogram [buckets]uint64

func (h *histogram) count() (n uint64) {
	for _, in := range h {
		n += in
	}
	return n
}

// quantile returns the duration in milliseconds that a share of the requests did not exceed, as if
// those of a bucket were spread evenly over it. Durations beyond the last bound count as that.
func (h *histogram) quantile(share float64) float64 {
	rank := share * float64(h.count())
	var before float64
	for i, in := range h {
		n := float64(in)
		if n == 0 || before+n < rank {
			before += n
			continue
		}
		if i == len(bounds) {
			break
		}
		low := time.Duration(0)
		if i > 0 {
			low = bounds[i-1]
		}
		return rounded(milliseconds(low) + (milliseconds(bounds[i])-milliseconds(low))*(rank-before)/n)
	}
	return milliseconds(bounds[len(bounds)-1])
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func rounded(v float64) float64 { return float64(int64(v*100+.5)) / 100 }

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

func (s *stored) mergeInto(merged map[key]map[int64]*sums) {
	for _, r := range s.Rows {
		k := key{r.Brand, r.Class, r.Upstream}
		if merged[k] == nil {
			merged[k] = map[int64]*sums{}
		}
		if merged[k][s.Minute] == nil {
			merged[k][s.Minute] = new(sums)
		}
		one := sums{errorCount: r.Errors, cachedCount: r.Cached, violationCount: r.Violations}
		for bucket, n := range r.Durations {
			if bucket >= 0 && bucket < buckets {
				one[firstBucket+bucket] = n
			}
		}
		merged[k][s.Minute].add(&one)
	}
}

func (s *sums) point(minute int64) bff.TrafficPoint {
	durations := s.durations()
	p := bff.TrafficPoint{
		At: time.Unix(minute, 0).UTC(), Count: durations.count(),
		Errors: s[errorCount], Cached: s[cachedCount], Violations: s[violationCount],
	}
	if p.Count > 0 {
		p.P50, p.P95 = durations.quantile(.5), durations.quantile(.95)
	}
	return p
}
