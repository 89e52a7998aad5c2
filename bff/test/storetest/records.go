package storetest

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
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
		"a value is swapped for the expected one only": func(t *recordsTest, r bff.SwapStore) {
			assertSwaps(t, r.Swap, append(slices.Clone(swaps),
				swapStep{"another value is not deleted", []byte("2"), nil, false},
				swapStep{"the value is deleted", []byte("3"), nil, true},
				swapStep{"a deleted key is created again", nil, []byte("3"), true}))
			assertRecords(t, t.restart(), map[string]string{"k": "3"})
		},
		"one of several concurrent swaps succeeds": func(t *recordsTest, r bff.SwapStore) {
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
			assert.EqualValues(t, 1, swaps.Load(), "%d swaps succeeded", swaps.Load())
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
		"every record is read": func(t *keyedTest, k bff.KeyedStore) {
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
			t.Errorf("%q under %q, %v; want %q", value, key, err, v)
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

func assertSwaps(t testing.TB, swap func(ctx context.Context, key string, old, value []byte) (bool, error), steps []swapStep) {
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
