package redis

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff/store"
)

const (
	// pingInterval is the time between two checks whether Redis answers and accepts writes.
	pingInterval = time.Second
	// pingTTL is how long the key of such a check is stored.
	pingTTL = time.Minute
)

// refusals begin the errors of a Redis that answers reads and refuses writes: it is a replica, its
// memory is full, too few replicas follow it, or it cannot save to its disk.
var refusals = []string{"READONLY", "OOM", "NOREPLICAS", "MISCONF"}

// pings is the result of the last check, and what has been logged of it.
type pings struct {
	mu    sync.Mutex
	fault error
}

// Ping writes a key with a short TTL, to every partition of a cluster. It fails with
// store.ErrNotWritable, a *store.RefusedError, if Redis answers but refuses writes.
func (s *Store) Ping(ctx context.Context) error {
	bounded, cancel := s.withTimeout(ctx)
	defer cancel()
	_, err := s.client.Pipelined(bounded, func(p redis.Pipeliner) error {
		for i := range s.partitions {
			p.Set(bounded, s.partitionKey(i, "ping", "last"), 1, pingTTL)
		}
		if s.options.IndexKey != nil {
			p.SetNX(bounded, s.indexKeyKey(), s.indexKeyHash(), 0) // see CheckIndexKey
		}
		return nil
	})
	for _, reason := range refusals {
		if redis.HasErrorPrefix(err, reason) {
			err = &store.RefusedError{Reason: reason}
		}
	}
	if ctx.Err() == nil { // the caller's cancellation says nothing about Redis
		s.recordPing(ctx, err)
	}
	if err != nil {
		return fmt.Errorf("redis: ping: %w", err)
	}
	return nil
}

// Writable reports whether Redis accepted writes when it was last asked.
func (s *Store) Writable() bool {
	s.pings.mu.Lock()
	defer s.pings.mu.Unlock()
	return s.pings.fault == nil
}

// recordPing records the result of a check, and logs a change.
func (s *Store) recordPing(ctx context.Context, err error) {
	s.pings.mu.Lock()
	before := s.pings.fault
	s.pings.fault = err
	s.pings.mu.Unlock()
	switch was, is := describePing(before), describePing(err); {
	case was == is:
	case err != nil:
		s.options.Log.ErrorContext(ctx, "ping redis: failed", "state", is, "before", was, "cause", err.Error())
	default:
		s.options.Log.InfoContext(ctx, "ping redis: redis answers and accepts writes again", "before", was)
	}
}

// describePing returns what a change of is logged.
func describePing(err error) string {
	var refused *store.RefusedError
	switch {
	case err == nil:
		return "writable"
	case errors.As(err, &refused):
		return refused.Reason
	}
	return "unreachable"
}

// watchPings checks Redis at every interval until ctx ends.
func (s *Store) watchPings(ctx context.Context) {
	ticks := time.Tick(pingInterval)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			_ = s.Ping(ctx) // records its result
		}
	}
}
