package storetest

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/session"
	"croupier/bff/store"
)

// SessionIndexBackend is the storage of one test.
type SessionIndexBackend struct {
	// Open opens the storage, which is empty at first. Opened again after close, it must hold every
	// entry that was put.
	Open func(t *testing.T) (i session.Index, close func())
}

// RunSessionIndex runs the tests of session.Index, each with a new backend from factory that
// uses clock.
func RunSessionIndex(t *testing.T, factory func(t *testing.T, clock *Clock) SessionIndexBackend) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, b SessionIndexBackend, c *Clock){
		"entries are found and listed":           foundAndListed,
		"Put replaces an entry":                  putReplaces,
		"Delete removes an entry":                deleteRemoves,
		"an entry is forgotten after it expires": entryExpires,
		"the entries that expire last are kept":  maxEntriesPerKey,
		"entries survive a restart":              indexSurvivesRestart,
		"concurrent writes":                      concurrentIndexPuts,
		"sessions are counted by kid":            countedByKid,
		"counts survive a restart":               countsSurviveRestart,
		"an evicted entry is not counted":        evictedNotCounted,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// indexUnderTest is a session index with assertions.
type indexUnderTest struct {
	session.Index
	t *testing.T
}

func openIndex(t *testing.T, b SessionIndexBackend) (index indexUnderTest, done func()) {
	t.Helper()
	opened, done := b.Open(t)
	return indexUnderTest{opened, t}, done
}

func (index indexUnderTest) put(key, id, entry string, until time.Time) {
	index.t.Helper()
	must(index.t, index.Put(context.Background(), key, id, bff.IndexedSession{Sealed: []byte(entry), ExpiresAt: until, Kid: "first", IdleUntil: until}))
}

// assertList compares the entries under key, and checks that Get finds each of them.
func (index indexUnderTest) assertList(key string, want map[string]string) {
	index.t.Helper()
	all, err := index.List(context.Background(), key)
	must(index.t, err)
	got := map[string]string{}
	for id, entry := range all {
		got[id] = string(entry)
	}
	if !maps.Equal(got, want) {
		index.t.Errorf("List(%q) = %q, want %q", key, got, want)
	}
	for id, entry := range want {
		index.assertGet(id, entry)
	}
}

func (index indexUnderTest) assertGet(id, want string) {
	index.t.Helper()
	got, err := index.Get(context.Background(), id)
	if err != nil || string(got) != want || (want == "") != (got == nil) {
		index.t.Errorf("Get(%q) = %q, %v, want %q", id, got, err, want)
	}
}

func foundAndListed(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	index.assertList("ayse", nil)
	index.assertGet("a", "")
	hour := c.Now().Add(time.Hour)
	index.put("ayse", "a", "\x00one\n", hour)
	index.put("ayse", "b", "two", hour)
	index.put("veli", "c", "three", hour)
	index.put("late", "d", "four", c.Now())
	index.assertList("ayse", map[string]string{"a": "\x00one\n", "b": "two"})
	index.assertList("veli", map[string]string{"c": "three"})
	index.assertList("late", nil)
	index.assertGet("d", "")
	for _, key := range []string{"", "ays", "aysee", "AYSE", "a"} {
		index.assertList(key, nil)
	}
}

func putReplaces(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	index.put("ayse", "a", "one", c.Now().Add(time.Hour))
	index.put("ayse", "a", "two", c.Now().Add(2*time.Hour))
	index.assertList("ayse", map[string]string{"a": "two"})
	c.Advance(90 * time.Minute)
	index.assertList("ayse", map[string]string{"a": "two"})
}

func deleteRemoves(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	must(t, index.Delete(context.Background(), "ayse", "absent"))
	index.put("ayse", "a", "one", c.Now().Add(time.Hour))
	index.put("ayse", "b", "two", c.Now().Add(time.Hour))
	must(t, index.Delete(context.Background(), "ayse", "a"))
	index.assertList("ayse", map[string]string{"b": "two"})
	index.assertGet("a", "")
	index.put("ayse", "a", "three", c.Now().Add(time.Hour))
	index.assertList("ayse", map[string]string{"a": "three", "b": "two"})
}

func entryExpires(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	index.put("ayse", "a", "one", c.Now().Add(time.Hour))
	index.put("ayse", "b", "two", c.Now().Add(3*time.Hour))
	c.Advance(time.Hour)
	index.assertList("ayse", map[string]string{"b": "two"})
	index.assertGet("a", "")
	index.put("ayse", "c", "three", c.Now().Add(time.Hour)) // stores drop expired entries here
	index.assertList("ayse", map[string]string{"b": "two", "c": "three"})
}

func maxEntriesPerKey(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	end := c.Now().Add(time.Hour)
	index.put("veli", "other", "kept", end)
	want := map[string]string{}
	for i := range store.MaxSessionsPerPlayer + 10 {
		id := fmt.Sprint("s", i)
		index.put("ayse", id, id, end.Add(time.Duration(i)*time.Second))
		if i >= 10 {
			want[id] = id
		}
	}
	index.assertList("ayse", want)
	for i := range 10 {
		index.assertGet(fmt.Sprint("s", i), "")
	}
	index.assertList("veli", map[string]string{"other": "kept"})
}

func indexSurvivesRestart(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	index.put("ayse", "a", "one", c.Now().Add(time.Hour))
	index.put("ayse", "b", "two", c.Now().Add(time.Minute))
	index.put("ayse", "c", "three", c.Now().Add(time.Hour))
	must(t, index.Delete(context.Background(), "ayse", "c"))
	done()
	c.Advance(2 * time.Minute)
	index, done = openIndex(t, b)
	defer done()
	index.assertList("ayse", map[string]string{"a": "one"})
	index.assertGet("b", "")
	index.assertGet("c", "")
}

func concurrentIndexPuts(t *testing.T, b SessionIndexBackend, c *Clock) {
	t.Helper()
	index, done := openIndex(t, b)
	defer done()
	want := map[string]string{}
	for i := range 32 {
		want[fmt.Sprint("s", i)] = "entry"
	}
	var wg sync.WaitGroup
	for id, entry := range want {
		wg.Go(func() {
			if err := index.Put(context.Background(), "ayse", id, bff.IndexedSession{Sealed: []byte(entry), ExpiresAt: c.Now().Add(time.Hour), Kid: "first", IdleUntil: c.Now().Add(time.Hour)}); err != nil {
				t.Errorf("put: %v", err)
			}
		})
	}
	wg.Wait()
	index.assertList("ayse", want)
}
