package embedded

import (
	"bytes"
	"context"
	"fmt"

	"go.etcd.io/bbolt"
)

// eachPage is the number of entries that Each reads in one transaction.
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
	err = c.store.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(c.entries)
		if b == nil {
			return nil
		}
		cursor := b.Cursor()
		k, _ := cursor.Seek(after)
		if bytes.Equal(k, after) && k != nil {
			k, _ = cursor.Next()
		}
		for ; k != nil && len(ids) < eachPage; k, _ = cursor.Next() {
			value, err := c.read(tx, k)
			if err != nil {
				return err
			}
			ids, values = append(ids, bytes.Clone(k)), append(values, value)
		}
		return nil
	})
	return ids, values, err
}
