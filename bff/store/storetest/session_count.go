package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store"
)

// seal puts an entry of a kid that is idle after a time.
func (index indexUnderTest) seal(id, kid string, now time.Time, idle time.Duration) {
	index.t.Helper()
	must(index.t, index.Put(context.Background(), "ayse", id, bff.IndexedSession{
		Sealed: []byte("entry"), ExpiresAt: now.Add(24 * time.Hour), Kid: kid, IdleUntil: now.Add(idle),
	}))
}

// assertCount compares the counts of the kids first, second and third.
func (index indexUnderTest) assertCount(why string, want ...int) {
	index.t.Helper()
	got, err := index.Count(context.Background(), []string{"first", "second", "third"})
	must(index.t, err)
	if !slices.Equal(got, want) {
		index.t.Errorf("%s: counts %v, want %v", why, got, want)
	}
}

func countedByKid(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	index.assertCount("empty", 0, 0, 0)
	index.seal("a", "first", c.Now(), time.Hour)
	index.seal("b", "first", c.Now(), time.Hour)
	index.seal("c", "second", c.Now(), time.Hour)
	index.assertCount("put", 2, 1, 0)
	index.seal("a", "first", c.Now(), 2*time.Hour)
	index.assertCount("renewed with the same kid", 2, 1, 0)
	index.seal("b", "second", c.Now(), 2*time.Hour)
	index.assertCount("renewed with another kid", 1, 2, 0)
	must(t, index.Delete(context.Background(), "ayse", "c"))
	must(t, index.Delete(context.Background(), "ayse", "never put"))
	index.assertCount("deleted", 1, 1, 0)
	index.seal("d", "third", c.Now(), time.Hour)
	c.Advance(time.Hour)
	index.assertCount("idle", 1, 1, 0)
	index.seal("d", "third", c.Now(), time.Hour)
	index.assertCount("renewed after it was idle", 1, 1, 1)
	c.Advance(24 * time.Hour)
	index.assertCount("expired", 0, 0, 0)
	if got, err := index.Count(context.Background(), nil); err != nil || len(got) != 0 {
		t.Errorf("of no kid: %v, %v", got, err)
	}
}

func countsSurviveRestart(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	index.seal("a", "first", c.Now(), time.Hour)
	index.seal("b", "second", c.Now(), time.Minute)
	index.seal("c", "second", c.Now(), time.Hour)
	done()
	c.Advance(2 * time.Minute)
	index, done = openIndex(t, b)
	defer done()
	index.assertCount("after a restart", 1, 1, 0)
	index.seal("a", "third", c.Now(), time.Hour)
	index.assertCount("moved after a restart", 0, 1, 1)
}

func evictedNotCounted(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	index.seal("oldest", "first", c.Now(), time.Hour)
	for i := range store.MaxSessionsPerPlayer {
		index.seal(fmt.Sprint("s", i), "second", c.Now().Add(time.Second), time.Hour)
	}
	index.assertCount("the oldest gave way", 0, store.MaxSessionsPerPlayer, 0)
}
