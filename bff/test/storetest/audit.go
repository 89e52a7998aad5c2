package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/auditid"
	"croupier/bff/ops/staff"
)

// AuditRetention is the retention of the audit store under test.
var AuditRetention = staff.AuditRetention{MaxEntries: 20, MaxAge: time.Hour}

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
			assert.True(t, len(page) == AuditRetention.MaxEntries && string(page[0]) == "last" && string(page[len(page)-1]) == "3",
				"%d entries, want %d: %q", len(page), AuditRetention.MaxEntries, page)
			assertPage(t, other, "", 10, "other")
		},
		"entries beyond the age are dropped": func(t *auditTest, s staff.AuditStore) {
			putEntries(t, s, 5)
			t.Advance(AuditRetention.MaxAge - 3*time.Second)
			must(t, s.Put(t.Context(), auditid.New(t.Now()), []byte("new")))
			assertPage(t, s, "", 10, "new", "4", "3", "2", "1")
			t.Advance(AuditRetention.MaxAge - time.Second)
			assertPage(t, s, "", 10, "new") // an expired entry is not read, also before it is dropped
			t.Advance(AuditRetention.MaxAge + time.Second)
			assertPage(t, s, "", 10)
			must(t, s.Put(t.Context(), auditid.New(t.Now()), []byte("newer")))
			assertPage(t, s, "", 10, "newer")
		},
		"entries survive a restart": func(t *auditTest, s staff.AuditStore) {
			putEntries(t, s, AuditRetention.MaxEntries)
			s = t.restart()
			assertPage(t, s, "", 2, fmt.Sprint(AuditRetention.MaxEntries-1), fmt.Sprint(AuditRetention.MaxEntries-2))
			t.Advance(time.Second) // the entries written before the restart count towards the maximum
			must(t, s.Put(t.Context(), auditid.New(t.Now()), []byte("new")))
			page, err := s.Page(t.Context(), "", 1000)
			must(t, err)
			assert.True(t, len(page) == AuditRetention.MaxEntries && string(page[len(page)-1]) == "1", "%d entries: %q", len(page), page)
		},
		"concurrent writes": func(t *auditTest, s staff.AuditStore) {
			var wg sync.WaitGroup
			for i := range AuditRetention.MaxEntries {
				wg.Go(func() {
					if err := s.Put(t.Context(), auditid.New(t.Now()), []byte(fmt.Sprint(i))); err != nil {
						t.Errorf("put: %v", err)
					}
				})
			}
			wg.Wait()
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

// assertPage compares the values of a page.
func assertPage(t testing.TB, s staff.AuditStore, before string, limit int, want ...string) {
	t.Helper()
	page, err := s.Page(t.Context(), before, limit)
	must(t, err)
	got := []string{}
	for _, value := range page {
		got = append(got, string(value))
	}
	assert.True(t, slices.Equal(got, want), "Page(limit %d, before %q) = %q, want %q", limit, before, got, want)
}
