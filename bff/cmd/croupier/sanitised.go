package main

import (
	"log/slog"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/ops/telemetry"
	"croupier/bff/platform/sanitise"
)

// openSanitised returns the platforms with their answers sanitised, for everything that is cached or
// shown.
func openSanitised(platforms bff.Upstream, calls *contract.Catalogue, metrics *telemetry.Metrics, log *slog.Logger) *sanitise.Upstream {
	reports := refusedLinks{last: map[string]time.Time{}, now: time.Now}
	return sanitise.NewUpstream(platforms, calls, func(r *bff.UpstreamRequest, path string) {
		metrics.LinkRefused(r.Brand.ID, r.Call.Name())
		if reports.due(r.Brand.ID + " " + r.Call.Name() + " " + path) {
			log.Warn("link removed from an answer: no path of the site, and of no origin that the brand names", "brand", r.Brand.ID, "call", r.Call.Name(), "field", path)
		}
	})
}

// refusedLinks limits log records to one per field and minute. A platform with one wrong link repeats
// it in every answer.
type refusedLinks struct {
	mu   sync.Mutex
	last map[string]time.Time
	now  func() time.Time
}

// maxRefusedFields bounds refusedLinks; fields are few, as their names come from the contract.
const maxRefusedFields = 10_000

func (l *refusedLinks) due(field string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if now.Sub(l.last[field]) < time.Minute {
		return false
	}
	if len(l.last) >= maxRefusedFields {
		clear(l.last)
	}
	l.last[field] = now
	return true
}
