package redis

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/lists"
	"croupier/bff/store"
)

const (
	// minRecordTTL is the minimum lifetime of a record after its last change.
	minRecordTTL = 40 * 24 * time.Hour
	// maxCurrent is the maximum number of keys in KeyedRecords.current.
	maxCurrent = 65536
)

// KeyedRecords is a set of any number of records, each with a Redis key. An instance mirrors
// records that it has read or that others have changed. Without Redis it knows only these.
type KeyedRecords struct {
	store   *Store
	name    string
	merge   atomic.Pointer[func(key string, mine, theirs []byte) (joined []byte, until time.Time, err error)]
	current *bounded.Map[string, struct{}] // keys that were read or changed since the start
	checked atomic.Bool                    // the mirror was compared with Redis since the start
	stale   atomic.Bool                    // see AllowStaleReads

	mu sync.Mutex // guards changes of the mirror
}

var _ bff.KeyedStore = (*KeyedRecords)(nil)

// KeyedRecords returns the set with a name.
func (s *Store) KeyedRecords(name string) *KeyedRecords {
	return setOf(s, name, func() *KeyedRecords {
		known := bounded.New(bounded.Options[string, struct{}]{MaxEntries: maxCurrent})
		return &KeyedRecords{store: s, name: name, current: known}
	})
}

// OnConflict sets the function that merges a mirrored record with Redis. Call it before the first
// use.
func (k *KeyedRecords) OnConflict(merge func(key string, mine, theirs []byte) (joined []byte, until time.Time,
	err error),
) {
	k.merge.Store(&merge)
	store.Request(k.store.memory.restore)
}

// AllowStaleReads lets Get return mirrored records without Redis, even if the mirror was not compared
// with Redis since the start. Call it before the first use.
func (k *KeyedRecords) AllowStaleReads() { k.stale.Store(true) }

// Get implements bff.KeyedStore. If Redis has lost a record, it returns this instance's copy. After
// a loss it fails for unknown records until the other instances have written back their records.
func (k *KeyedRecords) Get(ctx context.Context, key string) ([]byte, error) {
	// Before the read, because another caller may merge the record meanwhile.
	_, isCurrent := k.current.Get(key)
	found, remembers, err := k.read(ctx, key)
	mine := k.mirrored(key)
	switch {
	case err != nil && !isCurrent && (mine == "" || !k.checked.Load() && !k.stale.Load()):
		return nil, named("read "+k.name, err)
	case err != nil:
		return valueOf(mine), nil
	case found[0] == "" && mine == "" && !remembers:
		store.Request(k.store.memory.recheck)
		return nil, named("read "+k.name, errors.New("redis lost data, and other instances may know the record"))
	case version(found[0]) <= version(mine):
		k.learn(key, mine)
		return valueOf(mine), nil
	}
	if merge := k.merge.Load(); mine != "" && !k.checked.Load() && !isCurrent && merge != nil {
		joined, until, err := (*merge)(key, valueOf(mine), valueOf(found[0]))
		if err != nil {
			return nil, err
		}
		if joined != nil {
			if _, err := k.Swap(ctx, key, valueOf(found[0]), joined, until); err != nil {
				return nil, err
			}
			return k.Get(ctx, key) // another instance may have changed the record
		}
	}
	k.learn(key, found[0])
	return valueOf(found[0]), nil
}

// Swap implements bff.KeyedStore. After an error, the change may still have been applied.
func (k *KeyedRecords) Swap(
	ctx context.Context, key string, old, value []byte, until time.Time,
) (swapped bool, err error) {
	record, err := k.swap(ctx, key, old, value, until, k.store.recordMessage(k.name, key))
	if record == "" || err != nil {
		return false, err
	}
	k.store.awaitMirror(ctx, k.store.mirror.Put(recordEntry(k.name, key, record)))
	return true, nil
}

// swap returns the written record, or an empty text. A message sends it to other instances.
func (k *KeyedRecords) swap(ctx context.Context, key string, old, value []byte, until time.Time,
	message string,
) (record string, err error) {
	c := recordChange{key: k.redisKey(key), known: k.mirrored(key), message: message, value: value, old: old}
	if !until.IsZero() {
		c.ttl = max(until.Sub(k.store.options.Now()), minRecordTTL)
	}
	if record, err = k.store.changeRecord(ctx, c); record != "" && err == nil {
		k.learn(key, record)
	}
	return record, named("swap "+k.name, err)
}

// Each implements bff.KeyedStore. It remembers all keys because Redis may return a key twice.
func (k *KeyedRecords) Each(ctx context.Context, fn func(key string, value []byte) error) error {
	seen := map[string]bool{}
	var mu sync.Mutex // eachKey reads the nodes of a cluster concurrently
	return k.store.eachKey(ctx, k.redisKey(""), func(keys []string) error {
		mu.Lock()
		defer mu.Unlock()
		found, _, err := k.read(ctx, keys...)
		for i := 0; err == nil && i < len(found); i++ {
			if key, value := keys[i], valueOf(found[i]); value != nil && !seen[key] {
				seen[key], err = true, fn(key, value)
			}
		}
		return err
	})
}

// read returns records in Redis, empty if absent, and whether Redis has all its records.
func (k *KeyedRecords) read(ctx context.Context, keys ...string) (found []string, remembers bool, err error) {
	if len(keys) == 0 {
		return nil, true, nil
	}
	redisKeys := lists.Map(keys, k.redisKey)
	var generation *redis.StringCmd
	var records *redis.SliceCmd
	_, _ = k.store.pipelined(ctx, func(p redis.Pipeliner) {
		generation, records = p.HGet(ctx, k.store.generationKey(0), "id"), p.MGet(ctx, redisKeys...)
	})
	if err := records.Err(); err != nil {
		return nil, false, err
	}
	found = make([]string, len(keys))
	for i := range keys {
		found[i], _ = records.Val()[i].(string)
	}
	id := generation.Val()
	return found, id != "" && id == k.store.memory.generation(0).ID && k.store.memory.settled(), nil
}

// redisKey returns the Redis key of a record. MGET needs all keys in one slot.
func (k *KeyedRecords) redisKey(key string) string {
	return "{" + k.store.key("records", k.name) + "}:" + key
}

// restore writes back the mirrored records that Redis lacks. It calls progress after each page.
func (k *KeyedRecords) restore(ctx context.Context, progress progressFunc) error {
	if k.merge.Load() == nil {
		return nil // OnConflict requests the restore
	}
	err := k.store.restoreSet(ctx, mirroredRecords+k.name, progress, func(page []store.Entry) error {
		keys := lists.Map(page, func(e store.Entry) string { return e.Key })
		found, _, err := k.read(ctx, keys...)
		for i := 0; err == nil && i < len(page); i++ {
			switch mine := string(page[i].Value); {
			case version(found[i]) < version(mine):
				_, err = k.swap(ctx, keys[i], valueOf(mine), valueOf(mine), page[i].Until, "")
			case version(found[i]) > version(mine):
				_, err = k.Get(ctx, keys[i])
			}
		}
		return err
	})
	if err == nil {
		k.checked.Store(true)
	}
	return err
}

// hear mirrors another instance's record. It keeps an unchecked copy of an earlier run.
func (k *KeyedRecords) hear(key, record string) {
	if _, isCurrent := k.current.Get(key); isCurrent || k.checked.Load() || k.mirrored(key) == "" {
		k.learn(key, record)
	}
}

// learn mirrors a record if it is newer. An empty record means that the key has none.
func (k *KeyedRecords) learn(key, record string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.current.Put(key, struct{}{})
	if version(record) > version(k.mirrored(key)) {
		k.store.mirror.Put(recordEntry(k.name, key, record))
	}
}

func (k *KeyedRecords) mirrored(key string) string {
	return string(k.store.mirror.get(mirroredRecords+k.name, key))
}
