package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// longestAnswer bounds how long an answer is kept, whatever a policy says.
const longestAnswer = 48 * time.Hour

// scanned is how many keys Redis looks at in one step of Drop.
const scanned = 1000

// SharedCache is the second level of kept answers. Without Redis it fails: at once while Redis
// is known to be slow, after the store's timeout otherwise, and its user goes on without.
type SharedCache struct{ store *Store }

// SharedCache gives the shared answers.
func (s *Store) SharedCache() *SharedCache { return &SharedCache{store: s} }

// Get gives the value kept under key; nil when there is none.
func (a *SharedCache) Get(ctx context.Context, key string) (value []byte, err error) {
	err = a.ask(ctx, "reading", func(ctx context.Context) (err error) {
		value, err = a.store.client.Get(ctx, a.store.key("answer", key)).Bytes()
		return err
	})
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	return value, err
}

// Put keeps value for ttl, two days at most.
func (a *SharedCache) Put(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if ttl < time.Millisecond {
		return nil // it would be gone already
	}
	return a.ask(ctx, "keeping", func(ctx context.Context) error {
		return a.store.client.Set(ctx, a.store.key("answer", key), value, min(ttl, longestAnswer)).Err()
	})
}

// Drop forgets what is kept under a prefix of keys, on every node of a cluster. Each of
// its steps may take the store's timeout.
func (a *SharedCache) Drop(ctx context.Context, prefix string) error {
	pattern := literal.Replace(a.store.key("answer", prefix)) + "*"
	drop := func(ctx context.Context, node redis.Cmdable) error {
		for cursor := uint64(0); ; {
			var keys []string
			err := a.ask(ctx, "looking for", func(ctx context.Context) (err error) {
				keys, cursor, err = node.Scan(ctx, cursor, pattern, scanned).Result()
				return err
			})
			if err != nil {
				return err
			}
			err = a.ask(ctx, "dropping", func(ctx context.Context) error {
				_, err := node.Pipelined(ctx, func(p redis.Pipeliner) error {
					for _, key := range keys { // one by one: a node's keys are of many slots
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
	if cluster, ok := a.store.client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return drop(ctx, node) })
	}
	return drop(ctx, a.store.client)
}

// literal makes a pattern of Redis match the text itself.
var literal = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)

// ask asks Redis unless it is passed over.
func (a *SharedCache) ask(ctx context.Context, what string, do func(context.Context) error) error {
	if !a.store.gate.pass() {
		return errShut
	}
	within, done := a.store.within(ctx)
	defer done()
	err := do(within)
	a.store.gate.saw(ctx, err)
	if err != nil {
		return fmt.Errorf("redis: %s an answer: %w", what, err)
	}
	return nil
}
