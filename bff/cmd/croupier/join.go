package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/maintenance"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/telemetry"
	"croupier/bff/ops/traffic"
	"croupier/bff/ops/webhook"
	"croupier/bff/platform/cache"
	"croupier/bff/platform/rest"
	"croupier/bff/platform/upstream"
	"croupier/bff/player/block"
	"croupier/bff/player/events"
	"croupier/bff/player/payments"
	"croupier/bff/player/protection"
	"croupier/bff/player/session"
	"croupier/bff/site"
	"croupier/bff/site/search"
)

// parts is the joined server: its handlers, and what must be closed.
type parts struct {
	gateway          http.Handler
	admin            http.Handler
	adminToken       string // of admin requests
	stores           *stores
	cache            *cache.Cache
	sessions         *session.Manager
	maintenance      *maintenance.Manager
	maintenanceAdmin *maintenance.Admin
	platforms        *platforms
	tracing          *telemetry.Tracing // nil without tracing
	events           *events.Hub
	search           *search.Service
	payments         *payments.Follower
	blocks           *block.List
	protection       *protection.Service
	activity         *activity.Log
	devices          *activity.KnownDevices
	traffic          *traffic.Counter
	deviations       *upstream.DeviationLog
	staff            *staff.AccountAdmin
	previews         *previews
	webhooks         *webhook.Notifier // nil without receivers
	longest          time.Duration     // longest deadline of any call

	signalled context.Context // ends with the signal to stop: the server drains
	stopping  context.Context // ends after the drain notice: no new requests are accepted
	stop      context.CancelFunc
}

// close releases files and goroutines.
func (p *parts) close() error {
	p.stop()
	if p.search != nil {
		p.search.Close()
	}
	if p.payments != nil {
		p.payments.Close()
	}
	if p.cache != nil {
		p.cache.Close()
	}
	if p.platforms != nil {
		p.platforms.Close()
	}
	if p.sessions != nil {
		p.sessions.Close()
	}
	if p.activity != nil {
		p.activity.Close()
	}
	if p.traffic != nil {
		p.traffic.Close()
	}
	// A background context, because spans are exported after the server's context has ended.
	return errors.Join(p.tracing.Close(context.Background()), p.stores.close())
}

// join builds the server from the configuration; the end of ctx stops it. This function is the
// map of the server: every part gets its dependencies here and knows no other part.
func join(ctx context.Context, calls *contract.Catalogue, live *config.Live, log *slog.Logger, access gateway.AccessLog, vite string) (_ *parts, err error) {
	p := &parts{adminToken: rand.Text(), signalled: ctx, longest: calls.LongestDeadline()}
	p.stopping, p.stop = afterNotice(ctx, live, log)
	conf := live.Config() // settings of the process; brands change and are read from live
	keysFile, ring, err := openKeyRing(conf)
	if err == nil {
		p.stores, err = openStores(ctx, live, ring.IndexKey(), p.longest, log)
	}
	if err != nil {
		p.stop()
		return nil, err
	}
	defer func() { //nolint:contextcheck // close uses a context of its own
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	metrics := telemetry.NewMetrics()
	if p.tracing, err = openTracing(ctx, conf.Server, log); err != nil {
		return nil, err
	}
	bus := p.stores.bus
	if p.sessions, err = openSessions(conf, keysFile, ring, p.stores, metrics, log); err != nil {
		return nil, err
	}
	casino, err := openMock(conf, calls, log)
	if err != nil {
		return nil, err
	}
	// Maintenance probes the upstream, and the upstream reports maintenance: the probe uses
	// p.platforms, which is set below.
	notices, err := p.stores.records(maintenanceRecords)
	if err != nil {
		return nil, err
	}
	platforms := bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) { return p.platforms.Do(ctx, r) })
	if p.maintenance, err = openMaintenance(ctx, notices, bus, live, calls, platforms, log); err != nil {
		return nil, err
	}
	overrides, err := p.stores.records(breakerRecords)
	if err != nil {
		return nil, err
	}
	if err := p.openLookUps(ctx, ring.IndexKey(), log); err != nil {
		return nil, err
	}
	p.deviations = upstream.NewDeviationLog(upstream.DeviationOptions{Log: log, Clock: time.Now, Count: metrics.CountViolation, IsSecret: telemetry.IsSecret})
	if p.platforms, err = openPlatforms(ctx, live, calls, casino, overrides, rest.NewSharedRenewals(p.stores.tickets, ring.IndexKey()), p.maintenance, countedDeviations{p.deviations, p.traffic}, p.tracing, log); err != nil {
		return nil, err
	}
	p.platforms.overrides.Changed = func() {
		if err := bus.Publish(ctx, bff.TopicBreakers, []byte("{}")); err != nil {
			log.WarnContext(ctx, "could not notify consoles of a breaker override", "error", err)
		}
	}
	p.cache = openCache(ctx, calls, live, bus, metrics.SharedCache(p.stores.shared), log)
	p.publishState(metrics, live)
	sanitised := openSanitised(p.platforms, calls, metrics, log)
	reader := &site.GuestReader{Calls: calls, Cache: p.cache, Upstream: sanitised, Maintenance: p.maintenance}
	p.search = search.New(search.Options{Lists: reader, Clock: time.Now, Log: log})
	context.AfterFunc(ctx, bus.Subscribe(bff.TopicPurge, func([]byte) { p.search.Expire() }, p.search.Expire))
	p.events = openEvents(bus, p.maintenance, live, reader, ring.IndexKey(), log)
	if err := p.openPayments(ring.IndexKey(), log); err != nil {
		return nil, err
	}
	p.protection = p.openProtection(ctx, ring, casino, log)
	pages, err := openSite(vite, calls, site.NewInitialData(reader, time.Now))
	if err != nil {
		return nil, err
	}
	observer := telemetry.MultiObserver(metrics, p.traffic, p.activity)
	if p.tracing != nil {
		observer = telemetry.MultiObserver(metrics, p.traffic, p.activity, p.tracing)
	}
	if p.staff, err = openAccounts(p.stores, log); err != nil {
		return nil, err
	}
	if err := guardDemoAccounts(ctx, p.staff.Accounts, live); err != nil {
		return nil, err
	}
	p.previews = &previews{live: live, passes: site.PreviewPasses{Key: ring.IndexKey(), Clock: time.Now}, auditLog: p.staff.AuditLog}
	p.maintenanceAdmin = newMaintenanceAdmin(p.maintenance, live.Brands, calls, p.staff.AuditLog)
	p.admin = adminHandler(p, metrics.Handler())
	if p.blocks, err = openBlocks(ctx, p.stores, ring.IndexKey(), log); err != nil {
		return nil, err
	}
	if p.webhooks, err = openWebhooks(p, metrics, live, log); err != nil {
		return nil, err
	}
	console, err := openStaff(ctx, p, metrics, live, calls)
	if err != nil {
		return nil, err
	}
	handler, err := gateway.New(gateway.Options{
		Contract: calls, Brands: live.Brand, Sessions: metrics.Sessions(p.sessions), Upstream: sanitised, Refusal: p.platforms.Refusal, Cache: p.cache,
		Maintenance: p.maintenance, Bypass: p.maintenance, Planned: p.maintenance.Planned, Previews: p.previews, Events: p.events, Bus: bus, Payments: p.payments, Protection: p.protection, Devices: p.devices, Search: p.search, Blocks: p.blocks, Limiter: metrics.Limiter(p.stores.limiter), IdempotencyStore: metrics.IdempotencyStore(p.stores.idempotency),
		Staff: console,
		World: requestedWorld,
		Site:  pages, Mock: mockHandler(casino, p.cache, p.platforms, p.maintenance, p.protection, live, log),
		Bootstrap:      func(s *bff.Scope) ([]byte, error) { return site.Bootstrap(s.Brand, s.Lang) },
		Ready:          withQueue(readiness(ctx, p.stores.ping, p.stores.degraded), p.sessions.QueuedRevocations),
		TrustedProxies: conf.Server.TrustedProxies, CountryHeader: conf.Server.CountryHeader, Log: log, AccessLog: access, Observer: observer,
	})
	p.gateway = p.tracing.Handler(handler)
	if p.stores.start != nil {
		p.stores.start.done.Store(true)
	}
	return p, err
}

// openSite serves the built site, or that of a running Vite. A binary without a site serves calls
// and answers pages with 503.
func openSite(vite string, calls *contract.Catalogue, initial site.InitialDataFunc) (http.Handler, error) {
	if vite != "" {
		return site.NewDev(vite, initial)
	}
	text := func(lang, key string) string { return calls.Message(lang, key, nil) }
	pages, err := site.New(site.Built(), text, initial)
	if errors.Is(err, site.ErrNotBuilt) {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, site.ErrNotBuilt.Error(), http.StatusServiceUnavailable)
		}), nil
	}
	return pages, err
}
