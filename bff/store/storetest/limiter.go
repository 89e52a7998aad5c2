package storetest

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
)

// Exempt is the visitor that the limiter under test must exempt.
var Exempt = netip.MustParseAddr("192.0.2.99")

// Allowances returns the limits that the limiter under test must apply to every brand.
func Allowances() map[bff.LimitRule]bff.Allowance {
	return map[bff.LimitRule]bff.Allowance{
		bff.LimitAddress:  {Count: 600, Window: time.Second, Burst: 2000},
		bff.LimitPassword: {Count: 8, Window: 10 * time.Minute},
		bff.LimitCode:     {Count: 0, Window: time.Minute},
		bff.LimitForgot:   {Count: 60, Window: time.Minute, Burst: 3},
	}
}

// RunLimiter runs the tests of bff.Limiter. factory returns two instances that count together,
// which may be the same one, use clock, and are emptied by reset.
func RunLimiter(t *testing.T, factory func(t *testing.T, clock *Clock) (one, two bff.Limiter, reset bff.LimitResetter)) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, one, two bff.Limiter, c *Clock){
		"instances share a window":                              windowShared,
		"no sliding window exceeds its count":                   windowSlides,
		"a bucket allows its burst and refills":                 bucketRefills,
		"a small bucket refills one by one":                     smallBucket,
		"refunded attempts do not count":                        refund,
		"a count of zero allows nothing":                        zeroCount,
		"subjects, brands and rules are counted separately":     separateCounts,
		"rules without a limit and exempt visitors are allowed": unlimited,
		"concurrent attempts cannot exceed the limit":           concurrentAttempts,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			one, two, _ := factory(t, c)
			test(t, one, two, c)
		})
	}
	t.Run("a reset counter starts again on every instance", func(t *testing.T) {
		one, two, reset := factory(t, NewClock())
		resetCounter(t, one, two, reset)
	})
}

func limitKey(rule bff.LimitRule, subject string) bff.LimitKey {
	return bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject, Visitor: netip.MustParseAddr("192.0.2.7")}
}

// drain calls Allow on both in turn until each refuses, but allows at most 5,000 attempts. It
// returns the number of allowed attempts and the retryAfter of the last refusal.
func drain(k bff.LimitKey, one, two bff.Limiter) (allowed int, retryAfter time.Duration) {
	for refused := 0; allowed < 5000 && refused < 2; one, two = two, one {
		after, ok := one.Allow(context.Background(), k)
		if ok {
			allowed, refused = allowed+1, 0
		} else {
			retryAfter, refused = after, refused+1
		}
	}
	return allowed, retryAfter
}

func windowShared(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitPassword, "demo")
	if n, after := drain(k, one, two); n != 8 || (after-10*time.Minute).Abs() > 2*time.Millisecond {
		t.Errorf("%d allowed, retry after %v", n, after)
	}
	c.Advance(9 * time.Minute)
	if after, ok := two.Allow(context.Background(), k); ok || (after-time.Minute).Abs() > 2*time.Millisecond {
		t.Errorf("after nine minutes: %v, %v", after, ok)
	}
	c.Advance(time.Minute)
	if n, _ := drain(k, two, one); n != 8 {
		t.Errorf("%d allowed in the next window", n)
	}
}

func windowSlides(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitPassword, "demo")
	var allowed []time.Time
	for i := range 150 { // 50 minutes, an attempt every 20 seconds
		if i%2 == 0 {
			one, two = two, one
		}
		if _, ok := one.Allow(context.Background(), k); ok {
			allowed = append(allowed, c.Now())
		}
		c.Advance(20 * time.Second)
	}
	if len(allowed) != 40 {
		t.Errorf("%d allowed in 50 minutes, want 8 every 10 minutes", len(allowed))
	}
	for i := 8; i < len(allowed); i++ {
		if elapsed := allowed[i].Sub(allowed[i-8]); elapsed < 10*time.Minute {
			t.Fatalf("9 allowed within %v", elapsed)
		}
	}
}

func bucketRefills(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitAddress, "192.0.2.7")
	if n, _ := drain(k, one, two); n != 2000 {
		t.Errorf("%d allowed, want the burst of 2000", n)
	}
	c.Advance(500 * time.Millisecond)
	if n, _ := drain(k, one, two); n != 300 {
		t.Errorf("%d allowed after half a second, want 300", n)
	}
	c.Advance(time.Hour)
	if n, _ := drain(k, one, two); n != 2000 {
		t.Errorf("%d allowed after an hour, want the burst again", n)
	}
}

func smallBucket(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitForgot, "192.0.2.7")
	if n, after := drain(k, one, two); n != 3 || (after-time.Second).Abs() > 2*time.Millisecond {
		t.Errorf("%d allowed, retry after %v", n, after)
	}
	c.Advance(2 * time.Second)
	if n, _ := drain(k, two, one); n != 2 {
		t.Errorf("%d allowed after two seconds, want 2", n)
	}
}

func refund(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	k := limitKey(bff.LimitPassword, "demo")
	for range 20 {
		if _, ok := one.Allow(context.Background(), k); !ok {
			t.Fatal("refused although every attempt was refunded")
		}
		two.Refund(context.Background(), k)
	}
	two.Refund(context.Background(), limitKey(bff.LimitPassword, "unused")) // no attempt to refund
	if n, _ := drain(k, one, two); n != 8 {
		t.Errorf("%d allowed, want 8", n)
	}
}

func resetCounter(t *testing.T, one, two bff.Limiter, reset bff.LimitResetter) {
	t.Helper()
	k, other, bucket := limitKey(bff.LimitPassword, "demo"), limitKey(bff.LimitPassword, "zengin"), limitKey(bff.LimitForgot, "demo")
	for _, full := range []bff.LimitKey{k, other, bucket} {
		drain(full, one, two)
	}
	must(t, reset.Reset(context.Background(), k, bucket, limitKey(bff.LimitPassword, "unused")))
	for _, row := range []struct {
		key  bff.LimitKey
		want int
	}{{k, 8}, {other, 0}, {bucket, 3}} {
		if n, _ := drain(row.key, two, one); n != row.want {
			t.Errorf("%s %s: %d allowed, want %d", row.key.Rule, row.key.Subject, n, row.want)
		}
	}
}

func zeroCount(t *testing.T, one, _ bff.Limiter, _ *Clock) {
	t.Helper()
	if after, ok := one.Allow(context.Background(), limitKey(bff.LimitCode, "7")); ok || after != time.Minute {
		t.Errorf("got %v, %v", after, ok)
	}
}

func separateCounts(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	otherBrand := limitKey(bff.LimitPassword, "demo")
	otherBrand.Brand = "zephyr"
	for _, k := range []bff.LimitKey{limitKey(bff.LimitPassword, "demo"), limitKey(bff.LimitPassword, "zengin"), otherBrand} {
		if n, _ := drain(k, one, two); n != 8 {
			t.Errorf("%v: %d allowed", k, n)
		}
	}
	if n, _ := drain(limitKey(bff.LimitForgot, "demo"), one, two); n != 3 {
		t.Errorf("another rule: %d allowed", n)
	}
}

func unlimited(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	if n, _ := drain(limitKey("no such rule", "demo"), one, two); n != 5000 {
		t.Errorf("a rule without a limit: refused after %d", n)
	}
	k := limitKey(bff.LimitAddress, "demo")
	k.Visitor = Exempt
	if n, _ := drain(k, one, two); n != 5000 {
		t.Errorf("an exempt visitor: refused after %d", n)
	}
	for rule, want := range map[bff.LimitRule]int{bff.LimitPassword: 8, bff.LimitCode: 0, bff.LimitForgot: 3} {
		k := limitKey(rule, "exempt")
		k.Visitor = Exempt
		if n, _ := drain(k, one, two); n != want {
			t.Errorf("%s by an exempt visitor: %d allowed, want %d", rule, n, want)
		}
	}
}

func concurrentAttempts(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	var allowed atomic.Int64
	var wg sync.WaitGroup
	for range 32 {
		for _, l := range []bff.Limiter{one, two} {
			wg.Go(func() {
				if _, ok := l.Allow(context.Background(), limitKey(bff.LimitPassword, "uid")); ok {
					allowed.Add(1)
				}
			})
		}
	}
	wg.Wait()
	if allowed.Load() != 8 {
		t.Errorf("%d allowed, want 8", allowed.Load())
	}
}
