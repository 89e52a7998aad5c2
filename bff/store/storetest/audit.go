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

// TrailBounds are those that a trail under test must hold.
var TrailBounds = staff.AuditRetention{MaxEntries: 20, MaxAge: time.Hour}

// RunTrail runs the suite of staff.AuditStore against fresh places that factory makes: open gives
// the trail of a name, and finds again, after close, what was acknowledged. The stores at a
// place tell the time by the clock.
func RunTrail(t *testing.T, factory func(t *testing.T, clock *Clock) (open func(t *testing.T, name string) (r staff.AuditStore, close func()))) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock){
		"a trail is empty at first":           trailEmpty,
		"pages follow each other":             trailPages,
		"a line is written anew in its place": trailReplaces,
		"the oldest are dropped":              trailMost,
		"what is too old is dropped":          trailAge,
		"lines outlive the program":           trailOutlives,
		"lines from many sides":               trailManySides,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// wrote puts n lines, a second apart, and gives their ids. Their values are 0 to n-1.
func wrote(t *testing.T, r staff.AuditStore, c *Clock, n int) (ids []string) {
	t.Helper()
	for i := range n {
		c.Wind(time.Second)
		ids = append(ids, auditid.New(c.Now()))
		must(t, r.Put(context.Background(), ids[i], []byte(fmt.Sprint(i))))
	}
	return ids
}

// pageIs holds a page against the values it must have.
func pageIs(t *testing.T, r staff.AuditStore, before string, limit int, want ...string) {
	t.Helper()
	page, err := r.Page(context.Background(), before, limit)
	must(t, err)
	got := []string{}
	for _, line := range page {
		got = append(got, string(line))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d before %q: %q, want %q", limit, before, got, want)
	}
}

func trailEmpty(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	r, done := open(t, "one")
	defer done()
	pageIs(t, r, "", 10)
	pageIs(t, r, auditid.New(c.Now()), 10)
}

func trailPages(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	r, done := open(t, "one")
	defer done()
	ids := wrote(t, r, c, 5)
	pageIs(t, r, "", 2, "4", "3")
	pageIs(t, r, ids[3], 2, "2", "1")
	pageIs(t, r, ids[1], 2, "0")
	pageIs(t, r, ids[0], 2)
	pageIs(t, r, "", 10, "4", "3", "2", "1", "0")
	// Lines that are not there, between two and beyond both ends.
	pageIs(t, r, auditid.Floor(c.Now().Add(-1500*time.Millisecond)), 2, "2", "1")
	pageIs(t, r, auditid.Floor(c.Now().Add(time.Hour)), 1, "4")
	pageIs(t, r, auditid.Floor(c.Now().Add(-time.Hour)), 1)
	pageIs(t, r, "never an id", 1, "4")
	pageIs(t, r, "-", 1)
}

func trailReplaces(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	r, done := open(t, "one")
	defer done()
	ids := wrote(t, r, c, 3)
	must(t, r.Put(context.Background(), ids[1], []byte("\x00anew\n\xff")))
	pageIs(t, r, "", 10, "2", "\x00anew\n\xff", "0")
	pageIs(t, r, ids[2], 1, "\x00anew\n\xff")
}

func trailMost(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	r, done := open(t, "one")
	defer done()
	other, done := open(t, "two")
	defer done()
	must(t, other.Put(context.Background(), auditid.New(c.Now()), []byte("other")))
	ids := wrote(t, r, c, TrailBounds.MaxEntries+3)
	must(t, r.Put(context.Background(), ids[TrailBounds.MaxEntries+2], []byte("last"))) // again: no line more
	page, err := r.Page(context.Background(), "", 1000)
	must(t, err)
	if len(page) != TrailBounds.MaxEntries || string(page[0]) != "last" || string(page[len(page)-1]) != "3" {
		t.Errorf("%d lines, want %d: %q", len(page), TrailBounds.MaxEntries, page)
	}
	pageIs(t, other, "", 10, "other")
}

func trailAge(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	r, done := open(t, "one")
	defer done()
	wrote(t, r, c, 5)
	c.Wind(TrailBounds.MaxAge - 3*time.Second)
	must(t, r.Put(context.Background(), auditid.New(c.Now()), []byte("new")))
	pageIs(t, r, "", 10, "new", "4", "3", "2", "1")
	c.Wind(2 * TrailBounds.MaxAge)
	must(t, r.Put(context.Background(), auditid.New(c.Now()), []byte("newer")))
	pageIs(t, r, "", 10, "newer")
}

func trailOutlives(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	r, done := open(t, "one")
	wrote(t, r, c, TrailBounds.MaxEntries)
	done()
	r, done = open(t, "one")
	defer done()
	pageIs(t, r, "", 2, fmt.Sprint(TrailBounds.MaxEntries-1), fmt.Sprint(TrailBounds.MaxEntries-2))
	c.Wind(time.Second) // what was there before counts still
	must(t, r.Put(context.Background(), auditid.New(c.Now()), []byte("new")))
	page, err := r.Page(context.Background(), "", 1000)
	must(t, err)
	if len(page) != TrailBounds.MaxEntries || string(page[len(page)-1]) != "1" {
		t.Errorf("%d lines: %q", len(page), page)
	}
}

func trailManySides(t *testing.T, open func(*testing.T, string) (staff.AuditStore, func()), c *Clock) {
	t.Helper()
	r, done := open(t, "one")
	defer done()
	var wg sync.WaitGroup
	for i := range TrailBounds.MaxEntries {
		wg.Go(func() {
			if err := r.Put(context.Background(), auditid.New(c.Now()), []byte(fmt.Sprint(i))); err != nil {
				t.Errorf("put: %v", err)
			}
		})
	}
	wg.Wait()
	page, err := r.Page(context.Background(), "", 1000)
	must(t, err)
	if len(page) != TrailBounds.MaxEntries {
		t.Errorf("%d lines, want %d", len(page), TrailBounds.MaxEntries)
	}
}
