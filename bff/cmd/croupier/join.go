package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/events"
	"croupier/bff/gateway"
	"croupier/bff/maintenance"
	"croupier/bff/session"
	"croupier/bff/site"
	"croupier/bff/staff"
	"croupier/bff/telemetry"
)

// parts are the joined server: what listens, and what must be ended.
type parts struct {
	gateway     http.Handler
	admin       http.Handler
	maintenance *maintenance.Manager
	stores      *stores
	answers     *cache.Cache
	sessions    *session.Manager
	platforms   *platforms
	tracing     *telemetry.Tracing // nil: nothing is traced
	events      *events.Hub
	seen        *staff.RequestLog
	staff       *staffRoom
	token       string        // of orders on the operators' listener
	longest     time.Duration // the longest deadline of any call

	told   context.Context // over once the server was told to end: from then on it drains
	ending context.Context // over when the notice of that is: nobody is let in any more
	end    context.CancelFunc
}

// close ends what holds files or goroutines.
func (p *parts) close() error {
	p.end()
	if p.answers != nil {
		p.answers.Close()
	}
	if p.sessions != nil {
		p.sessions.Close()
	}
	// What is recorded still is delivered though the context that ended the server is over.
	return errors.Join(p.tracing.Close(context.Background()), p.stores.close())
}

// join builds every part from the configuration; the end of ctx tells the server to end.
// This function is the map of the server: each part gets what it needs here and knows
// nobody else.
func join(ctx context.Context, calls *contract.Catalogue, live *config.Live, log *slog.Logger, vite string) (p *parts, err error) {
	made := &parts{token: rand.Text(), told: ctx, longest: calls.Longest()}
	p = made
	p.ending, p.end = afterNotice(ctx, live, log)
	conf := live.Config() // what the process stands on; brands come and go, and are asked of live
	if p.stores, err = openStores(ctx, live, p.longest, log); err != nil {
		p.end()
		return nil, err
	}
	defer func() { //nolint:contextcheck // what failed to open is closed in any case
		if err != nil {
			err = errors.Join(err, made.close()) // p is nil by now where a return said so
		}
	}()
	metrics := telemetry.NewMetrics()
	if p.tracing, err = openTracing(ctx, conf.Server, log); err != nil {
		return nil, err
	}
	bus := p.stores.bus
	if p.sessions, err = openSessions(conf, p.stores, metrics, log); err != nil {
		return nil, err
	}
	casino, err := openMock(conf, calls, log)
	if err != nil {
		return nil, err
	}
	// Maintenance asks the upstream whether it is over, and the upstream tells maintenance
	// that it has begun: the probe is joined once both exist.
	var routes *platforms
	notices, err := p.stores.records(maintenanceRecords)
	if err != nil {
		return nil, err
	}
	probe := bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) { return routes.Do(ctx, r) })
	if p.maintenance, err = openMaintenance(ctx, notices, bus, live, calls, probe, log); err != nil {
		return nil, err
	}
	holds, err := p.stores.records("holds")
	if err != nil {
		return nil, err
	}
	routes, err = openPlatforms(ctx, live, calls, casino, holds, p.maintenance, p.tracing, log)
	if err != nil {
		return nil, err
	}
	p.platforms = routes
	p.answers = openAnswers(calls, live, bus, metrics.SharedCache(p.stores.shared), log)
	purgeMoved(ctx, live, p.answers, log)
	p.tellState(metrics, live)
	p.events = openEvents(bus, p.maintenance, live, calls, p.answers, routes, log)

	pages, err := openSite(vite, firsts(calls, p.answers, routes, p.maintenance))
	if err != nil {
		return nil, err
	}
	p.seen = staff.NewRequestLog(time.Now)
	observer := telemetry.MultiObserver(metrics, p.seen)
	if p.tracing != nil {
		observer = telemetry.MultiObserver(metrics, p.seen, p.tracing)
	}
	if p.staff, err = openStaffRoom(ctx, p.stores, conf.Server.Profile == demoProfile, log); err != nil {
		return nil, err
	}
	p.admin = orders(p, live, calls, adminHandler(metrics.Handler()))
	console, err := openStaff(ctx, p, live, calls, log)
	if err != nil {
		return nil, err
	}
	handler, err := gateway.New(gateway.Options{
		Contract: calls, Brands: live.Brand, Sessions: metrics.Sessions(p.sessions), Upstream: routes, Answers: p.answers,
		Maintenance: p.maintenance, Bypass: p.maintenance, Events: p.events, Bus: bus, Limiter: metrics.Limiter(p.stores.limiter), IdempotencyStore: metrics.IdempotencyStore(p.stores.journal),
		Staff: console,
		Site:  pages, Mock: mockHandler(casino, p.answers, routes, p.maintenance, live, log),
		Bootstrap:      func(s *bff.Scope) ([]byte, error) { return site.Bootstrap(s.Brand, s.Lang, nil) },
		Ready:          readiness(ctx, p.stores.ping),
		TrustedProxies: conf.Server.TrustedProxies, CountryHeader: conf.Server.CountryHeader, Log: log, Metrics: observer,
	})
	p.gateway = p.tracing.Handler(handler)
	return p, err
}

// openSite serves the built site, or a running Vite's. A binary without a site still
// answers calls, and says on each page what is missing.
func openSite(vite string, first site.First) (http.Handler, error) {
	if vite != "" {
		return site.NewDev(vite, first)
	}
	pages, err := site.New(site.Built(), first)
	if errors.Is(err, site.ErrNotBuilt) {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, site.ErrNotBuilt.Error(), http.StatusServiceUnavailable)
		}), nil
	}
	return pages, err
}
