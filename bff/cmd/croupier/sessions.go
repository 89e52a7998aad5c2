package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"croupier/bff/config"
	"croupier/bff/session"
	"croupier/bff/telemetry"
)

// keysInterval is how often the key file is looked at for a rotation.
const keysInterval = time.Second

// openSessions opens the key ring, made in the data folder when no file is named. The
// tickets are where sessions lie that do not lie in the cookie; nil where there is no such
// store.
func openSessions(conf *config.Config, s *stores, metrics *telemetry.Metrics, log *slog.Logger) (*session.Manager, error) {
	tickets := metrics.Tickets(s.tickets)
	if conf.Server.Session.Store != config.SessionRedis {
		tickets = nil
	} else if tickets == nil {
		return nil, errors.New("session.store is redis, and no redis.url is given")
	}
	file := cmp.Or(conf.Server.KeysFile, defaultKeysFile(conf.Server.DataDir))
	ring, err := session.OpenKeyRing(file, time.Now())
	if err != nil {
		return nil, err
	}
	sessions, err := session.New(session.Settings{
		Ring: ring, Revocations: metrics.Revocations(s.revocations), Tickets: tickets, SessionIndex: metrics.SessionIndex(s.sessionIndex), Bus: s.bus, Log: log,
	})
	if err != nil {
		return nil, err
	}
	sessions.Follow(file)
	return sessions, nil
}

// watchKeys lets a running server take a rotated key file.
func watchKeys(ctx context.Context, sessions *session.Manager) error {
	ticks := time.NewTicker(keysInterval)
	defer ticks.Stop()
	sessions.Watch(ctx, ticks.C)
	return nil
}
