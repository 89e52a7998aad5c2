package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// CollectionRetention is the retention of the collection under test.
var CollectionRetention = bff.Retention{MaxEntries: 20, MaxAge: time.Hour}

type collectionTest = storeTest[bff.Collection]

// RunCollection runs the tests of bff.Collection. The collections must have CollectionRetention.
func RunCollection(t *testing.T, open Factory[bff.Collection]) {
	t.Helper()
	run(t, open, tests[bff.Collection]{
		"an entry is found by its id": func(t *collectionTest, s bff.Collection) {
			other := t.part("two")
			assertGot(t, s, "1", "")
			assertListed(t, s, "all", 10)
			must(t, s.Delete(t.Context(), "1"))
			must(t, s.Delete(t.Context()))
			must(t, s.Put(t.Context()))
			value := []byte("\x00binary\n\xff")
			must(t, s.Put(t.Context(), bff.CollectionEntry{ID: "1", At: t.Now(), Value: value}))
			if got, err := s.Get(t.Context(), "1"); err != nil || !bytes.Equal(got, value) {
				t.Errorf("got %q, %v", got, err)
			}
			assertGot(t, s, "2", "")
			assertGot(t, other, "1", "")
		},
		"entries are listed by term, newest first": func(t *collectionTest, s bff.Collection) {
			collect(t, s, 0, 5)
			assertListed(t, s, "all", 10, "4", "3", "2", "1", "0")
			assertListed(t, s, "all", 2, "4", "3")
			assertListed(t, s, "odd", 10, "3", "1")
			assertListed(t, s, "other", 10)
		},
		"a term is not found by its beginning": func(t *collectionTest, s bff.Collection) {
			for i, term := range []string{"a", "ab", "b", "a\x01"} {
				entry := bff.CollectionEntry{ID: fmt.Sprint(i), At: t.Now(), Terms: []string{term}, Value: []byte(term)}
				must(t, s.Put(t.Context(), entry))
			}
			for _, term := range []string{"a", "ab", "b", "a\x01"} {
				assertListed(t, s, term, 10, term)
			}
			assertListed(t, s, "", 10)
			assertListed(t, s, "c", 10)
		},
		"an entry replaces an earlier one with its id": func(t *collectionTest, s bff.Collection) {
			collect(t, s, 0, 3)
			t.Advance(time.Second)
			must(t, s.Put(t.Context(), bff.CollectionEntry{ID: "0", At: t.Now(), Terms: []string{"all", "even"}, Value: []byte("new")}))
			assertGot(t, s, "0", "new")
			assertListed(t, s, "all", 10, "new", "2", "1")
			assertListed(t, s, "even", 10, "new", "2")
		},
		"deleted entries are gone": func(t *collectionTest, s bff.Collection) {
			collect(t, s, 0, 4)
			must(t, s.Delete(t.Context(), "1", "2", "none"))
			assertGot(t, s, "1", "")
			assertListed(t, s, "all", 10, "3", "0")
			assertListed(t, s, "odd", 10, "3")
			collect(t, s, 4, 4+CollectionRetention.MaxEntries-2) // the deleted ones do not count
			assertGot(t, s, "0", "0")
			collect(t, s, 30, 31)
			assertGot(t, s, "0", "")
		},
		"every entry is read": func(t *collectionTest, s bff.Collection) {
			other := t.part("two")
			read := func() (out []string) {
				t.Helper()
				must(t, s.Each(t.Context(), func(id string, value []byte) error {
					out = append(out, id+"="+string(value))
					return nil
				}))
				slices.Sort(out)
				return out
			}
			if got := read(); len(got) != 0 {
				t.Errorf("a new collection: %q", got)
			}
			must(t, other.Put(t.Context(), numbered(9, t.Now())))
			collect(t, s, 1, 6)
			must(t, s.Delete(t.Context(), "2"))
			if got := read(); !slices.Equal(got, []string{"1=1", "3=3", "4=4", "5=5"}) {
				t.Errorf("got %q", got)
			}
			stop, n := errors.New("enough"), 0
			if err := s.Each(t.Context(), func(string, []byte) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
				t.Errorf("%v after %d entries", err, n)
			}
			t.Advance(CollectionRetention.MaxAge - 1500*time.Millisecond)
			if got := read(); !slices.Equal(got, []string{"4=4", "5=5"}) {
				t.Errorf("after a while: %q", got)
			}
		},
		"the oldest entries are dropped": func(t *collectionTest, s bff.Collection) {
			other := t.part("two")
			must(t, other.Put(t.Context(), numbered(0, t.Now())))
			collect(t, s, 0, CollectionRetention.MaxEntries+3)
			assertGot(t, s, "2", "")
			assertGot(t, s, "3", "3")
			assertGot(t, other, "0", "0")
			if all, err := s.List(t.Context(), "all", 100); err != nil || len(all) != CollectionRetention.MaxEntries ||
				string(all[len(all)-1]) != "3" {
				t.Errorf("%q, %v", all, err)
			}
		},
		"entries beyond the age are not returned": func(t *collectionTest, s bff.Collection) {
			must(t, s.Put(t.Context(), numbered(10, t.Now().Add(-CollectionRetention.MaxAge-time.Second)), numbered(11, t.Now())))
			assertGot(t, s, "10", "") // too old already
			assertGot(t, s, "11", "11")
			must(t, s.Delete(t.Context(), "11"))
			collect(t, s, 0, 5)
			t.Advance(CollectionRetention.MaxAge - 3*time.Second)
			assertGot(t, s, "0", "")
			assertGot(t, s, "1", "1") // exactly as old as allowed
			assertListed(t, s, "all", 10, "4", "3", "2", "1")
			collect(t, s, 5, 6)
			assertListed(t, s, "all", 10, "5", "4", "3", "2")
			t.Advance(2 * CollectionRetention.MaxAge)
			assertListed(t, s, "all", 10)
			assertGot(t, s, "5", "")
		},
		"one Put may hold more than the retention": func(t *collectionTest, s bff.Collection) {
			var entries []bff.CollectionEntry
			for n := range 700 {
				t.Advance(time.Millisecond)
				entries = append(entries, numbered(n, t.Now()))
			}
			must(t, s.Put(t.Context(), entries...))
			assertGot(t, s, "679", "")
			assertGot(t, s, "680", "680")
			assertListed(t, s, "all", 2, "699", "698")
		},
		"entries survive a restart and count": func(t *collectionTest, s bff.Collection) {
			collect(t, s, 0, CollectionRetention.MaxEntries)
			s = t.restart()
			assertListed(t, s, "odd", 1, "19")
			collect(t, s, CollectionRetention.MaxEntries, CollectionRetention.MaxEntries+1)
			assertGot(t, s, "0", "")
			assertGot(t, s, "1", "1")
		},
		"a repeated Put has no effect": func(t *collectionTest, s bff.Collection) {
			collect(t, s, 0, CollectionRetention.MaxEntries-1)
			e := numbered(CollectionRetention.MaxEntries-1, t.Now().Add(time.Second))
			for range 5 {
				must(t, s.Put(t.Context(), e, e))
			}
			assertGot(t, s, "0", "0")
			assertListed(t, s, "odd", 2, e.ID, "17")
		},
		"concurrent writes of several names do not mix": func(t *collectionTest, one bff.Collection) {
			two := t.part("two")
			var wg sync.WaitGroup
			for n := range CollectionRetention.MaxEntries {
				wg.Go(func() {
					if err := one.Put(t.Context(), numbered(n, t.Now().Add(time.Duration(n)*time.Second))); err != nil {
						t.Errorf("put: %v", err)
					}
				})
				wg.Go(func() {
					if err := two.Put(t.Context(), numbered(0, t.Now())); err != nil {
						t.Errorf("put: %v", err)
					}
				})
			}
			wg.Wait()
			if all, err := one.List(t.Context(), "all", 100); err != nil || len(all) != CollectionRetention.MaxEntries {
				t.Errorf("%d entries, %v", len(all), err)
			}
			assertListed(t, two, "all", 100, "0")
		},
	})
}

// collect puts entries with the ids from to to-1, one second apart, each with the terms "all" and that
// of its parity. Their values are the ids.
func collect(t *collectionTest, s bff.Collection, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		t.Advance(time.Second)
		must(t, s.Put(t.Context(), numbered(n, t.Now())))
	}
}

func numbered(n int, at time.Time) bff.CollectionEntry {
	return bff.CollectionEntry{
		ID: fmt.Sprint(n), At: at, Terms: []string{"all", []string{"even", "odd"}[n%2]},
		Value: fmt.Append(nil, n),
	}
}

func assertListed(t testing.TB, s bff.Collection, term string, limit int, want ...string) {
	t.Helper()
	values, err := s.List(t.Context(), term, limit)
	must(t, err)
	got := []string{}
	for _, v := range values {
		got = append(got, string(v))
	}
	assert.True(t, slices.Equal(got, want), "List(%q, %d) = %q, want %q", term, limit, got, want)
}

// assertGot compares the value of an id with want; "" means none.
func assertGot(t testing.TB, s bff.Collection, id, want string) {
	t.Helper()
	got, err := s.Get(t.Context(), id)
	must(t, err)
	assert.True(t, string(got) == want && (got == nil) == (want == ""), "Get(%q) = %q, want %q", id, got, want)
}
