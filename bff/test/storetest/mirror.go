package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/internal/auditid"
	"croupier/bff/internal/lists"
	"croupier/bff/ops/staff"
	"croupier/bff/store"
	"croupier/bff/store/redis"
)

// MirrorBytes is about the size of the mirror under test.
const MirrorBytes = 64 << 10

type mirrorTest = storeTest[redis.Mirror]

// RunMirror runs the tests of redis.Mirror. The mirror must have the size MirrorBytes.
func RunMirror(t *testing.T, open Factory[redis.Mirror]) {
	t.Helper()
	run(t, open, tests[redis.Mirror]{
		"entries survive a restart": func(t *mirrorTest, m redis.Mirror) {
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
			assert.True(t, err == nil && len(page) == 2 && page[1].Key == "k" && page[1].Until.Equal(until),
				"page: %+v, %v", page, err)
		},
		"sets are separate and read in order": func(t *mirrorTest, m redis.Mirror) {
			for _, n := range []int{3, 1, 4, 2, 5} {
				k := fmt.Sprint(n)
				must(t, m.Put(store.Entry{Set: "a", Key: k, Value: []byte("v")},
					store.Entry{Set: "ab", Key: k, Value: []byte("v")}))
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
		"an expired entry is forgotten": func(t *mirrorTest, m redis.Mirror) {
			putEntry(t, m, "short", "v", t.Now().Add(time.Hour))
			putEntry(t, m, "long", "v", t.Now().Add(3*time.Hour))
			putEntry(t, m, "for ever", "v", time.Time{})
			t.Advance(time.Hour)
			assertEntry(t, m, "s", "short", "")
			page, err := m.Page("s", "", 10)
			assert.True(t, err == nil && len(page) == 2, "page: %+v, %v", page, err)
			putEntry(t, m, "another", "v", time.Time{}) // the store deletes expired entries here
			t.Advance(-time.Hour)
			assertEntry(t, m, "s", "short", "")
			t.Advance(100000 * time.Hour)
			assertEntry(t, m, "s", "long", "")
			assertEntry(t, m, "s", "for ever", "v")
		},
		"a full mirror drops the entries that expire first": func(t *mirrorTest, m redis.Mirror) {
			putEntry(t, m, "for ever", "v", time.Time{})
			const entries = 3 * MirrorBytes / 1024
			for n := range entries {
				putEntry(t, m, fmt.Sprint(n), string(make([]byte, 1024)),
					t.Now().Add(time.Hour+time.Duration(n)*time.Second))
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
		"a replaced entry leaves no old expiry": func(t *mirrorTest, m redis.Mirror) {
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
		"a deletion in the same write as other ones": func(t *mirrorTest, m redis.Mirror) {
			putEntry(t, m, "k", "v", t.Now().Add(time.Hour))
			kept := store.Entry{Set: "s", Key: "l", Value: []byte("v")}
			must(t, m.Put(store.Entry{Set: "s", Key: "k"}, store.Entry{Set: "s", Key: "absent"}, kept))
			assertEntry(t, m, "s", "k", "")
			assertEntry(t, m, "s", "l", "v")
		},
	})
}

func putEntry(t testing.TB, m redis.Mirror, key, value string, until time.Time) {
	t.Helper()
	must(t, m.Put(store.Entry{Set: "s", Key: key, Value: []byte(value), Until: until}))
}

// assertEntry checks the value of an entry. If want is empty, there must be no entry.
func assertEntry(t testing.TB, m redis.Mirror, set, key, want string) {
	t.Helper()
	if got, err := m.Get(set, key); err != nil || string(got) != want || (got == nil) != (want == "") {
		t.Errorf("%s %q: %q, %v, want %q", set, key, got, err, want)
	}
}

// AuditRetention is the retention of the audit store under test.
var AuditRetention = bff.Retention{MaxEntries: 20, MaxAge: time.Hour}

type auditTest = storeTest[staff.AuditStore]

// RunAuditStore runs the tests of staff.AuditStore. The logs must have AuditRetention.
func RunAuditStore(t *testing.T, open Factory[staff.AuditStore]) {
	t.Helper()
	run(t, open, tests[staff.AuditStore]{
		"a new log is empty": func(t *auditTest, s staff.AuditStore) {
			assertPage(t, s, "", 10)
			assertPage(t, s, auditid.New(t.Now()), 10)
		},
		"pages follow each other": func(t *auditTest, s staff.AuditStore) {
			ids := putEntries(t, s, 5)
			assertPage(t, s, "", 2, "4", "3")
			assertPage(t, s, ids[3], 2, "2", "1")
			assertPage(t, s, ids[1], 2, "0")
			assertPage(t, s, ids[0], 2)
			assertPage(t, s, "", 10, "4", "3", "2", "1", "0")
			// Positions without an entry: between two entries and beyond both ends.
			assertPage(t, s, auditid.Floor(t.Now().Add(-1500*time.Millisecond)), 2, "2", "1")
			assertPage(t, s, auditid.Floor(t.Now().Add(time.Hour)), 1, "4")
			assertPage(t, s, auditid.Floor(t.Now().Add(-time.Hour)), 1)
			assertPage(t, s, "not an id", 1, "4")
			assertPage(t, s, "-", 1)
		},
		"an entry is replaced in its place": func(t *auditTest, s staff.AuditStore) {
			ids := putEntries(t, s, 3)
			must(t, s.Put(t.Context(), ids[1], []byte("\x00replaced\n\xff")))
			assertPage(t, s, "", 10, "2", "\x00replaced\n\xff", "0")
			assertPage(t, s, ids[2], 1, "\x00replaced\n\xff")
		},
		"the oldest entries are dropped": func(t *auditTest, s staff.AuditStore) {
			other := t.part("two")
			must(t, other.Put(t.Context(), auditid.New(t.Now()), []byte("other")))
			ids := putEntries(t, s, AuditRetention.MaxEntries+3)
			must(t, s.Put(t.Context(), ids[AuditRetention.MaxEntries+2], []byte("last"))) // replaces the newest
			page, err := s.Page(t.Context(), "", 1000)
			must(t, err)
			assert.True(t, len(page) == AuditRetention.MaxEntries && string(page[0]) == "last" &&
				string(page[len(page)-1]) == "3", "%d entries, want %d: %q", len(page), AuditRetention.MaxEntries, page)
			assertPage(t, other, "", 10, "other")
		},
		"entries beyond the age are dropped": func(t *auditTest, s staff.AuditStore) {
			putEntries(t, s, 5)
			t.Advance(AuditRetention.MaxAge - 3*time.Second)
			must(t, s.Put(t.Context(), auditid.New(t.Now()), []byte("new")))
			assertPage(t, s, "", 10, "new", "4", "3", "2", "1")
			t.Advance(AuditRetention.MaxAge - time.Second)
			assertPage(t, s, "", 10, "new") // an expired entry is unreadable, even before its deletion
			t.Advance(AuditRetention.MaxAge + time.Second)
			assertPage(t, s, "", 10)
			must(t, s.Put(t.Context(), auditid.New(t.Now()), []byte("newer")))
			assertPage(t, s, "", 10, "newer")
		},
		"entries survive a restart": func(t *auditTest, s staff.AuditStore) {
			putEntries(t, s, AuditRetention.MaxEntries)
			s = t.restart()
			assertPage(t, s, "", 2, fmt.Sprint(AuditRetention.MaxEntries-1), fmt.Sprint(AuditRetention.MaxEntries-2))
			t.Advance(time.Second) // entries from before the restart count too
			must(t, s.Put(t.Context(), auditid.New(t.Now()), []byte("new")))
			page, err := s.Page(t.Context(), "", 1000)
			must(t, err)
			assert.True(t, len(page) == AuditRetention.MaxEntries && string(page[len(page)-1]) == "1",
				"%d entries: %q", len(page), page)
		},
		"concurrent writes": func(t *auditTest, s staff.AuditStore) {
			atOnce(t, AuditRetention.MaxEntries, func(i int) (bool, error) {
				return true, s.Put(t.Context(), auditid.New(t.Now()), []byte(fmt.Sprint(i)))
			})
			page, err := s.Page(t.Context(), "", 1000)
			must(t, err)
			assert.Len(t, page, AuditRetention.MaxEntries, "%d entries, want %d", len(page), AuditRetention.MaxEntries)
		},
	})
}

// putEntries puts n entries with the values 0 to n-1, one second apart, and returns their ids.
func putEntries(t *auditTest, s staff.AuditStore, n int) (ids []string) {
	t.Helper()
	for i := range n {
		t.Advance(time.Second)
		ids = append(ids, auditid.New(t.Now()))
		must(t, s.Put(t.Context(), ids[i], []byte(fmt.Sprint(i))))
	}
	return ids
}

func assertPage(t testing.TB, s staff.AuditStore, before string, limit int, want ...string) {
	t.Helper()
	page, err := s.Page(t.Context(), before, limit)
	must(t, err)
	got := lists.Map(page, func(value []byte) string { return string(value) })
	assert.True(t, slices.Equal(got, want), "Page(limit %d, before %q) = %q, want %q", limit, before, got, want)
}
