package redis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/platform/cache"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest/realredis"
)

// commands returns how often Redis has run each command, also within scripts.
func commands(t *testing.T, server *realredis.Server) map[string]int {
	reply := do(t, server, "INFO", "commandstats")
	out := map[string]int{}
	for _, m := range regexp.MustCompile(`cmdstat_([a-z|]+):calls=(\d+)`).FindAllStringSubmatch(reply, -1) {
		out[m[1]], _ = strconv.Atoi(m[2]) // digits
	}
	return out
}

// since returns the commands after before, without the checks of every second for writes (set,
// setnx) and lost data (hmget).
func since(before, after map[string]int) map[string]int {
	out := map[string]int{}
	for name, n := range after {
		if n -= before[name]; n > 0 && !slices.Contains([]string{"info", "ping", "set", "setnx", "hmget"}, name) {
			out[name] = n
		}
	}
	return out
}

func page(n int) *bff.UpstreamRequest {
	rules := bff.Rules{Who: bff.WhoGuest, Kind: bff.KindRead, Cache: bff.CachePolicy{TTL: time.Hour}, Deadline: timeout}
	return &bff.UpstreamRequest{
		Partition: "marmara",
		Brand:     &bff.Brand{ID: "marmara"}, Call: &bff.Call{Class: "casino", Method: "games_list", Rules: rules},
		Rules: rules,
		Data:  map[string]any{"offset": n}, Lang: "tr",
	}
}

func platform(text *string) bff.Upstream {
	return bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		data, err := json.Marshal(*text)
		return &bff.Answer{Result: true, Code: 200, Data: data}, err
	})
}

func ask(t *testing.T, c *cache.Cache, n int, text *string) string {
	got, err := c.Do(t.Context(), page(n), platform(text))
	must(t, err)
	return string(got.Answer.Data) + " " + string(got.State)
}

func TestPurgeCostsTheSameWhateverItCovers(t *testing.T) {
	t.Parallel()
	costs := map[string]map[string]int{}
	for _, size := range []struct{ instances, keys int }{{1, 1}, {1, 2000}, {5, 2000}} {
		server := realredis.Start(t)
		text := "before"
		var caches []*cache.Cache
		for range size.instances {
			s := open(t, server.URL(), redis.Options{Prefix: "p"})
			caches = append(caches, cache.New(cache.Settings{Bus: s.Bus(), Shared: s.SharedCache()}))
			t.Cleanup(caches[len(caches)-1].Close)
		}
		shared := open(t, server.URL(), redis.Options{Prefix: "p"}).SharedCache()
		for n := range size.keys {
			must(t, shared.Put(t.Context(), strconv.Itoa(n), []byte("value"), time.Hour))
		}
		for i := range size.instances {
			ask(t, caches[i], i, &text)
		}
		purge := func() {
			_, err := caches[0].Purge(t.Context(), "marmara", "")
			must(t, err)
			waitFor(t, "every instance has dropped its entries", func() bool {
				return !slices.ContainsFunc(caches, func(c *cache.Cache) bool { n, _ := c.Size(); return n > 0 })
			})
		}
		purge() // loads the script
		before := commands(t, server)
		purge()
		cost := since(before, commands(t, server))
		delete(cost, "hello") // of a further connection, on a busy machine
		name := fmt.Sprintf("%d instances, %d keys", size.instances, size.keys)
		costs[name] = cost
		assert.Equal(t, costs["1 instances, 1 keys"], cost, "a purge with %s", name)
		assert.True(t, cost["evalsha"] == 1 && cost["publish"] == 1, "a purge with %s: %v", name, cost)
		text = "after"
		for i := range size.instances {
			assert.Regexp(t, `^"after" `, ask(t, caches[i], 0, &text), "%s: instance %d", name, i)
		}
	}
}

// testInstanceWithoutBus tests that an instance that misses the message of a purge does not serve
// purged responses from Redis.
func testInstanceWithoutBus(t *testing.T, url string) {
	text := "before"
	store := open(t, url, redis.Options{Prefix: "without-bus"}).SharedCache()
	one, deaf := cache.New(cache.Settings{Shared: store}), cache.New(cache.Settings{Shared: store})
	t.Cleanup(one.Close)
	assertAnswer := func(name string, c *cache.Cache, n int, want string) {
		assert.Equal(t, want, ask(t, c, n, &text), "%s: page %d", name, n)
	}
	for n := range 3 {
		ask(t, one, n, &text)
	}
	one.Close() // waits until all is shared
	assertAnswer("shared by another instance", deaf, 0, `"before" HIT`)
	text = "after"
	_, err := cache.New(cache.Settings{Shared: store}).Purge(t.Context(), "marmara", "casino")
	must(t, err)
	assertAnswer("purged in Redis", deaf, 1, `"after" MISS`)
	assertAnswer("purged in Redis", deaf, 2, `"after" MISS`)
	assertAnswer("in its own memory", deaf, 0, `"after" MISS`)
	deaf.Close()
	assertAnswer("an instance since", cache.New(cache.Settings{Shared: store}), 2, `"after" HIT`)
}
