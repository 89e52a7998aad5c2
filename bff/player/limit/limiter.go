// Package limit is the in-process rate limiter.
package limit

import (
	"cmp"
	"context"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"croupier/bff"
	"croupier/bff/internal/bounded"
)

// Defaults returns the default limits. The window of LimitCodeUse is longer than any platform
// accepts a code.
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
		bff.LimitSender:          {Count: 100, Window: time.Second, Burst: 200},
		bff.LimitSenderAudit:     {Count: 100, Window: 24 * time.Hour},
		bff.LimitSenderBlock:     {Count: 500, Window: time.Hour, Burst: 1000},
	}
}

// Options are the settings of New. An allowance with a Burst is a token bucket that gets Count
// tokens every Window. Without a Burst, it is a sliding window.
type Options struct {
	// Allowance returns a brand's limit for a rule, which overrides Defaults. If nil, no brand has
	// overrides.
	Allowance func(brand string, rule bff.LimitRule) (bff.Allowance, bool)
	// Exempt reports whether a visitor of a brand is exempt from limits by address. If nil, nobody
	// is exempt.
	Exempt      func(brand string, visitor netip.Addr) bool
	MaxSubjects int              // maximum number of tracked subjects, default 200,000
	Clock       func() time.Time // default time.Now
}

// Limiter implements bff.Limiter in memory. It drops counters in a flood of new subjects, because
// memory must stay bounded.
type Limiter struct {
	options  Options
	defaults map[bff.LimitRule]bff.Allowance

	mu       sync.Mutex // guards the counters
	counters *bounded.Map[bff.LimitKey, *counter]
}

var _ bff.Limiter = (*Limiter)(nil)

// New returns an empty Limiter.
func New(o Options) *Limiter {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return &Limiter{options: o, defaults: Defaults(), counters: bounded.New(bounded.Options[bff.LimitKey, *counter]{
		MaxEntries: cmp.Or(o.MaxSubjects, 200_000),
		Expired:    func(c *counter) bool { return !c.until.After(o.Clock()) },
	})}
}

// Allow implements bff.Limiter.
func (l *Limiter) Allow(_ context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	limit, key, limited := l.find(key)
	if !limited {
		return 0, true
	}
	now := l.options.Clock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if c, ok := l.counters.Get(key); ok && c.limit == limit {
		return c.take(now)
	}
	c := newCounter(limit) // also replaces a counter with an outdated limit
	retryAfter, ok = c.take(now)
	l.counters.Put(key, c)
	return retryAfter, ok
}

// Refund implements bff.Limiter.
func (l *Limiter) Refund(_ context.Context, key bff.LimitKey) {
	_, key, limited := l.find(key)
	if !limited {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch c, ok := l.counters.Get(key); {
	case ok && c.bucket != nil:
		c.bucket.AllowN(l.options.Clock(), -1) // never exceeds the burst
	case ok && len(c.taken) > 0:
		c.taken = c.taken[:len(c.taken)-1]
	}
}

// Reset resets the counters of keys.
func (l *Limiter) Reset(keys ...bff.LimitKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range keys {
		key.Visitor = netip.Addr{}
		if c, ok := l.counters.Get(key); ok {
			*c = *newCounter(c.limit)
		}
	}
}

// find returns the limit for a key, and the key without its visitor.
func (l *Limiter) find(key bff.LimitKey) (bff.Allowance, bff.LimitKey, bool) {
	if l.options.Exempt != nil && key.Exemptable() && l.options.Exempt(key.Brand, key.Visitor) {
		return bff.Allowance{}, key, false
	}
	key.Visitor = netip.Addr{}
	limit, ok := l.defaults[key.Rule]
	if l.options.Allowance != nil {
		if own, isOwn := l.options.Allowance(key.Brand, key.Rule); isOwn {
			return own, key, true
		}
	}
	return limit, key, ok
}

// counter counts one subject.
type counter struct {
	limit  bff.Allowance
	bucket *rate.Limiter // for limits with a burst
	taken  []time.Time   // for windows: times of the attempts, oldest first
	until  time.Time     // the counter is unused after this time
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
	for len(c.taken) > 0 && !c.taken[0].Add(limit.Window).After(now) {
		c.taken = c.taken[1:]
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
func (l *Limiter) Size() int { return l.counters.Len() }
