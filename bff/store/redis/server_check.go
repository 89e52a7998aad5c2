package redis

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/redis/go-redis/v9"
)

// Errors of CheckServer.
var (
	// ErrNotPersistent is returned for a Redis that forgets everything when it is restarted.
	ErrNotPersistent = errors.New("redis persists nothing (appendonly no, save \"\"): a restart would forget money keys and ended sessions; set appendonly yes")
	// ErrEvicts is returned for a Redis that deletes keys when its memory is full.
	ErrEvicts = errors.New("redis evicts keys when its memory is full: the call of an evicted money key could be sent again; set maxmemory-policy noeviction")
)

// IsRefusal reports whether an error lasts until Redis or the configuration is changed.
func IsRefusal(err error) bool {
	isRefused := errors.Is(err, errOtherIndexKey) || errors.Is(err, ErrNotPersistent) || errors.Is(err, ErrEvicts)
	for _, reason := range []string{"NOAUTH", "WRONGPASS", "NOPERM"} {
		isRefused = isRefused || redis.HasErrorPrefix(err, reason)
	}
	return isRefused
}

// CheckServer reads the configuration of Redis, of every master of a cluster. It fails with
// ErrNotPersistent or ErrEvicts where Redis says that it may forget, and returns warnings of what is
// not as it should be, also where Redis does not tell.
func (s *Store) CheckServer(ctx context.Context) (warnings []string, err error) {
	cluster, ok := s.client.(*redis.ClusterClient)
	if !ok {
		return s.checkNode(ctx, s.client)
	}
	var mu sync.Mutex
	err = cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		found, err := s.checkNode(ctx, node)
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

// checkNode is CheckServer for one node.
func (s *Store) checkNode(ctx context.Context, node redis.Cmdable) (warnings []string, err error) {
	settings := map[string]string{}
	for _, name := range []string{"appendonly", "appendfsync", "save", "maxmemory", "maxmemory-policy"} {
		value, err := s.setting(ctx, node, name)
		var refused redis.Error
		switch {
		case errors.As(err, &refused): // NOPERM, or unknown command: a managed Redis
			return []string{"redis does not tell its configuration (" + refused.Error() + "); make sure that it has appendonly yes and maxmemory-policy noeviction"}, nil
		case err != nil:
			return nil, fmt.Errorf("redis: read configuration: %w", err)
		}
		settings[name] = value
	}
	switch {
	case settings["appendonly"] == "yes" && settings["appendfsync"] == "no":
		warnings = append(warnings, "redis leaves syncing to the system (appendfsync no): a crash of its machine forgets up to half a minute; set appendfsync everysec or always")
	case settings["appendonly"] == "no" && settings["save"] == "":
		err = errors.Join(err, ErrNotPersistent)
	case settings["appendonly"] == "no":
		warnings = append(warnings, "redis persists by snapshots only (appendonly no): a crash forgets what was written since the last one; set appendonly yes")
	}
	if policy := settings["maxmemory-policy"]; policy != "noeviction" {
		if settings["maxmemory"] != "0" {
			err = errors.Join(err, ErrEvicts)
		} else {
			warnings = append(warnings, "redis would evict keys if maxmemory were set (maxmemory-policy "+policy+"); set maxmemory-policy noeviction")
		}
	}
	return warnings, err
}

// setting returns the value of one setting; "" where Redis has none with that name.
func (s *Store) setting(ctx context.Context, node redis.Cmdable, name string) (string, error) {
	ctx, cancel := s.withTimeout(ctx)
	defer cancel()
	found, err := node.ConfigGet(ctx, name).Result()
	return found[name], err
}
