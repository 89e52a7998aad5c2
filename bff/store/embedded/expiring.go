package embedded

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"go.etcd.io/bbolt"
)

// expiring is a bucket whose entries expire. An entry is its expiry in Unix milliseconds and its value.
type expiring struct {
	entries []byte // name of the bucket of the entries by key
	expiry  []byte // name of the bucket of the keys by expiry; see timedKey
}

func newExpiring(name string) expiring { return expiring{[]byte(name), []byte(name + "/expiry")} }

const (
	// timeSize is the size of a time in keys: Unix milliseconds, big endian.
	timeSize = 8
	// entryPadding is the approximate size of an entry in the file besides its key and value.
	entryPadding = 64
	// maxExpiredPerPut bounds how many expired entries a write deletes for each that it writes.
	maxExpiredPerPut = 16
	// neverExpires is the expiry of entries that are never forgotten.
	neverExpires = math.MaxInt64
)

func (x expiring) create(tx *bbolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(x.entries)
	_, other := tx.CreateBucketIfNotExists(x.expiry)
	return errors.Join(err, other)
}

// get returns the value of an entry that has not expired, or nil.
func (x expiring) get(tx *bbolt.Tx, key []byte, now time.Time) []byte {
	if b := tx.Bucket(x.entries); b != nil {
		if until, value := splitEntry(b.Get(key)); until > now.UnixMilli() {
			return bytes.Clone(value)
		}
	}
	return nil
}

// put writes an entry, or deletes it if value is nil. It never expires if until is zero.
func (x expiring) put(tx *bbolt.Tx, key, value []byte, until time.Time, c *sizeChange) error {
	if err := x.delete(tx, key, c); err != nil || value == nil {
		return err
	}
	c.keys++
	expiry := int64(neverExpires)
	if !until.IsZero() {
		expiry = until.UnixMilli()
		c.bytes += entrySize(key, value)
		if err := tx.Bucket(x.expiry).Put(timedKey(until, string(key)), []byte{}); err != nil {
			return err
		}
	}
	return tx.Bucket(x.entries).Put(key, append(binary.BigEndian.AppendUint64(nil, uint64(expiry)), value...))
}

func (x expiring) delete(tx *bbolt.Tx, key []byte, c *sizeChange) error {
	entries := tx.Bucket(x.entries)
	until, value := splitEntry(entries.Get(key))
	if value == nil {
		return nil
	}
	c.keys--
	if until != neverExpires {
		c.bytes -= entrySize(key, value)
		if err := tx.Bucket(x.expiry).Delete(timedKey(time.UnixMilli(until), string(key))); err != nil {
			return err
		}
	}
	return entries.Delete(key)
}

// first returns the entry that expires first, and when. It returns nil if none expires.
func (x expiring) first(tx *bbolt.Tx) (until, key []byte) {
	k, _ := tx.Bucket(x.expiry).Cursor().First()
	if k == nil {
		return nil, nil
	}
	return k[:timeSize], bytes.Clone(k[timeSize:])
}

// dropExpired deletes expired entries, at most a number, and returns their keys.
func (x expiring) dropExpired(tx *bbolt.Tx, now time.Time, most int, c *sizeChange) (dropped []string, err error) {
	for range most {
		until, key := x.first(tx)
		if key == nil || bytes.Compare(until, timeKey(now)) > 0 {
			break
		}
		if err := x.delete(tx, key, c); err != nil {
			return nil, err
		}
		dropped = append(dropped, string(key))
	}
	return dropped, nil
}

// splitEntry splits a stored entry into its expiry and its value, which is nil for an absent entry.
func splitEntry(stored []byte) (until int64, value []byte) {
	if len(stored) < timeSize {
		return 0, nil
	}
	return int64(binary.BigEndian.Uint64(stored)), stored[timeSize:]
}

func entrySize(key, value []byte) int64 { return int64(2*len(key) + len(value) + entryPadding) }

func timeKey(at time.Time) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(max(at.UnixMilli(), 0)))
}

// timedKey returns a time in Unix milliseconds, big endian, and a key.
func timedKey(at time.Time, key string) []byte { return append(timeKey(at), key...) }

var tickets = newExpiring("tickets")

// TicketStore implements bff.TicketStore and rest.RenewalStore.
type TicketStore struct{ store *Store }

// TicketStore returns the ticket store.
func (s *Store) TicketStore() *TicketStore { return &TicketStore{s} }

// Put stores sealed under id until the given time.
func (t *TicketStore) Put(_ context.Context, id string, sealed []byte, until time.Time) error {
	_, err := t.put(id, sealed, until, false)
	return err
}

// Add stores sealed as Put does unless there is a ticket under id, and reports whether it did.
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
	err = t.store.batch(func(tx *bbolt.Tx) error {
		if err := tickets.create(tx); err != nil {
			return err
		}
		if _, err := tickets.dropExpired(tx, now, maxExpiredPerPut, &sizeChange{}); err != nil {
			return err
		}
		if added = !onlyNew || tickets.get(tx, []byte(id), now) == nil; !added {
			return nil
		}
		return tickets.put(tx, []byte(id), sealed, until, &sizeChange{})
	})
	if err != nil {
		return false, fmt.Errorf("write ticket: %w", err)
	}
	return added, nil
}

// Get returns the value stored under id, or nil.
func (t *TicketStore) Get(_ context.Context, id string) (sealed []byte, err error) {
	err = t.store.view(func(tx *bbolt.Tx) error {
		sealed = tickets.get(tx, []byte(id), t.store.now())
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read ticket: %w", err)
	}
	return sealed, nil
}
