package redis

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
)

// topicRevocations distributes entries because each instance caches all of them.
const topicRevocations bff.Topic = "revocations"

// Revocations implements bff.Revocations. Each instance caches and mirrors every entry that it
// receives, and writes it back if Redis lacks it. If Redis is unreachable or has lost an entry,
// Revoked uses the cache. An instance that has never reached Redis returns an error instead. Revoke
// fails without Redis because one instance alone must not acknowledge an entry.
type Revocations struct {
	store *Store

	mu         sync.RWMutex
	cache      map[string]store.Revocation
	complete   bool          // the cache contains all entries, as far as this instance can know
	overflowed bool          // an entry did not fit into the cache
	nextSweep  time.Time     // the earliest time of the next search for expired entries in a full cache
	reload     chan struct{} // requests to read all entries again
}

var _ bff.Revocations = (*Revocations)(nil)

// fullSweepInterval is the minimum time between two slow searches of a full cache.
const fullSweepInterval = time.Second

func newRevocations(background context.Context, s *Store) *Revocations {
	r := &Revocations{store: s, cache: map[string]store.Revocation{}, reload: make(chan struct{}, 1)}
	r.loadMirror(background)
	s.bus.Subscribe(topicRevocations, func(payload []byte) {
		value, key, found := strings.Cut(string(payload), "\n")
		if entry, err := store.DecodeRevocation(value); found && err == nil {
			r.add(key, entry)
		}
	}, func() { store.Request(r.reload) })
	s.background.Go(func() {
		s.onRequest(background, r.reload, "could not load revocations from Redis, retrying", r.load)
	})
	return r
}

// Revoke writes an entry and publishes it to every instance, see bff.Revocations.
func (r *Revocations) Revoke(ctx context.Context, key string, at, until time.Time) error {
	ttl := until.Sub(r.store.options.Now())
	if ttl < time.Millisecond {
		return nil // already expired
	}
	entry := store.Revocation{At: at.UnixMilli(), Until: until.UnixMilli()}
	if err := r.store.client.Set(ctx, r.redisKey(key), entry.Encode(), ttl).Err(); err != nil {
		return named("write revocation", err)
	}
	r.add(key, entry)
	// A failed message is not an error because the other instances read the entry from Redis.
	if err := r.store.bus.Publish(ctx, topicRevocations, []byte(message(key, entry))); err != nil {
		r.store.options.Log.WarnContext(ctx, "could not publish a revocation, other instances read it from Redis",
			"error", err)
	}
	return nil
}

// Revoked returns the revocation times of keys, also if Redis has lost cached entries.
func (r *Revocations) Revoked(ctx context.Context, keys ...string) ([]time.Time, error) {
	entries := make([]store.Revocation, len(keys))
	err := r.store.guard(ctx, "read revocations", func(ctx context.Context) error {
		found, err := r.read(ctx, keys)
		copy(entries, found)
		return err
	})
	now, out := r.store.options.Now().UnixMilli(), make([]time.Time, len(keys))
	r.mu.RLock()
	defer r.mu.RUnlock()
	for i, key := range keys {
		entry := entries[i]
		cached, known := r.cache[key]
		if err != nil && (!known && !r.complete || ctx.Err() != nil) {
			return nil, err
		}
		if cached.At > entry.At {
			entry = cached
		}
		if entry.Until > now {
			out[i] = time.UnixMilli(entry.At).UTC()
		}
	}
	return out, nil
}

// read reads entries from Redis in one round trip. The entry of an absent key is zero.
func (r *Revocations) read(ctx context.Context, keys []string) (entries []store.Revocation, err error) {
	values, err := r.store.getAllOf(ctx, keys, r.redisKey)
	for _, value := range values {
		var entry store.Revocation
		if value != "" {
			if entry, err = store.DecodeRevocation(value); err != nil {
				return nil, err
			}
		}
		entries = append(entries, entry)
	}
	return entries, err
}

// add caches an entry. If the cache is full, Revoked fails for unknown keys without Redis.
func (r *Revocations) add(key string, entry store.Revocation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	cached, known := r.cache[key]
	if cached.At > entry.At {
		return // entry is outdated, or Redis has lost the later entry
	}
	if !known && len(r.cache) >= r.store.options.MaxRevocations {
		if now := r.store.options.Now(); !now.Before(r.nextSweep) {
			r.nextSweep = now.Add(fullSweepInterval)
			maps.DeleteFunc(r.cache, func(_ string, e store.Revocation) bool { return e.Until <= now.UnixMilli() })
		}
		if len(r.cache) >= r.store.options.MaxRevocations {
			r.complete, r.overflowed = false, true
			return
		}
	}
	r.cache[key] = entry
	if entry != cached {
		value, until := []byte(entry.Encode()), time.UnixMilli(entry.Until)
		r.store.mirror.Put(store.Entry{Set: mirroredRevocations, Key: key, Value: value, Until: until})
	}
}

func (r *Revocations) loadMirror(ctx context.Context) {
	for page := range pages(r.store.mirror.Page, mirroredRevocations) {
		for _, e := range page {
			entry, err := store.DecodeRevocation(string(e.Value))
			if err != nil {
				r.store.options.Log.ErrorContext(ctx, "could not decode a mirrored revocation, ignoring it", "error",
					err)
				continue
			}
			r.cache[e.Key] = entry
		}
	}
}

// load reads all entries and writes back entries that Redis lacks.
func (r *Revocations) load(ctx context.Context) error {
	r.mu.Lock()
	r.overflowed = false
	r.mu.Unlock()
	err := r.each(ctx, func(key string, entry store.Revocation) error {
		r.add(key, entry)
		return nil
	})
	r.mu.Lock()
	// A complete cache remains complete while Redis is down because Revoke fails without Redis.
	r.complete = !r.overflowed && (r.complete || err == nil)
	r.mu.Unlock()
	if err == nil {
		_, err = r.restore(ctx)
	}
	return err
}

// EachRevocation calls fn with every revocation in Redis until fn fails, concurrently for nodes.
func (s *Store) EachRevocation(ctx context.Context, fn func(key string, at, until time.Time) error) error {
	return s.revocations.each(ctx, func(key string, r store.Revocation) error {
		return fn(key, time.UnixMilli(r.At), time.UnixMilli(r.Until))
	})
}

func (r *Revocations) each(ctx context.Context, fn func(key string, entry store.Revocation) error) error {
	return r.store.eachKey(ctx, r.redisKey(""), func(keys []string) error {
		entries, err := r.read(ctx, keys)
		for i, entry := range entries {
			if err == nil && entry.Until != 0 { // 0 if expired since the scan
				err = fn(keys[i], entry)
			}
		}
		return err
	})
}

// restore writes entries that Redis lacks or has in an earlier version. It returns their number.
func (r *Revocations) restore(ctx context.Context) (n int, err error) {
	r.mu.RLock()
	known := maps.Clone(r.cache)
	r.mu.RUnlock()
	now := r.store.options.Now().UnixMilli()
	maps.DeleteFunc(known, func(_ string, e store.Revocation) bool { return e.Until <= now })
	channel := r.store.key("bus", string(topicRevocations))
	for keys := range slices.Chunk(slices.Collect(maps.Keys(known)), scanCount) {
		found, err := r.read(ctx, keys)
		if err != nil {
			return n, named("restore revocations", err)
		}
		written, err := r.store.pipelined(ctx, func(p redis.Pipeliner) {
			for i, key := range keys {
				if entry := known[key]; found[i].At < entry.At {
					p.Set(ctx, r.redisKey(key), entry.Encode(), time.Duration(entry.Until-now)*time.Millisecond)
					p.Publish(ctx, channel, r.store.origin+"\n"+message(key, entry)) // other instances may lack it
				}
			}
		})
		if n += len(written) / 2; err != nil {
			return n, named("restore revocations", err)
		}
	}
	return n, nil
}

func (r *Revocations) redisKey(key string) string { return r.store.key("revocation", key) }

// message returns the message that sends an entry to the other instances.
func message(key string, entry store.Revocation) string { return entry.Encode() + "\n" + key }
