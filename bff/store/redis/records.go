package redis

import (
	"context"
	"fmt"

	"croupier/bff"
)

// Records is a set of small values in one hash, such as the maintenance notices of brands. Without
// Redis every call fails; callers continue with the values they read last.
type Records struct {
	store *Store
	key   string
}

var _ bff.RecordStore = (*Records)(nil)

// Records returns the set with a name.
func (s *Store) Records(name string) *Records { return &Records{store: s, key: s.key("records", name)} }

// Put stores value under key.
func (r *Records) Put(ctx context.Context, key string, value []byte) error {
	ctx, cancel := r.store.withTimeout(ctx)
	defer cancel()
	if err := r.store.client.HSet(ctx, r.key, key, value).Err(); err != nil {
		return fmt.Errorf("redis: put %s %q: %w", r.key, key, err)
	}
	return nil
}

// Delete removes key, which may be absent.
func (r *Records) Delete(ctx context.Context, key string) error {
	ctx, cancel := r.store.withTimeout(ctx)
	defer cancel()
	if err := r.store.client.HDel(ctx, r.key, key).Err(); err != nil {
		return fmt.Errorf("redis: delete %s %q: %w", r.key, key, err)
	}
	return nil
}

// All returns every value by its key.
func (r *Records) All(ctx context.Context) (map[string][]byte, error) {
	ctx, cancel := r.store.withTimeout(ctx)
	defer cancel()
	all, err := r.store.client.HGetAll(ctx, r.key).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: read %s: %w", r.key, err)
	}
	out := make(map[string][]byte, len(all))
	for key, value := range all {
		out[key] = []byte(value)
	}
	return out, nil
}
