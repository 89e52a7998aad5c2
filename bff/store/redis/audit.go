package redis

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff/internal/auditid"
)

// trailScript writes a line over the one of its id, and drops what is too old and too
// many. Members of equal score lie in the order of their bytes, and so of their ids. Running
// it twice does no more than running it once.
const trailScript = `
redis.call('ZREMRANGEBYLEX', KEYS[1], '[' .. ARGV[1] .. '\n', '(' .. ARGV[1] .. '\v')
redis.call('ZADD', KEYS[1], 0, ARGV[1] .. '\n' .. ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[1], '-', '(' .. ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`

// AuditStore is a list of lines in one sorted set. Without Redis every call of it fails.
type AuditStore struct {
	store      *Store
	key        string
	maxEntries int
	maxAge     time.Duration
}

// AuditStore gives the trail of that name.
func (s *Store) AuditStore(name string, maxEntries int, maxAge time.Duration) *AuditStore {
	return &AuditStore{store: s, key: s.key("trail", name), maxEntries: maxEntries, maxAge: maxAge}
}

// Put writes a line; see staff.AuditStore.
func (t *AuditStore) Put(ctx context.Context, id string, value []byte) error {
	ctx, done := t.store.within(ctx)
	defer done()
	floor := auditid.Floor(t.store.options.Now().Add(-t.maxAge))
	if _, err := t.store.runOnce(ctx, trailScript, t.key, id, value, floor, t.maxEntries, t.maxAge.Milliseconds()); err != nil {
		return fmt.Errorf("redis: %s: %w", t.key, err)
	}
	return nil
}

// Page gives lines, the newest first; see staff.AuditStore.
func (t *AuditStore) Page(ctx context.Context, before string, limit int) ([][]byte, error) {
	ctx, done := t.store.within(ctx)
	defer done()
	newest := "+"
	if before != "" {
		newest = "(" + before // the line itself is longer than its id, and so after it
	}
	lines, err := t.store.client.ZRevRangeByLex(ctx, t.key, &redis.ZRangeBy{Max: newest, Min: "-", Count: int64(limit)}).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: %s: %w", t.key, err)
	}
	out := make([][]byte, len(lines))
	for i, line := range lines {
		_, value, _ := strings.Cut(line, "\n")
		out[i] = []byte(value)
	}
	return out, nil
}
