package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
)

// Collection implements bff.Collection. An entry is on disk when Put returns nil.
type Collection struct {
	table      // entries by id
	store      *Store
	age, terms []byte // buckets of the indexes of ids, by time and by term and time
	retention  bff.Retention
}

var _ bff.Collection = (*Collection)(nil)

// maxDroppedPerPut limits the old entries that one Put drops, plus one for each new entry.
const maxDroppedPerPut = 256

// appended is the fill ratio of split pages. It is high because most new keys come last.
const appended = 0.9

// Collection returns the collection with a name. Open it only once because it counts in memory.
func (s *Store) Collection(name string, retention bff.Retention) (*Collection, error) {
	return s.openCollection("collection/"+name, retention)
}

func (s *Store) openCollection(bucket string, retention bff.Retention) (*Collection, error) {
	c := &Collection{store: s, retention: retention, age: []byte(bucket + "/age"), terms: []byte(bucket + "/terms")}
	c.name, c.index = []byte(bucket), c.indexEntries
	return c, s.viewBucket(c.age, func(b *bbolt.Bucket) error {
		c.keys.Store(int64(b.Inspect().KeyN))
		return nil
	})
}

func (c *Collection) indexEntries(id, raw []byte) ([]indexEntry, error) {
	e, _, err := decodeCollected(raw)
	at := timeKey(time.UnixMilli(e.At))
	index := []indexEntry{{c.age, append(bytes.Clone(at), id...), []byte{}}}
	for _, term := range e.Terms {
		index = append(index, indexEntry{c.terms, termKey(term, at, id), []byte{}})
	}
	return index, err
}

// Put stores entries, see bff.Collection.
func (c *Collection) Put(_ context.Context, entries ...bff.CollectionEntry) error {
	return c.change(c.store.batch, func(tx *bbolt.Tx, size *sizeChange) error {
		for _, name := range [][]byte{c.name, c.age, c.terms} {
			b, err := tx.CreateBucketIfNotExists(name)
			if err != nil {
				return err
			}
			b.FillPercent = appended
		}
		for _, e := range entries {
			if err := c.put(tx, []byte(e.ID), encodeCollected(e), size); err != nil {
				return err
			}
		}
		return c.dropFirst(tx, c.age, maxDroppedPerPut+len(entries), size, func(at int64) bool {
			return at < c.floor() || c.keys.Load()+size.keys > int64(c.retention.MaxEntries)
		})
	})
}

// floor returns the time before which entries have expired, in Unix milliseconds.
func (c *Collection) floor() int64 { return c.store.now().Add(-c.retention.MaxAge).UnixMilli() }

// Get returns the value of an entry, see bff.Collection.
func (c *Collection) Get(_ context.Context, id string) (value []byte, err error) {
	err = c.store.viewBucket(c.name, func(b *bbolt.Bucket) (err error) {
		value, err = c.read(b.Get([]byte(id)))
		return err
	})
	return value, err
}

// List returns entries, newest first, see bff.Collection.
func (c *Collection) List(_ context.Context, term string, limit int) ([][]byte, error) {
	out, prefix := [][]byte{}, append([]byte(term), 0)
	err := c.store.viewBucket(c.terms, func(b *bbolt.Bucket) error {
		for k := range preceding(b, append([]byte(term), 1)) { // after all keys of the term
			if !bytes.HasPrefix(k, prefix) || len(out) == limit {
				break
			}
			value, err := c.read(b.Tx().Bucket(c.name).Get(k[len(prefix)+timeSize:]))
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
	return out, err
}

// Delete removes entries, see bff.Collection.
func (c *Collection) Delete(_ context.Context, ids ...string) error {
	return c.change(c.store.batch, func(tx *bbolt.Tx, size *sizeChange) error {
		for _, id := range ids {
			if err := c.put(tx, []byte(id), nil, size); err != nil {
				return err
			}
		}
		return nil
	})
}

// read returns the value of a stored entry, or nil if there is none or it has expired.
func (c *Collection) read(raw []byte) ([]byte, error) {
	if raw == nil {
		return nil, nil
	}
	e, value, err := decodeCollected(raw)
	if err != nil || e.At < c.floor() {
		return nil, err
	}
	return bytes.Clone(value), nil
}

const eachPage = 500

// Each reads every entry, see bff.Collection.
func (c *Collection) Each(ctx context.Context, fn func(id string, value []byte) error) error {
	for after := []byte(nil); ; {
		ids, values, err := c.page(after)
		if err != nil || len(ids) == 0 {
			return err
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

// page returns the entries after the id after, sorted by id. Expired entries have nil values.
func (c *Collection) page(after []byte) (ids, values [][]byte, err error) {
	err = c.store.viewBucket(c.name, func(b *bbolt.Bucket) error {
		for k, v := range following(b, after) {
			if len(ids) == eachPage {
				break
			}
			value, err := c.read(v)
			if err != nil {
				return err
			}
			ids, values = append(ids, bytes.Clone(k)), append(values, value)
		}
		return nil
	})
	return ids, values, err
}

// termKey returns the key of an entry in the index of terms. A zero byte ends the term.
func termKey(term string, at, id []byte) []byte {
	return slices.Concat([]byte(term), []byte{0}, at, id)
}

// collected is the first line of a stored entry. The value follows it.
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
		return header, nil, fmt.Errorf("could not decode a stored entry: %w", err)
	}
	return header, value, nil
}
