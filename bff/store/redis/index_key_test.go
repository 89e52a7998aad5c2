package redis_test

import (
	"strings"
	"testing"

	"croupier/bff/internal/indexkey"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

func TestInstancesWithAnotherIndexKeyAreRejected(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	check := func(index *indexkey.Key) error {
		s := open(t, server.URL(), redis.Options{Prefix: "p", IndexKey: index})
		if err := s.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s.CheckIndexKey(t.Context())
	}
	first, other := indexkey.New(), indexkey.New()
	for range 2 {
		if err := check(first); err != nil {
			t.Fatal(err)
		}
		if err := check(other); err == nil || !strings.Contains(err.Error(), "same key file (p:index-key:hash)") {
			t.Errorf("another index key: %v", err)
		}
	}
	stored, err := server.Do("GET", "p:index-key:hash")
	if err != nil || strings.Contains(stored, first.Encode()) {
		t.Errorf("stored %q, %v", stored, err)
	}
}

func TestRunningInstanceLeavesTheIndexKeyAgain(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{Prefix: "p"})
	for range 2 {
		waitFor(t, "the hash is in Redis", func() bool {
			reply, err := server.Do("EXISTS", "p:index-key:hash")
			return err == nil && reply == "1"
		})
		if err := s.CheckIndexKey(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := server.Do("FLUSHALL"); err != nil {
			t.Fatal(err)
		}
	}
}
