package redis_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff/store/redis"
)

// runSharedCache runs the tests of redis.SharedCache with the Redis at url.
func runSharedCache(t *testing.T, url string) {
	ctx := t.Context()
	assertValue := func(t *testing.T, c *redis.SharedCache, key, want string) {
		t.Helper()
		got, generations, err := c.Get(ctx, key, []string{"a", "b"})
		assert.True(t, err == nil && string(got) == want && (want == "") == (got == nil) && len(generations) == 2,
			"Get(%q) = %q, %v, want %q", key, got, err, want)
	}
	t.Run("Get returns the value of the last Put", func(t *testing.T) {
		c := open(t, url, redis.Options{}).SharedCache()
		assertValue(t, c, "marmara/x", "")
		must(t, c.Put(ctx, "marmara/x", []byte("\x00one"), time.Hour))
		must(t, c.Put(ctx, "marmara/y", []byte("two"), time.Hour))
		must(t, c.Put(ctx, "marmara/y", []byte("three"), time.Hour))
		assertValue(t, c, "marmara/x", "\x00one")
		assertValue(t, c, "marmara/y", "three")
		assertValue(t, c, "marmara/", "")
	})
	t.Run("Put with a TTL of zero or less stores nothing", func(t *testing.T) {
		c := open(t, url, redis.Options{}).SharedCache()
		must(t, c.Put(ctx, "x", []byte("one"), 0))
		must(t, c.Put(ctx, "y", []byte("one"), -time.Second))
		assertValue(t, c, "x", "")
		assertValue(t, c, "y", "")
	})
	t.Run("generations begin at zero and rise", func(t *testing.T) {
		c := open(t, url, redis.Options{}).SharedCache()
		scopes := []string{"/", "marmara/", "marmara/casino"}
		assertGenerations := func(key string, want ...uint64) {
			t.Helper()
			if _, got, err := c.Get(ctx, key, scopes); err != nil || !slices.Equal(got, want) {
				t.Errorf("generations %d, %v, want %d", got, err, want)
			}
		}
		assertGenerations("absent", 0, 0, 0)
		must(t, c.Put(ctx, "x", []byte("one"), time.Hour))
		assertGenerations("x", 0, 0, 0)
		if all, err := c.Generations(ctx, 0); len(all) != 0 || err != nil {
			t.Errorf("all: %v, %v", all, err)
		}
		began := uint64(time.Now().Add(-time.Minute).UnixMicro())
		first, err := c.Purge(ctx, "marmara/", 0)
		must(t, err)
		second, err := c.Purge(ctx, "marmara/casino", 0)
		must(t, err)
		again, err := c.Purge(ctx, "marmara/", 0)
		must(t, err)
		ahead, err := c.Purge(ctx, "/", again+1e12)
		must(t, err)
		last, err := c.Purge(ctx, "/", 0)
		must(t, err)
		if !slices.IsSorted([]uint64{began, first, second, again, again + 1e12, ahead, last}) || first == second ||
			second == again || ahead == last {
			t.Errorf("generations %d, %d, %d, %d, %d", first, second, again, ahead, last)
		}
		assertGenerations("x", last, again, second)
		assertGenerations("absent", last, again, second)
		assertValue(t, c, "x", "one") // a purge deletes nothing
		for since, want := range map[uint64]map[string]uint64{
			0:        {"/": last, "marmara/": again, "marmara/casino": second},
			last - 1: {"/": last, "marmara/": again, "marmara/casino": second}, last: nil,
		} {
			if all, err := c.Generations(ctx, since); err != nil || !maps.Equal(all, want) {
				t.Errorf("all since %d: %v, %v, want %v", since, all, err, want)
			}
		}
	})
}
