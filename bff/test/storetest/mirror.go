package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff/store"
)

// Mirror is redis.Mirror.
type Mirror interface {
	Get(set, key string) ([]byte, error)
	Put(entries ...store.Entry) error
	Page(set, after string, limit int) ([]store.Entry, error)
}

// MirrorBytes is about the size of the mirror under test.
const MirrorBytes = 64 << 10

type mirrorTest = storeTest[Mirror]

// RunMirror runs the tests of redis.Mirror. The mirror must have the size MirrorBytes.
func RunMirror(t *testing.T, open Factory[Mirror]) {
	t.Helper()
	run(t, open, tests[Mirror]{
		"entries survive a restart": func(t *mirrorTest, m Mirror) {
			until := t.Now().Add(time.Hour)
			must(t, m.Put(
				store.Entry{Set: "one", Key: "k", Value: []byte("\x00v\n"), Until: until},
				store.Entry{Set: "one", Key: "\x00", Value: []byte("odd key")},
				store.Entry{Set: "two", Key: "k", Value: []byte("other"), Until: until},
			))
			must(t, m.Put(store.Entry{Set: "two", Key: "k"}))
			m = t.restart()
			assertEntry(t, m, "one", "k", "\x00v\n")
			assertEntry(t, m, "one", "\x00", "odd key")
			assertEntry(t, m, "two", "k", "")
			assertEntry(t, m, "three", "k", "")
			page, err := m.Page("one", "", 10)
			assert.True(t, err == nil && len(page) == 2 && page[1].Key == "k" && page[1].Until.Equal(until), "page: %+v, %v", page, err)
		},
		"sets are separate and read in order": func(t *mirrorTest, m Mirror) {
			for _, n := range []int{3, 1, 4, 2, 5} {
				k := fmt.Sprint(n)
				must(t, m.Put(store.Entry{Set: "a", Key: k, Value: []byte("v")}, store.Entry{Set: "ab", Key: k, Value: []byte("v")}))
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
			assert.Equal(t, "a1 a2 a3 a4 a5 ", got)
		},
		"an expired entry is forgotten": func(t *mirrorTest, m Mirror) {
			putEntry(t, m, "short", "v", t.Now().Add(time.Hour))
			putEntry(t, m, "long", "v", t.Now().Add(3*time.Hour))
			putEntry(t, m, "for ever", "v", time.Time{})
			t.Advance(time.Hour)
			assertEntry(t, m, "s", "short", "")
			page, err := m.Page("s", "", 10)
			assert.True(t, err == nil && len(page) == 2, "page: %+v, %v", page, err)
			putEntry(t, m, "another", "v", time.Time{}) // expired entries are deleted here
			t.Advance(-time.Hour)
			assertEntry(t, m, "s", "short", "")
			t.Advance(100000 * time.Hour)
			assertEntry(t, m, "s", "long", "")
			assertEntry(t, m, "s", "for ever", "v")
		},
		"a full mirror drops what expires first": func(t *mirrorTest, m Mirror) {
			putEntry(t, m, "for ever", "v", time.Time{})
			const entries = 3 * MirrorBytes / 1024
			for n := range entries {
				putEntry(t, m, fmt.Sprint(n), string(make([]byte, 1024)), t.Now().Add(time.Hour+time.Duration(n)*time.Second))
				if n == entries/2 { // the size is measured again
					m = t.restart()
				}
			}
			assertEntry(t, m, "s", "for ever", "v")
			assertEntry(t, m, "s", "0", "")
			assertEntry(t, m, "s", fmt.Sprint(entries-1), string(make([]byte, 1024)))
			page, err := m.Page("s", "", 2*entries)
			must(t, err)
			if n := len(page) - 1; n > MirrorBytes/1024 || n < MirrorBytes/1024/2 {
				t.Errorf("%d entries of 1 KiB in %d bytes", n, MirrorBytes)
			}
		},
		"a replaced entry leaves no old expiry": func(t *mirrorTest, m Mirror) {
			putEntry(t, m, "k", "old", t.Now().Add(time.Hour))
			putEntry(t, m, "k", "new", t.Now().Add(3*time.Hour))
			t.Advance(2 * time.Hour)
			putEntry(t, m, "another", "v", time.Time{})
			assertEntry(t, m, "s", "k", "new")
			putEntry(t, m, "k", "for ever", time.Time{})
			t.Advance(2 * time.Hour)
			putEntry(t, m, "another", "v", time.Time{})
			assertEntry(t, m, "s", "k", "for ever")
		},
		"a deletion in the same write as other ones": func(t *mirrorTest, m Mirror) {
			putEntry(t, m, "k", "v", t.Now().Add(time.Hour))
			kept := store.Entry{Set: "s", Key: "l", Value: []byte("v")}
			must(t, m.Put(store.Entry{Set: "s", Key: "k"}, store.Entry{Set: "s", Key: "absent"}, kept))
			assertEntry(t, m, "s", "k", "")
			assertEntry(t, m, "s", "l", "v")
		},
	})
}

// putEntry puts an entry of the set "s".
func putEntry(t testing.TB, m Mirror, key, value string, until time.Time) {
	t.Helper()
	must(t, m.Put(store.Entry{Set: "s", Key: key, Value: []byte(value), Until: until}))
}

// assertEntry checks the value of an entry; want is empty where there must be none.
func assertEntry(t testing.TB, m Mirror, set, key, want string) {
	t.Helper()
	if got, err := m.Get(set, key); err != nil || string(got) != want || (got == nil) != (want == "") {
		t.Errorf("%s %q: %q, %v, want %q", set, key, got, err, want)
	}
}
