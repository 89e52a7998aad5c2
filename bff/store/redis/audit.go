package redis

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff/internal/auditid"
)

// auditScript writes an entry, replaces an earlier one with the same id, and drops the entries
// beyond the bounds. All members have the same score, so that Redis sorts them by their bytes and
// thus by id. The script is idempotent. ARGV: id, value, oldest id, maximum, TTL in milliseconds.
var auditScript = redis.NewScript(`
redis.call('ZREMRANGEBYLEX', KEYS[1], '[' .. ARGV[1] .. '\n', '(' .. ARGV[1] .. '\v')
redis.call('ZADD', KEYS[1], 0, ARGV[1] .. '\n' .. ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[1], '-', '(' .. ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

// AuditStore implements staff.AuditStore with one sorted set. Without Redis every call fails.
type AuditStore struct {
	store      *Store
	key        string
	maxEntries int
	maxAge     time.Duration
}

// AuditStore returns the audit store with a name.
func (s *Store) AuditStore(name string, maxEntries int, maxAge time.Duration) *AuditStore {
	return &AuditStore{store: s, key: s.key("audit", name), maxEntries: maxEntries, maxAge: maxAge}
}

// Put writes an entry; see staff.AuditStore.
func (a *AuditStore) Put(ctx context.Context, id string, value []byte) error {
	ctx, cancel := a.store.withTimeout(ctx)
	defer cancel()
	floor := auditid.Floor(a.store.options.Now().Add(-a.maxAge))
	if err := a.store.runScript(ctx, auditScript, a.key, id, value, floor, a.maxEntries, a.maxAge.Milliseconds()).Err(); err != nil {
		return fmt.Errorf("redis: put %s: %w", a.key, err)
	}
	return nil
}

// Page returns entries, newest first; see staff.AuditStore.
func (a *AuditStore) Page(ctx context.Context, before string, limit int) ([][]byte, error) {
	ctx, cancel := a.store.withTimeout(ctx)
	defer cancel()
	newest := "+"
	if before != "" {
		newest = "(" + before // excludes the entry before: its member is longer than its id and sorts after it
	}
	members, err := a.store.client.ZRevRangeByLex(ctx, a.key, &redis.ZRangeBy{Max: newest, Min: "[" + auditid.Floor(a.store.options.Now().Add(-a.maxAge)), Count: int64(limit)}).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: read %s: %w", a.key, err)
	}
	out := make([][]byte, len(members))
	for i, member := range members {
		_, value, _ := strings.Cut(member, "\n")
		out[i] = []byte(value)
	}
	return out, nil
}
