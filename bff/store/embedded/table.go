package embedded

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
)

// table is a bucket with the buckets of its indexes.
type table struct {
	name        []byte
	index       func(key, value []byte) ([]indexEntry, error) // index entries of an entry, nil without indexes
	keys, bytes atomic.Int64                                  // number and approximate size of the entries
}

type indexEntry struct{ bucket, key, value []byte }

// sizeChange is the effect of a transaction on the size of a table.
type sizeChange struct{ keys, bytes int64 }

// entryPadding is the approximate overhead of an entry in the file.
const entryPadding = 64

func entrySize(key, value []byte) int64 { return int64(2*len(key) + len(value) + entryPadding) }

// change runs fn in a write transaction. If the transaction commits, it counts the effect.
func (t *table) change(write func(func(*bbolt.Tx) error) error, fn func(*bbolt.Tx, *sizeChange) error) error {
	var c sizeChange
	err := write(func(tx *bbolt.Tx) error {
		c = sizeChange{} // reset because write may call the function more than once
		return fn(tx, &c)
	})
	if err != nil {
		return fmt.Errorf("could not write %s: %w", t.name, err)
	}
	t.keys.Add(c.keys)
	t.bytes.Add(c.bytes)
	return nil
}

// measure counts the entries and their size.
func (t *table) measure(b *bbolt.Bucket) error {
	return b.ForEach(func(key, value []byte) error {
		t.keys.Add(1)
		t.bytes.Add(entrySize(key, value))
		return nil
	})
}

// put stores an entry, or deletes it if value is nil.
func (t *table) put(tx *bbolt.Tx, key, value []byte, c *sizeChange) error {
	b, err := tx.CreateBucketIfNotExists(t.name)
	if err != nil {
		return err
	}
	old := bytes.Clone(b.Get(key))
	before, err := t.indexOf(key, old)
	if err != nil {
		return err
	}
	after, err := t.indexOf(key, value)
	if err != nil {
		return err
	}
	if old != nil {
		c.keys--
		c.bytes -= entrySize(key, old)
	}
	if value != nil {
		c.keys++
		c.bytes += entrySize(key, value)
	}
	if err := changeIndex(tx, before, after); err != nil {
		return err
	}
	if value == nil {
		return b.Delete(key)
	}
	return b.Put(key, value)
}

func (t *table) indexOf(key, value []byte) ([]indexEntry, error) {
	if value == nil || t.index == nil {
		return nil, nil
	}
	return t.index(key, value)
}

// changeIndex replaces the index entries of an entry. It does not rewrite unchanged index entries.
// Visitors may choose request ids, so an index entry may belong to a later call in the meantime.
func changeIndex(tx *bbolt.Tx, before, after []indexEntry) error {
	for _, e := range before {
		b := tx.Bucket(e.bucket)
		if b == nil || !bytes.Equal(b.Get(e.key), e.value) || e.isIn(after) {
			continue
		}
		if err := b.Delete(e.key); err != nil {
			return err
		}
	}
	for _, e := range after {
		if e.isIn(before) {
			continue
		}
		if err := putInto(tx, e.bucket, e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

func (e indexEntry) isIn(index []indexEntry) bool {
	return slices.ContainsFunc(index, func(other indexEntry) bool {
		return bytes.Equal(e.bucket, other.bucket) && bytes.Equal(e.key, other.key)
	})
}

// dropFirst deletes the earliest entries of an index that are due. most limits their number.
func (t *table) dropFirst(tx *bbolt.Tx, index []byte, most int, c *sizeChange, isDue func(at int64) bool) error {
	b := tx.Bucket(index)
	for n := 0; b != nil && n < most; n++ {
		k, _ := b.Cursor().First()
		if k == nil || !isDue(int64(binary.BigEndian.Uint64(k))) {
			break
		}
		if err := t.put(tx, bytes.Clone(k[timeSize:]), nil, c); err != nil {
			return err
		}
	}
	return nil
}

func putInto(tx *bbolt.Tx, bucket, key, value []byte) error {
	b, err := tx.CreateBucketIfNotExists(bucket)
	if err != nil {
		return err
	}
	return b.Put(key, value)
}

// timeSize is the size of a time in keys. A time is encoded as big-endian Unix milliseconds.
const timeSize = 8

func timeKey(at time.Time) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(max(at.UnixMilli(), 0)))
}

// timedKey returns the key of an entry in an index of times.
func timedKey(at time.Time, key string) []byte { return append(timeKey(at), key...) }

// following returns the entries of a bucket after a key in ascending order.
func following(b *bbolt.Bucket, key []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := b.Cursor()
		k, v := c.Seek(key)
		if k != nil && bytes.Equal(k, key) {
			k, v = c.Next()
		}
		for ; k != nil && yield(k, v); k, v = c.Next() {
		}
	}
}

// afterAll is greater than every key of an index of times.
const afterAll = "\xff\xff\xff\xff\xff\xff\xff\xff\xff"

// preceding returns the entries of a bucket before a key in descending order.
func preceding(b *bbolt.Bucket, key []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := b.Cursor()
		first := c.Prev
		if k, _ := c.Seek(key); k == nil {
			first = c.Last
		}
		for k, v := first(); k != nil && yield(k, v); k, v = c.Prev() {
		}
	}
}
