package main

import (
	"context"
	"fmt"
	"log/slog"

	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
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

// redisFaults reports what the start would refuse: a Redis that does not answer, has the data of another key ring or, in
// the production profile, may forget. What the start only warns of is a warning.
func redisFaults(ctx context.Context, conf *config.Config) (out config.Faults) {
	at := []string{"redis", "url"}
	if conf.Server.Redis.URL == "" || conf.HasFault(at...) {
		return nil
	}
	key := indexkey.New() // as the start makes one, which is another one than that of existing data
	if _, ring, err := loadKeyRing(conf); err == nil {
		key = ring.IndexKey()
	}
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	s, err := redis.Open(ctx, conf.Server.Redis.URL, redis.Options{IndexKey: key})
	if err != nil {
		return nil // a fault of preflight
	}
	defer s.Close() //nolint:errcheck // nothing was written
	if err := s.CheckIndexKey(ctx); err != nil {
		return config.Faults{conf.Fault(at, err.Error(), "the Redis of these instances, which answers; --offline skips this check")}
	}
	warnings, err := s.CheckServer(ctx)
	if err != nil && conf.Server.Profile != demoProfile {
		out = append(out, conf.Fault(at, "the production profile refuses it: "+err.Error(), ""))
	} else if err != nil {
		warnings = append(warnings, err.Error())
	}
	for _, w := range warnings {
		out = append(out, conf.Warning(at, w, ""))
	}
	return out
}
