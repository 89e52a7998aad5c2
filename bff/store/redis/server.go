package redis

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff/internal/indexkey"
	"croupier/bff/store"
)

// Errors of CheckServer.
var (
	// ErrNotPersistent is returned for a Redis that loses all data in a restart.
	ErrNotPersistent = errors.New(
		"redis persists nothing (appendonly no, save \"\"), so a restart would lose idempotency keys and ended " +
			"sessions. Set appendonly yes")
	// ErrEvicts is returned for a Redis that deletes keys when its memory is full.
	ErrEvicts = errors.New(
		"redis evicts keys when its memory is full, so a payment with an evicted idempotency key could be sent " +
			"twice. Set maxmemory-policy noeviction")
)

// IsRefusal reports whether an error remains until somebody changes Redis or the configuration.
func IsRefusal(err error) bool {
	isRefused := errors.Is(err, errOtherIndexKey) || errors.Is(err, ErrNotPersistent) || errors.Is(err, ErrEvicts)
	for _, reason := range []string{"NOAUTH", "WRONGPASS", "NOPERM"} {
		isRefused = isRefused || redis.HasErrorPrefix(err, reason)
	}
	return isRefused
}

// CheckServer checks the configuration of every master. It fails with ErrNotPersistent or
// ErrEvicts. It warns about other risky settings and an unreadable configuration.
func (s *Store) CheckServer(ctx context.Context) (warnings []string, err error) {
	cluster, ok := s.client.(*redis.ClusterClient)
	if !ok {
		return checkNode(ctx, s.client)
	}
	var mu sync.Mutex
	err = cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		found, err := checkNode(ctx, node)
		mu.Lock()
		defer mu.Unlock()
		for _, w := range found {
			warnings = append(warnings, node.Options().Addr+": "+w)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", node.Options().Addr, err)
		}
		return nil
	})
	return warnings, err
}

func checkNode(ctx context.Context, node redis.Cmdable) (warnings []string, err error) {
	settings := map[string]string{}
	for _, name := range []string{"appendonly", "appendfsync", "save", "maxmemory", "maxmemory-policy"} {
		found, err := node.ConfigGet(ctx, name).Result()
		var refused redis.Error
		switch {
		case errors.As(err, &refused): // NOPERM or unknown command, for example of a managed Redis
			return []string{"redis does not report its configuration (" + refused.Error() +
				"). Make sure that it has appendonly yes and maxmemory-policy noeviction"}, nil
		case err != nil:
			return nil, fmt.Errorf("redis: could not read the configuration: %w", err)
		}
		settings[name] = found[name] // empty if Redis has no such setting
	}
	switch {
	case settings["appendonly"] == "yes" && settings["appendfsync"] == "no":
		warnings = append(warnings,
			"redis leaves syncing to the operating system (appendfsync no), so a crash of its machine loses up to "+
				"30 seconds of writes. Set appendfsync everysec or always")
	case settings["appendonly"] == "no" && settings["save"] == "":
		err = errors.Join(err, ErrNotPersistent)
	case settings["appendonly"] == "no":
		warnings = append(warnings,
			"redis persists only snapshots (appendonly no), so a crash loses all writes since the last snapshot. "+
				"Set appendonly yes")
	}
	if policy := settings["maxmemory-policy"]; policy != "noeviction" {
		if settings["maxmemory"] != "0" {
			err = errors.Join(err, ErrEvicts)
		} else {
			warnings = append(warnings,
				"redis would evict keys if maxmemory were set (maxmemory-policy "+policy+"). "+
					"Set maxmemory-policy noeviction")
		}
	}
	return warnings, err
}

const (
	// pingInterval is the time between two pings.
	pingInterval = time.Second
	// pingTTL is the TTL of the key that a ping writes.
	pingTTL = time.Minute
)

// refusals are error codes of a Redis that is a replica, full, without replicas or unable to save.
var refusals = []string{"READONLY", "OOM", "NOREPLICAS", "MISCONF"}

// Ping writes to every partition. It fails with a *store.RefusedError if Redis refuses writes. The
// command PING would succeed on a replica and on a full server.
func (s *Store) Ping(ctx context.Context) error {
	_, err := s.pipelined(ctx, func(p redis.Pipeliner) {
		for i := range s.partitions {
			p.Set(ctx, s.partitionKey(i, "ping", "last"), 1, pingTTL)
		}
		if s.options.IndexKey != nil {
			p.SetNX(ctx, s.indexKeyKey(), s.indexKeyHash(), 0) // see CheckIndexKey
		}
	})
	for _, reason := range refusals {
		if redis.HasErrorPrefix(err, reason) {
			err = &store.RefusedError{Reason: reason}
		}
	}
	if ctx.Err() == nil { // a cancelled caller is not a failure of Redis
		s.recordPing(ctx, err)
	}
	return named("ping", err)
}

// Writable reports whether Redis accepted the last ping.
func (s *Store) Writable() bool {
	state := s.pinged.Load()
	return state == nil || *state == writable
}

func (s *Store) recordPing(ctx context.Context, err error) {
	is, was := describePing(err), writable
	if before := s.pinged.Swap(&is); before != nil {
		was = *before
	}
	switch {
	case was == is:
	case err != nil:
		s.options.Log.ErrorContext(ctx, "redis is unreachable or refuses writes", "state", is, "before", was, "cause",
			err.Error())
	default:
		s.options.Log.InfoContext(ctx, "redis accepts writes again", "before", was)
	}
}

const writable = "writable"

func describePing(err error) string {
	var refused *store.RefusedError
	switch {
	case err == nil:
		return writable
	case errors.As(err, &refused):
		return refused.Reason
	}
	return "unreachable"
}

var errOtherIndexKey = errors.New(
	"the index_key of the key file differs from the index_key of the other instances. Instances that share Redis " +
		"must have the same key file")

// CheckIndexKey fails if other instances of this Redis use or used another index key. It compares
// the hash that Ping has written. After a deliberate change, delete the hash in Redis.
func (s *Store) CheckIndexKey(ctx context.Context) error {
	found, err := s.client.Get(ctx, s.indexKeyKey()).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return nil // no instance could write the hash because Redis accepts no writes
	case err != nil:
		return fmt.Errorf("could not read the index key from Redis: %w", err)
	case found != s.indexKeyHash():
		return fmt.Errorf("%w (%s)", errOtherIndexKey, s.indexKeyKey())
	}
	return nil
}

func (s *Store) indexKeyKey() string  { return s.key("index-key", "hash") }
func (s *Store) indexKeyHash() string { return s.options.IndexKey.Hash(indexkey.Check, "") }
