package redis

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/store"
)

const noMaximum = 1 << 30

// SessionIndex implements bff.SessionIndex. It stores each entry under its id, the ids of each key,
// and the ids of each kid by their idle time. These writes are not atomic, so List skips ids
// without an entry, and an id of a wrong kid counts until it becomes idle.
type SessionIndex struct{ store *Store }

// SessionIndex returns the session index.
func (s *Store) SessionIndex() *SessionIndex { return &SessionIndex{store: s} }

// Put stores an entry, see bff.SessionIndex. If the circuit is open, it fails immediately.
func (i *SessionIndex) Put(ctx context.Context, key, id string, e bff.IndexedSession) error {
	now := i.store.options.Now()
	ttl := e.ExpiresAt.Sub(now)
	if ttl < time.Millisecond {
		return i.Delete(ctx, key, id) // already expired
	}
	return i.store.guard(ctx, "write session index", func(ctx context.Context) error {
		var before *redis.StringCmd
		var excess *redis.Cmd
		_, err := i.store.pipelined(ctx, func(p redis.Pipeliner) {
			before = p.GetRange(ctx, i.entryKey(id), 0, maxHeader)
			p.Set(ctx, i.entryKey(id), encodeEntry(e), ttl)
			excess = setScript.Eval(ctx, p, []string{i.setKey(key)},
				now.UnixMilli(), store.MaxSessionsPerPlayer, "", e.ExpiresAt.UnixMilli(), id)
			setScript.Eval(ctx, p, []string{i.kidKey(e.Kid)}, now.UnixMilli(), noMaximum, "", e.IdleUntil.UnixMilli(),
				id)
		})
		if err != nil {
			return err
		}
		if _, kid, _ := decodeEntry(before.Val()); kid != "" && kid != e.Kid {
			if err := i.store.client.ZRem(ctx, i.kidKey(kid), id).Err(); err != nil {
				return err
			}
		}
		ids, err := excess.StringSlice()
		if err != nil || len(ids) == 0 {
			return err
		}
		return i.deleteEntries(ctx, ids)
	})
}

// Delete removes an entry, see bff.SessionIndex. If the circuit is open, it fails immediately.
func (i *SessionIndex) Delete(ctx context.Context, key, id string) error {
	return i.store.guard(ctx, "delete from session index", func(ctx context.Context) error {
		return errors.Join(i.deleteEntries(ctx, []string{id}), i.store.client.ZRem(ctx, i.setKey(key), id).Err())
	})
}

// Get returns the entry with an id, or nil. If the circuit is open, it fails immediately.
func (i *SessionIndex) Get(ctx context.Context, id string) (entry []byte, err error) {
	err = i.store.guard(ctx, "read session index", func(ctx context.Context) error {
		entries, err := i.readEntries(ctx, []string{id})
		entry = entries[id]
		return err
	})
	return entry, err
}

// List returns the entries under key by their ids.
func (i *SessionIndex) List(ctx context.Context, key string) (entries map[string][]byte, err error) {
	ids, err := i.store.client.ZRange(ctx, i.setKey(key), 0, -1).Result()
	if err == nil {
		entries, err = i.readEntries(ctx, ids)
	}
	return entries, named("list session index", err)
}

func (i *SessionIndex) readEntries(ctx context.Context, ids []string) (map[string][]byte, error) {
	values, err := i.store.getAllOf(ctx, ids, i.entryKey)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for n, value := range values {
		if expiresAt, _, entry := decodeEntry(value); expiresAt > i.store.options.Now().UnixMilli() {
			out[ids[n]] = entry
		}
	}
	return out, nil
}

// deleteEntries removes entries and their ids in the sets of their kids.
func (i *SessionIndex) deleteEntries(ctx context.Context, ids []string) error {
	cmds, err := i.store.pipelined(ctx, func(p redis.Pipeliner) {
		for _, id := range ids {
			p.GetRange(ctx, i.entryKey(id), 0, maxHeader)
			p.Del(ctx, i.entryKey(id))
		}
	})
	if err != nil {
		return err
	}
	_, err = i.store.pipelined(ctx, func(p redis.Pipeliner) {
		for n, id := range ids {
			_, kid, _ := decodeEntry(cmds[2*n].(*redis.StringCmd).Val()) //nolint:forcetypeassert // see above
			p.ZRem(ctx, i.kidKey(kid), id)
		}
	})
	return err
}

func (i *SessionIndex) entryKey(id string) string { return i.store.key("session", id) }
func (i *SessionIndex) setKey(key string) string  { return i.store.key("session-ids", key) }
func (i *SessionIndex) kidKey(kid string) string  { return i.store.key("session-kid", kid) }

// maxHeader is longer than the header of an entry: a time and a kid of at most 40 characters.
const maxHeader = 127

// encodeEntry encodes an entry. Its first line is its header: "expiry kid".
func encodeEntry(e bff.IndexedSession) string {
	return strconv.FormatInt(e.ExpiresAt.UnixMilli(), 10) + " " + e.Kid + "\n" + string(e.Sealed)
}

// decodeEntry decodes an entry, or the start of one, also of a Collection. Invalid ones have time
// 0.
func decodeEntry(entry string) (at int64, kid string, value []byte) {
	header, rest, _ := strings.Cut(entry, "\n")
	text, kid, _ := strings.Cut(header, " ")
	at, _ = strconv.ParseInt(text, 10, 64)
	return at, kid, []byte(rest)
}

// Count returns the number of entries of each kid that are not idle, see bff.SessionIndex.
func (i *SessionIndex) Count(ctx context.Context, kids []string) ([]int, error) {
	now := strconv.FormatInt(i.store.options.Now().UnixMilli(), 10)
	counts, err := i.store.pipelined(ctx, func(p redis.Pipeliner) {
		for _, kid := range kids {
			p.ZCount(ctx, i.kidKey(kid), "("+now, "+inf")
		}
	})
	if err != nil {
		return nil, named("count session index", err)
	}
	return lists.Map(counts, func(count redis.Cmder) int {
		return int(count.(*redis.IntCmd).Val()) //nolint:forcetypeassert // see above
	}), nil
}

// TicketStore implements bff.TicketStore and rest.RenewalStore. Its failure must not end a session.
type TicketStore struct{ store *Store }

// TicketStore returns the ticket store.
func (s *Store) TicketStore() *TicketStore { return &TicketStore{store: s} }

// Put stores sealed under id until the given time.
func (t *TicketStore) Put(ctx context.Context, id string, sealed []byte, until time.Time) error {
	ttl := until.Sub(t.store.options.Now())
	if ttl < time.Millisecond {
		return t.Delete(ctx, id) // already expired
	}
	return named("write ticket", t.store.client.Set(ctx, t.key(id), sealed, ttl).Err())
}

// Add stores a value like Put and returns true, unless there is a value under id.
func (t *TicketStore) Add(ctx context.Context, id string, sealed []byte, until time.Time) (bool, error) {
	ttl := max(time.Millisecond, until.Sub(t.store.options.Now()))
	added, err := t.store.client.SetNX(ctx, t.key(id), sealed, ttl).Result()
	return added, named("add ticket", err)
}

// Get returns the value stored under id, or nil.
func (t *TicketStore) Get(ctx context.Context, id string) ([]byte, error) {
	sealed, err := t.store.client.Get(ctx, t.key(id)).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	return sealed, named("read ticket", err)
}

// Delete removes id.
func (t *TicketStore) Delete(ctx context.Context, id string) error {
	return named("delete ticket", t.store.client.Del(ctx, t.key(id)).Err())
}

func (t *TicketStore) key(id string) string { return t.store.key("ticket", id) }
