package redis_test

import (
	"net/netip"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/session"
	"croupier/bff/staff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest"
	"croupier/bff/store/storetest/realredis"
)

// open opens a store whose keys are of one test.
func open(t *testing.T, url string, o redis.Options) *redis.Store {
	t.Helper()
	if o.Prefix == "" {
		o.Prefix = t.Name()
	}
	s, err := redis.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// closed ends a store as part of a test.
func closed(t *testing.T, s *redis.Store) func() {
	t.Helper()
	return func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAlone(t *testing.T) {
	t.Parallel()
	suites(t, realredis.Start(t).URL())
}

func TestCluster(t *testing.T) {
	t.Parallel()
	suites(t, realredis.StartCluster(t).URL())
}

// suites runs every suite against the Redis at a URL.
func suites(t *testing.T, url string) {
	t.Helper()
	t.Run("revocations", func(t *testing.T) {
		storetest.RunRevocations(t, func(t *testing.T, c *storetest.Clock) storetest.RevocationsBackend {
			t.Helper()
			prefix := t.Name()
			return storetest.RevocationsBackend{Open: func(t *testing.T) (bff.Revocations, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix, Now: c.Now})
				return s.Revocations(), closed(t, s)
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
				return s.IdempotencyStore(), closed(t, s)
			}}
		})
	})
	t.Run("records", func(t *testing.T) {
		storetest.RunRecordStore(t, func(t *testing.T) func(*testing.T, string) (bff.RecordStore, func()) {
			t.Helper()
			prefix := t.Name()
			return func(t *testing.T, name string) (bff.RecordStore, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix})
				return s.Records(name), closed(t, s)
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
				return s.AuditStore(name, storetest.AuditRetention.MaxEntries, storetest.AuditRetention.MaxAge), closed(t, s)
			}
		})
	})
	t.Run("limiter", func(t *testing.T) {
		storetest.RunLimiter(t, func(t *testing.T, c *storetest.Clock) (one, two bff.Limiter) {
			t.Helper()
			o := redis.Options{
				Now:    c.Now,
				Exempt: func(_ string, visitor netip.Addr) bool { return visitor == storetest.Exempt },
				Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
					a, ok := storetest.Allowances()[rule]
					return a, ok
				},
			}
			return open(t, url, o).Limiter(), open(t, url, o).Limiter()
		})
	})
	t.Run("shared cache", func(t *testing.T) {
		storetest.RunSharedCache(t, func(t *testing.T) cache.SharedCache { return open(t, url, redis.Options{}).SharedCache() })
	})
	t.Run("tickets", func(t *testing.T) {
		storetest.RunTicketStore(t, func(t *testing.T, c *storetest.Clock) session.TicketStore {
			return open(t, url, redis.Options{Now: c.Now}).Tickets()
		})
	})
	t.Run("session index", func(t *testing.T) {
		storetest.RunSessionIndex(t, func(t *testing.T, c *storetest.Clock) storetest.SessionIndexBackend {
			t.Helper()
			prefix := t.Name()
			return storetest.SessionIndexBackend{Open: func(t *testing.T) (session.Index, func()) {
				t.Helper()
				s := open(t, url, redis.Options{Prefix: prefix, Now: c.Now})
				return s.SessionIndex(), closed(t, s)
			}}
		})
	})
	t.Run("bus", func(t *testing.T) {
		storetest.RunBus(t, func(t *testing.T) (one, two bff.Bus) {
			return open(t, url, redis.Options{}).Bus(), open(t, url, redis.Options{}).Bus()
		})
	})
}

func TestURLs(t *testing.T) {
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
			t.Errorf("the error shows the URL: %v", err)
		}
	}
}
