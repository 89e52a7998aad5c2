package limit_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/player/limit"
	"croupier/bff/test/storetest"
	"croupier/bff/test/testkit"
)

func start() *testkit.Clock { return testkit.NewClock(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) }

func key(rule bff.LimitRule, subject string) bff.LimitKey {
	return bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject, Visitor: netip.MustParseAddr("192.0.2.7")}
}

// takeUntilRefused calls Allow until it refuses, at most 5,000 times, and returns the number
// allowed.
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

func newLimiter(c *testkit.Clock) *limit.Limiter { return limit.New(limit.Options{Clock: c.Now}) }

// assertGiven takes until a limiter refuses.
func assertGiven(t *testing.T, name string, l bff.Limiter, k bff.LimitKey, want int) {
	t.Helper()
	n, _ := takeUntilRefused(l, k)
	assert.Equal(t, want, n, "%s: %s", k.Rule, name)
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
		r := limit.Resetter{Local: l, Bus: new(testkit.Bus)}
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
		assert.Equal(t, row.given, given, row.rule)
		assert.InDelta(t, row.retry, retry, float64(time.Microsecond), row.rule)
		assertGiven(t, "another subject", l, key(row.rule, "zengin"), row.given)
	}
}

func TestExemptVisitorsHaveNoLimitsByAddress(t *testing.T) {
	casino := bff.LimitClass("casino")
	l := limit.New(limit.Options{
		Clock: start().Now,
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
	assertGiven(t, "a brand without exemptions", l, elsewhere, 3)
	other := key(casino, "198.51.100.1")
	other.Visitor = netip.MustParseAddr("198.51.100.1")
	assertGiven(t, "a visitor who is not exempt", l, other, 3)
}

// A visitor who shares an address with an office still has limits on passwords and money.
func TestExemptVisitorsHaveLimitsOfGuessesAndMoney(t *testing.T) {
	l := limit.New(limit.Options{Clock: start().Now, Exempt: func(string, netip.Addr) bool { return true }})
	for rule, allowance := range limit.Defaults() {
		want := max(allowance.Count, allowance.Burst)
		if rule == bff.LimitAddress {
			want = 5000
		}
		assertGiven(t, "an exempt visitor", l, key(rule, "demo"), want)
	}
}

func TestBrandsHaveTheirOwnLimits(t *testing.T) {
	own := 2
	l := limit.New(limit.Options{Clock: start().Now, Allowance: func(
		brand string, rule bff.LimitRule,
	) (bff.Allowance, bool) {
		return bff.Allowance{Count: own, Window: time.Minute}, brand == "marmara" && rule == bff.LimitMoney
	}})
	k := key(bff.LimitMoney, "uid")
	assertGiven(t, "the limit of the brand", l, k, 2)
	own = 4
	assertGiven(t, "after a reload", l, k, 4)
	own = 0
	after, ok := l.Allow(context.Background(), k)
	assert.Equal(t, "1m0s false", fmt.Sprint(after, " ", ok), "a limit of none")
	k.Brand = "zephyr"
	assertGiven(t, "another brand", l, k, 30)
}

func TestMemoryIsBounded(t *testing.T) {
	const most = 3200
	l := limit.New(limit.Options{Clock: start().Now, MaxSubjects: most})
	for i := range 10 * most {
		l.Allow(context.Background(), key(bff.LimitPassword, fmt.Sprint(i)))
	}
	assert.LessOrEqual(t, l.Size(), most)
}

func TestExpiredCountersAreEvictedFirst(t *testing.T) {
	c := start()
	l := limit.New(limit.Options{Clock: c.Now, MaxSubjects: 3200})
	for i := range 3000 {
		l.Allow(context.Background(), key(bff.LimitMoney, fmt.Sprint(i)))
	}
	c.Advance(2 * time.Minute)
	k := key(bff.LimitForgot, "192.0.2.7")
	takeUntilRefused(l, k)
	for i := range 1500 {
		l.Allow(context.Background(), key(bff.LimitMoney, fmt.Sprint("new", i)))
	}
	assertGiven(t, "an active counter among unused ones", l, k, 0)
}

func TestResetEmptiesTheCountersOfEveryInstance(t *testing.T) {
	bus, shared := new(testkit.Bus), &sharedCounts{Limiter: limit.New(limit.Options{})}
	key := bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "demo"}
	var instances []*limit.Limiter
	for range 2 {
		l := limit.New(limit.Options{})
		instances = append(instances, l)
		defer limit.Resetter{Local: l, Bus: bus}.Listen()()
		takeUntilRefused(l, key)
	}
	takeUntilRefused(shared.Limiter, key)
	r := limit.Resetter{Local: instances[0], Shared: shared, Bus: bus}
	require.NoError(t, r.Reset(t.Context(), key))
	for i, l := range append(instances, shared.Limiter) {
		_, ok := l.Allow(t.Context(), key)
		assert.True(t, ok, "instance %d still counts", i)
	}
	shared.unreachable = true
	assert.ErrorIs(t, r.Reset(t.Context(), key), errUnreachable)
}

var errUnreachable = errors.New("no answer")

// sharedCounts is a limit.Shared that can be unreachable.
type sharedCounts struct {
	*limit.Limiter
	unreachable bool
	taken       int
}

func (s *sharedCounts) Take(ctx context.Context, key bff.LimitKey) (time.Duration, bool, error) {
	if s.unreachable || ctx.Err() != nil {
		return 0, false, errUnreachable
	}
	s.taken++
	retryAfter, ok := s.Allow(ctx, key)
	return retryAfter, ok, nil
}

func (s *sharedCounts) Refund(ctx context.Context, key bff.LimitKey) {
	if !s.unreachable {
		s.Limiter.Refund(ctx, key)
	}
}

func (s *sharedCounts) Reset(_ context.Context, keys ...bff.LimitKey) error {
	if s.unreachable {
		return errUnreachable
	}
	s.Limiter.Reset(keys...)
	return nil
}

// newSplit returns two instances with shared counters.
func newSplit(c *testkit.Clock, unreachable bool) (one, other limit.Split, shared *sharedCounts) {
	shared = &sharedCounts{Limiter: newLimiter(c), unreachable: unreachable}
	return limit.Split{Local: newLimiter(c), Shared: shared}, limit.Split{Local: newLimiter(c), Shared: shared}, shared
}

func TestSplitCountsEveryCallLocally(t *testing.T) {
	two := func(string, bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: 2, Window: time.Hour}, true
	}
	options := limit.Options{Clock: start().Now, Allowance: two}
	shared := &sharedCounts{Limiter: limit.New(options)}
	one, other := limit.Split{Local: limit.New(options), Shared: shared},
		limit.Split{Local: limit.New(options), Shared: shared}
	for rule, want := range map[bff.LimitRule]int{
		bff.LimitAddress: 2, bff.LimitSession: 2, bff.LimitPassword: 0, bff.LimitMoney: 0,
		bff.LimitCodeUse: 0, bff.LimitClass("casino"): 0,
	} {
		k := key(rule, "subject")
		assertGiven(t, "one instance", one, k, 2)
		assertGiven(t, "another instance", other, k, want)
		one.Refund(t.Context(), k)
		assertGiven(t, "after a refund", one, k, 1)
	}
}

func TestSplitDecidesLocallyWhileTheStoreCannotTell(t *testing.T) {
	for _, rule := range []bff.LimitRule{
		bff.LimitPassword, bff.LimitPasswordAddress, bff.LimitCode, bff.LimitCodeAddress, bff.LimitForgot,
		bff.LimitForgotAccount,
		bff.LimitRegister, bff.LimitToken, bff.LimitSMS, bff.LimitMoney, bff.LimitStaff, bff.LimitAudit,
	} {
		c := start()
		most := limit.Defaults()[rule].Count
		one, other, shared := newSplit(c, false)
		k := key(rule, "subject")
		one.Allow(t.Context(), k)
		shared.unreachable = true
		n, after := takeUntilRefused(one, k)
		assert.Equal(t, fmt.Sprint(most-1, limit.Defaults()[rule].Window), fmt.Sprint(n, after),
			"%s without the store", rule)
		assertGiven(t, "another subject", one, key(rule, "another"), most)
		// The store is back, without the units taken in the meantime.
		shared.unreachable = false
		assertGiven(t, "once the store is back", one, k, 0)
		assertGiven(t, "another instance, as attempts count once", other, k, most-1)
		c.Advance(limit.Defaults()[rule].Window)
		assertGiven(t, "in the next window", one, k, most)
	}
}

func TestSplitRefundsAttemptsMadeWithoutTheStore(t *testing.T) {
	one, _, shared := newSplit(start(), true)
	k := key(bff.LimitPassword, "subject")
	for range 40 {
		_, ok := one.Allow(t.Context(), k)
		require.True(t, ok, "refused although every attempt was refunded")
		one.Refund(t.Context(), k)
	}
	shared.unreachable = false
	assertGiven(t, "afterwards", one, k, 8)
}

// If the shared store refuses an attempt, the local count must not change.
func TestSplitDoesNotCountRefusedAttempts(t *testing.T) {
	c := start()
	one, other, _ := newSplit(c, false)
	k := key(bff.LimitPassword, "subject")
	takeUntilRefused(other, k)
	c.Advance(9 * time.Minute)
	for range 40 {
		_, ok := one.Allow(t.Context(), k)
		require.False(t, ok, "given beyond the shared count")
	}
	c.Advance(time.Minute)
	assertGiven(t, "in the next window", one, k, 8)
}

func TestSplitRefusesCodesWhileTheStoreCannotTell(t *testing.T) {
	c := start()
	one, _, shared := newSplit(c, true)
	k := key(bff.LimitCodeUse, "code")
	for range 2 {
		after, ok := one.Allow(t.Context(), k)
		assert.True(t, !ok && after == 0, "a code that may have been used: %v, %v", after, ok)
	}
	shared.unreachable = false
	_, ok := one.Allow(t.Context(), k)
	assert.True(t, ok, "when the store responds")
	shared.Limiter = newLimiter(c) // the store has lost its memory
	after, ok := one.Allow(t.Context(), k)
	assert.True(t, !ok && after != 0, "a code that this instance has seen: %v, %v", after, ok)
}

func TestSplitCountsVisitorsWhoHangUp(t *testing.T) {
	one, other, _ := newSplit(start(), false)
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	for range 8 {
		one.Allow(gone, key(bff.LimitPassword, "subject"))
	}
	assertGiven(t, "another instance", other, key(bff.LimitPassword, "subject"), 0)
}

// A flood beyond the limit of one subject must not become a flood of store requests.
func TestSplitRefusesWithoutTheStore(t *testing.T) {
	one, _, shared := newSplit(start(), false)
	k := key(bff.LimitPassword, "subject")
	for range 1000 {
		one.Allow(t.Context(), k)
	}
	assert.Equal(t, 8, shared.taken, "requests to the store")
}
