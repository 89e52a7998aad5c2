package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff/store"
)

// indexScript adds an id to the set of a key. The scores of the set are the expiry times in Unix
// milliseconds. The script drops expired ids and returns the ids that exceed the maximum.
// ARGV: now, expiry, id, maximum.
var indexScript = redis.NewScript(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
local over = redis.call('ZRANGE', KEYS[1], 0, -1 - tonumber(ARGV[4]))
if #over > 0 then redis.call('ZREM', KEYS[1], unpack(over)) end
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(tonumber(last[2]) - tonumber(ARGV[1]), 1)))
return over`)

// SessionIndex implements session.Index. It stores each entry under its id, and for each key the
// set of its ids. Both may be on different nodes of a cluster and are not written atomically: List
// skips an id without an entry.
type SessionIndex struct{ store *Store }

// SessionIndex returns the session index.
func (s *Store) SessionIndex() *SessionIndex { return &SessionIndex{store: s} }

// Put stores an entry; see session.Index. It fails at once while the circuit is open.
func (i *SessionIndex) Put(ctx context.Context, key, id string, entry []byte, until time.Time) error {
	now := i.store.options.Now()
	ttl := until.Sub(now)
	if ttl < time.Millisecond {
		return i.Delete(ctx, key, id) // it has expired already
	}
	err := i.run(ctx, func(ctx context.Context) error {
		set := i.setKey(key)
		args := []any{now.UnixMilli(), until.UnixMilli(), id, store.MaxSessionsPerPlayer}
		var excess *redis.Cmd
		_, err := i.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, i.entryKey(id), strconv.FormatInt(until.UnixMilli(), 10)+"\n"+string(entry), ttl)
			excess = indexScript.EvalSha(ctx, p, []string{set}, args...)
			return nil
		})
		if redis.HasErrorPrefix(err, "NOSCRIPT") { // only the script failed
			excess = i.store.runScript(ctx, indexScript, set, args...)
			err = excess.Err()
		}
		if err != nil {
			return err
		}
		ids, err := excess.StringSlice()
		if err != nil || len(ids) == 0 {
			return err
		}
		return i.deleteEntries(ctx, ids)
	})
	if err != nil {
		return fmt.Errorf("redis: write session index: %w", err)
	}
	return nil
}

// Delete removes an entry; see session.Index. It fails at once while the circuit is open.
func (i *SessionIndex) Delete(ctx context.Context, key, id string) error {
	err := i.run(ctx, func(ctx context.Context) error {
		_, err := i.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, i.entryKey(id))
			p.ZRem(ctx, i.setKey(key), id)
			return nil
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("redis: delete from session index: %w", err)
	}
	return nil
}

// Get returns the entry with an id, or nil.
func (i *SessionIndex) Get(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	entries, err := i.readEntries(ctx, []string{id})
	return entries[id], err
}

// List returns the entries under key by their ids.
func (i *SessionIndex) List(ctx context.Context, key string) (map[string][]byte, error) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	ids, err := i.store.client.ZRange(ctx, i.setKey(key), 0, -1).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: list session index: %w", err)
	}
	return i.readEntries(ctx, ids)
}

// readEntries returns the entries with the given ids, without those that are absent or expired.
func (i *SessionIndex) readEntries(ctx context.Context, ids []string) (map[string][]byte, error) {
	cmds := make([]*redis.StringCmd, len(ids))
	_, err := i.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for n, id := range ids {
			cmds[n] = p.Get(ctx, i.entryKey(id))
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, fmt.Errorf("redis: read session index: %w", err)
	}
	out := map[string][]byte{}
	for n, cmd := range cmds {
		value, err := cmd.Result()
		if errors.Is(err, redis.Nil) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("redis: read session index: %w", err)
		}
		if entry, ok := i.decodeEntry(value); ok {
			out[ids[n]] = entry
		}
	}
	return out, nil
}

// decodeEntry splits a stored value into expiry and entry. It reports whether the entry is valid and
// has not expired.
func (i *SessionIndex) decodeEntry(value string) ([]byte, bool) {
	expiry, entry, ok := strings.Cut(value, "\n")
	until, err := strconv.ParseInt(expiry, 10, 64)
	if !ok || err != nil || until <= i.store.options.Now().UnixMilli() {
		return nil, false
	}
	return []byte(entry), true
}

func (i *SessionIndex) deleteEntries(ctx context.Context, ids []string) error {
	_, err := i.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, id := range ids {
			p.Del(ctx, i.entryKey(id))
		}
		return nil
	})
	return err
}

// run runs an operation that a player's call waits for, within the timeout and through the circuit.
func (i *SessionIndex) run(ctx context.Context, operation func(context.Context) error) error {
	if !i.store.circuit.allow() {
		return errCircuitOpen
	}
	bounded, cancel := i.store.withTimeout(ctx)
	defer cancel()
	err := operation(bounded)
	i.store.circuit.record(ctx, err)
	return err
}

func (i *SessionIndex) entryKey(id string) string { return i.store.key("session", id) }
func (i *SessionIndex) setKey(key string) string  { return i.store.key("session-ids", key) }
