package redis

import (
	"context"
	"strings"

	"github.com/redis/go-redis/v9"
)

// scanCount is the number of keys or fields that Redis examines at once.
const scanCount = 1000

// globEscaper escapes the special characters of Redis patterns.
var globEscaper = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)

// eachKey calls fn with the keys that begin with prefix, a page at a time and in no order. A key may come twice. The nodes of a
// cluster are read concurrently.
func (s *Store) eachKey(ctx context.Context, prefix string, fn func(keys []string) error) error {
	read := func(ctx context.Context, node redis.Cmdable) error {
		return s.eachPage(ctx, func(ctx context.Context, cursor uint64) ([]string, uint64, error) {
			return node.Scan(ctx, cursor, globEscaper.Replace(prefix)+"*", scanCount).Result()
		}, fn)
	}
	if cluster, ok := s.client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return read(ctx, node) })
	}
	return read(ctx, s.client)
}

// eachField calls fn with the fields and the values of a hash in turn, a page at a time and in no order. A field may come twice.
func (s *Store) eachField(ctx context.Context, hash string, fn func(pairs []string) error) error {
	return s.eachPage(ctx, func(ctx context.Context, cursor uint64) ([]string, uint64, error) {
		return s.client.HScan(ctx, hash, cursor, "", scanCount).Result()
	}, fn)
}

func (s *Store) eachPage(ctx context.Context, scan func(context.Context, uint64) ([]string, uint64, error), fn func([]string) error) error {
	for cursor := uint64(0); ; {
		bounded, cancel := s.withTimeout(ctx)
		page, next, err := scan(bounded, cursor)
		cancel()
		if err == nil {
			err = fn(page)
		}
		if cursor = next; err != nil || cursor == 0 {
			return err
		}
	}
}
