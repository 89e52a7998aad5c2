package storetest

import (
	"context"
	"maps"
	"testing"

	"croupier/bff"
)

// RunRecords runs the suite of bff.RecordStore against fresh places that factory makes: open
// gives the set of a name, and finds again, after close, what was acknowledged.
func RunRecords(t *testing.T, factory func(t *testing.T) (open func(t *testing.T, name string) (r bff.RecordStore, close func()))) {
	t.Helper()
	want := func(t *testing.T, r bff.RecordStore, want map[string]string) {
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
	t.Run("a set is empty at first", func(t *testing.T) {
		r, done := factory(t)(t, "one")
		defer done()
		want(t, r, nil)
		must(t, r.Delete(ctx, "never there"))
	})
	t.Run("what was put outlives the program", func(t *testing.T) {
		open := factory(t)
		r, done := open(t, "one")
		for k, v := range map[string]string{"marmara": "1", "zephyr": "2", "*": "\x00ş\n", "pera": "3"} {
			must(t, r.Put(ctx, k, []byte(v)))
		}
		must(t, r.Put(ctx, "marmara", []byte("4")))
		must(t, r.Delete(ctx, "zephyr"))
		want(t, r, map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3"})
		done()
		r, done = open(t, "one")
		defer done()
		want(t, r, map[string]string{"marmara": "4", "*": "\x00ş\n", "pera": "3"})
	})
	t.Run("sets of other names hold other values", func(t *testing.T) {
		open := factory(t)
		r, done := open(t, "one")
		must(t, r.Put(ctx, "k", []byte("v")))
		done()
		r, done = open(t, "two")
		defer done()
		want(t, r, nil)
	})
}
