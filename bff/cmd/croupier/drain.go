package main

import (
	"context"
	"log/slog"
	"time"

	"croupier/bff/config"
)

// afterNotice gives a context that ends after told by the configured notice: meanwhile the
// server says that it drains, and serves on for balancers that have not heard yet.
func afterNotice(told context.Context, live *config.Live, log *slog.Logger) (ending context.Context, end context.CancelFunc) {
	ending, cancel := context.WithCancel(context.WithoutCancel(told))
	stop := context.AfterFunc(told, func() {
		defer cancel()
		notice := time.Duration(live.Config().Server.Drain.Notice)
		if ending.Err() != nil || notice <= 0 {
			return
		}
		log.Info("draining, a second signal ends at once", "notice", notice.String())
		over := time.NewTimer(notice)
		defer over.Stop()
		select {
		case <-over.C:
		case <-ending.Done():
		}
	})
	return ending, func() { stop(); cancel() }
}
