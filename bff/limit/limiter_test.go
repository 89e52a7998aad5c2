package limit_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/limit"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

// clock is a manual clock.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func start() *clock { return &clock{at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func key(rule bff.LimitRule, subject string) bff.LimitKey {
	return bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject, Visitor: netip.MustParseAddr("192.0.2.7")}
}

// takeUntilRefused calls Allow until it refuses, at most 5,000 times, and returns the number allowed.
func takeUntilRefused(l bff.Limiter, k bff.LimitKey) (given int, retry time.Duration) {
	for given < 5000 {
		after, ok := l.Allow(context.Background(), k)
		if !ok {
			return given, after
		}
		given++
	}
	return given, 0
}

func newLimiter(c *clock) *limit.Limiter { return limit.New(limit.Options{Clock: c.now}) }

// assertGiven takes until a limiter refuses.
func assertGiven(t *testing.T, name string, l bff.Limiter, k bff.LimitKey, want int) {
	t.Helper()
	n, _ := takeUntilRefused(l, k)
	assert.Equal(t, want, n, "%s: %s: %d given, want %d", k.Rule, name, n, want)
}

// TestLimiterOfOneInstance runs the suite of the shared limiters.
func TestLimiterOfOneInstance(t *testing.T) {
	storetest.RunLimiter(t, func(_ *testing.T, c *storetest.Clock) (one, two bff.Limiter, reset bff.LimitResetter) {
		l := limit.New(limit.Options{
			Clock:  c.Now,
			Exempt: func(_ string, visitor netip.Addr) bool { return visitor == storetest.Exempt },
			Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
				a, ok := storetest.Allowances()[rule]
				return a, ok
			},
		})
		r := limit.Resetter{Local: l, Bus: new(embedded.Bus)}
		r.Listen()
		return l, l, r
	})
}

func TestDefaultsMatchTheContract(t *testing.T) {
	for _, row := range []struct {
		rule  bff.LimitRule
		given int
		retry time.Duration
	}{
		{bff.LimitPassword, 8, 10 * time.Minute},
		{bff.LimitCode, 5, 10 * time.Minute},
		{bff.LimitForgot, 3, time.Hour},
		{bff.LimitMoney, 30, time.Minute},
		{bff.LimitAddress, 2000, time.Second / 600},
	} {
		l := newLimiter(start())
		given, retry := takeUntilRefused(l, key(row.rule, "demo"))
		assert.True(t, given == row.given && (retry-row.retry).Abs() <= time.Microsecond,
			"%s: %d given, retry after %v; want %d, %v", row.rule, given, retry, row.given, row.retry)
		assertGiven(t, "another subject", l, key(row.rule, "zengin"), row.given)
	}
}

func TestExemptVisitorsHaveNoLimitsByAddress(t *testing.T) {
	casino := bff.LimitClass("casino")
	l := limit.New(limit.Options{
		Clock: start().now,
		Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
			return bff.Allowance{Count: 3, Window: time.Minute}, rule == casino || rule == bff.LimitEvents
		},
		Exempt: func(brand string, visitor netip.Addr) bool {
			return brand == "marmara" && netip.MustParsePrefix("192.0.2.0/24").Contains(visitor)
		},
	})
	for _, rule := range []bff.LimitRule{bff.LimitAddress, bff.LimitEvents, casino} {
		assertGiven(t, "an exempt visitor", l, key(rule, "192.0.2.7"), 5000)
	}
	elsewhere := key(casino, "192.0.2.7")
	elsewhere.Brand = "zephyr"
	assertGiven(t, "a brand that exempts nobody", l, elsewhere, 3)
	other := key(casino, "198.51.100.1")
	other.Visitor = netip.MustParseAddr("198.51.100.1")
	assertGiven(t, "a visitor who is not exempt", l, other, 3)
}

// A visitor who shares an address with an office must not guess passwords or spend money without limits.
func TestExemptVisitorsHaveLimitsOfGuessesAndMoney(t *testing.T) {
	l := limit.New(limit.Options{Clock: start().now, Exempt: func(string, netip.Addr) bool { return true }})
	for rule, allowance := range limit.Defaults() {
		want := max(allowance.Count, allowance.Burst)
		if rule == bff.LimitAddress {
			want = 5000
		}
		assertGiven(t, "an exempt visitor", l, key(rule, "demo"), want)
	}
}

func TestBrandsHaveTheirOwnLimits(t *testing.T) {
	var own atomic.Int64
	own.Store(2)
	l := limit.New(limit.Options{Clock: start().now, Allowance: func(brand string, rule bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: int(own.Load()), Window: time.Minute}, brand == "marmara" && rule == bff.LimitMoney
	}})
	k := key(bff.LimitMoney, "uid")
	assertGiven(t, "the limit of the brand", l, k, 2)
	own.Store(4)
	assertGiven(t, "after a reload", l, k, 4)
	own.Store(0)
	after, ok := l.Allow(context.Background(), k)
	assert.True(t, !ok && after == time.Minute, "a limit of none: %v, %v", after, ok)
	k.Brand = "zephyr"
	assertGiven(t, "another brand", l, k, 30)
}

func TestMemoryIsBounded(t *testing.T) {
	const most = 3200
	l := limit.New(limit.Options{Clock: start().now, MaxSubjects: most})
	for i := range 10 * most {
		l.Allow(context.Background(), key(bff.LimitPassword, fmt.Sprint(i)))
	}
	n := l.Size()
	assert.True(t, n <= most, "%d subjects remembered, want at most %d", n, most)
}

func TestExpiredCountersAreEvictedFirst(t *testing.T) {
	c := start()
	l := limit.New(limit.Options{Clock: c.now, MaxSubjects: 3200})
	for i := range 3000 {
		l.Allow(context.Background(), key(bff.LimitMoney, fmt.Sprint(i)))
	}
	c.at = c.at.Add(2 * time.Minute)
	k := key(bff.LimitForgot, "192.0.2.7")
	takeUntilRefused(l, k)
	for i := range 1500 {
		l.Allow(context.Background(), key(bff.LimitMoney, fmt.Sprint("new", i)))
	}
	_, ok := l.Allow(context.Background(), k)
	assert.True(t, !ok, "a counter in force was dropped before those that count nothing")
}

// emptied is a SharedResetter that fails with err.
type emptied struct {
	keys []bff.LimitKey
	err  error
}

func (e *emptied) Reset(_ context.Context, keys ...bff.LimitKey) error {
	e.keys = append(e.keys, keys...)
	return e.err
}

func TestResetEmptiesTheCountersOfEveryInstance(t *testing.T) {
	bus, shared := new(embedded.Bus), new(emptied)
	key := bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "demo"}
	var instances []*limit.Limiter
	for range 2 {
		l := limit.New(limit.Options{})
		instances = append(instances, l)
		defer limit.Resetter{Local: l, Bus: bus}.Listen()()
		takeUntilRefused(l, key)
	}
	r := limit.Resetter{Local: instances[0], Shared: shared, Bus: bus}
	if err := r.Reset(t.Context(), key); err != nil || len(shared.keys) != 1 || shared.keys[0] != key {
		t.Fatalf("reset: %v, shared counters emptied: %v", err, shared.keys)
	}
	for i, l := range instances {
		_, ok := l.Allow(t.Context(), key)
		assert.True(t, ok, "instance %d still counts", i)
	}
	shared.err = errors.New("the store is gone")
	if err := r.Reset(t.Context(), key); !errors.Is(err, shared.err) {
		t.Errorf("a failure of the shared store: %v", err)
	}
}
