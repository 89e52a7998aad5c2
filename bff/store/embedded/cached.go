package embedded

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// expirer is a value with the time at which it expires, in Unix milliseconds.
type expirer interface{ Expiry() int64 }

// sweepInterval is the time between two searches for expired entries.
const sweepInterval = 10 * time.Minute

// cached is a table whose entries are in memory too, so that reads and changes do not wait for the disk.
type cached[V expirer] struct {
	table     *table
	encode    func(V) []byte
	onRemoved func(key string, e V) // may be nil

	mu        sync.RWMutex
	entries   map[string]V
	changes   int
	unsaved   map[string]int // number of the change of keys whose entry, or its removal, is not on disk yet
	nextSweep time.Time
}

// load reads the table. It is called once, before the other methods.
func (c *cached[V]) load(f file, now time.Time, decode func(key string, value []byte) (V, error)) error {
	c.entries, c.unsaved, c.nextSweep = map[string]V{}, map[string]int{}, now.Add(sweepInterval)
	return f.viewBucket(c.table.name, func(b *bbolt.Bucket) error {
		return b.ForEach(func(key, value []byte) (err error) {
			if c.entries[string(key)], err = decode(string(key), value); err != nil {
				return fmt.Errorf("entry %q: %w", key, err)
			}
			return nil
		})
	})
}

// The methods from here to sweep require mu.

func (c *cached[V]) set(key string, e V) {
	c.entries[key] = e
	c.markUnsaved(key)
}

func (c *cached[V]) remove(key string) {
	e, ok := c.entries[key]
	if !ok {
		return
	}
	delete(c.entries, key)
	c.markUnsaved(key)
	if c.onRemoved != nil {
		c.onRemoved(key, e)
	}
}

func (c *cached[V]) markUnsaved(key string) {
	c.changes++
	c.unsaved[key] = c.changes
}

// sweep removes the expired entries.
func (c *cached[V]) sweep(now time.Time) {
	c.nextSweep = now.Add(sweepInterval)
	for key, e := range c.entries {
		if e.Expiry() <= now.UnixMilli() {
			c.remove(key)
		}
	}
}

// save writes the entries of keys.
func (c *cached[V]) save(write func(func(*bbolt.Tx) error) error, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	saved := map[string]int{}
	err := c.table.change(write, func(tx *bbolt.Tx, size *sizeChange) error {
		c.mu.RLock() // in the transaction, so that the last one writes the latest entry
		defer c.mu.RUnlock()
		for _, key := range keys {
			var value []byte
			if e, ok := c.entries[key]; ok {
				value = c.encode(e)
			}
			saved[key] = c.unsaved[key]
			if err := c.table.put(tx, []byte(key), value, size); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, change := range saved {
		if c.unsaved[key] == change {
			delete(c.unsaved, key)
		}
	}
	return nil
}

// unsavedKeys returns the keys of entries that are not on disk.
func (c *cached[V]) unsavedKeys() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Collect(maps.Keys(c.unsaved))
}
