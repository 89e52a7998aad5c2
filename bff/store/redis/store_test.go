package redis_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/staff"
	"croupier/bff/store"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest"
	"croupier/bff/test/storetest/realredis"
)

// The mirror of a store without a data directory.
func TestMemoryMirror(t *testing.T) {
	t.Parallel()
	c := storetest.NewClock()
	m := redis.NewMemoryMirror(c.Now)
	put := func(set, key string, until time.Time) {
		must(t, m.Put(store.Entry{Set: set, Key: key, Value: []byte("v"), Until: until}))
	}
	put("s", "b", c.Now().Add(time.Hour))
	put("s", "a", time.Time{})
	put("t", "c", time.Time{})
	page, err := m.Page("s", "", 10)
	assert.True(t, err == nil && len(page) == 2 && page[0].Key == "a" && page[1].Key == "b", "page: %+v, %v", page, err)
	c.Advance(time.Hour)
	v, err := m.Get("s", "b")
	assert.True(t, v == nil && err == nil, "expired: %q, %v", v, err)
	for n := range redis.MaxMemoryEntries + 100 {
		put("s", fmt.Sprint(n), c.Now().Add(time.Hour))
	}
	all, err := m.Page("s", "", 2*redis.MaxMemoryEntries)
	must(t, err)
	assert.True(t, len(all) <= redis.MaxMemoryEntries && all[len(all)-1].Key == "a", "%d entries", len(all))
}

func TestSingleServer(t *testing.T) {
	t.Parallel()
	url := realredis.Start(t).URL()
	runSuites(t, url)
	t.Run("without the bus", func(t *testing.T) { testInstanceWithoutBus(t, url) })
}

func TestCluster(t *testing.T) {
	t.Parallel()
	cluster := realredis.StartCluster(t)
	t.Run("its persistence is checked", func(t *testing.T) {
		warnings, err := open(t, cluster.URL(), redis.Options{}).CheckServer(t.Context())
		assert.True(t, errors.Is(err, redis.ErrNotPersistent) && len(warnings) == 0, "%q, %v", warnings, err)
	})
	runSuites(t, cluster.URL())
	t.Run("without the bus", func(t *testing.T) { testInstanceWithoutBus(t, cluster.URL()) })
}

// The nodes of a cluster lose their data separately.
func TestLossOfOneClusterNode(t *testing.T) {
	t.Parallel()
	cluster := realredis.StartCluster(t)
	one, two := openTwo(t, cluster.URL(), redis.Options{Prefix: "p"})
	assertAll := func(name string, s *redis.Store) {
		for n := range 32 {
			assertReplayed(t, name, s, keyWithoutTime(n))
		}
	}
	for n := range 32 {
		settle(t, one, keyWithoutTime(n))
	}
	waitFor(t, "the other instance mirrors the keys", func() bool {
		n := 0
		for n < 32 && two.MirroredOutcome(keyWithoutTime(n)) {
			n++
		}
		return n == 32
	})
	loseData(t, cluster.Masters[0])
	assertAll("another instance", two)
	assertAll("the instance", one)
	// its partitions possibly at different moments
	waitFor(t, "both have noticed the loss and have written back", func() bool {
		return one.Losses() > 0 && two.Losses() > 0 && !one.Restoring() && !two.Restoring()
	})
	assertAll("a new instance", open(t, cluster.URL(), redis.Options{Prefix: "p"}))
}

// factory returns new storage with a unique prefix in the Redis at url.
func factory[S any](url string, part func(s *redis.Store, name string) S) storetest.Factory[S] {
	return func(t *testing.T, c *storetest.Clock) func() (func(string) S, func() error) {
		return func() (func(string) S, func() error) {
			s := open(t, url, redis.Options{Now: c.Now})
			return func(name string) S { return part(s, name) }, s.Close
		}
	}
}

func runSuites(t *testing.T, url string) {
	t.Run("revocations", func(t *testing.T) {
		storetest.RunRevocations(t,
			factory(url, func(s *redis.Store, _ string) bff.Revocations { return s.Revocations() }))
	})
	t.Run("idempotency", func(t *testing.T) {
		storetest.RunIdempotencyStore(t, factory(url, func(s *redis.Store, _ string) bff.IdempotencyStore {
			return s.IdempotencyStore()
		}))
	})
	t.Run("records", func(t *testing.T) {
		storetest.RunRecordStore(t,
			factory(url, func(s *redis.Store, name string) bff.SwapStore { return s.Records(name) }))
	})
	t.Run("keyed records", func(t *testing.T) {
		storetest.RunKeyedStore(t,
			factory(url, func(s *redis.Store, name string) bff.KeyedStore { return s.KeyedRecords(name) }))
	})
	t.Run("audit", func(t *testing.T) {
		storetest.RunAuditStore(t, factory(url, func(s *redis.Store, name string) staff.AuditStore {
			return s.AuditStore(name, storetest.AuditRetention.MaxEntries, storetest.AuditRetention.MaxAge)
		}))
	})
	t.Run("collection", func(t *testing.T) {
		storetest.RunCollection(t, factory(url, func(s *redis.Store, name string) bff.Collection {
			return s.Collection(name, storetest.CollectionRetention)
		}))
	})
	t.Run("limiter", func(t *testing.T) {
		storetest.RunLimiter(t, func(t *testing.T, c *storetest.Clock) (one, two bff.Limiter, reset bff.LimitResetter) {
			o := redis.Options{
				Now:    c.Now,
				Exempt: func(_ string, visitor netip.Addr) bool { return visitor == storetest.Exempt },
				Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
					a, ok := storetest.Allowances()[rule]
					return a, ok
				},
			}
			return answering{open(t, url, o).Limiter(), t}, answering{open(t, url, o).Limiter(), t},
				open(t, url, o).Limiter()
		})
	})
	t.Run("shared cache", func(t *testing.T) { runSharedCache(t, url) })
	t.Run("ticket store", func(t *testing.T) {
		storetest.RunTicketStore(t, func(t *testing.T, c *storetest.Clock) bff.TicketStore {
			return open(t, url, redis.Options{Now: c.Now}).TicketStore()
		})
	})
	t.Run("session index", func(t *testing.T) {
		storetest.RunSessionIndex(t,
			factory(url, func(s *redis.Store, _ string) bff.SessionIndex { return s.SessionIndex() }))
	})
	t.Run("bus", func(t *testing.T) {
		storetest.RunBus(t, func(t *testing.T) (one, two bff.Bus) {
			return open(t, url, redis.Options{}).Bus(), open(t, url, redis.Options{}).Bus()
		})
	})
}

func TestURLsAreChecked(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"redis://":                       "",
		"redis://127.0.0.1:1/2":          "",
		"rediss://u:hunter2@127.0.0.1:1": "",
		"redis://127.0.0.1:1/2?pool_size=20&min_idle_conns=2":      "",
		"unix:///tmp/none.sock?db=1":                               "",
		"redis+cluster://:hunter2@127.0.0.1:1?addr=127.0.0.1:2":    "",
		"redis+sentinel://[::1]/2?master_name=m&addr=a&timeout=1s": "",
		"redis+sentinel://:hunter2@redis?master_name=m&cluster=1":  "no clusters",
		"redis://127.0.0.1:1?cluster=true":                         "",
		"redis://127.0.0.1:1?cluster=false&timeout=5ms":            "",
		"":                                   "scheme",
		"http://:hunter2@redis":              "scheme",
		"redis://:hunter2@redis:6379/casino": "database",
		"redis://:hunter2@redis:6379?pool=5": "unexpected option: pool",
		"redis://:hunter2@redis:6379?read_timeout=soon": "read_timeout",
		"redis://:hunter2@redis:6379?timeout=0s":        "timeout",
		"redis://:hunter2@redis:6379?timeout=soon":      "timeout",
		"redis://:hunter2@redis:6379?cluster=perhaps":   "cluster",
		"redis+cluster://:hunter2@redis:6379/1":         "no databases",
		"unix+cluster:///run/redis.sock":                "no databases and no unix sockets",
		"redis://:hunter2@red is:6379":                  "invalid URL",
		"redis+sentinel://:hunter2@redis":               "master_name is missing",
		"redis+sentinel://:hunter2@a:1,b:2":             "addr=HOST:PORT",
		"redis://:hunter2@redis?sentinel_password=a":    "unexpected option",
		"redis://hunter2\x7f@x":                         "invalid URL",
		"redis://:hunter2%zz@redis:6379":                "invalid URL",
	} {
		s, openErr := redis.Open(t.Context(), url, redis.Options{})
		if openErr == nil {
			_ = s.Close()
		}
		for name, err := range map[string]error{"CheckURL": redis.CheckURL(url), "Open": openErr} {
			if want == "" {
				assert.NoError(t, err, "%s(%q)", name, url)
			} else if assert.ErrorContains(t, err, want, "%s(%q)", name, url) {
				assert.NotContains(t, err.Error(), "hunter2", "%s(%q)", name, url)
			}
		}
	}
}

func TestAllKeysExpire(t *testing.T) {
	t.Parallel()
	ctx := bff.WithScope(t.Context(), &bff.Scope{RequestID: "r"})
	server := realredis.Start(t)
	s := open(t, server.URL(),
		redis.Options{Prefix: "house", Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
			return bff.Allowance{
					Count: 8, Window: time.Hour,
					Burst: map[bff.LimitRule]int{bff.LimitAddress: 100}[rule],
				},
				true
		}})
	until := time.Now().Add(time.Hour)
	answered := key
	answered.Key = "answered"
	for _, k := range []bff.IdempotencyKey{key, answered} {
		_, err := s.IdempotencyStore().Claim(ctx, k, body)
		must(t, err)
	}
	allow(t, s, bff.LimitKey{Rule: bff.LimitAddress})
	allow(t, s, bff.LimitKey{Rule: bff.LimitCode})
	_, err := s.SharedCache().Purge(ctx, "/", 0)
	must(t, errors.Join(err, s.Revocations().Revoke(ctx, "k", until, until),
		s.SharedCache().Put(ctx, "k", []byte("v"), 1000*time.Hour),
		s.TicketStore().Put(ctx, "k", nil, until), s.Ping(ctx),
		s.IdempotencyStore().Finish(ctx, answered, &bff.Answer{})))
	endless := `local n=0 for _,k in ipairs(redis.call('KEYS','*')) do ` +
		`local t=redis.call('TTL',k) if t<1 or t>5184000 then n=n+1 end end return n`
	for script, want := range map[string]string{
		`return #redis.call('KEYS','house:*')`: "15",
		`return #redis.call('KEYS','*')`:       "15",
		endless:                                "2", // the generation, and the hash of the index key
	} {
		assert.Equal(t, want, do(t, server, "EVAL", `"`+script+`"`, "0"), script)
	}
}

func TestInstancesWithAnotherIndexKeyAreRejected(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	check := func(index *indexkey.Key) error {
		s := open(t, server.URL(), redis.Options{Prefix: "p", IndexKey: index})
		must(t, s.Ping(t.Context()))
		return s.CheckIndexKey(t.Context())
	}
	first, other := indexkey.New(), indexkey.New()
	for range 2 {
		must(t, check(first))
		assert.ErrorContains(t, check(other), "same key file (p:index-key:hash)")
	}
	assert.NotContains(t, do(t, server, "GET", "p:index-key:hash"), first.Encode())
}

func TestRunningInstanceLeavesTheIndexKeyAgain(t *testing.T) {
	t.Parallel()
	server, s := start(t, redis.Options{Prefix: "p"})
	for range 2 {
		waitFor(t, "the hash is in Redis", func() bool { return do(t, server, "EXISTS", "p:index-key:hash") == "1" })
		assert.NoError(t, s.CheckIndexKey(t.Context()))
		loseData(t, server)
	}
}

func TestCheckServer(t *testing.T) {
	t.Parallel()
	server, s := start(t, redis.Options{})
	evicts, saves := [][2]string{{"maxmemory", "100mb"}, {"maxmemory-policy", "allkeys-lru"}},
		[2]string{"appendonly", "yes"}
	for _, c := range []struct {
		name     string
		settings [][2]string
		want     []error
		warning  string
	}{
		{"no persistence", nil, []error{redis.ErrNotPersistent}, ""},
		{"snapshots", [][2]string{{"save", "'3600 1'"}}, nil, "only snapshots"},
		{"an append-only file", [][2]string{saves}, nil, ""},
		{"one that is not synced", [][2]string{saves, {"appendfsync", "no"}}, nil, "appendfsync no"},
		{
			"a policy that evicts",
			[][2]string{saves, {"maxmemory-policy", "volatile-lru"}},
			nil,
			"maxmemory-policy volatile-lru",
		},
		{"a policy that evicts, with a limit", append(evicts, saves), []error{redis.ErrEvicts}, ""},
		{"neither", evicts, []error{redis.ErrEvicts, redis.ErrNotPersistent}, ""},
		{"a limit without eviction", [][2]string{saves, {"maxmemory", "100mb"}}, nil, ""},
	} {
		defaults := [][2]string{
			{"appendonly", "no"},
			{"appendfsync", "everysec"},
			{"save", "''"},
			{"maxmemory", "0"},
			{"maxmemory-policy", "noeviction"},
		}
		for _, setting := range append(defaults, c.settings...) {
			do(t, server, "CONFIG", "SET", setting[0], setting[1])
		}
		warnings, err := s.CheckServer(t.Context())
		for _, want := range c.want {
			assert.ErrorIs(t, err, want, c.name)
		}
		assert.Equal(t, len(c.want) == 0, err == nil, "%s: %v", c.name, err)
		assert.Equal(t, c.warning == "", len(warnings) == 0, "%s: %q", c.name, warnings)
		assert.Contains(t, strings.Join(warnings, "\n"), c.warning, c.name)
	}
	do(t, server, "ACL", "SETUSER", "croupier", "on", ">secret", "~*", "&*", "+@all", "-config")
	s = open(t, fmt.Sprintf("redis://croupier:secret@%s?timeout=%s", server.Address(), timeout), redis.Options{})
	warnings, err := s.CheckServer(t.Context())
	must(t, err)
	assert.True(t, len(warnings) == 1 && strings.Contains(warnings[0], "NOPERM"), "without permission: %q", warnings)
	server.Kill()
	_, err = s.CheckServer(t.Context())
	assert.Error(t, err, "without Redis")
}

// BenchmarkMoneyKey claims and finishes money keys, one after the other and concurrently, with the
// mirror in memory and on the disk.
func BenchmarkMoneyKey(b *testing.B) {
	server := realredis.Start(b)
	disk, err := embedded.OpenMirror(b.TempDir(), embedded.MirrorOptions{})
	require.NoError(b, err)
	defer disk.Close() //nolint:errcheck // a benchmark
	for name, mirror := range map[string]redis.Mirror{"memory": redis.NewMemoryMirror(time.Now), "disk": disk} {
		s, err := redis.Open(b.Context(), server.URL(),
			redis.Options{Prefix: name, Mirror: mirror, IndexKey: indexkey.New()})
		require.NoError(b, err)
		defer s.Close() //nolint:errcheck // a benchmark
		var n atomic.Int64
		pay := func() {
			k := keyWithoutTime(int(n.Add(1)))
			first, err := s.IdempotencyStore().Claim(b.Context(), k, body)
			assert.True(b, first == nil && err == nil, "claim: %v, %v", first, err)
			assert.NoError(b, s.IdempotencyStore().Finish(b.Context(), k, paid))
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				pay()
			}
		})
		b.Run(name+", concurrently", func(b *testing.B) {
			b.SetParallelism(16)
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					pay()
				}
			})
		})
	}
}
