package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"croupier/bff/internal/auditid"
	"croupier/bff/staff"
)

// AuditRetention is the retention of the audit store under test.
var AuditRetention = staff.AuditRetention{MaxEntries: 20, MaxAge: time.Hour}

// RunAuditStore runs the tests of staff.AuditStore, each with new storage from factory that uses
// clock. open opens the log with a name; opened again after close, it must hold every acknowledged
// entry.
func RunAuditStore(t *testing.T, factory func(t *testing.T, clock *Clock) (open func(t *testing.T, name string) (s staff.AuditStore, close func()))) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock){
		"a new log is empty":                 emptyAuditLog,
		"pages follow each other":            auditPages,
		"an entry is replaced in its place":  auditReplaces,
		"the oldest entries are dropped":     auditMaxEntries,
		"entries beyond the age are dropped": auditMaxAge,
		"entries survive a restart":          auditSurvivesRestart,
		"concurrent writes":                  concurrentAuditPuts,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// putEntries puts n entries with the values 0 to n-1, one second apart, and returns their ids.
func putEntries(t *testing.T, s staff.AuditStore, c *Clock, n int) (ids []string) {
	t.Helper()
	for i := range n {
		c.Advance(time.Second)
		ids = append(ids, auditid.New(c.Now()))
		must(t, s.Put(context.Background(), ids[i], []byte(fmt.Sprint(i))))
	}
	return ids
}

// assertPage compares the values of a page.
func assertPage(t *testing.T, s staff.AuditStore, before string, limit int, want ...string) {
	t.Helper()
	page, err := s.Page(context.Background(), before, limit)
	must(t, err)
	got := []string{}
	for _, value := range page {
		got = append(got, string(value))
	}
	if !slices.Equal(got, want) {
		t.Errorf("Page(limit %d, before %q) = %q, want %q", limit, before, got, want)
	}
}

func emptyAuditLog(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	assertPage(t, s, "", 10)
	assertPage(t, s, auditid.New(c.Now()), 10)
}

func auditPages(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	ids := putEntries(t, s, c, 5)
	assertPage(t, s, "", 2, "4", "3")
	assertPage(t, s, ids[3], 2, "2", "1")
	assertPage(t, s, ids[1], 2, "0")
	assertPage(t, s, ids[0], 2)
	assertPage(t, s, "", 10, "4", "3", "2", "1", "0")
	// Positions without an entry: between two entries and beyond both ends.
	assertPage(t, s, auditid.Floor(c.Now().Add(-1500*time.Millisecond)), 2, "2", "1")
	assertPage(t, s, auditid.Floor(c.Now().Add(time.Hour)), 1, "4")
	assertPage(t, s, auditid.Floor(c.Now().Add(-time.Hour)), 1)
	assertPage(t, s, "not an id", 1, "4")
	assertPage(t, s, "-", 1)
}

func auditReplaces(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	ids := putEntries(t, s, c, 3)
	must(t, s.Put(context.Background(), ids[1], []byte("\x00replaced\n\xff")))
	assertPage(t, s, "", 10, "2", "\x00replaced\n\xff", "0")
	assertPage(t, s, ids[2], 1, "\x00replaced\n\xff")
}

func auditMaxEntries(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	other, done := open(t, "two")
	defer done()
	must(t, other.Put(context.Background(), auditid.New(c.Now()), []byte("other")))
	ids := putEntries(t, s, c, AuditRetention.MaxEntries+3)
	must(t, s.Put(context.Background(), ids[AuditRetention.MaxEntries+2], []byte("last"))) // replaces the newest
	page, err := s.Page(context.Background(), "", 1000)
	must(t, err)
	if len(page) != AuditRetention.MaxEntries || string(page[0]) != "last" || string(page[len(page)-1]) != "3" {
		t.Errorf("%d entries, want %d: %q", len(page), AuditRetention.MaxEntries, page)
	}
	assertPage(t, other, "", 10, "other")
}

func auditMaxAge(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	putEntries(t, s, c, 5)
	c.Advance(AuditRetention.MaxAge - 3*time.Second)
	must(t, s.Put(context.Background(), auditid.New(c.Now()), []byte("new")))
	assertPage(t, s, "", 10, "new", "4", "3", "2", "1")
	c.Advance(AuditRetention.MaxAge - time.Second)
	assertPage(t, s, "", 10, "new") // an expired entry is not read, also before it is dropped
	c.Advance(AuditRetention.MaxAge + time.Second)
	assertPage(t, s, "", 10)
	must(t, s.Put(context.Background(), auditid.New(c.Now()), []byte("newer")))
	assertPage(t, s, "", 10, "newer")
}

func auditSurvivesRestart(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	putEntries(t, s, c, AuditRetention.MaxEntries)
	done()
	s, done = open(t, "one")
	defer done()
	assertPage(t, s, "", 2, fmt.Sprint(AuditRetention.MaxEntries-1), fmt.Sprint(AuditRetention.MaxEntries-2))
	c.Advance(time.Second) // the entries written before the restart count towards the maximum
	must(t, s.Put(context.Background(), auditid.New(c.Now()), []byte("new")))
	page, err := s.Page(context.Background(), "", 1000)
	must(t, err)
	if len(page) != AuditRetention.MaxEntries || string(page[len(page)-1]) != "1" {
		t.Errorf("%d entries: %q", len(page), page)
	}
}

func concurrentAuditPuts(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	var wg sync.WaitGroup
	for i := range AuditRetention.MaxEntries {
		wg.Go(func() {
			if err := s.Put(context.Background(), auditid.New(c.Now()), []byte(fmt.Sprint(i))); err != nil {
				t.Errorf("put: %v", err)
			}
		})
	}
	wg.Wait()
	page, err := s.Page(context.Background(), "", 1000)
	must(t, err)
	if len(page) != AuditRetention.MaxEntries {
		t.Errorf("%d entries, want %d", len(page), AuditRetention.MaxEntries)
	}
}
