package redis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// commands returns how often Redis has run each command, also within scripts.
func commands(t *testing.T, server *realredis.Server) map[string]int {
	t.Helper()
	reply, err := server.Do("INFO", "commandstats")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, m := range regexp.MustCompile(`cmdstat_([a-z|]+):calls=(\d+)`).FindAllStringSubmatch(reply, -1) {
		out[m[1]], _ = strconv.Atoi(m[2]) // digits
	}
	return out
}

// since returns the commands that were run after before was read, without those of the checks that
// run every second: whether Redis accepts writes (set, setnx), and whether it lost its memory (hmget).
func since(before, after map[string]int) map[string]int {
	out := map[string]int{}
	for name, n := range after {
		if n -= before[name]; n > 0 && !slices.Contains([]string{"info", "ping", "set", "setnx", "hmget"}, name) {
			out[name] = n
		}
	}
	return out
}

// page returns a cacheable guest read.
func page(n int) *bff.UpstreamRequest {
	rules := bff.Rules{Who: bff.WhoGuest, Kind: bff.KindRead, Cache: bff.CachePolicy{TTL: time.Hour}, Deadline: timeout}
	return &bff.UpstreamRequest{
		Brand: &bff.Brand{ID: "marmara"}, Call: &bff.Call{Class: "casino", Method: "games_list", Rules: rules}, Rules: rules,
		Data: map[string]any{"offset": n}, Lang: "tr",
	}
}

// cachesOf returns caches of instances that share a Redis, and their upstream, which answers with
// text.
func cachesOf(t *testing.T, server *realredis.Server, instances int, text *string) (caches []*cache.Cache, ask func(i, n int) (string, bff.CacheState)) {
	t.Helper()
	for range instances {
		s := open(t, server.URL(), redis.Options{Prefix: "p"})
		c := cache.New(cache.Settings{Bus: s.Bus(), Shared: s.SharedCache()})
		t.Cleanup(c.Close)
		caches = append(caches, c)
	}
	platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		data, err := json.Marshal(*text)
		return &bff.Answer{Result: true, Code: 200, Data: data}, err
	})
	return caches, func(i, n int) (string, bff.CacheState) {
		got, err := caches[i].Do(t.Context(), page(n), platform)
		if err != nil {
			t.Fatal(err)
		}
		return string(got.Answer.Data), got.State
	}
}

func TestPurgeCostsTheSameWhateverItCovers(t *testing.T) {
	t.Parallel()
	costs := map[string]map[string]int{}
	for _, size := range []struct{ instances, keys int }{{1, 1}, {1, 2000}, {5, 2000}} {
		server := realredis.Start(t)
		text := "before"
		caches, ask := cachesOf(t, server, size.instances, &text)
		shared := open(t, server.URL(), redis.Options{Prefix: "p"}).SharedCache()
		for n := range size.keys {
			if err := shared.Put(t.Context(), strconv.Itoa(n), []byte("value"), time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		for i := range size.instances {
			ask(i, i)
		}
		purge := func() {
			t.Helper()
			if _, err := caches[0].Purge(t.Context(), "marmara", ""); err != nil {
				t.Fatal(err)
			}
			waitFor(t, "every instance has dropped its entries", func() bool {
				for _, c := range caches {
					if n, _ := c.Size(); n > 0 {
						return false
					}
				}
				return true
			})
		}
		purge() // loads the script
		before := commands(t, server)
		purge()
		cost := since(before, commands(t, server))
		delete(cost, "hello") // of a further connection, on a busy machine
		name := fmt.Sprintf("%d instances, %d keys", size.instances, size.keys)
		if costs[name] = cost; !maps.Equal(cost, costs["1 instances, 1 keys"]) || cost["evalsha"] != 1 || cost["publish"] != 1 {
			t.Errorf("a purge with %s took %v", name, costs)
		}
		text = "after"
		for i := range size.instances {
			if got, _ := ask(i, 0); got != `"after"` {
				t.Errorf("%s: instance %d serves %s", name, i, got)
			}
		}
	}
	t.Log(costs)
}

// The subscription of an instance is cut: it misses the message of a purge. It must not serve from
// Redis what was purged.
func TestInstanceWithoutBusServesNoPurgedResponse(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) string{
		"one server": func(t *testing.T) string { t.Helper(); return realredis.Start(t).URL() },
		"cluster":    func(t *testing.T) string { t.Helper(); return realredis.StartCluster(t).URL() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := start(t)
			text := "before"
			platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
				data, err := json.Marshal(text)
				return &bff.Answer{Result: true, Code: 200, Data: data}, err
			})
			store := open(t, url, redis.Options{Prefix: "p"}).SharedCache()
			one, deaf := cache.New(cache.Settings{Shared: store}), cache.New(cache.Settings{Shared: store})
			t.Cleanup(one.Close)
			ask := func(c *cache.Cache, n int) string {
				t.Helper()
				got, err := c.Do(t.Context(), page(n), platform)
				if err != nil {
					t.Fatal(err)
				}
				return string(got.Answer.Data) + " " + string(got.State)
			}
			for n := range 3 {
				ask(one, n)
			}
			one.Close() // waits until all is shared
			if got := ask(deaf, 0); got != `"before" HIT` {
				t.Fatalf("not shared: %s", got)
			}
			text = "after"
			if _, err := cache.New(cache.Settings{Shared: store}).Purge(t.Context(), "marmara", "casino"); err != nil {
				t.Fatal(err)
			}
			for n, want := range map[int]string{1: `"after" MISS`, 2: `"after" MISS`} {
				if got := ask(deaf, n); got != want {
					t.Errorf("page %d: %s, want %s", n, got, want)
				}
			}
			if got := ask(deaf, 0); got != `"after" MISS` {
				t.Errorf("what it had in memory: %s", got)
			}
			deaf.Close()
			if got := ask(cache.New(cache.Settings{Shared: store}), 2); got != `"after" HIT` {
				t.Errorf("an instance since: %s", got)
			}
		})
	}
}
