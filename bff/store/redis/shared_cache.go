package redis

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// maxCacheTTL is the maximum TTL of a cached response, regardless of its policy.
const maxCacheTTL = 48 * time.Hour

// generationTTL is the TTL of generations after the last purge, longer than maxCacheTTL.
const generationTTL = maxCacheTTL + 24*time.Hour

// highestField is the field of the highest generation. Scopes have longer names.
const highestField = ""

// SharedCache implements bff.SharedCache. It fails without Redis or with an open circuit.
type SharedCache struct{ store *Store }

// SharedCache returns the shared tier of the response cache.
func (s *Store) SharedCache() *SharedCache { return &SharedCache{store: s} }

// Get returns the value stored under key and the generations of scopes, see bff.SharedCache.
func (c *SharedCache) Get(
	ctx context.Context, key string, scopes []string,
) (value []byte, generations []uint64, err error) {
	err = c.store.guard(ctx, "read cached response", func(ctx context.Context) error {
		cmds, err := c.store.pipelined(ctx, func(p redis.Pipeliner) {
			p.Get(ctx, c.redisKey(key))
			for _, scope := range scopes {
				p.HGet(ctx, c.generationsKey(), scope)
			}
		})
		if err != nil {
			return err
		}
		value, _ = cmds[0].(*redis.StringCmd).Bytes() //nolint:forcetypeassert // see above
		for _, cmd := range cmds[1:] {
			generation, _ := cmd.(*redis.StringCmd).Uint64() //nolint:forcetypeassert // 0 for an absent generation
			generations = append(generations, generation)
		}
		return nil
	})
	return value, generations, err
}

// Put stores value for ttl, at most for maxCacheTTL.
func (c *SharedCache) Put(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if ttl < time.Millisecond {
		return nil // already expired
	}
	return c.store.guard(ctx, "write cached response", func(ctx context.Context) error {
		return c.store.client.Set(ctx, c.redisKey(key), value, min(ttl, maxCacheTTL)).Err()
	})
}

// Purge begins a new generation of a scope, see bff.SharedCache.
func (c *SharedCache) Purge(ctx context.Context, scope string, after uint64) (generation uint64, err error) {
	err = c.store.guard(ctx, "purge cached response", func(ctx context.Context) (err error) {
		generation, err = c.store.runScript(ctx, purgeScript, c.generationsKey(), scope, after,
			generationTTL.Milliseconds()).Uint64()
		return err
	})
	return generation, err
}

// Generations returns the generations of all scopes, see bff.SharedCache.
func (c *SharedCache) Generations(ctx context.Context, since uint64) (generations map[string]uint64, err error) {
	err = c.store.guard(ctx, "read generations of cached response", func(ctx context.Context) error {
		highest, err := c.store.client.HGet(ctx, c.generationsKey(), highestField).Uint64()
		if err != nil || highest <= since {
			return err
		}
		all, err := c.store.client.HGetAll(ctx, c.generationsKey()).Result()
		if err != nil {
			return err
		}
		delete(all, highestField)
		generations = make(map[string]uint64, len(all))
		for scope, text := range all {
			if generations[scope], err = strconv.ParseUint(text, 10, 64); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, redis.Nil) {
		return nil, nil // no generations
	}
	return generations, err
}

func (c *SharedCache) redisKey(key string) string { return c.store.key("cache", key) }
func (c *SharedCache) generationsKey() string     { return c.store.key("cache-generations", "all") }
