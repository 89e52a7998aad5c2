package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// TicketStore implements bff.TicketStore and rest.RenewalStore. Without Redis every call fails. Callers must neither
// open nor end a session because of such an error.
type TicketStore struct{ store *Store }

// TicketStore returns the ticket store.
func (s *Store) TicketStore() *TicketStore { return &TicketStore{store: s} }

// Put stores sealed under id until the given time.
func (t *TicketStore) Put(ctx context.Context, id string, sealed []byte, until time.Time) error {
	ttl := until.Sub(t.store.options.Now())
	if ttl < time.Millisecond {
		return t.Delete(ctx, id) // it has expired already
	}
	ctx, cancel := t.store.withTimeout(ctx)
	defer cancel()
	if err := t.store.client.Set(ctx, t.key(id), sealed, ttl).Err(); err != nil {
		return fmt.Errorf("redis: write ticket: %w", err)
	}
	return nil
}

// Add stores a value as Put does unless there is one under id, and reports whether it did.
func (t *TicketStore) Add(ctx context.Context, id string, sealed []byte, until time.Time) (bool, error) {
	ctx, cancel := t.store.withTimeout(ctx)
	defer cancel()
	added, err := t.store.client.SetNX(ctx, t.key(id), sealed, max(time.Millisecond, until.Sub(t.store.options.Now()))).Result()
	if err != nil {
		return false, fmt.Errorf("redis: add ticket: %w", err)
	}
	return added, nil
}

// Get returns the value stored under id, or nil.
func (t *TicketStore) Get(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := t.store.withTimeout(ctx)
	defer cancel()
	sealed, err := t.store.client.Get(ctx, t.key(id)).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("redis: read ticket: %w", err)
	}
	return sealed, nil
}

// Delete removes id.
func (t *TicketStore) Delete(ctx context.Context, id string) error {
	ctx, cancel := t.store.withTimeout(ctx)
	defer cancel()
	if err := t.store.client.Del(ctx, t.key(id)).Err(); err != nil {
		return fmt.Errorf("redis: delete ticket: %w", err)
	}
	return nil
}

func (t *TicketStore) key(id string) string { return t.store.key("ticket", id) }
