package storetest

import (
	"fmt"
	"testing"
	"time"

	"croupier/bff/store"
)

// Mirror is redis.Mirror.
type Mirror interface {
	Get(set, key string) ([]byte, error)
	Put(entries ...store.Entry) error
	Page(set, after string, limit int) ([]store.Entry, error)
}

// MirrorBackend is the storage of one test.
type MirrorBackend struct {
	// Open opens the storage, which is empty at first and holds at most about 64 KiB. Opened again
	// after close, it must hold every acknowledged change.
	Open func(t *testing.T) (m Mirror, close func())
}

// MirrorBytes is the size of a MirrorBackend.
const MirrorBytes = 64 << 10

// RunMirror runs the tests of redis.Mirror, each with a new backend from factory that uses clock.
func RunMirror(t *testing.T, factory func(t *testing.T, clock *Clock) MirrorBackend) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, b MirrorBackend, c *Clock){
		"entries survive a restart":                  mirrorSurvivesRestart,
		"sets are separate and read in order":        mirrorPages,
		"an expired entry is forgotten":              mirrorForgets,
		"a full mirror drops what expires first":     mirrorIsBounded,
		"a replaced entry leaves no old expiry":      mirrorReplaces,
		"a deletion in the same write as other ones": mirrorDeletes,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// assertEntry checks the value of an entry; want is empty where there must be none.
func assertEntry(t *testing.T, m Mirror, set, key, want string) {
	t.Helper()
	if got, err := m.Get(set, key); err != nil || string(got) != want || (got == nil) != (want == "") {
		t.Errorf("%s %q: %q, %v, want %q", set, key, got, err, want)
	}
}

func mirrorSurvivesRestart(t *testing.T, b MirrorBackend, c *Clock) {
	t.Helper()
	m, done := b.Open(t)
	until := c.Now().Add(time.Hour)
	must(t, m.Put(
		store.Entry{Set: "one", Key: "k", Value: []byte("\x00v\n"), Until: until},
		store.Entry{Set: "one", Key: "\x00", Value: []byte("odd key")},
		store.Entry{Set: "two", Key: "k", Value: []byte("other"), Until: until},
	))
	must(t, m.Put(store.Entry{Set: "two", Key: "k"}))
	done()
	m, done = b.Open(t)
	defer done()
	assertEntry(t, m, "one", "k", "\x00v\n")
	assertEntry(t, m, "one", "\x00", "odd key")
	assertEntry(t, m, "two", "k", "")
	assertEntry(t, m, "three", "k", "")
	page, err := m.Page("one", "", 10)
	if err != nil || len(page) != 2 || page[1].Key != "k" || !page[1].Until.Equal(until) {
		t.Errorf("page: %+v, %v", page, err)
	}
}

func mirrorPages(t *testing.T, b MirrorBackend, _ *Clock) {
	t.Helper()
	m, done := b.Open(t)
	defer done()
	for _, n := range []int{3, 1, 4, 2, 5} {
		must(t, m.Put(store.Entry{Set: "a", Key: fmt.Sprint(n), Value: []byte("v")}, store.Entry{Set: "ab", Key: fmt.Sprint(n), Value: []byte("v")}))
	}
	got := ""
	for after := ""; ; {
		page, err := m.Page("a", after, 2)
		must(t, err)
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			got += e.Set + e.Key + " "
			after = e.Key
		}
	}
	if got != "a1 a2 a3 a4 a5 " {
		t.Errorf("got %q", got)
	}
}

func mirrorForgets(t *testing.T, b MirrorBackend, c *Clock) {
	t.Helper()
	m, done := b.Open(t)
	defer done()
	must(t, m.Put(
		store.Entry{Set: "s", Key: "short", Value: []byte("v"), Until: c.Now().Add(time.Hour)},
		store.Entry{Set: "s", Key: "long", Value: []byte("v"), Until: c.Now().Add(3 * time.Hour)},
		store.Entry{Set: "s", Key: "for ever", Value: []byte("v")},
	))
	c.Advance(time.Hour)
	assertEntry(t, m, "s", "short", "")
	page, err := m.Page("s", "", 10)
	if err != nil || len(page) != 2 {
		t.Errorf("page: %+v, %v", page, err)
	}
	must(t, m.Put(store.Entry{Set: "s", Key: "another", Value: []byte("v")})) // expired entries are deleted here
	c.Advance(-time.Hour)
	assertEntry(t, m, "s", "short", "")
	c.Advance(100000 * time.Hour)
	assertEntry(t, m, "s", "long", "")
	assertEntry(t, m, "s", "for ever", "v")
}

func mirrorIsBounded(t *testing.T, b MirrorBackend, c *Clock) {
	t.Helper()
	m, done := b.Open(t)
	must(t, m.Put(store.Entry{Set: "s", Key: "for ever", Value: []byte("v")}))
	const entries = 3 * MirrorBytes / 1024
	for n := range entries {
		must(t, m.Put(store.Entry{Set: "s", Key: fmt.Sprint(n), Value: make([]byte, 1024), Until: c.Now().Add(time.Hour + time.Duration(n)*time.Second)}))
		if n == entries/2 { // the size is measured again
			done()
			m, done = b.Open(t)
		}
	}
	defer done()
	assertEntry(t, m, "s", "for ever", "v")
	assertEntry(t, m, "s", "0", "")
	assertEntry(t, m, "s", fmt.Sprint(entries-1), string(make([]byte, 1024)))
	page, err := m.Page("s", "", 2*entries)
	must(t, err)
	if n := len(page) - 1; n > MirrorBytes/1024 || n < MirrorBytes/1024/2 {
		t.Errorf("%d entries of 1 KiB in %d bytes", n, MirrorBytes)
	}
}

func mirrorReplaces(t *testing.T, b MirrorBackend, c *Clock) {
	t.Helper()
	m, done := b.Open(t)
	defer done()
	must(t, m.Put(store.Entry{Set: "s", Key: "k", Value: []byte("old"), Until: c.Now().Add(time.Hour)}))
	must(t, m.Put(store.Entry{Set: "s", Key: "k", Value: []byte("new"), Until: c.Now().Add(3 * time.Hour)}))
	c.Advance(2 * time.Hour)
	must(t, m.Put(store.Entry{Set: "s", Key: "another", Value: []byte("v")}))
	assertEntry(t, m, "s", "k", "new")
	must(t, m.Put(store.Entry{Set: "s", Key: "k", Value: []byte("for ever")}))
	c.Advance(2 * time.Hour)
	must(t, m.Put(store.Entry{Set: "s", Key: "another", Value: []byte("v")}))
	assertEntry(t, m, "s", "k", "for ever")
}

func mirrorDeletes(t *testing.T, b MirrorBackend, c *Clock) {
	t.Helper()
	m, done := b.Open(t)
	defer done()
	must(t, m.Put(store.Entry{Set: "s", Key: "k", Value: []byte("v"), Until: c.Now().Add(time.Hour)}))
	must(t, m.Put(store.Entry{Set: "s", Key: "k"}, store.Entry{Set: "s", Key: "absent"}, store.Entry{Set: "s", Key: "l", Value: []byte("v")}))
	assertEntry(t, m, "s", "k", "")
	assertEntry(t, m, "s", "l", "v")
}
