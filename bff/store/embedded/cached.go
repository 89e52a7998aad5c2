package embedded

import (
	"fmt"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store"
)

// expirer is a value that expires. Expiry returns Unix milliseconds.
type expirer interface{ Expiry() int64 }

// sweepInterval is the time between two searches for expired entries.
const sweepInterval = 10 * time.Minute

// cached keeps the entries of a table in memory and writes changes in the background.
type cached[V expirer] struct {
	store     *Store
	name      string // of the table
	encode    func(V) []byte
	onRemoved func(key string, e V) // may be nil

	mu        sync.RWMutex
	entries   map[string]V
	nextSweep time.Time
}

// load reads the table. Call it once before the other methods.
func (c *cached[V]) load(s *Store, t *table, decode func(key string, value []byte) (V, error)) error {
	c.store, c.name, c.entries, c.nextSweep = s, string(t.name), map[string]V{}, s.now().Add(sweepInterval)
	s.cached[c.name] = t
	return s.viewBucket(t.name, func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) (err error) {
			if c.entries[string(key)], err = decode(string(key), value); err != nil {
				return fmt.Errorf("could not decode the entry %q: %w", key, err)
			}
			return nil
		})
	})
}

// set changes an entry. The callers of set, remove and sweep must have locked mu.
func (c *cached[V]) set(key string, e V) *store.Write {
	c.entries[key] = e
	return c.store.queue.Put(store.Entry{Set: c.name, Key: key, Value: c.encode(e)})
}

func (c *cached[V]) remove(key string) {
	e, ok := c.entries[key]
	if !ok {
		return
	}
	delete(c.entries, key)
	c.store.queue.Put(store.Entry{Set: c.name, Key: key})
	if c.onRemoved != nil {
		c.onRemoved(key, e)
	}
}

// sweep removes expired entries.
func (c *cached[V]) sweep(now time.Time) {
	c.nextSweep = now.Add(sweepInterval)
	for key, e := range c.entries {
		if e.Expiry() <= now.UnixMilli() {
			c.remove(key)
		}
	}
}
