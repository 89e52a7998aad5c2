package limit_test

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/limit"
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
		t.Run(string(row.rule), func(t *testing.T) {
			l := limit.New(limit.Options{Clock: start().now})
			given, retry := takeUntilRefused(l, key(row.rule, "demo"))
			if given != row.given {
				t.Errorf("given %d, want %d", given, row.given)
			}
			if (retry - row.retry).Abs() > time.Microsecond {
				t.Errorf("retry after %v, want %v", retry, row.retry)
			}
			if n, _ := takeUntilRefused(l, key(row.rule, "zengin")); n != row.given {
				t.Errorf("another subject is given %d, want %d", n, row.given)
			}
		})
	}
}

func TestWindowHoldsForEveryInterval(t *testing.T) {
	c := start()
	l := limit.New(limit.Options{Clock: c.now})
	k := key(bff.LimitPassword, "demo")
	var given []time.Time
	for range 600 { // 50 minutes, an attempt every 5 seconds
		if _, ok := l.Allow(context.Background(), k); ok {
			given = append(given, c.at)
		}
		c.at = c.at.Add(5 * time.Second)
	}
	if len(given) != 40 {
		t.Errorf("%d given in 50 minutes, want 8 every 10 minutes", len(given))
	}
	for i := 8; i < len(given); i++ {
		if stretch := given[i].Sub(given[i-8]); stretch < 10*time.Minute {
			t.Fatalf("9 given within %v", stretch)
		}
	}
}

func TestBucketRefills(t *testing.T) {
	c := start()
	l := limit.New(limit.Options{Clock: c.now})
	k := key(bff.LimitAddress, "192.0.2.7")
	takeUntilRefused(l, k)
	c.at = c.at.Add(500 * time.Millisecond)
	if n, _ := takeUntilRefused(l, k); n != 300 {
		t.Errorf("%d given after half a second, want 300", n)
	}
}

func TestRefundedAttemptsDoNotCount(t *testing.T) {
	l := limit.New(limit.Options{Clock: start().now})
	k := key(bff.LimitPassword, "demo")
	for range 100 {
		if _, ok := l.Allow(context.Background(), k); !ok {
			t.Fatal("refused although every attempt was forgiven")
		}
		l.Refund(context.Background(), k)
	}
	if n, _ := takeUntilRefused(l, k); n != 8 {
		t.Errorf("%d given, want 8", n)
	}
	l.Refund(context.Background(), key(bff.LimitPassword, "nobody")) // never seen: nothing to give back
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
		if n, _ := takeUntilRefused(l, key(rule, "192.0.2.7")); n != 5000 {
			t.Errorf("%s: refused after %d", rule, n)
		}
	}
	elsewhere := key(casino, "192.0.2.7")
	elsewhere.Brand = "zephyr"
	if n, _ := takeUntilRefused(l, elsewhere); n != 3 {
		t.Errorf("%d given by a brand that exempts nobody, want 3", n)
	}
	other := key(casino, "198.51.100.1")
	other.Visitor = netip.MustParseAddr("198.51.100.1")
	if n, _ := takeUntilRefused(l, other); n != 3 {
		t.Errorf("%d given to a visitor who is not exempt, want 3", n)
	}
}

// Whoever shares an address with an office must not guess passwords or spend money without limits.
func TestExemptVisitorsHaveLimitsOfGuessesAndMoney(t *testing.T) {
	l := limit.New(limit.Options{Clock: start().now, Exempt: func(string, netip.Addr) bool { return true }})
	for rule, allowance := range limit.Defaults() {
		want := max(allowance.Count, allowance.Burst)
		if rule == bff.LimitAddress {
			want = 5000
		}
		if n, _ := takeUntilRefused(l, key(rule, "demo")); n != want {
			t.Errorf("%s: %d given, want %d", rule, n, want)
		}
	}
}

func TestBrandsHaveTheirOwnLimits(t *testing.T) {
	var own atomic.Int64
	own.Store(2)
	l := limit.New(limit.Options{Clock: start().now, Allowance: func(brand string, rule bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: int(own.Load()), Window: time.Minute}, brand == "marmara" && rule == bff.LimitMoney
	}})
	k := key(bff.LimitMoney, "uid")
	if n, _ := takeUntilRefused(l, k); n != 2 {
		t.Errorf("%d given, want the brand's 2", n)
	}
	own.Store(4)
	if n, _ := takeUntilRefused(l, k); n != 4 {
		t.Errorf("%d given after a reload, want 4", n)
	}
	own.Store(0)
	if after, ok := l.Allow(context.Background(), k); ok || after != time.Minute {
		t.Errorf("a limit of none: %v, %v", after, ok)
	}
	k.Brand = "zephyr"
	if n, _ := takeUntilRefused(l, k); n != 30 {
		t.Errorf("%d given by another brand, want 30", n)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	const most = 3200
	l := limit.New(limit.Options{Clock: start().now, MaxSubjects: most})
	for i := range 10 * most {
		l.Allow(context.Background(), key(bff.LimitPassword, fmt.Sprint(i)))
	}
	if n := l.Size(); n > most {
		t.Errorf("%d subjects remembered, want at most %d", n, most)
	}
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
	if _, ok := l.Allow(context.Background(), k); ok {
		t.Error("a counter in force was dropped before those that count nothing")
	}
}

func TestConcurrentAttemptsStayWithinTheLimit(t *testing.T) {
	l := limit.New(limit.Options{Clock: start().now})
	var given atomic.Int64
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			if _, ok := l.Allow(context.Background(), key(bff.LimitCode, "uid")); ok {
				given.Add(1)
			}
		})
	}
	wg.Wait()
	if given.Load() != 5 {
		t.Errorf("%d given, want 5", given.Load())
	}
}
