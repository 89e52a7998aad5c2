package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff/store"
)

// enterScript adds an id to the set of a key, whose scores are the ends in Unix
// milliseconds. What has ended leaves the set; it gives the ids that there is no room for.
const enterScript = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
local over = redis.call('ZRANGE', KEYS[1], 0, -1 - tonumber(ARGV[4]))
if #over > 0 then redis.call('ZREM', KEYS[1], unpack(over)) end
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(tonumber(last[2]) - tonumber(ARGV[1]), 1)))
return over`

// SessionIndex keeps the sessions that have begun: each entry under its id, and for each key
// the set of its ids. The two lie on different nodes of a cluster and are not written
// together: an id without an entry is passed over.
type SessionIndex struct{ store *Store }

// SessionIndex gives the sessions that have begun.
func (s *Store) SessionIndex() *SessionIndex { return &SessionIndex{store: s} }

// Put keeps an entry; see bff.SessionRegister. Where Redis was too slow a moment ago it
// fails at once.
func (r *SessionIndex) Put(ctx context.Context, key, id string, entry []byte, until time.Time) error {
	now := r.store.options.Now()
	life := until.Sub(now)
	if life < time.Millisecond {
		return r.Delete(ctx, key, id) // it has expired already
	}
	err := r.gated(ctx, func(ctx context.Context) error {
		m := mark{at: now.UnixMilli(), until: until.UnixMilli()}
		var over *redis.Cmd
		_, err := r.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, r.entry(id), m.String()+"\n"+string(entry), life)
			over = p.Eval(ctx, enterScript, []string{r.set(key)}, m.at, m.until, id, store.MaxSessionsPerPlayer)
			return nil
		})
		if err != nil {
			return err
		}
		ids, err := over.StringSlice()
		if err != nil || len(ids) == 0 {
			return err
		}
		return r.drop(ctx, ids)
	})
	if err != nil {
		return fmt.Errorf("redis: registering a session: %w", err)
	}
	return nil
}

// Delete forgets an entry; see bff.SessionRegister. Where Redis was too slow a moment ago
// it fails at once.
func (r *SessionIndex) Delete(ctx context.Context, key, id string) error {
	err := r.gated(ctx, func(ctx context.Context) error {
		_, err := r.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, r.entry(id))
			p.ZRem(ctx, r.set(key), id)
			return nil
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("redis: striking a session out: %w", err)
	}
	return nil
}

// Get gives the entry with an id; nil where there is none.
func (r *SessionIndex) Get(ctx context.Context, id string) ([]byte, error) {
	ctx, done := r.store.within(ctx)
	defer done()
	all, err := r.read(ctx, []string{id})
	return all[id], err
}

// List gives the entries under key by their ids.
func (r *SessionIndex) List(ctx context.Context, key string) (map[string][]byte, error) {
	ctx, done := r.store.within(ctx)
	defer done()
	ids, err := r.store.client.ZRange(ctx, r.set(key), 0, -1).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: reading the register: %w", err)
	}
	return r.read(ctx, ids)
}

// read gives those entries that there are.
func (r *SessionIndex) read(ctx context.Context, ids []string) (map[string][]byte, error) {
	cmds := make([]*redis.StringCmd, len(ids))
	_, err := r.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, id := range ids {
			cmds[i] = p.Get(ctx, r.entry(id))
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, fmt.Errorf("redis: reading the register: %w", err)
	}
	out := map[string][]byte{}
	for i, cmd := range cmds {
		value, err := cmd.Result()
		if errors.Is(err, redis.Nil) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("redis: reading the register: %w", err)
		}
		if entry, ok := r.standing(value); ok {
			out[ids[i]] = entry
		}
	}
	return out, nil
}

// standing takes off an entry what says when it ends, and tells whether it has not.
func (r *SessionIndex) standing(value string) ([]byte, bool) {
	times, entry, ok := strings.Cut(value, "\n")
	m, err := readMark(times)
	if !ok || err != nil || m.until <= r.store.options.Now().UnixMilli() {
		return nil, false
	}
	return []byte(entry), true
}

// drop forgets entries that their set has no room for.
func (r *SessionIndex) drop(ctx context.Context, ids []string) error {
	_, err := r.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, id := range ids {
			p.Del(ctx, r.entry(id))
		}
		return nil
	})
	return err
}

// gated does what a player waits for: within the time of one question, and not at all
// where the last one was in vain.
func (r *SessionIndex) gated(ctx context.Context, do func(context.Context) error) error {
	if !r.store.gate.pass() {
		return errShut
	}
	within, done := r.store.within(ctx)
	defer done()
	err := do(within)
	r.store.gate.saw(ctx, err)
	return err
}

func (r *SessionIndex) entry(id string) string { return r.store.key("begun", id) }
func (r *SessionIndex) set(key string) string  { return r.store.key("begun-of", key) }
