package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
)

// Collection implements bff.Collection. An acknowledged entry is on disk.
type Collection struct {
	store               *Store
	entries, age, terms []byte // buckets: entries by id; ids by time; ids by term and time
	retention           bff.Retention
	stored              atomic.Int64 // number of stored entries
}

var _ bff.Collection = (*Collection)(nil)

// maxDroppedPerPut bounds how many old entries one Put drops beyond those that it adds.
const maxDroppedPerPut = 256

// appended is how full a page becomes before it is split: most new keys follow all others.
const appended = 0.9

// Collection returns the collection with a name, which is created with its first entry. A name must
// not be opened twice at a time, because the store counts its entries in memory.
func (s *Store) Collection(name string, retention bff.Retention) (*Collection, error) {
	return s.openCollection("collection/"+name, retention)
}

func (s *Store) openCollection(bucket string, retention bff.Retention) (*Collection, error) {
	c := &Collection{store: s, retention: retention, entries: []byte(bucket), age: []byte(bucket + "/age"), terms: []byte(bucket + "/terms")}
	err := s.viewBucket(c.age, func(b *bbolt.Bucket) error {
		c.stored.Store(int64(b.Inspect().KeyN))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", bucket, err)
	}
	return c, nil
}

// Put stores entries; see bff.Collection.
func (c *Collection) Put(_ context.Context, entries ...bff.CollectionEntry) error {
	var added int64
	err := c.store.batch(func(tx *bbolt.Tx) error {
		added = 0 // batch may call the function more than once
		for _, name := range [][]byte{c.entries, c.age, c.terms} {
			b, err := tx.CreateBucketIfNotExists(name)
			if err != nil {
				return err
			}
			b.FillPercent = appended
		}
		for _, e := range entries {
			removed, err := c.remove(tx, []byte(e.ID))
			if err != nil {
				return err
			}
			if err := c.add(tx, e); err != nil {
				return err
			}
			added += 1 - removed
		}
		dropped, err := c.dropOldest(tx, c.stored.Load()+added, len(entries))
		added -= dropped
		return err
	})
	if err != nil {
		return fmt.Errorf("put %s: %w", c.entries, err)
	}
	c.stored.Add(added)
	return nil
}

// Get returns the value of an entry; see bff.Collection.
func (c *Collection) Get(_ context.Context, id string) (value []byte, err error) {
	err = c.store.view(func(tx *bbolt.Tx) error {
		value, err = c.read(tx, []byte(id))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", c.entries, err)
	}
	return value, nil
}

// List returns entries, newest first; see bff.Collection.
func (c *Collection) List(_ context.Context, term string, limit int) ([][]byte, error) {
	out := [][]byte{}
	err := c.store.viewBucket(c.terms, func(b *bbolt.Bucket) error {
		prefix := append([]byte(term), 0)
		cursor := b.Cursor()
		k, _ := seekBefore(cursor, append([]byte(term), 1)) // beyond the keys of the term
		for ; bytes.HasPrefix(k, prefix) && len(out) < limit; k, _ = cursor.Prev() {
			value, err := c.read(b.Tx(), k[len(prefix)+timeSize:])
			if err != nil {
				return err
			}
			if value == nil {
				break // this and all older entries have expired
			}
			out = append(out, value)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", c.entries, err)
	}
	return out, nil
}

// Delete removes entries; see bff.Collection.
func (c *Collection) Delete(_ context.Context, ids ...string) error {
	var removed int64
	err := c.store.batch(func(tx *bbolt.Tx) error {
		removed = 0
		if tx.Bucket(c.entries) == nil {
			return nil
		}
		for _, id := range ids {
			n, err := c.remove(tx, []byte(id))
			if err != nil {
				return err
			}
			removed += n
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete from %s: %w", c.entries, err)
	}
	c.stored.Add(-removed)
	return nil
}

// seekBefore moves a cursor to the last key before a position.
func seekBefore(c *bbolt.Cursor, position []byte) (key, value []byte) {
	if next, _ := c.Seek(position); next == nil {
		return c.Last()
	}
	return c.Prev()
}

// dropOldest drops entries beyond the retention.
func (c *Collection) dropOldest(tx *bbolt.Tx, stored int64, added int) (dropped int64, err error) {
	floor := timeKey(c.store.now().Add(-c.retention.MaxAge))
	for range maxDroppedPerPut + added {
		oldest, _ := tx.Bucket(c.age).Cursor().First()
		if oldest == nil || bytes.Compare(oldest[:timeSize], floor) >= 0 && stored-dropped <= int64(c.retention.MaxEntries) {
			break
		}
		n, err := c.remove(tx, bytes.Clone(oldest[timeSize:]))
		if err != nil {
			return dropped, err
		}
		dropped += n
	}
	return dropped, nil
}

// read returns the value of an entry, or nil if there is none or it has expired.
func (c *Collection) read(tx *bbolt.Tx, id []byte) ([]byte, error) {
	b := tx.Bucket(c.entries)
	if b == nil {
		return nil, nil
	}
	raw := b.Get(id)
	if raw == nil {
		return nil, nil
	}
	e, value, err := decodeCollected(raw)
	if err != nil || e.At < c.store.now().Add(-c.retention.MaxAge).UnixMilli() {
		return nil, err
	}
	return bytes.Clone(value), nil
}

func (c *Collection) add(tx *bbolt.Tx, e bff.CollectionEntry) error {
	at := timeKey(e.At)
	if err := tx.Bucket(c.age).Put(append(bytes.Clone(at), e.ID...), []byte{}); err != nil {
		return err
	}
	for _, term := range e.Terms {
		if err := tx.Bucket(c.terms).Put(termKey(term, at, []byte(e.ID)), []byte{}); err != nil {
			return err
		}
	}
	return tx.Bucket(c.entries).Put([]byte(e.ID), encodeCollected(e))
}

func (c *Collection) remove(tx *bbolt.Tx, id []byte) (int64, error) {
	b := tx.Bucket(c.entries)
	raw := b.Get(id)
	if raw == nil {
		return 0, nil
	}
	e, _, err := decodeCollected(raw)
	if err != nil {
		return 0, err
	}
	at := timeKey(time.UnixMilli(e.At))
	if err := tx.Bucket(c.age).Delete(append(bytes.Clone(at), id...)); err != nil {
		return 0, err
	}
	for _, term := range e.Terms {
		if err := tx.Bucket(c.terms).Delete(termKey(term, at, id)); err != nil {
			return 0, err
		}
	}
	return 1, b.Delete(id)
}

const eachPage = 500

// Each reads every entry; see bff.Collection.
func (c *Collection) Each(ctx context.Context, fn func(id string, value []byte) error) error {
	for after := []byte(nil); ; {
		ids, values, err := c.page(after)
		if err != nil {
			return fmt.Errorf("read %s: %w", c.entries, err)
		}
		if len(ids) == 0 {
			return nil
		}
		for i, id := range ids {
			if values[i] == nil {
				continue // expired
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := fn(string(id), values[i]); err != nil {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
}

// page returns the entries that follow after in the order of their ids; nil values have expired.
func (c *Collection) page(after []byte) (ids, values [][]byte, err error) {
	err = c.store.viewBucket(c.entries, func(b *bbolt.Bucket) error {
		cursor := b.Cursor()
		k, _ := cursor.Seek(after)
		if bytes.Equal(k, after) && k != nil {
			k, _ = cursor.Next()
		}
		for ; k != nil && len(ids) < eachPage; k, _ = cursor.Next() {
			value, err := c.read(b.Tx(), k)
			if err != nil {
				return err
			}
			ids, values = append(ids, bytes.Clone(k)), append(values, value)
		}
		return nil
	})
	return ids, values, err
}

// termKey returns the key of an entry among those with a term. The zero byte separates terms of which
// one is the start of another.
func termKey(term string, at, id []byte) []byte {
	key := append(make([]byte, 0, len(term)+1+len(at)+len(id)), term...)
	key = append(key, 0)
	key = append(key, at...)
	return append(key, id...)
}

// collected is the first line of a stored entry, which its value follows.
type collected struct {
	At    int64    `json:"at"` // Unix milliseconds
	Terms []string `json:"terms"`
}

func encodeCollected(e bff.CollectionEntry) []byte {
	header, _ := json.Marshal(collected{e.At.UnixMilli(), e.Terms}) //nolint:errchkjson // texts and a number
	return append(append(header, '\n'), e.Value...)
}

// decodeCollected decodes the output of encodeCollected. The value refers to raw.
func decodeCollected(raw []byte) (header collected, value []byte, err error) {
	line, value, _ := bytes.Cut(raw, []byte{'\n'})
	if err := json.Unmarshal(line, &header); err != nil {
		return header, nil, fmt.Errorf("decode entry: %w", err)
	}
	return header, value, nil
}
