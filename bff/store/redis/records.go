package redis

import (
	"context"
	"fmt"

	"croupier/bff"
)

// Records is a set of small named values in one hash, such as the maintenance states of
// brands. Without Redis every call of it fails; whoever reads it goes on with what it
// read last.
type Records struct {
	store *Store
	key   string
}

var _ bff.RecordStore = (*Records)(nil)

// Records gives the set of that name.
func (s *Store) Records(name string) *Records { return &Records{store: s, key: s.key("records", name)} }

// Put keeps value under key.
func (r *Records) Put(ctx context.Context, key string, value []byte) error {
	ctx, done := r.store.within(ctx)
	defer done()
	if err := r.store.client.HSet(ctx, r.key, key, value).Err(); err != nil {
		return fmt.Errorf("redis: %s %q: %w", r.key, key, err)
	}
	return nil
}

// Delete forgets key, which may be absent.
func (r *Records) Delete(ctx context.Context, key string) error {
	ctx, done := r.store.within(ctx)
	defer done()
	if err := r.store.client.HDel(ctx, r.key, key).Err(); err != nil {
		return fmt.Errorf("redis: %s %q: %w", r.key, key, err)
	}
	return nil
}

// All gives every value by its key.
func (r *Records) All(ctx context.Context) (map[string][]byte, error) {
	ctx, done := r.store.within(ctx)
	defer done()
	all, err := r.store.client.HGetAll(ctx, r.key).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: %s: %w", r.key, err)
	}
	out := make(map[string][]byte, len(all))
	for key, value := range all {
		out[key] = []byte(value)
	}
	return out, nil
}
