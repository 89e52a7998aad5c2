package main

import (
	"context"
	"log/slog"
	"time"

	"croupier/bff/config"
)

// afterNotice returns a context that ends the configured drain.notice after signalled does.
// During the notice the server reports that it drains and serves on, so that load balancers
// stop sending to it first.
func afterNotice(signalled context.Context, live *config.Live, log *slog.Logger) (stopping context.Context, stop context.CancelFunc) {
	stopping, cancel := context.WithCancel(context.WithoutCancel(signalled))
	stopWatching := context.AfterFunc(signalled, func() {
		defer cancel()
		notice := time.Duration(live.Config().Server.Drain.Notice)
		if stopping.Err() != nil || notice <= 0 {
			return
		}
		log.Info("draining; a second signal stops at once", "notice", notice.String())
		timer := time.NewTimer(notice)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-stopping.Done():
		}
	})
	return stopping, func() { stopWatching(); cancel() }
}
