package main

import (
	"context"
	"fmt"
	"log/slog"

	"croupier/bff/config"
	"croupier/bff/store/redis"
)

// demoProfile is the only profile that allows what would be unsafe in production.
const demoProfile = "demo"

// checkRedis refuses a Redis in the production profile that says that it may forget, and logs what it
// cannot tell.
func checkRedis(ctx context.Context, s *redis.Store, profile string, log *slog.Logger) error {
	if profile == demoProfile {
		return nil
	}
	warnings, err := s.CheckServer(ctx)
	for _, w := range warnings {
		log.WarnContext(ctx, "check Redis: "+w)
	}
	if err != nil {
		return fmt.Errorf("check Redis: the production profile refuses it: %w", err)
	}
	return nil
}

// redisWarnings asks the Redis of a configuration what checkRedis asks at the start, in every profile. It
// returns none where Redis cannot be reached, as check needs none.
func redisWarnings(ctx context.Context, conf *config.Config) (out config.Faults) {
	if conf.Server.Redis.URL == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	s, err := redis.Open(ctx, conf.Server.Redis.URL, redis.Options{})
	if err != nil {
		return nil
	}
	defer s.Close() //nolint:errcheck // nothing was written
	if s.Ping(ctx) != nil {
		return nil
	}
	warnings, err := s.CheckServer(ctx)
	if err != nil {
		warnings = append(warnings, err.Error())
	}
	for _, w := range warnings {
		out = append(out, conf.Warning([]string{"redis", "url"}, w, ""))
	}
	return out
}
