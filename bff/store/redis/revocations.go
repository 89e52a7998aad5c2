package redis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
)

// topicRevocations distributes entries to all instances, so that each caches all of them.
const topicRevocations bff.Topic = "revocations"

// Revocations implements bff.Revocations. Each instance caches every entry that it has received:
// all that Redis held when the instance last connected, and all that were published since. When
// Redis is unreachable, or has lost an entry in a failover, the cache answers, so that a revoked
// session stays revoked and a valid one stays valid. An instance that has never reached Redis
// returns an error instead. Revoke fails without Redis: an entry that only one instance knows is
// not acknowledged.
//
// The cache is mirrored, so that it survives a restart, and entries that Redis lacks are written back
// whenever all of them are read.
type Revocations struct {
	store *Store

	mu         sync.RWMutex
	cache      map[string]store.Revocation
	complete   bool          // cache holds all entries, as far as this instance can know
	overflowed bool          // an entry did not fit into cache
	nextSweep  time.Time     // when a full cache may be searched for expired entries again
	reload     chan struct{} // requests that all entries are read again
}

var _ bff.Revocations = (*Revocations)(nil)

const (
	// loadRetryInterval is the time between two attempts to read all entries after a failure.
	loadRetryInterval = time.Second
	// fullSweepInterval is the minimum time between two searches for expired entries in a full
	// cache. A scan of a million entries takes long, and a full cache may receive many revocations.
	fullSweepInterval = time.Second
)

func newRevocations(background context.Context, s *Store) *Revocations {
	r := &Revocations{store: s, cache: map[string]store.Revocation{}, reload: make(chan struct{}, 1)}
	r.loadMirror(background)
	s.bus.Subscribe(topicRevocations, func(payload []byte) {
		value, key, found := strings.Cut(string(payload), "\n")
		if entry, err := store.DecodeRevocation(value); found && err == nil {
			r.add(key, entry)
		}
	}, func() { request(r.reload) })
	// Entries may have been missed while the subscription was down.
	s.bus.onConnect(func() { request(r.reload) })
	s.background.Go(func() { r.loadOnRequest(background) })
	return r
}

// Revoke writes an entry and publishes it to every instance; see bff.Revocations.
func (r *Revocations) Revoke(ctx context.Context, key string, at, until time.Time) error {
	ttl := until.Sub(r.store.options.Now())
	if ttl < time.Millisecond {
		return nil // it has expired already
	}
	entry := store.Revocation{At: at.UnixMilli(), Until: until.UnixMilli()}
	if err := r.store.client.Set(ctx, r.redisKey(key), entry.Encode(), ttl).Err(); err != nil {
		return named("write revocation", err)
	}
	r.add(key, entry)
	// The entry is valid from now on: instances that miss the message read it from Redis.
	if err := r.store.bus.Publish(ctx, topicRevocations, []byte(message(key, entry))); err != nil {
		r.store.options.Log.WarnContext(ctx, "publish revocation: failed", "error", err)
	}
	return nil
}

// Revoked returns the revocation times of keys; see bff.Revocations. If the cache has an entry that
// Redis does not have, or has with an earlier time, Redis has lost it: entries are never withdrawn.
// Without Redis it fails when the cache cannot answer for all keys.
func (r *Revocations) Revoked(ctx context.Context, keys ...string) ([]time.Time, error) {
	entries, err := r.read(ctx, keys)
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

// read reads entries from Redis in one round trip. The entry of an absent key is zero, and so are
// all entries after a failure.
func (r *Revocations) read(ctx context.Context, keys []string) ([]store.Revocation, error) {
	entries := make([]store.Revocation, len(keys))
	var values []string
	err := r.store.guard(ctx, "read revocations", func(ctx context.Context) (err error) {
		values, err = r.store.getAllOf(ctx, keys, r.redisKey)
		return err
	})
	for i, value := range values {
		if value == "" {
			continue // absent
		}
		entry, invalid := store.DecodeRevocation(value)
		if invalid != nil {
			return make([]store.Revocation, len(keys)), invalid
		}
		entries[i] = entry
	}
	return entries, err
}

// add caches an entry. If the cache is full, it is no longer complete: Revoked then returns an error
// for unknown keys without Redis, rather than accept a revoked session.
func (r *Revocations) add(key string, entry store.Revocation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	cached, known := r.cache[key]
	if cached.At > entry.At {
		return // entry was read from Redis before the key was revoked again, or Redis has lost the later entry
	}
	if !known && len(r.cache) >= r.store.options.MaxRevocations {
		r.dropExpired(r.store.options.Now())
		if len(r.cache) >= r.store.options.MaxRevocations {
			r.complete, r.overflowed = false, true
			return
		}
	}
	r.cache[key] = entry
	if entry != cached {
		r.store.mirror.put(store.Entry{Set: mirroredRevocations, Key: key, Value: []byte(entry.Encode()), Until: time.UnixMilli(entry.Until)})
	}
}

// dropExpired drops expired entries, at most once per fullSweepInterval. It requires mu.
func (r *Revocations) dropExpired(now time.Time) {
	if now.Before(r.nextSweep) {
		return
	}
	r.nextSweep = now.Add(fullSweepInterval)
	for key, entry := range r.cache {
		if entry.Until <= now.UnixMilli() {
			delete(r.cache, key)
		}
	}
}

// loadOnRequest reads all entries whenever the subscription has been established, and retries after
// a failure, until ctx ends.
func (r *Revocations) loadOnRequest(ctx context.Context) {
	onRequest(ctx, r.reload, loadRetryInterval, func() error {
		err := r.load(ctx)
		if err != nil && ctx.Err() == nil {
			r.store.options.Log.WarnContext(ctx, "load revocations: failed", "error", err)
		}
		return err
	})
}

func (r *Revocations) loadMirror(ctx context.Context) {
	for page := range pages(r.store.mirror.Page, mirroredRevocations) {
		for _, e := range page {
			entry, err := store.DecodeRevocation(string(e.Value))
			if err != nil {
				r.store.options.Log.ErrorContext(ctx, "load mirrored revocation: failed", "error", err)
				continue
			}
			r.cache[e.Key] = entry
		}
	}
}

func (r *Revocations) load(ctx context.Context) error {
	if err := r.readAll(ctx); err != nil {
		return err
	}
	_, err := r.restore(ctx)
	return err
}

func (r *Revocations) readAll(ctx context.Context) error {
	r.mu.Lock()
	r.overflowed = false
	r.mu.Unlock()
	err := r.each(ctx, func(key string, entry store.Revocation) error {
		r.add(key, entry)
		return nil
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	// A complete cache stays complete while Redis is down, because Revoke fails without Redis.
	r.complete = !r.overflowed && (r.complete || err == nil)
	return err
}

// EachRevocation calls fn with every revocation in Redis until fn fails. The nodes of a cluster are read concurrently.
func (s *Store) EachRevocation(ctx context.Context, fn func(key string, at, until time.Time) error) error {
	return s.revocations.each(ctx, func(key string, r store.Revocation) error {
		return fn(key, time.UnixMilli(r.At), time.UnixMilli(r.Until))
	})
}

func (r *Revocations) each(ctx context.Context, fn func(key string, entry store.Revocation) error) error {
	prefix := r.redisKey("")
	return r.store.eachKey(ctx, prefix, func(keys []string) error {
		values, err := r.store.getAll(ctx, keys)
		for i, value := range values {
			if entry, invalid := store.DecodeRevocation(value); err == nil && invalid == nil { // empty if it has expired since the scan
				err = fn(strings.TrimPrefix(keys[i], prefix), entry)
			}
		}
		return err
	})
}

// restore writes the entries of the cache to Redis where it has none or an earlier one, and returns
// their number.
func (r *Revocations) restore(ctx context.Context) (n int, err error) {
	now := r.store.options.Now().UnixMilli()
	r.mu.RLock()
	keys := make([]string, 0, len(r.cache))
	for key, entry := range r.cache {
		if entry.Until > now {
			keys = append(keys, key)
		}
	}
	r.mu.RUnlock()
	for page := range slices.Chunk(keys, scanCount) {
		restored, err := r.restorePage(ctx, page, now)
		if n += restored; err != nil {
			return n, fmt.Errorf("redis: restore revocations: %w", err)
		}
	}
	return n, nil
}

func (r *Revocations) restorePage(ctx context.Context, keys []string, now int64) (n int, err error) {
	values, err := r.store.getAllOf(ctx, keys, r.redisKey)
	if err != nil {
		return 0, err
	}
	channel := r.store.key("bus", string(topicRevocations))
	_, err = r.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, value := range values {
			r.mu.RLock()
			entry := r.cache[keys[i]]
			r.mu.RUnlock()
			if found, err := store.DecodeRevocation(value); (err != nil || found.At < entry.At) && entry.Until > now {
				p.Set(ctx, r.redisKey(keys[i]), entry.Encode(), time.Duration(entry.Until-now)*time.Millisecond)
				p.Publish(ctx, channel, r.store.origin+"\n"+message(keys[i], entry)) // others may have started without it
				n++
			}
		}
		return nil
	})
	return n, err
}

func (r *Revocations) redisKey(key string) string { return r.store.key("revocation", key) }

// message returns the message that tells the other instances of an entry.
func message(key string, entry store.Revocation) string { return entry.Encode() + "\n" + key }
