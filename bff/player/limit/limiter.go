// Package limit is the in-process rate limiter (calls.md §5).
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

// Defaults returns the limits of calls.md §5 and the additional ones for guesses and codes. The
// window of LimitCodeUse is longer than any platform accepts a code.
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
		bff.LimitRegister:        {Count: 20, Window: time.Hour},
		bff.LimitToken:           {Count: 20, Window: 10 * time.Minute},
		bff.LimitSMS:             {Count: 5, Window: 10 * time.Minute},
		bff.LimitCodeUse:         {Count: 1, Window: 90 * time.Second},
		bff.LimitStaff:           {Count: 5, Window: 10 * time.Minute},
		bff.LimitStaffAccount:    {Count: 30, Window: time.Hour},
		bff.LimitAudit:           {Count: 1, Window: 10 * time.Minute},
		bff.LimitSession:         {Count: 50, Window: time.Second, Burst: 200},
		bff.LimitPaymentPoll:     {Count: 1, Window: 4 * time.Second},
	}
}

// Options are the settings of New. An allowance with a Burst is a token bucket of size Burst
// refilled by Count every Window. Without one it is a sliding window: at most Count within any
// Window.
type Options struct {
	// Allowance returns a brand's own limit for a rule; without one, Defaults applies. nil means
	// no brand has any.
	Allowance func(brand string, rule bff.LimitRule) (bff.Allowance, bool)
	// Exempt reports whether a visitor of a brand has no limits by address; nil means nobody is.
	Exempt      func(brand string, visitor netip.Addr) bool
	MaxSubjects int              // subjects tracked at a time, default 200,000
	Clock       func() time.Time // default time.Now
}

// Limiter implements bff.Limiter in memory.
type Limiter struct {
	options  Options
	defaults map[bff.LimitRule]bff.Allowance
	seed     maphash.Seed
	shards   [shards]shard
}

var _ bff.Limiter = (*Limiter)(nil)

// shards reduces lock contention between subjects.
const shards = 32

const defaultMaxSubjects = 200_000

// New returns an empty Limiter.
func New(o Options) *Limiter {
	if o.Allowance == nil {
		o.Allowance = func(string, bff.LimitRule) (bff.Allowance, bool) { return bff.Allowance{}, false }
	}
	if o.Exempt == nil {
		o.Exempt = func(string, netip.Addr) bool { return false }
	}
	if o.MaxSubjects <= 0 {
		o.MaxSubjects = defaultMaxSubjects
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

// Allow implements bff.Limiter.
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
	if c == nil || c.limit != limit { // a changed limit starts a new count
		s.evict(now, max(l.options.MaxSubjects/shards, 1))
		c = newCounter(limit)
		s.counters[key] = c
	}
	return c.take(now)
}

// Refund implements bff.Limiter. It has no effect on a token bucket, which refills by itself.
func (l *Limiter) Refund(_ context.Context, key bff.LimitKey) {
	_, key, limited := l.find(key)
	if !limited {
		return
	}
	s := l.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch c := s.counters[key]; {
	case c != nil && c.bucket != nil:
		c.bucket.AllowN(l.options.Clock(), -1) // never more than the burst
	case c != nil && len(c.taken) > 0:
		c.taken = c.taken[:len(c.taken)-1]
	}
}

// Reset empties the counters of keys.
func (l *Limiter) Reset(keys ...bff.LimitKey) {
	for _, key := range keys {
		key.Visitor = netip.Addr{}
		s := l.shard(key)
		s.mu.Lock()
		delete(s.counters, key)
		s.mu.Unlock()
	}
}

// find returns the limit in force, and the key without its visitor, which only decides about
// exemption.
func (l *Limiter) find(key bff.LimitKey) (bff.Allowance, bff.LimitKey, bool) {
	if key.Exemptable() && l.options.Exempt(key.Brand, key.Visitor) {
		return bff.Allowance{}, key, false
	}
	key.Visitor = netip.Addr{}
	limit, ok := l.options.Allowance(key.Brand, key.Rule)
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

// evict keeps the shard below most counters. It removes unused counters first, then arbitrary
// ones: a flood of new subjects must not exhaust memory, even though some counts are lost.
func (s *shard) evict(now time.Time, most int) {
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
	bucket *rate.Limiter // for limits with a burst
	taken  []time.Time   // for windows: the time of each attempt, oldest first
	until  time.Time     // the counter is unused from this time on
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
		if len(c.taken) == 0 { // Count is zero
			return limit.Window, false
		}
		return c.taken[0].Add(limit.Window).Sub(now), false
	}
	c.taken = append(c.taken, now)
	return 0, true
}

// Size returns the number of tracked subjects.
func (l *Limiter) Size() int {
	n := 0
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.Lock()
		n += len(s.counters)
		s.mu.Unlock()
	}
	return n
}
