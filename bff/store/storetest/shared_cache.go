package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"croupier/bff/cache"
)

// RunSharedCache runs the tests of cache.SharedCache, each with a new store from factory.
func RunSharedCache(t *testing.T, factory func(t *testing.T) cache.SharedCache) {
	t.Helper()
	ctx := context.Background()
	assertValue := func(t *testing.T, c cache.SharedCache, key, want string) {
		t.Helper()
		got, err := c.Get(ctx, key)
		if err != nil || string(got) != want || (want == "") != (got == nil) {
			t.Errorf("Get(%q) = %q, %v, want %q", key, got, err, want)
		}
	}
	t.Run("Get returns the value of the last Put", func(t *testing.T) {
		c := factory(t)
		assertValue(t, c, "marmara/x", "")
		must(t, c.Put(ctx, "marmara/x", []byte("\x00one"), time.Hour))
		must(t, c.Put(ctx, "marmara/y", []byte("two"), time.Hour))
		must(t, c.Put(ctx, "marmara/y", []byte("three"), time.Hour))
		assertValue(t, c, "marmara/x", "\x00one")
		assertValue(t, c, "marmara/y", "three")
		assertValue(t, c, "marmara/", "")
	})
	t.Run("Put with a TTL of zero or less stores nothing", func(t *testing.T) {
		c := factory(t)
		must(t, c.Put(ctx, "x", []byte("one"), 0))
		must(t, c.Put(ctx, "y", []byte("one"), -time.Second))
		assertValue(t, c, "x", "")
		assertValue(t, c, "y", "")
	})
	t.Run("Drop removes the keys with a prefix and no others", func(t *testing.T) {
		c := factory(t)
		for i := range 2500 { // more keys than a store handles in one step
			must(t, c.Put(ctx, fmt.Sprintf("marmara/casino/%d", i), []byte("v"), time.Hour))
		}
		others := []string{"marmara/casin", "marmarax", "zephyr/casino/1", "m*/1", "x/marmara/casino/1"}
		for _, key := range others {
			must(t, c.Put(ctx, key, []byte("v"), time.Hour))
		}
		must(t, c.Drop(ctx, "m*/2"))
		must(t, c.Drop(ctx, "marmara/casino/"))
		for i := range 2500 {
			assertValue(t, c, fmt.Sprintf("marmara/casino/%d", i), "")
		}
		for _, key := range others {
			assertValue(t, c, key, "v")
		}
		must(t, c.Drop(ctx, "m*"))
		assertValue(t, c, "m*/1", "")
		assertValue(t, c, "marmarax", "v")
		must(t, c.Drop(ctx, ""))
		assertValue(t, c, "zephyr/casino/1", "")
	})
}
