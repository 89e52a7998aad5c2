package embedded

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store/internal/idempotency"
)

var (
	recordBucket  = []byte("idempotency")          // records by key
	ageBucket     = []byte("idempotency/age")      // keys by expiry; see timedKey
	requestBucket = []byte("idempotency/requests") // keys by request id
	uuidBucket    = []byte("idempotency/uuids")    // keys by the player's key
	unknownBucket = []byte("idempotency/unknown")  // keys without answer by time of claim; see timedKey
)

// maxExpiredPerClaim bounds how many expired records one claim deletes.
const maxExpiredPerClaim = 256

// get returns the record of a key with its encoding, or nil.
func get(tx *bbolt.Tx, key string) (r *idempotency.Record, value []byte, err error) {
	if b := tx.Bucket(recordBucket); b != nil {
		if value = bytes.Clone(b.Get([]byte(key))); value != nil {
			r, err = idempotency.Decode(value)
		}
	}
	return r, value, err
}

// put writes a record with its index and adds the change of the size to c.
func put(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
	value := r.Encode()
	b, err := tx.CreateBucketIfNotExists(recordBucket)
	if err != nil {
		return err
	}
	before, _, err := get(tx, r.Key.String())
	if err != nil {
		return err
	}
	if before == nil {
		c.keys++
	}
	key := []byte(r.Key.String())
	c.bytes += int64(len(value) - len(b.Get(key)))
	return errors.Join(changeIndex(tx, indexOf(before), indexOf(r)), b.Put(key, value))
}

func remove(tx *bbolt.Tx, r *idempotency.Record, c *sizeChange) error {
	key, b := []byte(r.Key.String()), tx.Bucket(recordBucket)
	c.keys--
	c.bytes -= int64(len(b.Get(key)))
	return errors.Join(changeIndex(tx, indexOf(r), nil), b.Delete(key))
}

type recordIndex struct{ bucket, key, value []byte }

// indexOf returns the index of a record, which may be nil.
func indexOf(r *idempotency.Record) []recordIndex {
	if r == nil {
		return nil
	}
	key := r.Key.String()
	index := []recordIndex{{ageBucket, timedKey(r.Until(), key), nil}, {uuidBucket, []byte(r.Key.Key + "\x00" + key), nil}}
	if r.RequestID != "" {
		index = append(index, recordIndex{requestBucket, []byte(r.RequestID), []byte(key)})
	}
	if r.Answer == nil {
		index = append(index, recordIndex{unknownBucket, timedKey(r.At, key), nil})
	}
	return index
}

// changeIndex replaces the index of a record. Entries that stay are not written again: visitors may choose request ids,
// so an entry may belong to a later call by now.
func changeIndex(tx *bbolt.Tx, before, after []recordIndex) error {
	for _, e := range before {
		isOwn := string(tx.Bucket(e.bucket).Get(e.key)) == string(e.value)
		if isOwn && !isIn(after, e) {
			if err := tx.Bucket(e.bucket).Delete(e.key); err != nil {
				return err
			}
		}
	}
	for _, e := range after {
		if !isIn(before, e) {
			if err := putInto(tx, e.bucket, e.key, e.value); err != nil {
				return err
			}
		}
	}
	return nil
}

func isIn(index []recordIndex, e recordIndex) bool {
	return slices.ContainsFunc(index, func(other recordIndex) bool {
		return bytes.Equal(e.bucket, other.bucket) && bytes.Equal(e.key, other.key)
	})
}

// deleteExpired deletes the oldest expired records, at most maxExpiredPerClaim.
func deleteExpired(tx *bbolt.Tx, now time.Time, c *sizeChange) error {
	ages := tx.Bucket(ageBucket)
	if ages == nil {
		return nil
	}
	var due []string
	cursor := ages.Cursor()
	for k, _ := cursor.First(); k != nil && len(due) < maxExpiredPerClaim; k, _ = cursor.Next() {
		if bytes.Compare(k[:timeSize], timeKey(now)) > 0 {
			break
		}
		due = append(due, string(k[timeSize:]))
	}
	for _, key := range due {
		r, _, err := get(tx, key)
		if err == nil && r != nil && r.Expired(now) {
			err = remove(tx, r, c)
		}
		if err != nil {
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

// deleteFrom deletes an entry, which may be absent.
func deleteFrom(tx *bbolt.Tx, bucket, key []byte) error {
	if b := tx.Bucket(bucket); b != nil {
		return b.Delete(key)
	}
	return nil
}

// EachIdempotencyRecord calls fn with every encoded idempotency record until fn fails. fn must not use the store.
func (s *Store) EachIdempotencyRecord(_ context.Context, fn func(encoded []byte) error) error {
	return s.viewBucket(recordBucket, func(b *bbolt.Bucket) error {
		return b.ForEach(func(_, v []byte) error { return fn(bytes.Clone(v)) })
	})
}

// ImportIdempotencyRecord writes an encoded idempotency record unless the store has the same or a later one.
func (s *Store) ImportIdempotencyRecord(_ context.Context, encoded []byte) error {
	r, err := idempotency.Decode(encoded)
	if err != nil {
		return err
	}
	return s.money.change(func(tx *bbolt.Tx, c *sizeChange) error {
		present, _, err := get(tx, r.Key.String())
		if err == nil && (present == nil || r.Supersedes(present)) {
			err = put(tx, r, c)
		}
		return err
	})
}
