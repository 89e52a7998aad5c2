package main

import (
	"context"
	"fmt"
	"log/slog"

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
