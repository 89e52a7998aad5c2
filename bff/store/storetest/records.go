package storetest

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"testing"

	"croupier/bff"
)

// RunRecordStore runs the tests of bff.RecordStore, each with a new store from factory. open opens
// the set with a name; opened again after close, it must hold every acknowledged change.
func RunRecordStore(t *testing.T, factory func(t *testing.T) (open func(t *testing.T, name string) (r bff.KeyedStore, close func()))) {
	t.Helper()
	ctx := context.Background()
	t.Run("a new set is empty", func(t *testing.T) {
		r, done := factory(t)(t, "one")
		defer done()
		assertRecords(ctx, t, r, nil)
		must(t, r.Delete(ctx, "absent"))
	})
	t.Run("changes survive a restart", func(t *testing.T) {
		open := factory(t)
		r, done := open(t, "one")
		for k, v := range map[string]string{"marmara": "1", "zephyr": "2", "*": "\x00ş\n", "pera": "3"} {
			must(t, r.Put(ctx, k, []byte(v)))
		}
		must(t, r.Put(ctx, "marmara", []byte("4")))
		must(t, r.Delete(ctx, "zephyr"))
		assertRecords(ctx, t, r, map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3"})
		done()
		r, done = open(t, "one")
		defer done()
		assertRecords(ctx, t, r, map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3"})
	})
	t.Run("a value is swapped for the expected one only", func(t *testing.T) {
		recordsSwap(t, factory(t))
	})
	t.Run("of concurrent swaps one succeeds", func(t *testing.T) {
		r, done := factory(t)(t, "one")
		defer done()
		must(t, r.Put(ctx, "k", []byte("0")))
		var swaps atomic.Int32
		var group sync.WaitGroup
		for n := range 8 {
			group.Go(func() {
				if ok, err := r.Swap(ctx, "k", []byte("0"), []byte{byte('1' + n)}); err != nil {
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
	})
	t.Run("sets with different names are separate", func(t *testing.T) {
		open := factory(t)
		r, done := open(t, "one")
		must(t, r.Put(ctx, "k", []byte("v")))
		done()
		r, done = open(t, "two")
		defer done()
		assertRecords(ctx, t, r, nil)
	})
}

func assertRecords(ctx context.Context, t *testing.T, r bff.KeyedStore, want map[string]string) {
	t.Helper()
	for k, v := range want {
		if got, err := r.Get(ctx, k); err != nil || got == nil || string(got) != v {
			t.Errorf("%q under %q, %v; want %q", got, k, err, v)
		}
	}
	if got, err := r.Get(ctx, "absent"); err != nil || got != nil {
		t.Errorf("%q where there is nothing, %v", got, err)
	}
	all, err := r.All(ctx)
	must(t, err)
	got := map[string]string{}
	for k, v := range all {
		got[k] = string(v)
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func recordsSwap(t *testing.T, open func(t *testing.T, name string) (r bff.KeyedStore, close func())) {
	t.Helper()
	ctx := context.Background()
	r, done := open(t, "one")
	for _, step := range []struct {
		name       string
		key        string
		old, value []byte
		want       bool
	}{
		{"an absent key is not the expected one", "k", []byte("1"), []byte("2"), false},
		{"an absent key is not an empty value", "k", []byte{}, []byte("2"), false},
		{"a key is created", "k", nil, []byte("1+\x00ş\n-"), true},
		{"a present key is not created", "k", nil, []byte("2"), false},
		{"another value is not expected", "k", []byte("1"), []byte("2"), false},
		{"the value is replaced", "k", []byte("1+\x00ş\n-"), []byte("2"), true},
		{"an empty value is a value", "k", []byte("2"), []byte{}, true},
		{"an empty value is expected", "k", []byte{}, []byte("3"), true},
		{"another value is not deleted", "k", []byte("2"), nil, false},
		{"the value is deleted", "k", []byte("3"), nil, true},
		{"a deleted key is created again", "k", nil, []byte("4"), true},
	} {
		if ok, err := r.Swap(ctx, step.key, step.old, step.value); ok != step.want || err != nil {
			t.Errorf("%s: %v, %v", step.name, ok, err)
		}
	}
	done()
	r, done = open(t, "one")
	defer done()
	assertRecords(ctx, t, r, map[string]string{"k": "4"})
}
