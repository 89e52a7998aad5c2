package limit_test

import (
	"context"
	"errors"
	"testing"
	"time"

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

func TestSplitCountsEveryCallLocally(t *testing.T) {
	c := start()
	two := func(string, bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: 2, Window: time.Hour}, true
	}
	shared := &sharedCounts{Limiter: limit.New(limit.Options{Clock: c.now, Allowance: two})}
	one := limit.Split{Local: limit.New(limit.Options{Clock: c.now, Allowance: two}), Shared: shared}
	other := limit.Split{Local: limit.New(limit.Options{Clock: c.now, Allowance: two}), Shared: shared}
	for rule, want := range map[bff.LimitRule]int{
		bff.LimitAddress: 2, bff.LimitSession: 2, bff.LimitPassword: 0, bff.LimitMoney: 0, bff.LimitCodeUse: 0, bff.LimitClass("casino"): 0,
	} {
		k := key(rule, "subject")
		if n, _ := takeUntilRefused(one, k); n != 2 {
			t.Errorf("%s: %d given by one instance, want 2", rule, n)
		}
		if n, _ := takeUntilRefused(other, k); n != want {
			t.Errorf("%s: %d given by another instance, want %d", rule, n, want)
		}
		one.Refund(context.Background(), k)
		if n, _ := takeUntilRefused(one, k); n != 1 {
			t.Errorf("%s: %d given after a refund, want 1", rule, n)
		}
	}
}

func TestSplitDecidesLocallyWhileTheStoreCannotTell(t *testing.T) {
	for _, rule := range []bff.LimitRule{
		bff.LimitPassword, bff.LimitPasswordAddress, bff.LimitCode, bff.LimitCodeAddress, bff.LimitForgot, bff.LimitForgotAccount,
		bff.LimitSMS, bff.LimitMoney, bff.LimitStaff, bff.LimitAudit,
	} {
		c := start()
		most := limit.Defaults()[rule].Count
		shared := &sharedCounts{Limiter: limit.New(limit.Options{Clock: c.now})}
		one := limit.Split{Local: limit.New(limit.Options{Clock: c.now}), Shared: shared}
		other := limit.Split{Local: limit.New(limit.Options{Clock: c.now}), Shared: shared}
		k := key(rule, "subject")
		one.Allow(t.Context(), k)
		shared.unreachable = true
		if n, after := takeUntilRefused(one, k); n != most-1 || after != limit.Defaults()[rule].Window {
			t.Errorf("%s: %d given without the store, retry after %v; want %d after the one before", rule, n, after, most-1)
		}
		if n, _ := takeUntilRefused(one, key(rule, "another")); n != most {
			t.Errorf("%s: %d given to another subject, want %d", rule, n, most)
		}
		// The store is back, without what was taken in the meantime.
		shared.unreachable = false
		if n, _ := takeUntilRefused(one, k); n != 0 {
			t.Errorf("%s: %d given once the store is back", rule, n)
		}
		if n, _ := takeUntilRefused(other, k); n != most-1 {
			t.Errorf("%s: %d given by another instance, want %d: attempts count once", rule, n, most-1)
		}
		c.at = c.at.Add(limit.Defaults()[rule].Window)
		if n, _ := takeUntilRefused(one, k); n != most {
			t.Errorf("%s: %d given in the next window, want %d", rule, n, most)
		}
	}
}

func TestSplitRefundsAttemptsMadeWithoutTheStore(t *testing.T) {
	c := start()
	shared := &sharedCounts{Limiter: limit.New(limit.Options{Clock: c.now}), unreachable: true}
	one := limit.Split{Local: limit.New(limit.Options{Clock: c.now}), Shared: shared}
	k := key(bff.LimitPassword, "subject")
	for range 40 {
		if _, ok := one.Allow(t.Context(), k); !ok {
			t.Fatal("refused although every attempt was refunded")
		}
		one.Refund(t.Context(), k)
	}
	shared.unreachable = false
	if n, _ := takeUntilRefused(one, k); n != 8 {
		t.Errorf("%d given afterwards, want 8", n)
	}
}

// What the shared store refuses is no attempt: it must not use up the count of this instance.
func TestSplitDoesNotCountRefusedAttempts(t *testing.T) {
	c := start()
	shared := &sharedCounts{Limiter: limit.New(limit.Options{Clock: c.now})}
	one := limit.Split{Local: limit.New(limit.Options{Clock: c.now}), Shared: shared}
	other := limit.Split{Local: limit.New(limit.Options{Clock: c.now}), Shared: shared}
	k := key(bff.LimitPassword, "subject")
	takeUntilRefused(other, k)
	c.at = c.at.Add(9 * time.Minute)
	for range 40 {
		if _, ok := one.Allow(t.Context(), k); ok {
			t.Fatal("given beyond the shared count")
		}
	}
	c.at = c.at.Add(time.Minute)
	if n, _ := takeUntilRefused(one, k); n != 8 {
		t.Errorf("%d given in the next window, want 8", n)
	}
}

func TestSplitRefusesCodesWhileTheStoreCannotTell(t *testing.T) {
	c := start()
	shared := &sharedCounts{Limiter: limit.New(limit.Options{Clock: c.now}), unreachable: true}
	one := limit.Split{Local: limit.New(limit.Options{Clock: c.now}), Shared: shared}
	k := key(bff.LimitCodeUse, "code")
	for range 2 {
		if after, ok := one.Allow(t.Context(), k); ok || after != 0 {
			t.Errorf("a code that may have been used: %v, %v", after, ok)
		}
	}
	shared.unreachable = false
	if _, ok := one.Allow(t.Context(), k); !ok {
		t.Error("refused once the store can tell")
	}
	shared.Limiter = limit.New(limit.Options{Clock: c.now}) // the store has lost its memory
	if after, ok := one.Allow(t.Context(), k); ok || after == 0 {
		t.Errorf("a code that this instance has seen: %v, %v", after, ok)
	}
}

// A flood over the limit of one subject must not become a flood of store requests.
func TestSplitRefusesWithoutTheStore(t *testing.T) {
	c := start()
	shared := &sharedCounts{Limiter: limit.New(limit.Options{Clock: c.now})}
	one := limit.Split{Local: limit.New(limit.Options{Clock: c.now}), Shared: shared}
	k := key(bff.LimitPassword, "subject")
	for range 1000 {
		one.Allow(t.Context(), k)
	}
	if shared.taken != 8 {
		t.Errorf("%d requests to the store for 8 attempts", shared.taken)
	}
}
