package cache

import (
	"context"
	"time"
)

// SharedCache is the shared tier: cached responses that instances have in common. The cache does
// not depend on it and continues without it when it is slow or unreachable.
type SharedCache interface {
	// Get returns the value stored under key, or nil.
	Get(ctx context.Context, key string) ([]byte, error)
	// Put stores value for ttl.
	Put(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Drop removes all keys with a prefix.
	Drop(ctx context.Context, prefix string) error
}
