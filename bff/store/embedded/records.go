package embedded

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"
)

// Records is a set of small named values, such as the maintenance states of brands.
type Records struct {
	db     *bbolt.DB
	bucket []byte
}

// Records gives the set of that name, which it makes when absent.
func (s *Store) Records(name string) (*Records, error) {
	r := &Records{db: s.db, bucket: []byte("records/" + name)}
	err := s.db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(r.bucket)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("records %s: %w", name, err)
	}
	return r, nil
}

// Put keeps value under key; it is on the disk when Put returns.
func (r *Records) Put(_ context.Context, key string, value []byte) error {
	err := r.db.Batch(func(tx *bbolt.Tx) error { return tx.Bucket(r.bucket).Put([]byte(key), value) })
	if err != nil {
		return fmt.Errorf("%s %q: %w", r.bucket, key, err)
	}
	return nil
}

// Delete forgets key, which may be absent; it is off the disk when Delete returns.
func (r *Records) Delete(_ context.Context, key string) error {
	err := r.db.Batch(func(tx *bbolt.Tx) error { return tx.Bucket(r.bucket).Delete([]byte(key)) })
	if err != nil {
		return fmt.Errorf("%s %q: %w", r.bucket, key, err)
	}
	return nil
}

// All gives every value by its key.
func (r *Records) All(context.Context) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := r.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(r.bucket).ForEach(func(key, value []byte) error {
			out[string(key)] = append([]byte{}, value...)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.bucket, err)
	}
	return out, nil
}
