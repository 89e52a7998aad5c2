package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"croupier/bff"
)

// Place is where one test keeps its marks.
type Place struct {
	// Open gives the marks at the place; the first time there are none. Opening it again,
	// after close, must find what was acknowledged.
	Open func(t *testing.T) (r bff.Revocations, close func())
}

// RunRevocations runs the suite of bff.Revocations against fresh places that factory
// makes. The stores at a place tell the time by the clock.
func RunRevocations(t *testing.T, factory func(t *testing.T, clock *Clock) Place) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, p Place, c *Clock){
		"a key that was never marked":        neverMarked,
		"a mark gives its moment":            givesItsMoment,
		"a mark may lie in the future":       mayLieAhead,
		"a later mark replaces the earlier":  replaces,
		"a mark is forgotten after its time": forgets,
		"a mark that came too late":          tooLate,
		"keys do not meet":                   keysApart,
		"marks outlive the program":          outlives,
		"marks from many sides":              manySides,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

func revoke(t *testing.T, r bff.Revocations, key string, at, until time.Time) {
	t.Helper()
	if err := r.Revoke(context.Background(), key, at, until); err != nil {
		t.Fatalf("revoke %q: %v", key, err)
	}
}

func want(t *testing.T, r bff.Revocations, key string, at time.Time) {
	t.Helper()
	got, err := r.Revoked(context.Background(), key)
	if err != nil {
		t.Fatalf("revoked %q: %v", key, err)
	}
	if !got.Equal(at) {
		t.Errorf("%q is marked with %v, want %v", key, got, at)
	}
}

func neverMarked(t *testing.T, p Place, _ *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	want(t, r, "session/a", time.Time{})
	want(t, r, "", time.Time{})
}

func givesItsMoment(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now().Add(time.Hour))
	want(t, r, "session/a", c.Now())
	c.Wind(59 * time.Minute)
	want(t, r, "session/a", c.Now().Add(-59*time.Minute))
}

func mayLieAhead(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	at := c.Now().Add(time.Minute)
	revoke(t, r, "session/a", at, c.Now().Add(time.Hour))
	want(t, r, "session/a", at)
}

func replaces(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	revoke(t, r, "player/a", c.Now(), c.Now().Add(time.Minute))
	c.Wind(time.Second)
	later := c.Now()
	revoke(t, r, "player/a", later, later.Add(time.Hour))
	want(t, r, "player/a", later)
	c.Wind(30 * time.Minute)
	want(t, r, "player/a", later)
}

func forgets(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now().Add(time.Hour))
	revoke(t, r, "session/b", c.Now(), c.Now().Add(3*time.Hour))
	b := c.Now()
	c.Wind(time.Hour)
	want(t, r, "session/a", time.Time{})
	c.Wind(time.Hour)
	revoke(t, r, "session/c", c.Now(), c.Now().Add(time.Hour)) // where stores drop what expired
	want(t, r, "session/a", time.Time{})
	want(t, r, "session/b", b)
}

func tooLate(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now())
	want(t, r, "session/a", time.Time{})
}

func keysApart(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	revoke(t, r, "session/a", c.Now(), c.Now().Add(time.Hour))
	for _, key := range []string{"session/", "session/aa", "session/A", "login/a", "a", "session/a\x00"} {
		want(t, r, key, time.Time{})
	}
}

func outlives(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	at := c.Now()
	revoke(t, r, "session/a", at, at.Add(time.Hour))
	revoke(t, r, "session/b", at, at.Add(time.Minute))
	done()
	c.Wind(2 * time.Minute)
	r, done = p.Open(t)
	defer done()
	want(t, r, "session/a", at)
	want(t, r, "session/b", time.Time{})
}

func manySides(t *testing.T, p Place, c *Clock) {
	t.Helper()
	r, done := p.Open(t)
	defer done()
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			key := fmt.Sprintf("session/%d", i)
			if err := r.Revoke(context.Background(), key, c.Now(), c.Now().Add(time.Hour)); err != nil {
				t.Errorf("revoke: %v", err)
			}
			// What is acknowledged is seen at once.
			if at, err := r.Revoked(context.Background(), key); err != nil || at.IsZero() {
				t.Errorf("%s: %v, %v", key, at, err)
			}
		})
	}
	wg.Wait()
}
