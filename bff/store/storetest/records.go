package storetest

import (
	"context"
	"maps"
	"testing"

	"croupier/bff"
)

// RunRecordStore runs the tests of bff.RecordStore, each with a new store from factory. open opens
// the set with a name; opened again after close, it must hold every acknowledged change.
func RunRecordStore(t *testing.T, factory func(t *testing.T) (open func(t *testing.T, name string) (r bff.RecordStore, close func()))) {
	t.Helper()
	assertRecords := func(t *testing.T, r bff.RecordStore, want map[string]string) {
		t.Helper()
		all, err := r.All(context.Background())
		must(t, err)
		got := map[string]string{}
		for k, v := range all {
			got[k] = string(v)
		}
		if !maps.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	ctx := context.Background()
	t.Run("a new set is empty", func(t *testing.T) {
		r, done := factory(t)(t, "one")
		defer done()
		assertRecords(t, r, nil)
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
		assertRecords(t, r, map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3"})
		done()
		r, done = open(t, "one")
		defer done()
		assertRecords(t, r, map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3"})
	})
	t.Run("sets with different names are separate", func(t *testing.T) {
		open := factory(t)
		r, done := open(t, "one")
		must(t, r.Put(ctx, "k", []byte("v")))
		done()
		r, done = open(t, "two")
		defer done()
		assertRecords(t, r, nil)
	})
}
