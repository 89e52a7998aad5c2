package storetest

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"croupier/bff/session"
	"croupier/bff/store"
)

// RegisterPlace is where one test keeps its entries.
type RegisterPlace struct {
	// Open gives the register at the place. Opening it again, after close, must find what
	// was put.
	Open func(t *testing.T) (r session.Index, close func())
}

// RunRegister runs the suite of bff.SessionRegister against fresh places that factory
// makes. The stores at a place tell the time by the clock.
func RunRegister(t *testing.T, factory func(t *testing.T, clock *Clock) RegisterPlace) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, p RegisterPlace, c *Clock){
		"what was put is found and listed":      foundAndListed,
		"an entry is put again in its place":    putAgain,
		"a deleted entry is gone":               deletedIsGone,
		"an entry is forgotten after its time":  entryForgotten,
		"the entries that last longest stay":    longestStay,
		"entries outlive the program":           entriesOutlive,
		"entries from many sides, at one place": entriesFromManySides,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// registered is a register with what a test does to it.
type registered struct {
	session.Index
	t *testing.T
}

func openRegister(t *testing.T, p RegisterPlace) (r registered, done func()) {
	t.Helper()
	opened, done := p.Open(t)
	return registered{opened, t}, done
}

func (r registered) put(key, id, entry string, until time.Time) {
	r.t.Helper()
	must(r.t, r.Put(context.Background(), key, id, []byte(entry), until))
}

// holds wants these entries under key, and each to be found by its id.
func (r registered) holds(key string, want map[string]string) {
	r.t.Helper()
	all, err := r.List(context.Background(), key)
	must(r.t, err)
	got := map[string]string{}
	for id, entry := range all {
		got[id] = string(entry)
	}
	if !maps.Equal(got, want) {
		r.t.Errorf("%q holds %q, want %q", key, got, want)
	}
	for id, entry := range want {
		r.finds(id, entry)
	}
}

func (r registered) finds(id, want string) {
	r.t.Helper()
	got, err := r.Get(context.Background(), id)
	if err != nil || string(got) != want || (want == "") != (got == nil) {
		r.t.Errorf("%q is %q, %v, want %q", id, got, err, want)
	}
}

func foundAndListed(t *testing.T, p RegisterPlace, c *Clock) {
	t.Helper()
	r, done := openRegister(t, p)
	defer done()
	r.holds("ayse", nil)
	r.finds("a", "")
	hour := c.Now().Add(time.Hour)
	r.put("ayse", "a", "\x00one\n", hour)
	r.put("ayse", "b", "two", hour)
	r.put("veli", "c", "three", hour)
	r.put("late", "d", "four", c.Now())
	r.holds("ayse", map[string]string{"a": "\x00one\n", "b": "two"})
	r.holds("veli", map[string]string{"c": "three"})
	r.holds("late", nil)
	r.finds("d", "")
	for _, key := range []string{"", "ays", "aysee", "AYSE", "a"} {
		r.holds(key, nil)
	}
}

func putAgain(t *testing.T, p RegisterPlace, c *Clock) {
	t.Helper()
	r, done := openRegister(t, p)
	defer done()
	r.put("ayse", "a", "one", c.Now().Add(time.Hour))
	r.put("ayse", "a", "two", c.Now().Add(2*time.Hour))
	r.holds("ayse", map[string]string{"a": "two"})
	c.Wind(90 * time.Minute)
	r.holds("ayse", map[string]string{"a": "two"})
}

func deletedIsGone(t *testing.T, p RegisterPlace, c *Clock) {
	t.Helper()
	r, done := openRegister(t, p)
	defer done()
	must(t, r.Delete(context.Background(), "ayse", "never there"))
	r.put("ayse", "a", "one", c.Now().Add(time.Hour))
	r.put("ayse", "b", "two", c.Now().Add(time.Hour))
	must(t, r.Delete(context.Background(), "ayse", "a"))
	r.holds("ayse", map[string]string{"b": "two"})
	r.finds("a", "")
	r.put("ayse", "a", "three", c.Now().Add(time.Hour))
	r.holds("ayse", map[string]string{"a": "three", "b": "two"})
}

func entryForgotten(t *testing.T, p RegisterPlace, c *Clock) {
	t.Helper()
	r, done := openRegister(t, p)
	defer done()
	r.put("ayse", "a", "one", c.Now().Add(time.Hour))
	r.put("ayse", "b", "two", c.Now().Add(3*time.Hour))
	c.Wind(time.Hour)
	r.holds("ayse", map[string]string{"b": "two"})
	r.finds("a", "")
	r.put("ayse", "c", "three", c.Now().Add(time.Hour)) // where stores drop what expired
	r.holds("ayse", map[string]string{"b": "two", "c": "three"})
}

func longestStay(t *testing.T, p RegisterPlace, c *Clock) {
	t.Helper()
	r, done := openRegister(t, p)
	defer done()
	end := c.Now().Add(time.Hour)
	r.put("veli", "other", "stays", end)
	want := map[string]string{}
	for i := range store.MaxSessionsPerPlayer + 10 {
		id := fmt.Sprint("s", i)
		r.put("ayse", id, id, end.Add(time.Duration(i)*time.Second))
		if i >= 10 {
			want[id] = id
		}
	}
	r.holds("ayse", want)
	for i := range 10 {
		r.finds(fmt.Sprint("s", i), "")
	}
	r.holds("veli", map[string]string{"other": "stays"})
}

func entriesOutlive(t *testing.T, p RegisterPlace, c *Clock) {
	t.Helper()
	r, done := openRegister(t, p)
	r.put("ayse", "a", "one", c.Now().Add(time.Hour))
	r.put("ayse", "b", "two", c.Now().Add(time.Minute))
	r.put("ayse", "c", "three", c.Now().Add(time.Hour))
	must(t, r.Delete(context.Background(), "ayse", "c"))
	done()
	c.Wind(2 * time.Minute)
	r, done = openRegister(t, p)
	defer done()
	r.holds("ayse", map[string]string{"a": "one"})
	r.finds("b", "")
	r.finds("c", "")
}

func entriesFromManySides(t *testing.T, p RegisterPlace, c *Clock) {
	t.Helper()
	r, done := openRegister(t, p)
	defer done()
	want := map[string]string{}
	for i := range 32 {
		want[fmt.Sprint("s", i)] = "entry"
	}
	var wg sync.WaitGroup
	for id, entry := range want {
		wg.Go(func() {
			if err := r.Put(context.Background(), "ayse", id, []byte(entry), c.Now().Add(time.Hour)); err != nil {
				t.Errorf("put: %v", err)
			}
		})
	}
	wg.Wait()
	r.holds("ayse", want)
}
