package redis

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// eachPage is the number of entries that Each reads at once, roughly.
const eachPage = 500

// Each reads every entry; see bff.Collection.
func (c *Collection) Each(ctx context.Context, fn func(id string, value []byte) error) error {
	seen := map[string]bool{} // ZSCAN may return an id more than once
	for cursor := uint64(0); ; {
		ids, values, next, err := c.scan(ctx, cursor)
		if err != nil {
			return fmt.Errorf("redis: read %s: %w", c.name, err)
		}
		for i, id := range ids {
			if values[i] == nil || seen[id] {
				continue
			}
			seen[id] = true
			if err := fn(id, values[i]); err != nil {
				return err
			}
		}
		if next == 0 {
			return nil
		}
		cursor = next
	}
}

// scan returns some entries and the cursor of the next ones; nil values have expired.
func (c *Collection) scan(ctx context.Context, cursor uint64) (ids []string, values [][]byte, next uint64, err error) {
	ctx, cancel := c.store.withTimeout(ctx)
	defer cancel()
	pairs, next, err := c.store.client.ZScan(ctx, c.allKey(), cursor, "", eachPage).Result() // ids and scores in turn
	if err != nil {
		return nil, nil, 0, err
	}
	cmds := make([]*redis.StringCmd, 0, len(pairs)/2)
	_, err = c.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i := 0; i < len(pairs); i += 2 {
			ids = append(ids, pairs[i])
			cmds = append(cmds, p.Get(ctx, c.entryKey(pairs[i])))
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, nil, 0, err
	}
	for _, cmd := range cmds {
		value, err := c.decode(cmd)
		if err != nil {
			return nil, nil, 0, err
		}
		values = append(values, value)
	}
	return ids, values, next, nil
}
