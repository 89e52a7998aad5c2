package main

import (
	"context"
	"log/slog"
	"time"

	"croupier/bff/ops/admin"
)

// publishInterval is the time between two attempts to write the admin file.
const publishInterval = 2 * time.Second

// publishAdmin writes the admin file into the data folder. On a full disk it logs the failure and
// returns a task that tries again until it succeeds or ctx ends: players are served without it.
func publishAdmin(endpoint admin.Endpoint, dataDir string, log *slog.Logger) (retry func(context.Context)) {
	if err := endpoint.Publish(dataDir); err == nil {
		return func(context.Context) {}
	} else {
		log.Error("write admin file: failed; commands cannot reach this server until it succeeds", "cause", err.Error())
	}
	return func(ctx context.Context) {
		ticks := time.Tick(publishInterval)
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks:
			}
			if endpoint.Publish(dataDir) == nil {
				log.Info("write admin file: succeeded")
				return
			}
		}
	}
}
