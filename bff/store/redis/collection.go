package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
)

// collectScript adds ids to the set of all ids, whose scores are their times in Unix milliseconds. It
// drops expired ids and returns those that exceed the maximum. It is idempotent.
// ARGV: oldest time, maximum, TTL in milliseconds, then time and id of each entry.
var collectScript = redis.NewScript(`
for i = 4, #ARGV, 2 do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local over = redis.call('ZRANGE', KEYS[1], 0, -1 - tonumber(ARGV[2]))
if #over > 0 then redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[2])) end
return over`)

// maxPerTerm is the number of entries that List finds by one term at most.
const maxPerTerm = 1000

// maxPerScript bounds the entries of one script, and so how long it blocks Redis.
const maxPerScript = 256

// Collection implements bff.Collection. It stores each entry under its id, for each term the set of
// its ids, and the set of all ids. They may be on different nodes of a cluster and are not written
// atomically: readers skip ids without an entry. Without Redis every call fails.
type Collection struct {
	store     *Store
	name      string
	retention bff.Retention
}

var _ bff.Collection = (*Collection)(nil)

// Collection returns the collection with a name.
func (s *Store) Collection(name string, retention bff.Retention) *Collection {
	return &Collection{store: s, name: name, retention: retention}
}

// Put stores entries; see bff.Collection.
func (c *Collection) Put(ctx context.Context, entries ...bff.CollectionEntry) error {
	for len(entries) > 0 {
		n := min(len(entries), maxPerScript)
		if err := c.put(ctx, entries[:n]); err != nil {
			return fmt.Errorf("redis: put %s: %w", c.name, err)
		}
		entries = entries[n:]
	}
	return nil
}

func (c *Collection) put(ctx context.Context, entries []bff.CollectionEntry) error {
	ctx, cancel := c.store.withTimeout(ctx)
	defer cancel()
	floor := c.floor()
	args := []any{floor.UnixMilli(), c.retention.MaxEntries, c.retention.MaxAge.Milliseconds()}
	_, err := c.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, e := range entries {
			ttl := e.At.Sub(floor)
			if ttl < time.Millisecond {
				continue // it has expired already
			}
			args = append(args, e.At.UnixMilli(), e.ID)
			p.Set(ctx, c.entryKey(e.ID), strconv.FormatInt(e.At.UnixMilli(), 10)+"\n"+string(e.Value), ttl)
			for _, term := range e.Terms {
				key := c.termKey(term)
				p.ZAdd(ctx, key, redis.Z{Score: float64(e.At.UnixMilli()), Member: e.ID})
				p.ZRemRangeByRank(ctx, key, 0, -1-maxPerTerm)
				p.PExpire(ctx, key, c.retention.MaxAge)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	excess, err := c.store.runScript(ctx, collectScript, c.allKey(), args...).StringSlice()
	if err != nil || len(excess) == 0 {
		return err
	}
	return c.unlink(ctx, excess)
}

// Get returns the value of an entry; see bff.Collection.
func (c *Collection) Get(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := c.store.withTimeout(ctx)
	defer cancel()
	value, err := c.decode(c.store.client.Get(ctx, c.entryKey(id)))
	if err != nil {
		return nil, fmt.Errorf("redis: read %s: %w", c.name, err)
	}
	return value, nil
}

// decode returns the value of a read entry, or nil if there is none or it has expired.
func (c *Collection) decode(cmd *redis.StringCmd) ([]byte, error) {
	raw, err := cmd.Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, value, ok := strings.Cut(raw, "\n")
	at, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return nil, errors.New("decode entry: no time")
	}
	if at < c.floor().UnixMilli() {
		return nil, nil
	}
	return []byte(value), nil
}

// List returns entries, newest first; see bff.Collection.
func (c *Collection) List(ctx context.Context, term string, limit int) ([][]byte, error) {
	ctx, cancel := c.store.withTimeout(ctx)
	defer cancel()
	ids, err := c.store.client.ZRangeArgs(ctx, redis.ZRangeArgs{Key: c.termKey(term), Start: 0, Stop: max(limit, 1) - 1, Rev: true}).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: list %s: %w", c.name, err)
	}
	cmds := make([]*redis.StringCmd, len(ids))
	_, err = c.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for n, id := range ids {
			cmds[n] = p.Get(ctx, c.entryKey(id))
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, fmt.Errorf("redis: list %s: %w", c.name, err)
	}
	out := [][]byte{}
	for _, cmd := range cmds {
		value, err := c.decode(cmd)
		if err != nil {
			return nil, fmt.Errorf("redis: list %s: %w", c.name, err)
		}
		if value != nil {
			out = append(out, value)
		}
	}
	return out, nil
}

// Delete removes entries; see bff.Collection. The sets of their terms keep the ids, which readers
// skip, until they expire.
func (c *Collection) Delete(ctx context.Context, ids ...string) error {
	ctx, cancel := c.store.withTimeout(ctx)
	defer cancel()
	members := make([]any, len(ids))
	for i, id := range ids {
		members[i] = id
	}
	err := c.unlink(ctx, ids)
	if err == nil && len(members) > 0 {
		err = c.store.client.ZRem(ctx, c.allKey(), members...).Err()
	}
	if err != nil {
		return fmt.Errorf("redis: delete from %s: %w", c.name, err)
	}
	return nil
}

// unlink deletes entries, each by a command of its own, as they may be on different nodes.
func (c *Collection) unlink(ctx context.Context, ids []string) error {
	_, err := c.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, id := range ids {
			p.Unlink(ctx, c.entryKey(id))
		}
		return nil
	})
	return err
}

// floor returns the time of the oldest entries that are kept.
func (c *Collection) floor() time.Time { return c.store.options.Now().Add(-c.retention.MaxAge) }

func (c *Collection) entryKey(id string) string { return c.store.key("collection", c.name+":"+id) }
func (c *Collection) termKey(term string) string {
	return c.store.key("collection-term", c.name+":"+term)
}
func (c *Collection) allKey() string { return c.store.key("collection-ids", c.name) }
