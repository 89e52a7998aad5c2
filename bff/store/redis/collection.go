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
	"croupier/bff/internal/auditid"
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
