package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"croupier/bff"
)

// CollectionRetention is the retention of the collection under test.
var CollectionRetention = bff.Retention{MaxEntries: 20, MaxAge: time.Hour}

// openCollection opens the collection with a name; opened again after close, it must hold every
// acknowledged entry.
type openCollection = func(t *testing.T, name string) (c bff.Collection, close func())

// RunCollection runs the tests of bff.Collection, each with new storage from factory that uses clock.
func RunCollection(t *testing.T, factory func(t *testing.T, clock *Clock) openCollection) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, open openCollection, c *Clock){
		"a new collection is empty":                       emptyCollection,
		"an entry is found by its id":                     collectionGets,
		"entries are listed by term, newest first":        collectionLists,
		"a term is not found by its beginning":            collectionTerms,
		"an entry replaces an earlier one with its id":    collectionReplaces,
		"deleted entries are gone":                        collectionDeletes,
		"every entry is read":                             collectionEach,
		"the oldest entries are dropped":                  collectionMaxEntries,
		"entries beyond the age are not returned":         collectionMaxAge,
		"one Put may hold more than the retention":        collectionLargePut,
		"entries survive a restart and count":             collectionSurvivesRestart,
		"a repeated Put has no effect":                    collectionRepeats,
		"concurrent writes of several names do not mix":   collectionConcurrent,
		"entries that are too old already are not stored": collectionLate,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// collect puts entries with the ids from to to-1, one second apart, each with the terms "all" and that
// of its parity. Their values are the ids.
func collect(t *testing.T, s bff.Collection, c *Clock, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		c.Advance(time.Second)
		must(t, s.Put(context.Background(), numbered(n, c.Now())))
	}
}

func numbered(n int, at time.Time) bff.CollectionEntry {
	return bff.CollectionEntry{ID: fmt.Sprint(n), At: at, Terms: []string{"all", []string{"even", "odd"}[n%2]}, Value: fmt.Append(nil, n)}
}

func assertListed(t *testing.T, s bff.Collection, term string, limit int, want ...string) {
	t.Helper()
	values, err := s.List(context.Background(), term, limit)
	must(t, err)
	got := []string{}
	for _, v := range values {
		got = append(got, string(v))
	}
	if !slices.Equal(got, want) {
		t.Errorf("List(%q, %d) = %q, want %q", term, limit, got, want)
	}
}

// assertGot compares the value of an id with want; "" means none.
func assertGot(t *testing.T, s bff.Collection, id, want string) {
	t.Helper()
	got, err := s.Get(context.Background(), id)
	must(t, err)
	if string(got) != want || (got == nil) != (want == "") {
		t.Errorf("Get(%q) = %q, want %q", id, got, want)
	}
}

func emptyCollection(t *testing.T, open openCollection, _ *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	assertGot(t, s, "1", "")
	assertListed(t, s, "all", 10)
	must(t, s.Delete(context.Background(), "1"))
	must(t, s.Delete(context.Background()))
	must(t, s.Put(context.Background()))
}

func collectionGets(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	other, done := open(t, "two")
	defer done()
	value := []byte("\x00binary\n\xff")
	must(t, s.Put(context.Background(), bff.CollectionEntry{ID: "1", At: c.Now(), Value: value}))
	if got, err := s.Get(context.Background(), "1"); err != nil || !bytes.Equal(got, value) {
		t.Errorf("got %q, %v", got, err)
	}
	assertGot(t, s, "2", "")
	assertGot(t, other, "1", "")
}

func collectionLists(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	collect(t, s, c, 0, 5)
	assertListed(t, s, "all", 10, "4", "3", "2", "1", "0")
	assertListed(t, s, "all", 2, "4", "3")
	assertListed(t, s, "odd", 10, "3", "1")
	assertListed(t, s, "other", 10)
}

func collectionTerms(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	for i, term := range []string{"a", "ab", "b", "a\x01"} {
		must(t, s.Put(context.Background(), bff.CollectionEntry{ID: fmt.Sprint(i), At: c.Now(), Terms: []string{term}, Value: []byte(term)}))
	}
	for _, term := range []string{"a", "ab", "b", "a\x01"} {
		assertListed(t, s, term, 10, term)
	}
	assertListed(t, s, "", 10)
	assertListed(t, s, "c", 10)
}

func collectionReplaces(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	collect(t, s, c, 0, 3)
	c.Advance(time.Second)
	must(t, s.Put(context.Background(), bff.CollectionEntry{ID: "0", At: c.Now(), Terms: []string{"all", "even"}, Value: []byte("new")}))
	assertGot(t, s, "0", "new")
	assertListed(t, s, "all", 10, "new", "2", "1")
	assertListed(t, s, "even", 10, "new", "2")
}

func collectionDeletes(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	collect(t, s, c, 0, 4)
	must(t, s.Delete(context.Background(), "1", "2", "none"))
	assertGot(t, s, "1", "")
	assertListed(t, s, "all", 10, "3", "0")
	assertListed(t, s, "odd", 10, "3")
	collect(t, s, c, 4, 4+CollectionRetention.MaxEntries-2) // the deleted ones do not count
	assertGot(t, s, "0", "0")
	collect(t, s, c, 30, 31)
	assertGot(t, s, "0", "")
}

func collectionMaxEntries(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	other, done := open(t, "two")
	defer done()
	must(t, other.Put(context.Background(), numbered(0, c.Now())))
	collect(t, s, c, 0, CollectionRetention.MaxEntries+3)
	assertGot(t, s, "2", "")
	assertGot(t, s, "3", "3")
	assertGot(t, other, "0", "0")
	if all, err := s.List(context.Background(), "all", 100); err != nil || len(all) != CollectionRetention.MaxEntries || string(all[len(all)-1]) != "3" {
		t.Errorf("%q, %v", all, err)
	}
}

func collectionMaxAge(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	collect(t, s, c, 0, 5)
	c.Advance(CollectionRetention.MaxAge - 3*time.Second)
	assertGot(t, s, "0", "")
	assertGot(t, s, "1", "1") // exactly as old as allowed
	assertListed(t, s, "all", 10, "4", "3", "2", "1")
	collect(t, s, c, 5, 6)
	assertListed(t, s, "all", 10, "5", "4", "3", "2")
	c.Advance(2 * CollectionRetention.MaxAge)
	assertListed(t, s, "all", 10)
	assertGot(t, s, "5", "")
}

func collectionLargePut(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	var entries []bff.CollectionEntry
	for n := range 700 {
		c.Advance(time.Millisecond)
		entries = append(entries, numbered(n, c.Now()))
	}
	must(t, s.Put(context.Background(), entries...))
	assertGot(t, s, "679", "")
	assertGot(t, s, "680", "680")
	assertListed(t, s, "all", 2, "699", "698")
}

func collectionSurvivesRestart(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	collect(t, s, c, 0, CollectionRetention.MaxEntries)
	done()
	s, done = open(t, "one")
	defer done()
	assertListed(t, s, "odd", 1, "19")
	collect(t, s, c, CollectionRetention.MaxEntries, CollectionRetention.MaxEntries+1)
	assertGot(t, s, "0", "")
	assertGot(t, s, "1", "1")
}

func collectionRepeats(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	collect(t, s, c, 0, CollectionRetention.MaxEntries-1)
	e := numbered(CollectionRetention.MaxEntries-1, c.Now().Add(time.Second))
	for range 5 {
		must(t, s.Put(context.Background(), e, e))
	}
	assertGot(t, s, "0", "0")
	assertListed(t, s, "odd", 2, e.ID, "17")
}

func collectionConcurrent(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	one, done := open(t, "one")
	defer done()
	two, done := open(t, "two")
	defer done()
	var wg sync.WaitGroup
	for n := range CollectionRetention.MaxEntries {
		wg.Go(func() {
			if err := one.Put(context.Background(), numbered(n, c.Now().Add(time.Duration(n)*time.Second))); err != nil {
				t.Errorf("put: %v", err)
			}
		})
		wg.Go(func() {
			if err := two.Put(context.Background(), numbered(0, c.Now())); err != nil {
				t.Errorf("put: %v", err)
			}
		})
	}
	wg.Wait()
	if all, err := one.List(context.Background(), "all", 100); err != nil || len(all) != CollectionRetention.MaxEntries {
		t.Errorf("%d entries, %v", len(all), err)
	}
	assertListed(t, two, "all", 100, "0")
}

func collectionLate(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	must(t, s.Put(context.Background(), numbered(0, c.Now().Add(-CollectionRetention.MaxAge-time.Second)), numbered(1, c.Now())))
	assertGot(t, s, "0", "")
	assertGot(t, s, "1", "1")
}

func collectionEach(t *testing.T, open openCollection, c *Clock) {
	t.Helper()
	s, done := open(t, "one")
	defer done()
	other, done := open(t, "two")
	defer done()
	read := func() (out []string) {
		t.Helper()
		must(t, s.Each(context.Background(), func(id string, value []byte) error {
			out = append(out, id+"="+string(value))
			return nil
		}))
		slices.Sort(out)
		return out
	}
	if got := read(); len(got) != 0 {
		t.Errorf("a new collection: %q", got)
	}
	must(t, other.Put(context.Background(), numbered(9, c.Now())))
	collect(t, s, c, 1, 6)
	must(t, s.Delete(context.Background(), "2"))
	if got := read(); !slices.Equal(got, []string{"1=1", "3=3", "4=4", "5=5"}) {
		t.Errorf("got %q", got)
	}
	stop, n := errors.New("enough"), 0
	if err := s.Each(context.Background(), func(string, []byte) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
		t.Errorf("%v after %d entries", err, n)
	}
	c.Advance(CollectionRetention.MaxAge - 1500*time.Millisecond)
	if got := read(); !slices.Equal(got, []string{"4=4", "5=5"}) {
		t.Errorf("after a while: %q", got)
	}
}
