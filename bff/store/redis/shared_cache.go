package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// maxCacheTTL bounds how long a cached response is stored, regardless of its policy.
const maxCacheTTL = 48 * time.Hour

// scanCount is the number of keys that Redis examines per SCAN.
const scanCount = 1000

// SharedCache implements cache.SharedCache. Without Redis it fails: at once while the circuit is
// open, after the timeout of the store otherwise.
type SharedCache struct{ store *Store }

// SharedCache returns the shared tier of the response cache.
func (s *Store) SharedCache() *SharedCache { return &SharedCache{store: s} }

// Get returns the value stored under key, or nil.
func (c *SharedCache) Get(ctx context.Context, key string) (value []byte, err error) {
	err = c.run(ctx, "read", func(ctx context.Context) (err error) {
		value, err = c.store.client.Get(ctx, c.redisKey(key)).Bytes()
		return err
	})
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	return value, err
}

// Put stores value for ttl, but at most for maxCacheTTL.
func (c *SharedCache) Put(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if ttl < time.Millisecond {
		return nil // it has expired already
	}
	return c.run(ctx, "write", func(ctx context.Context) error {
		return c.store.client.Set(ctx, c.redisKey(key), value, min(ttl, maxCacheTTL)).Err()
	})
}

// Drop removes all keys with a prefix, on every node of a cluster. The timeout of the store applies
// to each of its steps.
func (c *SharedCache) Drop(ctx context.Context, prefix string) error {
	pattern := globEscaper.Replace(c.redisKey(prefix)) + "*"
	dropOnNode := func(ctx context.Context, node redis.Cmdable) error {
		for cursor := uint64(0); ; {
			var keys []string
			err := c.run(ctx, "scan", func(ctx context.Context) (err error) {
				keys, cursor, err = node.Scan(ctx, cursor, pattern, scanCount).Result()
				return err
			})
			if err != nil {
				return err
			}
			err = c.run(ctx, "delete", func(ctx context.Context) error {
				_, err := node.Pipelined(ctx, func(p redis.Pipeliner) error {
					for _, key := range keys { // one command each: the keys of a node are in different slots
						p.Unlink(ctx, key)
					}
					return nil
				})
				return err
			})
			if err != nil {
				return err
			}
			if cursor == 0 {
				return nil
			}
		}
	}
	if cluster, ok := c.store.client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return dropOnNode(ctx, node) })
	}
	return dropOnNode(ctx, c.store.client)
}

// globEscaper escapes the special characters of Redis patterns.
var globEscaper = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)

// run runs an operation within the timeout and through the circuit.
func (c *SharedCache) run(ctx context.Context, name string, operation func(context.Context) error) error {
	if !c.store.circuit.allow() {
		return errCircuitOpen
	}
	bounded, cancel := c.store.withTimeout(ctx)
	defer cancel()
	err := operation(bounded)
	c.store.circuit.record(ctx, err)
	if err != nil {
		return fmt.Errorf("redis: %s cached response: %w", name, err)
	}
	return nil
}

func (c *SharedCache) redisKey(key string) string { return c.store.key("cache", key) }
