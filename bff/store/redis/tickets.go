package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Tickets keeps sealed sessions. Without Redis it fails, which is no answer: whoever asks
// must neither open the session nor end it.
type Tickets struct{ store *Store }

// Tickets gives the sealed sessions.
func (s *Store) Tickets() *Tickets { return &Tickets{store: s} }

// Put keeps sealed under id until the given time.
func (t *Tickets) Put(ctx context.Context, id string, sealed []byte, until time.Time) error {
	life := until.Sub(t.store.options.Now())
	if life < time.Millisecond {
		return t.Delete(ctx, id) // it has expired already
	}
	ctx, done := t.store.within(ctx)
	defer done()
	if err := t.store.client.Set(ctx, t.store.key("ticket", id), sealed, life).Err(); err != nil {
		return fmt.Errorf("redis: keeping a session: %w", err)
	}
	return nil
}

// Get gives what is kept under id; nil when there is none.
func (t *Tickets) Get(ctx context.Context, id string) ([]byte, error) {
	ctx, done := t.store.within(ctx)
	defer done()
	sealed, err := t.store.client.Get(ctx, t.store.key("ticket", id)).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("redis: opening a session: %w", err)
	}
	return sealed, nil
}

// Delete forgets id.
func (t *Tickets) Delete(ctx context.Context, id string) error {
	ctx, done := t.store.within(ctx)
	defer done()
	if err := t.store.client.Del(ctx, t.store.key("ticket", id)).Err(); err != nil {
		return fmt.Errorf("redis: forgetting a session: %w", err)
	}
	return nil
}
