package storetest

import (
	"maps"
	"sync"
	"sync/atomic"
	"testing"

	"croupier/bff"
)

type recordsTest = storeTest[bff.KeyedStore]

// RunRecordStore runs the tests of bff.KeyedStore.
func RunRecordStore(t *testing.T, open Factory[bff.KeyedStore]) {
	t.Helper()
	run(t, open, tests[bff.KeyedStore]{
		"a new set is empty": func(t *recordsTest, r bff.KeyedStore) {
			assertRecords(t, r, nil)
			must(t, r.Delete(t.Context(), "absent"))
		},
		"changes survive a restart": func(t *recordsTest, r bff.KeyedStore) {
			for k, v := range map[string]string{"marmara": "1", "zephyr": "2", "*": "\x00ş\n", "pera": "3", "empty": ""} {
				must(t, r.Put(t.Context(), k, []byte(v)))
			}
			must(t, r.Put(t.Context(), "marmara", []byte("4")))
			must(t, r.Delete(t.Context(), "zephyr"))
			want := map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3", "empty": ""}
			assertRecords(t, r, want)
			assertRecords(t, t.restart(), want)
			assertRecords(t, t.part("two"), nil)
		},
		"a value is swapped for the expected one only": func(t *recordsTest, r bff.KeyedStore) {
			for _, step := range []struct {
				name       string
				old, value []byte
				want       bool
			}{
				{"an absent key is not the expected one", []byte("1"), []byte("2"), false},
				{"an absent key is not an empty value", []byte{}, []byte("2"), false},
				{"a key is created", nil, []byte("1+\x00ş\n-"), true},
				{"a present key is not created", nil, []byte("2"), false},
				{"another value is not expected", []byte("1"), []byte("2"), false},
				{"the value is replaced", []byte("1+\x00ş\n-"), []byte("2"), true},
				{"an empty value is a value", []byte("2"), []byte{}, true},
				{"an empty value is expected", []byte{}, []byte("3"), true},
				{"another value is not deleted", []byte("2"), nil, false},
				{"the value is deleted", []byte("3"), nil, true},
				{"a deleted key is created again", nil, []byte("4"), true},
			} {
				if ok, err := r.Swap(t.Context(), "k", step.old, step.value); ok != step.want || err != nil {
					t.Errorf("%s: %v, %v", step.name, ok, err)
				}
			}
			assertRecords(t, t.restart(), map[string]string{"k": "4"})
		},
		"one of several concurrent swaps succeeds": func(t *recordsTest, r bff.KeyedStore) {
			must(t, r.Put(t.Context(), "k", []byte("0")))
			var swaps atomic.Int32
			var group sync.WaitGroup
			for n := range 8 {
				group.Go(func() {
					if ok, err := r.Swap(t.Context(), "k", []byte("0"), []byte{byte('1' + n)}); err != nil {
						t.Error(err)
					} else if ok {
						swaps.Add(1)
					}
				})
			}
			group.Wait()
			if swaps.Load() != 1 {
				t.Errorf("%d swaps succeeded", swaps.Load())
			}
		},
	})
}

func assertRecords(t testing.TB, r bff.KeyedStore, want map[string]string) {
	t.Helper()
	for k, v := range want {
		if got, err := r.Get(t.Context(), k); err != nil || got == nil || string(got) != v {
			t.Errorf("%q under %q, %v; want %q", got, k, err, v)
		}
	}
	if got, err := r.Get(t.Context(), "absent"); err != nil || got != nil {
		t.Errorf("%q where there is nothing, %v", got, err)
	}
	all, err := r.All(t.Context())
	must(t, err)
	got := map[string]string{}
	for k, v := range all {
		got[k] = string(v)
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
