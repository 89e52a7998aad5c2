// Package limit counts what visitors do, inside this process (calls.md §5).
package limit

import (
	"context"
	"hash/maphash"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"croupier/bff"
)

// Defaults are the limits of calls.md §5, and of the guesses and codes beside them. A
// code's window is longer than any platform takes it for.
func Defaults() map[bff.LimitRule]bff.Allowance {
	return map[bff.LimitRule]bff.Allowance{
		bff.LimitAddress:  {Count: 600, Window: time.Second, Burst: 2000},
		bff.LimitPassword: {Count: 8, Window: 10 * time.Minute},
		bff.LimitCode:     {Count: 5, Window: 10 * time.Minute},
		bff.LimitForgot:   {Count: 3, Window: time.Hour},
		bff.LimitMoney:    {Count: 30, Window: time.Minute},

		bff.LimitPasswordAddress: {Count: 100, Window: 10 * time.Minute},
		bff.LimitCodeAddress:     {Count: 50, Window: 10 * time.Minute},
		bff.LimitForgotAccount:   {Count: 3, Window: time.Hour},
		bff.LimitSMS:             {Count: 5, Window: 10 * time.Minute},
		bff.LimitCodeUse:         {Count: 1, Window: 90 * time.Second},
		bff.LimitStaff:           {Count: 5, Window: 10 * time.Minute},
		bff.LimitAudit:           {Count: 1, Window: 10 * time.Minute},
		bff.LimitSession:         {Count: 50, Window: time.Second, Burst: 200},
	}
}

// Options are the settings of New. An allowance with a Burst is a bucket that holds Burst
// and is refilled by Count every Window. Without one it is a window: at most Count in any
// stretch of Window, for limits that must hold exactly.
type Options struct {
	// Of gives a brand's own limit for a rule; where it has none, that of Defaults holds.
	// nil: no brand has any.
	Of func(brand string, rule bff.LimitRule) (bff.Allowance, bool)
	// Exempt tells visitors of a brand that are never limited. nil: there are none.
	Exempt func(brand string, visitor netip.Addr) bool
	Most   int              // subjects remembered at a time, default 200,000
	Clock  func() time.Time // default time.Now
}

// Limiter is a bff.Limiter that remembers in memory.
type Limiter struct {
	options  Options
	defaults map[bff.LimitRule]bff.Allowance
	seed     maphash.Seed
	shards   [shards]shard
}

var _ bff.Limiter = (*Limiter)(nil)

// shards keep requests of different visitors from waiting for one lock.
const shards = 32

const defaultMost = 200_000

// New makes a limiter.
func New(o Options) *Limiter {
	if o.Of == nil {
		o.Of = func(string, bff.LimitRule) (bff.Allowance, bool) { return bff.Allowance{}, false }
	}
	if o.Exempt == nil {
		o.Exempt = func(string, netip.Addr) bool { return false }
	}
	if o.Most <= 0 {
		o.Most = defaultMost
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	l := &Limiter{options: o, defaults: Defaults(), seed: maphash.MakeSeed()}
	for i := range l.shards {
		l.shards[i].counters = map[bff.LimitKey]*counter{}
	}
	return l
}

// Allow takes one from key's allowance.
func (l *Limiter) Allow(_ context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	limit, key, limited := l.find(key)
	if !limited {
		return 0, true
	}
	now := l.options.Clock()
	s := l.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.counters[key]
	if c == nil || c.limit != limit { // a reloaded configuration counts anew
		s.makeRoom(now, max(l.options.Most/shards, 1))
		c = newCounter(limit)
		s.counters[key] = c
	}
	return c.take(now)
}

// Refund gives back the newest one taken. A bucket refills by itself and has none to
// give back.
func (l *Limiter) Refund(_ context.Context, key bff.LimitKey) {
	_, key, limited := l.find(key)
	if !limited {
		return
	}
	s := l.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.counters[key]; c != nil && len(c.taken) > 0 {
		c.taken = c.taken[:len(c.taken)-1]
	}
}

// find gives the limit in force, and the key without its visitor: that one only exempts.
func (l *Limiter) find(key bff.LimitKey) (bff.Allowance, bff.LimitKey, bool) {
	if l.options.Exempt(key.Brand, key.Visitor) {
		return bff.Allowance{}, key, false
	}
	key.Visitor = netip.Addr{}
	limit, ok := l.options.Of(key.Brand, key.Rule)
	if !ok {
		limit, ok = l.defaults[key.Rule]
	}
	return limit, key, ok
}

func (l *Limiter) shard(key bff.LimitKey) *shard {
	return &l.shards[maphash.Comparable(l.seed, key)%shards]
}

type shard struct {
	mu       sync.Mutex
	counters map[bff.LimitKey]*counter
}

// makeRoom keeps the shard below most counters. It drops what no longer counts anything,
// and where all still do, the ones that a map's walk meets first: a flood of new subjects
// must cost the process no memory, though it makes it forget some of them early.
func (s *shard) makeRoom(now time.Time, most int) {
	if len(s.counters) < most {
		return
	}
	for key, c := range s.counters {
		if !c.until.After(now) {
			delete(s.counters, key)
		}
	}
	for key := range s.counters {
		if len(s.counters) < most-most/8 {
			return
		}
		delete(s.counters, key)
	}
}

// counter counts one subject.
type counter struct {
	limit  bff.Allowance
	bucket *rate.Limiter // of limits with a burst
	taken  []time.Time   // of windows: when each was taken, oldest first
	until  time.Time     // from here on the counter counts nothing
}

func newCounter(limit bff.Allowance) *counter {
	c := &counter{limit: limit}
	if limit.Burst > 0 {
		c.bucket = rate.NewLimiter(rate.Limit(float64(limit.Count)/limit.Window.Seconds()), limit.Burst)
	}
	return c
}

func (c *counter) take(now time.Time) (time.Duration, bool) {
	limit := c.limit
	if c.bucket != nil {
		full := time.Duration(float64(limit.Window) * float64(limit.Burst) / float64(limit.Count))
		c.until = now.Add(full)
		r := c.bucket.ReserveN(now, 1)
		if wait := r.DelayFrom(now); wait > 0 {
			r.CancelAt(now)
			return wait, false
		}
		return 0, true
	}
	c.until = now.Add(limit.Window)
	open := func(at time.Time) bool { return at.Add(limit.Window).After(now) }
	if i := slices.IndexFunc(c.taken, open); i >= 0 {
		c.taken = slices.Delete(c.taken, 0, i)
	} else {
		c.taken = c.taken[:0]
	}
	if len(c.taken) >= limit.Count {
		if len(c.taken) == 0 { // a limit of none at all
			return limit.Window, false
		}
		return c.taken[0].Add(limit.Window).Sub(now), false
	}
	c.taken = append(c.taken, now)
	return 0, true
}

// Remembered tells how many subjects are remembered now.
func (l *Limiter) Remembered() int {
	n := 0
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.Lock()
		n += len(s.counters)
		s.mu.Unlock()
	}
	return n
}
