package storetest

import (
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

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

// limiterTest is one test of a limiter, of which two instances count together.
type limiterTest struct {
	*testing.T
	*Clock
	one, two bff.Limiter
	reset    bff.LimitResetter
}

// assertDrained checks the number of allowed attempts. first makes the first attempt.
func (t *limiterTest) assertDrained(k bff.LimitKey, first bff.Limiter, want int) {
	t.Helper()
	second := t.two
	if first == t.two {
		second = t.one
	}
	if n, _ := drain(t, k, first, second); n != want {
		t.Errorf("%s of %s/%s: %d allowed, want %d", k.Rule, k.Brand, k.Subject, n, want)
	}
}

// RunLimiter runs the tests of bff.Limiter. factory returns two instances that count together and
// use clock. They may be the same instance. reset empties them.
func RunLimiter(t *testing.T,
	factory func(t *testing.T, clock *Clock) (one, two bff.Limiter, reset bff.LimitResetter),
) {
	t.Helper()
	for name, test := range map[string]func(t *limiterTest){
		"instances share a window": func(t *limiterTest) {
			k := limitKey(bff.LimitPassword, "demo")
			if n, after := drain(t, k, t.one, t.two); n != 8 || (after-10*time.Minute).Abs() > 2*time.Millisecond {
				t.Errorf("%d allowed, retry after %v", n, after)
			}
			t.Advance(9 * time.Minute)
			if after, ok := t.two.Allow(t.Context(), k); ok || (after-time.Minute).Abs() > 2*time.Millisecond {
				t.Errorf("after nine minutes: %v, %v", after, ok)
			}
			t.Advance(time.Minute)
			t.assertDrained(k, t.two, 8)
		},
		"no sliding window exceeds its count": func(t *limiterTest) {
			k := limitKey(bff.LimitPassword, "demo")
			var allowed []time.Time
			for i := range 150 { // 50 minutes, an attempt every 20 seconds
				if i%2 == 0 {
					t.one, t.two = t.two, t.one
				}
				if _, ok := t.one.Allow(t.Context(), k); ok {
					allowed = append(allowed, t.Now())
				}
				t.Advance(20 * time.Second)
			}
			assert.Len(t, allowed, 40, "%d allowed in 50 minutes, want 8 every 10 minutes", len(allowed))
			for i := 8; i < len(allowed); i++ {
				if elapsed := allowed[i].Sub(allowed[i-8]); elapsed < 10*time.Minute {
					t.Fatalf("9 allowed within %v", elapsed)
				}
			}
		},
		"a bucket allows its burst and refills": func(t *limiterTest) {
			k := limitKey(bff.LimitAddress, "192.0.2.7")
			t.assertDrained(k, t.one, 2000)
			t.Advance(500 * time.Millisecond)
			t.assertDrained(k, t.one, 300)
			t.Advance(time.Hour)
			t.assertDrained(k, t.one, 2000)
		},
		"a small bucket refills one by one": func(t *limiterTest) {
			k := limitKey(bff.LimitForgot, "192.0.2.7")
			if n, after := drain(t, k, t.one, t.two); n != 3 || (after-time.Second).Abs() > 2*time.Millisecond {
				t.Errorf("%d allowed, retry after %v", n, after)
			}
			t.Advance(2 * time.Second)
			t.assertDrained(k, t.two, 2)
		},
		"refunded attempts do not count": func(t *limiterTest) {
			for rule, most := range map[bff.LimitRule]int{bff.LimitPassword: 8, bff.LimitForgot: 3} {
				k := limitKey(rule, "demo")
				for range 20 {
					if _, ok := t.one.Allow(t.Context(), k); !ok {
						t.Fatal("refused although every attempt was refunded")
					}
					t.two.Refund(t.Context(), k)
				}
				t.two.Refund(t.Context(), limitKey(rule, "unused")) // no attempt to refund
				t.assertDrained(k, t.one, most)
			}
		},
		"a count of zero allows nothing": func(t *limiterTest) {
			if after, ok := t.one.Allow(t.Context(), limitKey(bff.LimitCode, "7")); ok || after != time.Minute {
				t.Errorf("got %v, %v", after, ok)
			}
		},
		"subjects, brands and rules are counted separately": func(t *limiterTest) {
			otherBrand := limitKey(bff.LimitPassword, "demo")
			otherBrand.Brand = "zephyr"
			for _, k := range []bff.LimitKey{
				limitKey(bff.LimitPassword, "demo"), limitKey(bff.LimitPassword, "zengin"), otherBrand,
			} {
				t.assertDrained(k, t.one, 8)
			}
			t.assertDrained(limitKey(bff.LimitForgot, "demo"), t.one, 3)
		},
		"rules without a limit and exempt visitors are allowed": func(t *limiterTest) {
			t.assertDrained(limitKey("no such rule", "demo"), t.one, 5000)
			k := limitKey(bff.LimitAddress, "demo")
			k.Visitor = Exempt
			t.assertDrained(k, t.one, 5000)
			for rule, want := range map[bff.LimitRule]int{bff.LimitPassword: 8, bff.LimitCode: 0, bff.LimitForgot: 3} {
				k := limitKey(rule, "exempt")
				k.Visitor = Exempt
				t.assertDrained(k, t.one, want)
			}
		},
		"concurrent attempts cannot exceed the limit": func(t *limiterTest) {
			allowed := atOnce(t, 64, func(n int) (bool, error) {
				_, ok := []bff.Limiter{t.one, t.two}[n%2].Allow(t.Context(), limitKey(bff.LimitPassword, "uid"))
				return ok, nil
			})
			assert.Equal(t, 8, allowed)
		},
		"a reset counter starts again on every instance": func(t *limiterTest) {
			k, other, bucket := limitKey(bff.LimitPassword, "demo"), limitKey(bff.LimitPassword, "zengin"),
				limitKey(bff.LimitForgot, "demo")
			for _, full := range []bff.LimitKey{k, other, bucket} {
				drain(t, full, t.one, t.two)
			}
			must(t, t.reset.Reset(t.Context(), k, bucket, limitKey(bff.LimitPassword, "unused")))
			for _, row := range []struct {
				key  bff.LimitKey
				want int
			}{{k, 8}, {other, 0}, {bucket, 3}} {
				t.assertDrained(row.key, t.two, row.want)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			one, two, reset := factory(t, c)
			test(&limiterTest{t, c, one, two, reset})
		})
	}
}

func limitKey(rule bff.LimitRule, subject string) bff.LimitKey {
	return bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject, Visitor: netip.MustParseAddr("192.0.2.7")}
}

// drain calls Allow on both in turn until each refuses, at most 5,000 times. It returns the number
// of allowed attempts and the last retryAfter.
func drain(t testing.TB, k bff.LimitKey, one, two bff.Limiter) (allowed int, retryAfter time.Duration) {
	for refused := 0; allowed < 5000 && refused < 2; one, two = two, one {
		after, ok := one.Allow(t.Context(), k)
		if ok {
			allowed, refused = allowed+1, 0
		} else {
			retryAfter, refused = after, refused+1
		}
	}
	return allowed, retryAfter
}
