package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/session"
)

// keysTick is how often the key file is looked at for a rotation.
const keysTick = time.Second

// openSessions opens the key ring, made in the data folder when no file is named. tickets
// is where sessions lie that do not lie in the cookie; nil where there is no such store.
func openSessions(conf *config.Config, revocations bff.Revocations, tickets bff.SessionTickets, bus bff.Bus, log *slog.Logger) (*session.Manager, error) {
	if conf.Server.Session.Store != config.SessionRedis {
		tickets = nil
	} else if tickets == nil {
		return nil, errors.New("session.store is redis, and no redis.url is given")
	}
	file := conf.Server.KeysFile
	if file == "" {
		file = filepath.Join(conf.Server.DataDir, session.RingFile)
	}
	ring, err := session.OpenRing(file, time.Now())
	if err != nil {
		return nil, err
	}
	sessions, err := session.New(session.Settings{Ring: ring, Revocations: revocations, Tickets: tickets, Bus: bus, Log: log})
	if err != nil {
		return nil, err
	}
	sessions.Follow(file)
	return sessions, nil
}

// watchKeys lets a running server take a rotated key file.
func watchKeys(ctx context.Context, sessions *session.Manager) error {
	ticks := time.NewTicker(keysTick)
	defer ticks.Stop()
	sessions.Watch(ctx, ticks.C)
	return nil
}
