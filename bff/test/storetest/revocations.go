package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type revocationsTest = storeTest[bff.Revocations]

// RunRevocations runs the tests of bff.Revocations.
func RunRevocations(t *testing.T, open Factory[bff.Revocations]) {
	t.Helper()
	run(t, open, tests[bff.Revocations]{
		"an entry has its time until it expires": func(t *revocationsTest, r bff.Revocations) {
			start, future := t.Now(), t.Now().Add(time.Minute)
			assertRevoked(t, r, "session/a", time.Time{})
			revoke(t, r, "session/a", start, start.Add(time.Hour))
			revoke(t, r, "session/future", future, start.Add(time.Hour))
			revoke(t, r, "session/expired", start, start)
			assertRevoked(t, r, "session/a", start)
			assertRevoked(t, r, "session/future", future)
			assertRevoked(t, r, "session/expired", time.Time{})
			t.Advance(59 * time.Minute)
			assertRevoked(t, r, "session/a", start)
		},
		"a later entry replaces the earlier": func(t *revocationsTest, r bff.Revocations) {
			revoke(t, r, "player/a", t.Now(), t.Now().Add(time.Minute))
			t.Advance(time.Second)
			later := t.Now()
			revoke(t, r, "player/a", later, later.Add(time.Hour))
			assertRevoked(t, r, "player/a", later)
			t.Advance(30 * time.Minute)
			assertRevoked(t, r, "player/a", later)
		},
		"an entry is forgotten after it expires": func(t *revocationsTest, r bff.Revocations) {
			revoke(t, r, "session/a", t.Now(), t.Now().Add(time.Hour))
			revoke(t, r, "session/b", t.Now(), t.Now().Add(3*time.Hour))
			second := t.Now()
			t.Advance(time.Hour)
			assertRevoked(t, r, "session/a", time.Time{})
			t.Advance(time.Hour)
			revoke(t, r, "session/c", t.Now(), t.Now().Add(time.Hour)) // stores drop expired entries here
			assertRevoked(t, r, "session/a", time.Time{})
			assertRevoked(t, r, "session/b", second)
		},
		"keys are separate": func(t *revocationsTest, r bff.Revocations) {
			revoke(t, r, "session/a", t.Now(), t.Now().Add(time.Hour))
			for _, key := range []string{"", "session/", "session/aa", "session/A", "login/a", "a", "session/a\x00"} {
				assertRevoked(t, r, key, time.Time{})
			}
		},
		"several keys are read at once": func(t *revocationsTest, r bff.Revocations) {
			first, second := t.Now(), t.Now().Add(-time.Second)
			revoke(t, r, "session/a", first, first.Add(time.Hour))
			revoke(t, r, "login/b", second, first.Add(time.Minute))
			assert := func(want []time.Time, keys ...string) {
				t.Helper()
				got, err := r.Revoked(t.Context(), keys...)
				assert.True(t, err == nil && slices.EqualFunc(got, want, time.Time.Equal), "%q: %v, %v, want %v", keys, got, err, want)
			}
			assert([]time.Time{{}, second, first, second}, "absent", "login/b", "session/a", "login/b")
			assert([]time.Time{})
			t.Advance(2 * time.Minute)
			assert([]time.Time{{}, first}, "login/b", "session/a")
		},
		"entries survive a restart": func(t *revocationsTest, r bff.Revocations) {
			at := t.Now()
			revoke(t, r, "session/a", at, at.Add(time.Hour))
			revoke(t, r, "session/b", at, at.Add(time.Minute))
			r = t.restartAfter(2 * time.Minute)
			assertRevoked(t, r, "session/a", at)
			assertRevoked(t, r, "session/b", time.Time{})
		},
		"concurrent writes": func(t *revocationsTest, r bff.Revocations) {
			var wg sync.WaitGroup
			for i := range 32 {
				wg.Go(func() {
					key := fmt.Sprintf("session/%d", i)
					if err := r.Revoke(t.Context(), key, t.Now(), t.Now().Add(time.Hour)); err != nil {
						t.Errorf("revoke: %v", err)
					}
					// An acknowledged entry is visible at once.
					if at, err := r.Revoked(t.Context(), key); err != nil || at[0].IsZero() {
						t.Errorf("%s: %v, %v", key, at, err)
					}
				})
			}
			wg.Wait()
		},
	})
}

func revoke(t testing.TB, r bff.Revocations, key string, at, until time.Time) {
	t.Helper()
	if err := r.Revoke(t.Context(), key, at, until); err != nil {
		t.Fatalf("revoke %q: %v", key, err)
	}
}

func assertRevoked(t testing.TB, r bff.Revocations, key string, want time.Time) {
	t.Helper()
	got, err := r.Revoked(t.Context(), key)
	require.NoError(t, err, "revoked %q", key)
	assert.True(t, len(got) == 1 && got[0].Equal(want), "%q was revoked at %v, want %v", key, got, want)
}
