package embedded

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store/internal/idempotency"
)

var (
	recordBucket  = []byte("idempotency")          // records by key
	ageBucket     = []byte("idempotency/age")      // keys by expiry; see ageKey
	requestBucket = []byte("idempotency/requests") // keys by request id
	uuidBucket    = []byte("idempotency/uuids")    // keys by the player's key; see uuidKey
	unknownBucket = []byte("idempotency/unknown")  // keys without answer by time of claim; see unknownKey
)

// maxExpiredPerClaim bounds how many expired records one claim deletes.
const maxExpiredPerClaim = 256

// get returns the record of a key, or nil.
func get(tx *bbolt.Tx, key string) (*idempotency.Record, error) {
	b := tx.Bucket(recordBucket)
	if b == nil {
		return nil, nil //nolint:nilnil // documented above
	}
	value := b.Get([]byte(key))
	if value == nil {
		return nil, nil //nolint:nilnil // documented above
	}
	return idempotency.Decode(value)
}

// put writes a record, moves its index entries and adds the change of its size to c.
func put(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
	value, err := r.Encode()
	if err != nil {
		return err
	}
	b, err := tx.CreateBucketIfNotExists(recordBucket)
	if err != nil {
		return err
	}
	key := []byte(r.Key.String())
	if replaced := b.Get(key); replaced != nil {
		old, err := idempotency.Decode(replaced)
		if err != nil {
			return err
		}
		if err := deleteFrom(tx, ageBucket, ageKey(old)); err != nil {
			return err
		}
		c.bytes -= int64(len(replaced))
	}
	c.bytes += int64(len(value))
	unknown := putInto(tx, unknownBucket, unknownKey(r), []byte{})
	if r.Answer != nil {
		unknown = deleteFrom(tx, unknownBucket, unknownKey(r))
	}
	return errors.Join(putInto(tx, ageBucket, ageKey(r), []byte{}), unknown, b.Put(key, value))
}

// add writes a new record and all its index entries.
func add(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
	c.keys++
	return errors.Join(put(tx, r, c), index(tx, r))
}

// index writes the index entries that a record keeps.
func index(tx *bbolt.Tx, r *idempotency.Record) error {
	b, err := tx.CreateBucketIfNotExists(requestBucket)
	if err == nil && r.RequestID != "" {
		err = b.Put([]byte(r.RequestID), []byte(r.Key.String()))
	}
	return errors.Join(err, putInto(tx, uuidBucket, uuidKey(r), []byte{}))
}

// isIndexed reports whether a record without answer has all its index entries.
func isIndexed(tx *bbolt.Tx, r *idempotency.Record) bool {
	b := tx.Bucket(unknownBucket)
	return b != nil && b.Get(unknownKey(r)) != nil
}

// remove deletes a record and its index entries.
func remove(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
	key, requests := []byte(r.Key.String()), tx.Bucket(requestBucket)
	b := tx.Bucket(recordBucket)
	c.keys--
	c.bytes -= int64(len(b.Get(key)))
	// Visitors may choose request ids, so the id may belong to a later call by now.
	if string(requests.Get([]byte(r.RequestID))) == string(key) {
		if err := requests.Delete([]byte(r.RequestID)); err != nil {
			return err
		}
	}
	return errors.Join(
		deleteFrom(tx, ageBucket, ageKey(r)), deleteFrom(tx, uuidBucket, uuidKey(r)), deleteFrom(tx, unknownBucket, unknownKey(r)), b.Delete(key),
	)
}

// deleteExpired deletes the oldest expired records, at most maxExpiredPerClaim.
func deleteExpired(tx *bbolt.Tx, now time.Time, c *sizeChange) error {
	ages := tx.Bucket(ageBucket)
	if ages == nil {
		return nil
	}
	var due [][]byte
	cursor := ages.Cursor()
	for k, _ := cursor.First(); k != nil && len(due) < maxExpiredPerClaim; k, _ = cursor.Next() {
		if now.Before(time.UnixMilli(int64(binary.BigEndian.Uint64(k))).Add(idempotency.Retention)) {
			break
		}
		due = append(due, append([]byte{}, k...))
	}
	for _, k := range due {
		// Earlier versions wrote entries by the time of the claim: such an entry is moved.
		if err := ages.Delete(k); err != nil {
			return err
		}
		r, err := get(tx, string(k[8:]))
		switch {
		case err != nil:
			return err
		case r == nil:
		case r.Expired(now):
			err = remove(tx, r, c)
		default:
			err = putInto(tx, ageBucket, ageKey(r), []byte{})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ageKey returns the key of a record in ageBucket: the time of its expiry less the retention of answered
// ones in Unix milliseconds, big endian, and the idempotency key.
func ageKey(r *idempotency.Record) []byte {
	return timedKey(r.Until().Add(-idempotency.Retention), r.Key.String())
}

// unknownKey returns the key of a record in unknownBucket: the time of the claim, and the idempotency key.
func unknownKey(r *idempotency.Record) []byte { return timedKey(r.At, r.Key.String()) }

// uuidKey returns the key of a record in uuidBucket: the player's key, and the idempotency key.
func uuidKey(r *idempotency.Record) []byte { return []byte(r.Key.Key + "\x00" + r.Key.String()) }

func timedKey(at time.Time, key string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())), key...)
}

// putInto writes an entry into a bucket, which may be absent.
func putInto(tx *bbolt.Tx, bucket, key, value []byte) error {
	b, err := tx.CreateBucketIfNotExists(bucket)
	if err != nil {
		return err
	}
	return b.Put(key, value)
}

// deleteFrom deletes an index entry, which may be absent.
func deleteFrom(tx *bbolt.Tx, bucket, key []byte) error {
	if b := tx.Bucket(bucket); b != nil {
		return b.Delete(key)
	}
	return nil
}

// EachIdempotencyRecord calls fn with every encoded idempotency record until fn fails. fn must not use the store.
func (s *Store) EachIdempotencyRecord(_ context.Context, fn func(encoded []byte) error) error {
	return s.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(recordBucket)
		if b == nil {
			return nil
		}
		return b.ForEach(func(_, v []byte) error { return fn(bytes.Clone(v)) })
	})
}

// ImportIdempotencyRecord writes an encoded idempotency record unless the store has the same or a later one.
func (s *Store) ImportIdempotencyRecord(_ context.Context, encoded []byte) error {
	r, err := idempotency.Decode(encoded)
	if err != nil {
		return err
	}
	var c sizeChange
	err = s.batch(func(tx *bbolt.Tx) error {
		c = sizeChange{} // batch may call the function more than once
		present, err := get(tx, r.Key.String())
		switch {
		case err == nil && present == nil:
			return add(tx, r, &c)
		case err == nil && r.Supersedes(present):
			return put(tx, r, &c)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("import idempotency record: %w", err)
	}
	s.idempotency.apply(c)
	return nil
}
