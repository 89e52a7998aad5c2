package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store"
)

type indexTest = storeTest[bff.SessionIndex]

// RunSessionIndex runs the tests of bff.SessionIndex.
func RunSessionIndex(t *testing.T, open Factory[bff.SessionIndex]) {
	t.Helper()
	run(t, open, tests[bff.SessionIndex]{
		"entries are found and listed": func(t *indexTest, index bff.SessionIndex) {
			assertSessions(t, index, "ayse", nil)
			assertSession(t, index, "a", "")
			hour := t.Now().Add(time.Hour)
			putSession(t, index, "ayse", "a", "\x00one\n", hour)
			putSession(t, index, "ayse", "b", "two", hour)
			putSession(t, index, "veli", "c", "three", hour)
			putSession(t, index, "late", "d", "four", t.Now())
			assertSessions(t, index, "ayse", map[string]string{"a": "\x00one\n", "b": "two"})
			assertSessions(t, index, "veli", map[string]string{"c": "three"})
			assertSessions(t, index, "late", nil)
			assertSession(t, index, "d", "")
			for _, key := range []string{"", "ays", "aysee", "AYSE", "a"} {
				assertSessions(t, index, key, nil)
			}
		},
		"Put replaces an entry": func(t *indexTest, index bff.SessionIndex) {
			putSession(t, index, "ayse", "a", "one", t.Now().Add(time.Hour))
			putSession(t, index, "ayse", "a", "two", t.Now().Add(2*time.Hour))
			assertSessions(t, index, "ayse", map[string]string{"a": "two"})
			t.Advance(90 * time.Minute)
			assertSessions(t, index, "ayse", map[string]string{"a": "two"})
		},
		"Delete removes an entry": func(t *indexTest, index bff.SessionIndex) {
			must(t, index.Delete(t.Context(), "ayse", "absent"))
			putSession(t, index, "ayse", "a", "one", t.Now().Add(time.Hour))
			putSession(t, index, "ayse", "b", "two", t.Now().Add(time.Hour))
			must(t, index.Delete(t.Context(), "ayse", "a"))
			assertSessions(t, index, "ayse", map[string]string{"b": "two"})
			assertSession(t, index, "a", "")
			putSession(t, index, "ayse", "a", "three", t.Now().Add(time.Hour))
			assertSessions(t, index, "ayse", map[string]string{"a": "three", "b": "two"})
		},
		"an entry is forgotten after it expires": func(t *indexTest, index bff.SessionIndex) {
			putSession(t, index, "ayse", "a", "one", t.Now().Add(time.Hour))
			putSession(t, index, "ayse", "b", "two", t.Now().Add(3*time.Hour))
			t.Advance(time.Hour)
			assertSessions(t, index, "ayse", map[string]string{"b": "two"})
			assertSession(t, index, "a", "")
			putSession(t, index, "ayse", "c", "three", t.Now().Add(time.Hour)) // stores drop expired entries here
			assertSessions(t, index, "ayse", map[string]string{"b": "two", "c": "three"})
		},
		"the entries that expire last are kept": func(t *indexTest, index bff.SessionIndex) {
			end := t.Now().Add(time.Hour)
			putSession(t, index, "veli", "other", "kept", end)
			want := map[string]string{}
			for i := range store.MaxSessionsPerPlayer + 10 {
				id := fmt.Sprint("s", i)
				putSession(t, index, "ayse", id, id, end.Add(time.Duration(i)*time.Second))
				if i >= 10 {
					want[id] = id
				}
			}
			assertSessions(t, index, "ayse", want)
			for i := range 10 {
				assertSession(t, index, fmt.Sprint("s", i), "")
			}
			assertSessions(t, index, "veli", map[string]string{"other": "kept"})
		},
		"entries survive a restart": func(t *indexTest, index bff.SessionIndex) {
			putSession(t, index, "ayse", "a", "one", t.Now().Add(time.Hour))
			putSession(t, index, "ayse", "b", "two", t.Now().Add(time.Minute))
			putSession(t, index, "ayse", "c", "three", t.Now().Add(time.Hour))
			must(t, index.Delete(t.Context(), "ayse", "c"))
			index = t.restartAfter(2 * time.Minute)
			assertSessions(t, index, "ayse", map[string]string{"a": "one"})
			assertSession(t, index, "b", "")
			assertSession(t, index, "c", "")
		},
		"concurrent writes": func(t *indexTest, index bff.SessionIndex) {
			want, until := map[string]string{}, t.Now().Add(time.Hour)
			for i := range 32 {
				want[fmt.Sprint("s", i)] = "entry"
			}
			atOnce(t, len(want), func(i int) (bool, error) {
				session := bff.IndexedSession{Sealed: []byte("entry"), ExpiresAt: until, Kid: "first", IdleUntil: until}
				return true, index.Put(t.Context(), "ayse", fmt.Sprint("s", i), session)
			})
			assertSessions(t, index, "ayse", want)
		},
		"sessions are counted by kid": func(t *indexTest, index bff.SessionIndex) {
			assertCounts(t, index, "empty", 0, 0, 0)
			sealSession(t, index, "a", "first", t.Now(), time.Hour)
			sealSession(t, index, "b", "first", t.Now(), time.Hour)
			sealSession(t, index, "c", "second", t.Now(), time.Hour)
			assertCounts(t, index, "put", 2, 1, 0)
			sealSession(t, index, "a", "first", t.Now(), 2*time.Hour)
			assertCounts(t, index, "renewed with the same kid", 2, 1, 0)
			sealSession(t, index, "b", "second", t.Now(), 2*time.Hour)
			assertCounts(t, index, "renewed with another kid", 1, 2, 0)
			must(t, index.Delete(t.Context(), "ayse", "c"))
			must(t, index.Delete(t.Context(), "ayse", "never put"))
			assertCounts(t, index, "deleted", 1, 1, 0)
			sealSession(t, index, "d", "third", t.Now(), time.Hour)
			t.Advance(time.Hour)
			assertCounts(t, index, "idle", 1, 1, 0)
			sealSession(t, index, "d", "third", t.Now(), time.Hour)
			assertCounts(t, index, "renewed after it was idle", 1, 1, 1)
			t.Advance(24 * time.Hour)
			assertCounts(t, index, "expired", 0, 0, 0)
			if got, err := index.Count(t.Context(), nil); err != nil || len(got) != 0 {
				t.Errorf("of no kid: %v, %v", got, err)
			}
		},
		"counts survive a restart": func(t *indexTest, index bff.SessionIndex) {
			sealSession(t, index, "a", "first", t.Now(), time.Hour)
			sealSession(t, index, "b", "second", t.Now(), time.Minute)
			sealSession(t, index, "c", "second", t.Now(), time.Hour)
			index = t.restartAfter(2 * time.Minute)
			assertCounts(t, index, "after a restart", 1, 1, 0)
			sealSession(t, index, "a", "third", t.Now(), time.Hour)
			assertCounts(t, index, "moved after a restart", 0, 1, 1)
		},
		"an evicted entry is not counted": func(t *indexTest, index bff.SessionIndex) {
			sealSession(t, index, "oldest", "first", t.Now(), time.Hour)
			for i := range store.MaxSessionsPerPlayer {
				sealSession(t, index, fmt.Sprint("s", i), "second", t.Now().Add(time.Second), time.Hour)
			}
			assertCounts(t, index, "the oldest gave way", 0, store.MaxSessionsPerPlayer, 0)
		},
	})
}

func putSession(t testing.TB, index bff.SessionIndex, key, id, entry string, until time.Time) {
	t.Helper()
	must(t, index.Put(t.Context(), key, id, bff.IndexedSession{
		Sealed: []byte(entry), ExpiresAt: until, Kid: "first", IdleUntil: until,
	}))
}

// sealSession puts an entry of a kid that becomes idle after a time.
func sealSession(t testing.TB, index bff.SessionIndex, id, kid string, now time.Time, idle time.Duration) {
	t.Helper()
	must(t, index.Put(t.Context(), "ayse", id, bff.IndexedSession{
		Sealed: []byte("entry"), ExpiresAt: now.Add(24 * time.Hour), Kid: kid, IdleUntil: now.Add(idle),
	}))
}

// assertSessions compares the entries under key, and checks that Get finds each of them.
func assertSessions(t testing.TB, index bff.SessionIndex, key string, want map[string]string) {
	t.Helper()
	all, err := index.List(t.Context(), key)
	must(t, err)
	got := map[string]string{}
	for id, entry := range all {
		got[id] = string(entry)
	}
	assert.True(t, maps.Equal(got, want), "List(%q) = %q, want %q", key, got, want)
	for id, entry := range want {
		assertSession(t, index, id, entry)
	}
}

func assertSession(t testing.TB, index bff.SessionIndex, id, want string) {
	t.Helper()
	got, err := index.Get(t.Context(), id)
	assert.True(t, err == nil && string(got) == want && (want == "") == (got == nil), "Get(%q) = %q, %v, want %q", id,
		got, err, want)
}

// assertCounts compares the counts of the kids first, second and third.
func assertCounts(t testing.TB, index bff.SessionIndex, why string, want ...int) {
	t.Helper()
	got, err := index.Count(t.Context(), []string{"first", "second", "third"})
	must(t, err)
	assert.True(t, slices.Equal(got, want), "%s: counts %v, want %v", why, got, want)
}

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
				assert.True(t, err == nil && slices.EqualFunc(got, want, time.Time.Equal), "%q: %v, %v, want %v", keys,
					got, err, want)
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
			visible := atOnce(t, 32, func(i int) (bool, error) {
				key := fmt.Sprintf("session/%d", i)
				if err := r.Revoke(t.Context(), key, t.Now(), t.Now().Add(time.Hour)); err != nil {
					return false, err
				}
				at, err := r.Revoked(t.Context(), key)
				return err == nil && !at[0].IsZero(), err
			})
			assert.Equal(t, 32, visible, "acknowledged entries are visible at once")
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

// RunTicketStore runs the tests of bff.TicketStore, each with a new store from factory that
// uses clock.
func RunTicketStore(t *testing.T, factory func(t *testing.T, clock *Clock) bff.TicketStore) {
	t.Helper()
	ctx := context.Background()
	assertTicket := func(t *testing.T, s bff.TicketStore, id, want string) {
		t.Helper()
		got, err := s.Get(ctx, id)
		assert.True(t, err == nil && string(got) == want && (want == "") == (got == nil), "Get(%q) = %q, %v, want %q",
			id, got, err, want)
	}
	t.Run("Get returns the value of the last Put until Delete", func(t *testing.T) {
		c := NewClock()
		s := factory(t, c)
		assertTicket(t, s, "a", "")
		must(t, s.Put(ctx, "a", []byte("\x00one"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "b", []byte("two"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "b", []byte("three"), c.Now().Add(time.Hour)))
		assertTicket(t, s, "a", "\x00one")
		assertTicket(t, s, "b", "three")
		must(t, s.Delete(ctx, "a"))
		must(t, s.Delete(ctx, "absent"))
		assertTicket(t, s, "a", "")
		assertTicket(t, s, "b", "three")
	})
	t.Run("Put of an expired ticket deletes it", func(t *testing.T) {
		c := NewClock()
		s := factory(t, c)
		must(t, s.Put(ctx, "a", []byte("one"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "a", []byte("two"), c.Now()))
		assertTicket(t, s, "a", "")
	})
	t.Run("Add stores the first value until it expires or is deleted", func(t *testing.T) {
		c := NewClock()
		s, ok := factory(t, c).(interface {
			Add(ctx context.Context, id string, value []byte, until time.Time) (bool, error)
		})
		if !ok {
			t.Fatal("the store cannot add")
		}
		for value, want := range []bool{true, false} {
			added, err := s.Add(ctx, "a", []byte{byte(value)}, c.Now().Add(time.Hour))
			assert.True(t, err == nil && added == want, "Add %d: %v, %v", value, added, err)
		}
	})
}
