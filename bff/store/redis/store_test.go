package redis_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/internal/indexkey"
	"croupier/bff/session"
	"croupier/bff/staff"
	"croupier/bff/store"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest"
	"croupier/bff/store/storetest/realredis"
)

// testIndexKey is the index key of every store of a test.
var testIndexKey = indexkey.New()

// open opens a store whose keys are separate from those of other tests.
func open(t *testing.T, url string, o redis.Options) *redis.Store {
	t.Helper()
	if o.Prefix == "" {
		o.Prefix = t.Name()
	}
	if o.IndexKey == nil {
		o.IndexKey = testIndexKey
	}
	s, err := redis.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// closer returns a function that closes s and fails the test on errors.
func closer(t *testing.T, s *redis.Store) func() {
	t.Helper()
	return func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The mirror of a store without a data folder.
func TestMemoryMirror(t *testing.T) {
	t.Parallel()
	c := storetest.NewClock()
	m := redis.NewMemoryMirror(c.Now)
	until := c.Now().Add(time.Hour)
	if err := m.Put(store.Entry{Set: "s", Key: "b", Value: []byte("2"), Until: until}, store.Entry{Set: "s", Key: "a", Value: []byte("1")}, store.Entry{Set: "t", Key: "c", Value: []byte("3")}); err != nil {
		t.Fatal(err)
	}
	page, err := m.Page("s", "", 10)
	if err != nil || len(page) != 2 || page[0].Key != "a" || page[1].Key != "b" {
		t.Errorf("page: %+v, %v", page, err)
	}
	c.Advance(time.Hour)
	if v, err := m.Get("s", "b"); v != nil || err != nil {
		t.Errorf("expired: %q, %v", v, err)
	}
	for n := range redis.MaxMemoryEntries + 100 {
		if err := m.Put(store.Entry{Set: "s", Key: fmt.Sprint(n), Value: []byte("v"), Until: c.Now().Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	all, err := m.Page("s", "", 2*redis.MaxMemoryEntries)
	if err != nil || len(all) > redis.MaxMemoryEntries || all[len(all)-1].Key != "a" {
		t.Errorf("%d entries, %v", len(all), err)
	}
}

func TestSingleServer(t *testing.T) {
	t.Parallel()
	runSuites(t, realredis.Start(t).URL())
}

func TestCluster(t *testing.T) {
	t.Parallel()
	runSuites(t, realredis.StartCluster(t).URL())
}

// runSuites runs every suite of storetest against the Redis at url.
func runSuites(t *testing.T, url string) {
	t.Helper()
	t.Run("revocations", func(t *testing.T) {
		storetest.RunRevocations(t, func(t *testing.T, c *storetest.Clock) storetest.RevocationsBackend {
			t.Helper()
			prefix := t.Name()
			return storetest.RevocationsBackend{Open: func(t *testing.T) (bff.Revocations, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix, Now: c.Now})
				return s.Revocations(), closer(t, s)
			}}
		})
	})
	t.Run("idempotency", func(t *testing.T) {
		storetest.RunIdempotencyStore(t, func(t *testing.T, c *storetest.Clock) storetest.IdempotencyBackend {
			t.Helper()
			prefix := t.Name()
			return storetest.IdempotencyBackend{Open: func(t *testing.T) (storetest.IdempotencyStore, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix, Now: c.Now})
				return s.IdempotencyStore(), closer(t, s)
			}}
		})
	})
	t.Run("records", func(t *testing.T) {
		storetest.RunRecordStore(t, func(t *testing.T) func(*testing.T, string) (bff.KeyedStore, func()) {
			t.Helper()
			prefix := t.Name()
			return func(t *testing.T, name string) (bff.KeyedStore, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix})
				return s.Records(name), closer(t, s)
			}
		})
	})
	t.Run("audit", func(t *testing.T) {
		storetest.RunAuditStore(t, func(t *testing.T, c *storetest.Clock) func(*testing.T, string) (staff.AuditStore, func()) {
			t.Helper()
			prefix := t.Name()
			return func(t *testing.T, name string) (staff.AuditStore, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix, Now: c.Now})
				return s.AuditStore(name, storetest.AuditRetention.MaxEntries, storetest.AuditRetention.MaxAge), closer(t, s)
			}
		})
	})
	t.Run("collection", func(t *testing.T) {
		storetest.RunCollection(t, func(t *testing.T, c *storetest.Clock) func(*testing.T, string) (bff.Collection, func()) {
			t.Helper()
			prefix := t.Name()
			return func(t *testing.T, name string) (bff.Collection, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix, Now: c.Now})
				return s.Collection(name, storetest.CollectionRetention), closer(t, s)
			}
		})
	})
	t.Run("limiter", func(t *testing.T) {
		storetest.RunLimiter(t, func(t *testing.T, c *storetest.Clock) (one, two bff.Limiter, reset bff.LimitResetter) {
			t.Helper()
			o := redis.Options{
				Now:    c.Now,
				Exempt: func(_ string, visitor netip.Addr) bool { return visitor == storetest.Exempt },
				Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
					a, ok := storetest.Allowances()[rule]
					return a, ok
				},
			}
			return answering{open(t, url, o).Limiter(), t}, answering{open(t, url, o).Limiter(), t}, open(t, url, o).Limiter()
		})
	})
	t.Run("shared cache", func(t *testing.T) {
		storetest.RunSharedCache(t, func(t *testing.T) cache.SharedCache { return open(t, url, redis.Options{}).SharedCache() })
	})
	t.Run("ticket store", func(t *testing.T) {
		storetest.RunTicketStore(t, func(t *testing.T, c *storetest.Clock) session.TicketStore {
			return open(t, url, redis.Options{Now: c.Now}).TicketStore()
		})
	})
	t.Run("session index", func(t *testing.T) {
		storetest.RunSessionIndex(t, func(t *testing.T, c *storetest.Clock) storetest.SessionIndexBackend {
			t.Helper()
			prefix := t.Name()
			return storetest.SessionIndexBackend{Open: func(t *testing.T) (session.Index, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix, Now: c.Now})
				return s.SessionIndex(), closer(t, s)
			}}
		})
	})
	t.Run("bus", func(t *testing.T) {
		storetest.RunBus(t, func(t *testing.T) (one, two bff.Bus) {
			return open(t, url, redis.Options{}).Bus(), open(t, url, redis.Options{}).Bus()
		})
	})
}

func TestOpenValidatesURL(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"redis://", "redis://127.0.0.1:1/2", "rediss://u:p@127.0.0.1:1", "unix:///tmp/none.sock?db=1", "redis://127.0.0.1:1?cluster=false&timeout=5ms",
	} {
		s, err := redis.Open(t.Context(), url, redis.Options{})
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		_ = s.Close()
	}
	for _, url := range []string{
		"", "http://127.0.0.1", "redis://secret\x7f@x", "redis://x?cluster=perhaps", "redis://x?timeout=0", "redis://x?timeout=soon",
		"redis+cluster://x/3", "unix+cluster:///tmp/none.sock", "redis://x?surprise=1",
	} {
		s, err := redis.Open(t.Context(), url, redis.Options{})
		if err == nil {
			_ = s.Close()
			t.Errorf("%q was accepted", url)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error contains the URL: %v", err)
		}
	}
}

func TestAllKeysExpire(t *testing.T) {
	t.Parallel()
	ctx := bff.WithScope(t.Context(), &bff.Scope{RequestID: "r"})
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{Prefix: "house", Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: 8, Window: time.Hour, Burst: map[bff.LimitRule]int{bff.LimitAddress: 100}[rule]}, true
	}})
	until := time.Now().Add(time.Hour)
	_, err := s.IdempotencyStore().Claim(ctx, key, body)
	err = errors.Join(err, s.Revocations().Revoke(ctx, "k", until, until), s.SharedCache().Put(ctx, "k", []byte("v"), 1000*time.Hour), s.TicketStore().Put(ctx, "k", nil, until))
	allow(t, s, bff.LimitKey{Rule: bff.LimitAddress})
	allow(t, s, bff.LimitKey{Rule: bff.LimitCode})
	answered := key
	answered.Key = "answered"
	_, claimErr := s.IdempotencyStore().Claim(ctx, answered, body)
	_, purgeErr := s.SharedCache().Purge(ctx, "/", 0)
	if err := errors.Join(err, claimErr, purgeErr, s.Ping(ctx), s.IdempotencyStore().Finish(ctx, answered, &bff.Answer{})); err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]string{
		`return #redis.call('KEYS','house:*')`: "15",
		`return #redis.call('KEYS','*')`:       "15",
		`local n=0 for _,k in ipairs(redis.call('KEYS','*')) do local t=redis.call('TTL',k) if t<1 or t>5184000 then n=n+1 end end return n`: "2", // the generation, and the hash of the index key
	} {
		if got, err := server.Do("EVAL", `"`+script+`"`, "0"); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", script, got, err, want)
		}
	}
}
