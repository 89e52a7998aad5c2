package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"croupier/bff"
)

// RevocationsBackend is the storage of one test.
type RevocationsBackend struct {
	// Open opens the storage, which is empty at first. Opened again after close, it must hold every
	// acknowledged entry.
	Open func(t *testing.T) (r bff.Revocations, close func())
}

// RunRevocations runs the tests of bff.Revocations, each with a new backend from factory that uses
// clock.
func RunRevocations(t *testing.T, factory func(t *testing.T, clock *Clock) RevocationsBackend) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, b RevocationsBackend, c *Clock){
		"a key that was never revoked":           neverRevoked,
		"an entry keeps its time":                keepsTime,
		"an entry may lie in the future":         futureEntry,
		"a later entry replaces the earlier":     replacesEntry,
		"an entry is forgotten after it expires": forgetsExpired,
		"an entry that has expired already":      alreadyExpired,
		"keys are separate":                      separateKeys,
		"several keys are read at once":          severalKeys,
		"entries survive a restart":              entriesSurviveRestart,
		"concurrent writes":                      concurrentRevokes,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

func revoke(t *testing.T, r bff.Revocations, key string, at, until time.Time) {
	t.Helper()
	if err := r.Revoke(context.Background(), key, at, until); err != nil {
		t.Fatalf("revoke %q: %v", key, err)
	}
}

func assertRevoked(t *testing.T, r bff.Revocations, key string, want time.Time) {
	t.Helper()
	got, err := r.Revoked(context.Background(), key)
	if err != nil {
		t.Fatalf("revoked %q: %v", key, err)
	}
	if len(got) != 1 || !got[0].Equal(want) {
		t.Errorf("%q was revoked at %v, want %v", key, got, want)
	}
}

func neverRevoked(t *testing.T, b RevocationsBackend, _ *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	assertRevoked(t, r, "session/a", time.Time{})
	assertRevoked(t, r, "", time.Time{})
}

func keepsTime(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now().Add(time.Hour))
	assertRevoked(t, r, "session/a", c.Now())
	c.Advance(59 * time.Minute)
	assertRevoked(t, r, "session/a", c.Now().Add(-59*time.Minute))
}

func futureEntry(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	at := c.Now().Add(time.Minute)
	revoke(t, r, "session/a", at, c.Now().Add(time.Hour))
	assertRevoked(t, r, "session/a", at)
}

func replacesEntry(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	revoke(t, r, "player/a", c.Now(), c.Now().Add(time.Minute))
	c.Advance(time.Second)
	later := c.Now()
	revoke(t, r, "player/a", later, later.Add(time.Hour))
	assertRevoked(t, r, "player/a", later)
	c.Advance(30 * time.Minute)
	assertRevoked(t, r, "player/a", later)
}

func forgetsExpired(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now().Add(time.Hour))
	revoke(t, r, "session/b", c.Now(), c.Now().Add(3*time.Hour))
	second := c.Now()
	c.Advance(time.Hour)
	assertRevoked(t, r, "session/a", time.Time{})
	c.Advance(time.Hour)
	revoke(t, r, "session/c", c.Now(), c.Now().Add(time.Hour)) // stores drop expired entries here
	assertRevoked(t, r, "session/a", time.Time{})
	assertRevoked(t, r, "session/b", second)
}

func alreadyExpired(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now())
	assertRevoked(t, r, "session/a", time.Time{})
}

func separateKeys(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now().Add(time.Hour))
	for _, key := range []string{"session/", "session/aa", "session/A", "login/a", "a", "session/a\x00"} {
		assertRevoked(t, r, key, time.Time{})
	}
}

func severalKeys(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	first, second := c.Now(), c.Now().Add(-time.Second)
	revoke(t, r, "session/a", first, first.Add(time.Hour))
	revoke(t, r, "login/b", second, first.Add(time.Minute))
	assert := func(want []time.Time, keys ...string) {
		t.Helper()
		got, err := r.Revoked(context.Background(), keys...)
		if err != nil || !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Errorf("%q: %v, %v, want %v", keys, got, err, want)
		}
	}
	assert([]time.Time{{}, second, first, second}, "absent", "login/b", "session/a", "login/b")
	assert([]time.Time{})
	c.Advance(2 * time.Minute)
	assert([]time.Time{{}, first}, "login/b", "session/a")
}

func entriesSurviveRestart(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	at := c.Now()
	revoke(t, r, "session/a", at, at.Add(time.Hour))
	revoke(t, r, "session/b", at, at.Add(time.Minute))
	done()
	c.Advance(2 * time.Minute)
	r, done = b.Open(t)
	defer done()
	assertRevoked(t, r, "session/a", at)
	assertRevoked(t, r, "session/b", time.Time{})
}

func concurrentRevokes(t *testing.T, b RevocationsBackend, c *Clock) {
	t.Helper()
	r, done := b.Open(t)
	defer done()
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			key := fmt.Sprintf("session/%d", i)
			if err := r.Revoke(context.Background(), key, c.Now(), c.Now().Add(time.Hour)); err != nil {
				t.Errorf("revoke: %v", err)
			}
			// An acknowledged entry is visible at once.
			if at, err := r.Revoked(context.Background(), key); err != nil || at[0].IsZero() {
				t.Errorf("%s: %v, %v", key, at, err)
			}
		})
	}
	wg.Wait()
}
