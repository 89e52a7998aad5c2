package embedded

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store"
)

// expiring is a table of entries that expire. An entry is its expiry (Unix ms) and its value.
type expiring struct {
	table
	expiry []byte // bucket of the index of keys by expiry, see timedKey
}

const (
	// maxExpiredPerPut limits the expired entries that a write deletes per written entry.
	maxExpiredPerPut = 16
	// neverExpires is the expiry of entries that do not expire.
	neverExpires = math.MaxInt64
)

func newExpiring(entries, expiry string) *expiring {
	x := &expiring{expiry: []byte(expiry)}
	x.name = []byte(entries)
	x.index = func(key, value []byte) ([]indexEntry, error) {
		until, _ := splitEntry(value)
		if until == neverExpires {
			return nil, nil
		}
		return []indexEntry{{x.expiry, timedKey(time.UnixMilli(until), string(key)), []byte{}}}, nil
	}
	return x
}

// get returns the value of an entry that has not expired, or nil.
func (x *expiring) get(tx *bbolt.Tx, key []byte, now time.Time) []byte {
	if b := tx.Bucket(x.name); b != nil {
		if until, value := splitEntry(b.Get(key)); until > now.UnixMilli() {
			return bytes.Clone(value)
		}
	}
	return nil
}

// set writes an entry, or deletes it if value is nil. If until is zero, the entry does not expire.
func (x *expiring) set(tx *bbolt.Tx, key, value []byte, until time.Time, c *sizeChange) error {
	if value != nil {
		value = expiringEntry(value, until)
	}
	return x.put(tx, key, value, c)
}

func expiringEntry(value []byte, until time.Time) []byte {
	expiry := int64(neverExpires)
	if !until.IsZero() {
		expiry = until.UnixMilli()
	}
	return append(binary.BigEndian.AppendUint64(nil, uint64(expiry)), value...)
}

// dropExpired deletes expired entries. most limits their number.
func (x *expiring) dropExpired(tx *bbolt.Tx, now time.Time, most int, c *sizeChange) error {
	return x.dropFirst(tx, x.expiry, most, c, func(until int64) bool { return until <= now.UnixMilli() })
}

// splitEntry splits a stored entry into expiry and value. The value of an absent entry is nil.
func splitEntry(stored []byte) (until int64, value []byte) {
	if len(stored) < timeSize {
		return 0, nil
	}
	return int64(binary.BigEndian.Uint64(stored)), stored[timeSize:]
}

// TicketStore implements bff.TicketStore and rest.RenewalStore.
type TicketStore struct {
	store   *Store
	tickets *expiring
}

// TicketStore returns the ticket store.
func (s *Store) TicketStore() *TicketStore {
	return &TicketStore{s, newExpiring("tickets", "tickets/expiry")}
}

// Put stores sealed under id until the given time.
func (t *TicketStore) Put(_ context.Context, id string, sealed []byte, until time.Time) error {
	_, err := t.put(id, sealed, until, false)
	return err
}

// Add stores sealed like Put and returns true, unless there is a ticket under id.
func (t *TicketStore) Add(_ context.Context, id string, sealed []byte, until time.Time) (added bool, err error) {
	return t.put(id, sealed, until, true)
}

// Delete removes id.
func (t *TicketStore) Delete(_ context.Context, id string) error {
	_, err := t.put(id, nil, time.Time{}, false)
	return err
}

func (t *TicketStore) put(id string, sealed []byte, until time.Time, onlyNew bool) (added bool, err error) {
	now := t.store.now()
	err = t.tickets.change(t.store.batch, func(tx *bbolt.Tx, c *sizeChange) error {
		if err := t.tickets.dropExpired(tx, now, maxExpiredPerPut, c); err != nil {
			return err
		}
		if added = !onlyNew || t.tickets.get(tx, []byte(id), now) == nil; !added {
			return nil
		}
		return t.tickets.set(tx, []byte(id), sealed, until, c)
	})
	return added && err == nil, err
}

// Get returns the value stored under id, or nil.
func (t *TicketStore) Get(_ context.Context, id string) (sealed []byte, err error) {
	err = t.store.view(func(tx *bbolt.Tx) error {
		sealed = t.tickets.get(tx, []byte(id), t.store.now())
		return nil
	})
	return sealed, err
}

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

func (c *cached[V]) sweep(now time.Time) {
	c.nextSweep = now.Add(sweepInterval)
	for key, e := range c.entries {
		if e.Expiry() <= now.UnixMilli() {
			c.remove(key)
		}
	}
}
