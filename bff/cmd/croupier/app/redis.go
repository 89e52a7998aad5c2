package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store"
	"croupier/bff/store/redis"
)

// dialRedis opens the Redis of a configuration.
func dialRedis(ctx context.Context, conf *config.Config, o redis.Options) (*redis.Store, error) {
	o.TLS = redisTLS(func() *config.Config { return conf })
	return redis.Open(ctx, conf.Server.Redis.URL, o)
}

// redisTLS returns the authorities and the client certificate for Redis. A new connection uses the
// certificate of the current configuration.
func redisTLS(current func() *config.Config) *tls.Config {
	c := &tls.Config{GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
		now := current().Server.Redis.TLS
		if len(now.Cert) == 0 {
			return &tls.Certificate{}, nil // Redis decides whether it requires one
		}
		pair, err := tls.X509KeyPair(now.Cert, now.Key)
		return &pair, err
	}}
	if ca := current().Server.Redis.TLS.CA; len(ca) > 0 {
		c.RootCAs = x509.NewCertPool()
		c.RootCAs.AppendCertsFromPEM(ca)
	}
	return c
}

// redisStart is the start of an instance while Redis may not respond.
type redisStart struct {
	redis    *redis.Store
	log      *slog.Logger
	profile  string
	deadline time.Time   // until then the start waits for Redis
	isBlind  bool        // it started without Redis
	done     atomic.Bool // the instance has started
}

// openStart waits for Redis. If Redis does not respond, the instance starts from its mirror, if it
// has one.
func openStart(ctx context.Context, r *redis.Store, conf config.Server, log *slog.Logger) (*redisStart, error) {
	timeout := conf.Redis.StartTimeout
	s := &redisStart{redis: r, log: log, profile: conf.Profile, deadline: time.Now().Add(timeout)}
	err := s.wait(ctx, s.deadline, s.check)
	switch {
	case err == nil || redis.IsRefusal(err) || ctx.Err() != nil:
		return s, err
	case !r.Remembers():
		return s, fmt.Errorf("redis did not respond within redis.start_timeout (%s), and the data directory has no "+
			"mirror to start from: %w", timeout, err)
	}
	s.isBlind = true
	log.ErrorContext(ctx, "Redis does not respond, the instance starts from its mirror. Until Redis responds, "+
		"Croupier refuses player sessions, payments and staff logins, and does not know recent maintenance, "+
		"blocks and breaker overrides", "cause", err.Error())
	return s, nil
}

// wait repeats fn with growing pauses until it succeeds, Redis refuses, or the deadline passes.
func (s *redisStart) wait(ctx context.Context, deadline time.Time, fn func(context.Context) error) error {
	const first, longest = 100 * time.Millisecond, 2 * time.Second
	for pause := first; ; pause = min(2*pause, longest) {
		err := fn(ctx)
		if err == nil || redis.IsRefusal(err) || time.Now().After(deadline) {
			return err
		}
		if pause == first {
			s.log.WarnContext(ctx, "could not use Redis, Croupier retries", "cause", err.Error())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (s *redisStart) check(ctx context.Context) error {
	if err := s.redis.Ping(ctx); err != nil && !errors.Is(err, store.ErrNotWritable) {
		return err
	}
	if err := s.redis.CheckIndexKey(ctx); err != nil {
		return err
	}
	return checkRedis(ctx, s.redis, s.profile, s.log)
}

// follow checks Redis when it responds, if the instance has started without it. An error ends the
// server.
func (s *redisStart) follow(ctx context.Context) error {
	const forever = 100 * 365 * 24 * time.Hour
	if !s.isBlind {
		return nil
	}
	if err := s.wait(ctx, time.Now().Add(forever), s.check); ctx.Err() == nil {
		return err
	}
	return nil
}

// startRecords are records that a starting instance waits for. If Redis does not respond, it reads
// the mirror.
type startRecords struct {
	*redis.Records
	start *redisStart
}

func (r startRecords) All(ctx context.Context) (all map[string][]byte, err error) {
	if r.start.done.Load() {
		return r.Records.All(ctx)
	}
	err = r.start.wait(ctx, r.start.deadline, func(ctx context.Context) error {
		all, err = r.Records.All(ctx)
		return err
	})
	if err != nil && ctx.Err() == nil && r.start.redis.Remembers() {
		return r.Known(), nil
	}
	return all, err
}

// demoProfile is the only profile that allows unsafe settings.
const demoProfile = "demo"

// checkRedis refuses a Redis that can lose data in production, and logs warnings.
func checkRedis(ctx context.Context, s *redis.Store, profile string, log *slog.Logger) error {
	if profile == demoProfile {
		return nil
	}
	warnings, err := s.CheckServer(ctx)
	for _, w := range warnings {
		log.WarnContext(ctx, "Redis is not safe for production: "+w)
	}
	if err != nil {
		return fmt.Errorf("the production profile refuses this Redis: %w", err)
	}
	return nil
}

// redisFaults reports, for `check`, the faults and warnings of a start with Redis.
func redisFaults(ctx context.Context, conf *config.Config) (out config.Faults) {
	at := []string{"redis", "url"}
	if conf.Server.Redis.URL == "" || conf.HasFault("redis") {
		return nil
	}
	key := indexkey.New() // like the start, which never creates the index key of existing data
	if _, ring, err := loadKeyRing(conf); err == nil {
		key = ring.IndexKey()
	}
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	s, err := dialRedis(ctx, conf, redis.Options{IndexKey: key})
	if err != nil {
		return nil // a fault of preflight
	}
	defer s.Close() //nolint:errcheck // nothing was written
	if err := s.CheckIndexKey(ctx); err != nil {
		return config.Faults{
			conf.Fault(at, err.Error(),
				"the URL of the Redis that the instances share. To skip this check, use --offline"),
		}
	}
	warnings, err := s.CheckServer(ctx)
	if err != nil && conf.Server.Profile != demoProfile {
		out = append(out, conf.Fault(at, "the production profile refuses this Redis: "+err.Error(), ""))
	} else if err != nil {
		warnings = append(warnings, err.Error())
	}
	for _, w := range warnings {
		out = append(out, conf.Warning(at, w, ""))
	}
	return out
}
