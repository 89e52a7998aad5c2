package redis

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"croupier/bff/internal/indexkey"
)

// errOtherIndexKey is returned by CheckIndexKey.
var errOtherIndexKey = errors.New("the index_key of the key file is not that of the other instances: instances that share Redis must have the same key file")

// CheckIndexKey fails if other instances that use this Redis have, or had, another index key: they
// would not find each other's revocations, limits and money keys. Ping leaves a hash of the key in a
// Redis that has none, which does not expire. After a deliberate change it must be deleted there.
func (s *Store) CheckIndexKey(ctx context.Context) error {
	ctx, cancel := s.withTimeout(ctx)
	defer cancel()
	found, err := s.client.Get(ctx, s.indexKeyKey()).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return nil // Redis accepts no writes, and no instance could leave one
	case err != nil:
		return fmt.Errorf("redis: check index key: %w", err)
	case found != s.indexKeyHash():
		return fmt.Errorf("redis: check index key: %w (%s)", errOtherIndexKey, s.indexKeyKey())
	}
	return nil
}

func (s *Store) indexKeyKey() string  { return s.key("index-key", "hash") }
func (s *Store) indexKeyHash() string { return s.options.IndexKey.Hash(indexkey.Check, "") }
