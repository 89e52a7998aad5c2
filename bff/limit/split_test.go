package limit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/limit"
)

// sharedCounts is a limit.Shared that can be unreachable.
type sharedCounts struct {
	*limit.Limiter
	unreachable bool
	taken       int
}

func (s *sharedCounts) Take(ctx context.Context, key bff.LimitKey) (time.Duration, bool, error) {
	if s.unreachable {
		return 0, false, errors.New("no answer")
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

// newSplit returns two instances that count together.
func newSplit(c *clock, unreachable bool) (one, other limit.Split, shared *sharedCounts) {
	shared = &sharedCounts{Limiter: newLimiter(c), unreachable: unreachable}
	return limit.Split{Local: newLimiter(c), Shared: shared}, limit.Split{Local: newLimiter(c), Shared: shared}, shared
}

func TestSplitCountsEveryCallLocally(t *testing.T) {
	c := start()
	two := func(string, bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: 2, Window: time.Hour}, true
	}
	shared := &sharedCounts{Limiter: limit.New(limit.Options{Clock: c.now, Allowance: two})}
	one := limit.Split{Local: limit.New(limit.Options{Clock: c.now, Allowance: two}), Shared: shared}
	other := limit.Split{Local: limit.New(limit.Options{Clock: c.now, Allowance: two}), Shared: shared}
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
		bff.LimitPassword, bff.LimitPasswordAddress, bff.LimitCode, bff.LimitCodeAddress, bff.LimitForgot, bff.LimitForgotAccount,
		bff.LimitSMS, bff.LimitMoney, bff.LimitStaff, bff.LimitAudit,
	} {
		c := start()
		most := limit.Defaults()[rule].Count
		one, other, shared := newSplit(c, false)
		k := key(rule, "subject")
		one.Allow(t.Context(), k)
		shared.unreachable = true
		n, after := takeUntilRefused(one, k)
		assert.True(t, n == most-1 && after == limit.Defaults()[rule].Window,
			"%s: %d given without the store, retry after %v; want %d after the one before", rule, n, after, most-1)
		assertGiven(t, "another subject", one, key(rule, "another"), most)
		// The store is back, without what was taken in the meantime.
		shared.unreachable = false
		assertGiven(t, "once the store is back", one, k, 0)
		assertGiven(t, "another instance, as attempts count once", other, k, most-1)
		c.at = c.at.Add(limit.Defaults()[rule].Window)
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

// An attempt that the shared store refuses must not use up the count of this instance.
func TestSplitDoesNotCountRefusedAttempts(t *testing.T) {
	c := start()
	one, other, _ := newSplit(c, false)
	k := key(bff.LimitPassword, "subject")
	takeUntilRefused(other, k)
	c.at = c.at.Add(9 * time.Minute)
	for range 40 {
		_, ok := one.Allow(t.Context(), k)
		require.True(t, !ok, "given beyond the shared count")
	}
	c.at = c.at.Add(time.Minute)
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
	if _, ok := one.Allow(t.Context(), k); !ok {
		t.Error("refused once the store can tell")
	}
	shared.Limiter = newLimiter(c) // the store has lost its memory
	if after, ok := one.Allow(t.Context(), k); ok || after == 0 {
		t.Errorf("a code that this instance has seen: %v, %v", after, ok)
	}
}

// A flood over the limit of one subject must not become a flood of store requests.
func TestSplitRefusesWithoutTheStore(t *testing.T) {
	one, _, shared := newSplit(start(), false)
	k := key(bff.LimitPassword, "subject")
	for range 1000 {
		one.Allow(t.Context(), k)
	}
	assert.Equal(t, 8, shared.taken, "%d requests to the store for 8 attempts", shared.taken)
}
