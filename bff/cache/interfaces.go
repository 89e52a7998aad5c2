package cache

import (
	"context"
	"time"
)

// SharedCache is the shared tier: cached responses that instances have in common. The cache does
// not depend on it and continues without it when it is slow or unreachable.
type SharedCache interface {
	// Get returns the value stored under key, or nil, and the newest generation of each scope, 0 for a
	// scope without one. It asks for both at once.
	Get(ctx context.Context, key string, scopes []string) (value []byte, generations []uint64, err error)
	// Put stores value for ttl.
	Put(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Purge begins a new generation of a scope and returns it. It is higher than after, than every
	// earlier generation of any scope, and than the current time in Unix microseconds. It is
	// remembered for longer than any value.
	Purge(ctx context.Context, scope string, after uint64) (generation uint64, err error)
	// Generations returns the newest generation of every scope that has one, or nil if all of them
	// are at most since.
	Generations(ctx context.Context, since uint64) (map[string]uint64, error)
}

// maxSharedTTL bounds how long a value is stored in the shared tier.
const maxSharedTTL = 48 * time.Hour
