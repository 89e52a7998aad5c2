package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

type (
	recordsTest = storeTest[bff.SwapStore]
	keyedTest   = storeTest[bff.KeyedStore]
)

// RunRecordStore runs the tests of bff.SwapStore.
func RunRecordStore(t *testing.T, open Factory[bff.SwapStore]) {
	t.Helper()
	run(t, open, tests[bff.SwapStore]{
		"a new set is empty": func(t *recordsTest, r bff.SwapStore) {
			assertRecords(t, r, nil)
			must(t, r.Delete(t.Context(), "absent"))
		},
		"changes survive a restart": func(t *recordsTest, r bff.SwapStore) {
			for k, v := range map[string]string{
				"marmara": "1", "zephyr": "2", "*": "\x00ş\n", "pera": "3", "empty": "",
			} {
				must(t, r.Put(t.Context(), k, []byte(v)))
			}
			must(t, r.Put(t.Context(), "marmara", []byte("4")))
			must(t, r.Delete(t.Context(), "zephyr"))
			want := map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3", "empty": ""}
			assertRecords(t, r, want)
			assertRecords(t, t.restart(), want)
			assertRecords(t, t.part("two"), nil)
		},
		"a value is swapped for the expected one only": func(t *recordsTest, r bff.SwapStore) {
			assertSwaps(t, r.Swap, append(slices.Clone(swaps),
				swapStep{"another value is not deleted", []byte("2"), nil, false},
				swapStep{"the value is deleted", []byte("3"), nil, true},
				swapStep{"a deleted key is created again", nil, []byte("3"), true}))
			assertRecords(t, t.restart(), map[string]string{"k": "3"})
		},
		"one of several concurrent swaps succeeds": func(t *recordsTest, r bff.SwapStore) {
			must(t, r.Put(t.Context(), "k", []byte("0")))
			assert.Equal(t, 1, atOnce(t, 8, func(n int) (bool, error) {
				return r.Swap(t.Context(), "k", []byte("0"), []byte{byte('1' + n)})
			}))
		},
	})
}

// RunKeyedStore runs the tests of bff.KeyedStore.
func RunKeyedStore(t *testing.T, open Factory[bff.KeyedStore]) {
	t.Helper()
	run(t, open, tests[bff.KeyedStore]{
		"a value is swapped for the expected one only": func(t *keyedTest, k bff.KeyedStore) {
			assertSwaps(t, func(ctx context.Context, key string, old, value []byte) (bool, error) {
				return k.Swap(ctx, key, old, value, time.Time{})
			}, swaps)
			assertKeyed(t, t.restart(), map[string]string{"k": "3"})
			assertKeyed(t, t.part("two"), nil)
		},
		"every record is read, and no deleted one": func(t *keyedTest, k bff.KeyedStore) {
			want := map[string]string{}
			for n := range 1203 {
				key := strconv.Itoa(n)
				want[key] = key + "+"
				ok, err := k.Swap(t.Context(), key, nil, []byte(want[key]), t.Now())
				if !ok || err != nil {
					t.Fatal(ok, err)
				}
			}
			assertKeyed(t, k, want)
			if ok, err := k.Swap(t.Context(), "7", []byte("7+"), nil, t.Now()); !ok || err != nil {
				t.Fatal(ok, err)
			}
			delete(want, "7")
			assertKeyed(t, t.restart(), want)
		},
	})
}

func assertKeyed(t testing.TB, k bff.KeyedStore, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	must(t, k.Each(t.Context(), func(key string, value []byte) error {
		assert.True(t, got[key] == "", "%q was read twice", key)
		got[key] = string(value)
		return nil
	}))
	assert.True(t, maps.Equal(got, want), "got %q, want %q", got, want)
	for key, v := range want {
		if value, err := k.Get(t.Context(), key); err != nil || string(value) != v {
			t.Errorf("%q under %q, %v, want %q", value, key, err, v)
		}
	}
	if value, err := k.Get(t.Context(), "absent"); value != nil || err != nil {
		t.Errorf("%q where there is nothing, %v", value, err)
	}
}

type swapStep struct {
	name       string
	old, value []byte
	want       bool
}

var swaps = []swapStep{
	{"an absent key is not the expected one", []byte("1"), []byte("2"), false},
	{"an absent key is not an empty value", []byte{}, []byte("2"), false},
	{"a key is created", nil, []byte("1+\x00ş\n-"), true},
	{"a present key is not created", nil, []byte("2"), false},
	{"another value is not expected", []byte("1"), []byte("2"), false},
	{"the value is replaced", []byte("1+\x00ş\n-"), []byte("2"), true},
	{"an empty value is a value", []byte("2"), []byte{}, true},
	{"an empty value is expected", []byte{}, []byte("3"), true},
}

func assertSwaps(t testing.TB, swap func(ctx context.Context, key string, old, value []byte) (bool, error),
	steps []swapStep,
) {
	t.Helper()
	for _, step := range steps {
		if ok, err := swap(t.Context(), "k", step.old, step.value); ok != step.want || err != nil {
			t.Errorf("%s: %v, %v", step.name, ok, err)
		}
	}
}

func assertRecords(t testing.TB, r bff.SwapStore, want map[string]string) {
	t.Helper()
	all, err := r.All(t.Context())
	must(t, err)
	got := map[string]string{}
	for k, v := range all {
		got[k] = string(v)
	}
	assert.True(t, maps.Equal(got, want), "got %q, want %q", got, want)
}

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
			must(t, s.Put(t.Context(),
				bff.CollectionEntry{ID: "0", At: t.Now(), Terms: []string{"all", "even"}, Value: []byte("new")}))
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
			collect(t, s, 4, 4+CollectionRetention.MaxEntries-2) // deleted entries do not count
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
			if err := s.Each(t.Context(), func(string, []byte) error { n++; return stop }); !errors.Is(err, stop) ||
				n != 1 {
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
			must(t, s.Put(t.Context(), numbered(10, t.Now().Add(-CollectionRetention.MaxAge-time.Second)),
				numbered(11, t.Now())))
			assertGot(t, s, "10", "") // already too old
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
		"one Put may contain more than the retention": func(t *collectionTest, s bff.Collection) {
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
			atOnce(t, CollectionRetention.MaxEntries, func(n int) (bool, error) {
				first := one.Put(t.Context(), numbered(n, t.Now().Add(time.Duration(n)*time.Second)))
				return true, errors.Join(first, two.Put(t.Context(), numbered(0, t.Now())))
			})
			if all, err := one.List(t.Context(), "all", 100); err != nil || len(all) != CollectionRetention.MaxEntries {
				t.Errorf("%d entries, %v", len(all), err)
			}
			assertListed(t, two, "all", 100, "0")
		},
	})
}

// collect puts entries with the ids from to to-1 at intervals of one second. The terms are "all"
// and the parity, and the value is the id.
func collect(t *collectionTest, s bff.Collection, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		t.Advance(time.Second)
		must(t, s.Put(t.Context(), numbered(n, t.Now())))
	}
}

func numbered(n int, at time.Time) bff.CollectionEntry {
	return bff.CollectionEntry{
		ID: fmt.Sprint(n), At: at, Terms: []string{"all", []string{"even", "odd"}[n%2]}, Value: fmt.Append(nil, n),
	}
}

func assertListed(t testing.TB, s bff.Collection, term string, limit int, want ...string) {
	t.Helper()
	values, err := s.List(t.Context(), term, limit)
	must(t, err)
	got := lists.Map(values, func(value []byte) string { return string(value) })
	assert.True(t, slices.Equal(got, want), "List(%q, %d) = %q, want %q", term, limit, got, want)
}

// assertGot compares the value of an id with want. An empty want means no value.
func assertGot(t testing.TB, s bff.Collection, id, want string) {
	t.Helper()
	got, err := s.Get(t.Context(), id)
	must(t, err)
	assert.True(t, string(got) == want && (got == nil) == (want == ""), "Get(%q) = %q, want %q", id, got, want)
}
