package traffic

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"croupier/bff"
)

// sums are the requests of a series in some time.
type sums struct {
	errors, cached, violations uint64
	durations                  histogram
}

func (s *sums) add(other *sums) {
	s.errors += other.errors
	s.cached += other.cached
	s.violations += other.violations
	for i, n := range other.durations {
		s.durations[i] += n
	}
}

// since returns what was added to earlier.
func (s *sums) since(earlier *sums) (out sums) {
	out.errors, out.cached, out.violations = s.errors-earlier.errors, s.cached-earlier.cached, s.violations-earlier.violations
	for i, n := range s.durations {
		out.durations[i] = n - earlier.durations[i]
	}
	return out
}

// total returns what the series counted since the start.
func (s *series) total() (out sums) {
	for i := range s.durations {
		out.durations[i] = s.durations[i].Load()
	}
	out.errors, out.cached, out.violations = s.errors.Load(), s.cached.Load(), s.violations.Load()
	return out
}

// slot is a minute of this instance.
type slot struct {
	counts  map[key]*sums
	changed bool // since it was written
}

// row is one series of a stored slot.
type row struct {
	Brand      string         `json:"b"`
	Class      string         `json:"c,omitempty"`
	Upstream   string         `json:"u,omitempty"`
	Errors     uint64         `json:"e,omitempty"`
	Cached     uint64         `json:"h,omitempty"`
	Violations uint64         `json:"v,omitempty"`
	Durations  map[int]uint64 `json:"d,omitempty"` // by bucket
}

// stored is the value of a slot in the store.
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
		total, earlier := s.total(), c.totals[k]
		added := total.since(&earlier)
		if added == (sums{}) {
			continue
		}
		c.totals[k] = total
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
		one := row{Brand: k.brand, Class: k.class, Upstream: k.upstream, Errors: n.errors, Cached: n.cached, Violations: n.violations, Durations: map[int]uint64{}}
		for i, in := range n.durations {
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

// termOf returns the term of a slot.
func termOf(minute int64) string { return fmt.Sprint(minute / termLength) }
