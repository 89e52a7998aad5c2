package main

import (
	"cmp"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"croupier/bff/config"
	"croupier/bff/ops/telemetry"
	"croupier/bff/player/session"
)

// revocationQueueFile is the file in the data folder that keeps the revocations that Redis has not
// accepted yet.
const revocationQueueFile = "revocations.queue"

// keysInterval is the time between checks of the key file.
const keysInterval = time.Second

// openKeyRing opens the key ring, which is created in the data folder by default.
func openKeyRing(conf *config.Config) (file string, ring *session.KeyRing, err error) {
	file = cmp.Or(conf.Server.KeysFile, defaultKeysFile(conf.Server.DataDir))
	ring, err = session.OpenKeyRing(file, time.Now())
	return file, ring, err
}

// openSessions opens the session manager, which follows the key file.
func openSessions(conf *config.Config, file string, ring *session.KeyRing, s *stores, metrics *telemetry.Metrics, log *slog.Logger) (*session.Manager, error) {
	always := conf.Server.Session.Store == config.SessionRedis
	if always && conf.Server.Redis.URL == "" {
		return nil, errors.New("session.store is redis, but redis.url is missing")
	}
	sessions, err := session.New(session.Settings{
		Ring: ring, Revocations: metrics.Revocations(s.revocations), Tickets: metrics.Tickets(s.tickets), AlwaysTickets: always, SessionIndex: metrics.SessionIndex(s.sessionIndex), Bus: s.bus, Log: log,
		QueueFile: filepath.Join(conf.Server.DataDir, revocationQueueFile),
	})
	if err != nil {
		return nil, err
	}
	sessions.Follow(file)
	return sessions, nil
}
