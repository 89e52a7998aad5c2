package redis

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/internal/auditid"
	"croupier/bff/internal/lists"
)

// maxPerTerm is the maximum number of entries that List returns for one term.
const maxPerTerm = 1000

// maxPerScript limits the entries of one script and thus the time that it blocks Redis.
const maxPerScript = 256

// Collection implements bff.Collection. It stores each entry under its id, the set of ids of each
// term, and the set of all ids. These writes are not atomic, so readers skip ids without an entry.
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

// Put stores entries, see bff.Collection.
func (c *Collection) Put(ctx context.Context, entries ...bff.CollectionEntry) error {
	for page := range slices.Chunk(entries, maxPerScript) {
		if err := c.put(ctx, page); err != nil {
			return named("put "+c.name, err)
		}
	}
	return nil
}

func (c *Collection) put(ctx context.Context, entries []bff.CollectionEntry) error {
	floor := c.floor()
	until := "(" + strconv.FormatInt(floor.UnixMilli(), 10)
	args := []any{until, c.retention.MaxEntries, c.retention.MaxAge.Milliseconds()}
	_, err := c.store.pipelined(ctx, func(p redis.Pipeliner) {
		for _, e := range entries {
			ttl := e.At.Sub(floor)
			if ttl < time.Millisecond {
				continue // already expired
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
	})
	if err != nil {
		return err
	}
	excess, err := c.store.runScript(ctx, setScript, c.allKey(), args...).StringSlice()
	if err != nil || len(excess) == 0 {
		return err
	}
	return c.unlink(ctx, excess)
}

// Get returns the value of an entry, see bff.Collection.
func (c *Collection) Get(ctx context.Context, id string) ([]byte, error) {
	values, err := c.readAll(ctx, []string{id})
	return values[0], named("read "+c.name, err)
}

// readAll returns the values of entries. Absent and expired entries have nil values.
func (c *Collection) readAll(ctx context.Context, ids []string) ([][]byte, error) {
	found, err := c.store.getAllOf(ctx, ids, c.entryKey)
	values, floor := make([][]byte, len(ids)), c.floor().UnixMilli()
	for i, entry := range found {
		if at, _, value := decodeEntry(entry); at >= floor {
			values[i] = value
		}
	}
	return values, err
}

// List returns entries, newest first, see bff.Collection.
func (c *Collection) List(ctx context.Context, term string, limit int) (values [][]byte, err error) {
	newest := redis.ZRangeArgs{Key: c.termKey(term), Start: 0, Stop: max(limit, 1) - 1, Rev: true}
	ids, err := c.store.client.ZRangeArgs(ctx, newest).Result()
	if err == nil {
		values, err = c.readAll(ctx, ids)
	}
	return slices.DeleteFunc(values, func(value []byte) bool { return value == nil }), named("list "+c.name, err)
}

// Delete removes entries, see bff.Collection. The ids remain in the sets of their terms.
func (c *Collection) Delete(ctx context.Context, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	err := c.unlink(ctx, ids)
	if err == nil {
		err = c.store.client.ZRem(ctx, c.allKey(), ids).Err()
	}
	return named("delete from "+c.name, err)
}

// unlink deletes entries. It sends one command per entry because entries may be on different nodes.
func (c *Collection) unlink(ctx context.Context, ids []string) error {
	_, err := c.store.pipelined(ctx, func(p redis.Pipeliner) {
		for _, id := range ids {
			p.Unlink(ctx, c.entryKey(id))
		}
	})
	return err
}

func (c *Collection) floor() time.Time { return c.store.options.Now().Add(-c.retention.MaxAge) }

func (c *Collection) entryKey(id string) string { return c.store.key("collection", c.name+":"+id) }
func (c *Collection) termKey(term string) string {
	return c.store.key("collection-term", c.name+":"+term)
}
func (c *Collection) allKey() string { return c.store.key("collection-ids", c.name) }

// Each reads every entry, see bff.Collection.
func (c *Collection) Each(ctx context.Context, fn func(id string, value []byte) error) error {
	seen := map[string]bool{} // ZSCAN may return an id more than once
	err := eachPage(func(cursor uint64) *redis.ScanCmd {
		return c.store.client.ZScan(ctx, c.allKey(), cursor, "", pageSize)
	}, func(pairs []string) error { // pairs alternates between ids and scores
		var ids []string
		for i := 0; i < len(pairs); i += 2 {
			ids = append(ids, pairs[i])
		}
		values, err := c.readAll(ctx, ids)
		for i := 0; err == nil && i < len(ids); i++ {
			if values[i] == nil || seen[ids[i]] {
				continue
			}
			seen[ids[i]] = true
			err = fn(ids[i], values[i])
		}
		return err
	})
	return named("read "+c.name, err)
}

// AuditStore implements staff.AuditStore with one sorted set. Every call needs Redis.
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

// Put writes an entry, see staff.AuditStore.
func (a *AuditStore) Put(ctx context.Context, id string, value []byte) error {
	args := []any{id, value, a.floor(), a.maxEntries, a.maxAge.Milliseconds()}
	return named("put "+a.key, a.store.runScript(ctx, auditScript, a.key, args...).Err())
}

// Page returns entries, newest first, see staff.AuditStore.
func (a *AuditStore) Page(ctx context.Context, before string, limit int) ([][]byte, error) {
	by := &redis.ZRangeBy{Max: "+", Min: "[" + a.floor(), Count: int64(limit)}
	if before != "" {
		by.Max = "(" + before // excludes the entry before because its member starts with its id and sorts after it
	}
	members, err := a.store.client.ZRevRangeByLex(ctx, a.key, by).Result()
	if err != nil {
		return nil, named("read "+a.key, err)
	}
	return lists.Map(members, func(member string) []byte {
		_, value, _ := strings.Cut(member, "\n")
		return []byte(value)
	}), nil
}

// floor returns the id before which entries have expired.
func (a *AuditStore) floor() string { return auditid.Floor(a.store.options.Now().Add(-a.maxAge)) }
