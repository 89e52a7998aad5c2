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

// Exempt is the visitor that a limiter under test must never limit.
var Exempt = netip.MustParseAddr("192.0.2.99")

// Allowances are the limits that a limiter under test must hold for every brand.
func Allowances() map[bff.LimitRule]bff.Allowance {
	return map[bff.LimitRule]bff.Allowance{
		bff.LimitAddress:  {Count: 600, Window: time.Second, Burst: 2000},
		bff.LimitPassword: {Count: 8, Window: 10 * time.Minute},
		bff.LimitCode:     {Count: 0, Window: time.Minute},
		bff.LimitForgot:   {Count: 60, Window: time.Minute, Burst: 3},
	}
}

// RunLimiter runs the suite of bff.Limiter. Factory gives limiters that count together: two
// instances of one house, which may be one and the same.
func RunLimiter(t *testing.T, factory func(t *testing.T, clock *Clock) (one, two bff.Limiter)) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, one, two bff.Limiter, c *Clock){
		"a window gives what it has, whichever instance is asked": windowShared,
		"a window never gives more in any stretch":                windowStretch,
		"a bucket gives its burst and refills":                    bucketRefills,
		"a small bucket refills one by one":                       bucketSmall,
		"what was forgiven does not count":                        forgiven,
		"a limit of none gives none":                              none,
		"subjects, brands and rules are counted apart":            apart,
		"rules without a limit and exempt visitors pass":          unlimited,
		"attempts side by side cannot pass together":              sideBySide,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			one, two := factory(t, c)
			test(t, one, two, c)
		})
	}
}

func limitKey(rule bff.LimitRule, subject string) bff.LimitKey {
	return bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject, Visitor: netip.MustParseAddr("192.0.2.7")}
}

// drain takes in turn from both until each refuses, at most 5,000 times. It gives how many
// were given, and what the last refusal said.
func drain(k bff.LimitKey, one, two bff.Limiter) (given int, retry time.Duration) {
	for refused := 0; given < 5000 && refused < 2; one, two = two, one {
		after, ok := one.Allow(context.Background(), k)
		if ok {
			given, refused = given+1, 0
		} else {
			retry, refused = after, refused+1
		}
	}
	return given, retry
}

func windowShared(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitPassword, "demo")
	if n, retry := drain(k, one, two); n != 8 || (retry-10*time.Minute).Abs() > 2*time.Millisecond {
		t.Errorf("%d given, retry after %v", n, retry)
	}
	c.Wind(9 * time.Minute)
	if after, ok := two.Allow(context.Background(), k); ok || (after-time.Minute).Abs() > 2*time.Millisecond {
		t.Errorf("after nine minutes: %v, %v", after, ok)
	}
	c.Wind(time.Minute)
	if n, _ := drain(k, two, one); n != 8 {
		t.Errorf("%d given in the next window", n)
	}
}

func windowStretch(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitPassword, "demo")
	var given []time.Time
	for i := range 150 { // 50 minutes, an attempt every 20 seconds
		if i%2 == 0 {
			one, two = two, one
		}
		if _, ok := one.Allow(context.Background(), k); ok {
			given = append(given, c.Now())
		}
		c.Wind(20 * time.Second)
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

func bucketRefills(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitAddress, "192.0.2.7")
	if n, _ := drain(k, one, two); n != 2000 {
		t.Errorf("%d given, want the burst of 2000", n)
	}
	c.Wind(500 * time.Millisecond)
	if n, _ := drain(k, one, two); n != 300 {
		t.Errorf("%d given after half a second, want 300", n)
	}
	c.Wind(time.Hour)
	if n, _ := drain(k, one, two); n != 2000 {
		t.Errorf("%d given after an hour, want the burst again", n)
	}
}

func bucketSmall(t *testing.T, one, two bff.Limiter, c *Clock) {
	t.Helper()
	k := limitKey(bff.LimitForgot, "192.0.2.7")
	if n, retry := drain(k, one, two); n != 3 || (retry-time.Second).Abs() > 2*time.Millisecond {
		t.Errorf("%d given, retry after %v", n, retry)
	}
	c.Wind(2 * time.Second)
	if n, _ := drain(k, two, one); n != 2 {
		t.Errorf("%d given after two seconds, want 2", n)
	}
}

func forgiven(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	k := limitKey(bff.LimitPassword, "demo")
	for range 20 {
		if _, ok := one.Allow(context.Background(), k); !ok {
			t.Fatal("refused although every attempt was forgiven")
		}
		two.Refund(context.Background(), k)
	}
	two.Refund(context.Background(), limitKey(bff.LimitPassword, "nobody")) // nothing to give back
	if n, _ := drain(k, one, two); n != 8 {
		t.Errorf("%d given, want 8", n)
	}
}

func none(t *testing.T, one, _ bff.Limiter, _ *Clock) {
	t.Helper()
	if after, ok := one.Allow(context.Background(), limitKey(bff.LimitCode, "7")); ok || after != time.Minute {
		t.Errorf("got %v, %v", after, ok)
	}
}

func apart(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	elsewhere := limitKey(bff.LimitPassword, "demo")
	elsewhere.Brand = "zephyr"
	for _, k := range []bff.LimitKey{limitKey(bff.LimitPassword, "demo"), limitKey(bff.LimitPassword, "zengin"), elsewhere} {
		if n, _ := drain(k, one, two); n != 8 {
			t.Errorf("%v: %d given", k, n)
		}
	}
	if n, _ := drain(limitKey(bff.LimitForgot, "demo"), one, two); n != 3 {
		t.Errorf("another rule: %d given", n)
	}
}

func unlimited(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	if n, _ := drain(limitKey("no such rule", "demo"), one, two); n != 5000 {
		t.Errorf("a rule without a limit: refused after %d", n)
	}
	k := limitKey(bff.LimitPassword, "demo")
	k.Visitor = Exempt
	if n, _ := drain(k, one, two); n != 5000 {
		t.Errorf("an exempt visitor: refused after %d", n)
	}
}

func sideBySide(t *testing.T, one, two bff.Limiter, _ *Clock) {
	t.Helper()
	var given atomic.Int64
	var wg sync.WaitGroup
	for range 32 {
		for _, l := range []bff.Limiter{one, two} {
			wg.Go(func() {
				if _, ok := l.Allow(context.Background(), limitKey(bff.LimitPassword, "uid")); ok {
					given.Add(1)
				}
			})
		}
	}
	wg.Wait()
	if given.Load() != 8 {
		t.Errorf("%d given, want 8", given.Load())
	}
}
