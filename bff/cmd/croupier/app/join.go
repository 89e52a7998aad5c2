// Package app assembles the server, and gives commands access to its stores while no server runs.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/maintenance"
	"croupier/bff/ops/speed"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/studio"
	"croupier/bff/ops/telemetry"
	"croupier/bff/ops/traffic"
	"croupier/bff/platform/cache"
	"croupier/bff/platform/sanitise"
	"croupier/bff/platform/upstream"
	"croupier/bff/player/block"
	"croupier/bff/player/events"
	"croupier/bff/player/payments"
	"croupier/bff/player/protection"
	"croupier/bff/player/session"
	"croupier/bff/site"
	"croupier/bff/site/search"
)

// lifecycle collects the tasks of a running server and the functions that close its parts.
type lifecycle struct {
	tasks   []func(context.Context) error
	closers []func() error
}

// every runs a task of the server that handles each tick itself, until its context ends.
func (l *lifecycle) every(interval time.Duration, task func(context.Context, <-chan time.Time)) {
	l.tasks = append(l.tasks, func(ctx context.Context) error {
		task(ctx, time.Tick(interval))
		return nil
	})
}

// repeat runs a task of the server at each tick, until its context ends.
func (l *lifecycle) repeat(interval time.Duration, task func(context.Context)) {
	l.every(interval, func(ctx context.Context, ticks <-chan time.Time) {
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks:
				task(ctx)
			}
		}
	})
}

// onClose registers a function that closes a part. Parts close in reverse order.
func (l *lifecycle) onClose(fn func()) {
	l.closers = append(l.closers, func() error {
		fn()
		return nil
	})
}

type server struct {
	lifecycle
	calls     *contract.Catalogue
	live      *config.Live
	log       *slog.Logger
	version   string
	signalled context.Context // ends with the signal to stop: the server drains
	stopping  context.Context // ends after the drain notice: no new requests are accepted
	stop      context.CancelFunc

	index       *indexkey.Key // hashes the identities in keys of stores
	ring        *session.KeyRing
	stores      *stores
	collections map[string]bff.Collection
	metrics     *telemetry.Metrics
	tracing     *telemetry.Tracing // nil without tracing

	platforms    *platforms
	cache        *cache.Cache
	deviations   *upstream.DeviationLog
	sanitised    *sanitise.Upstream // the platforms with sanitised answers
	reader       *site.GuestReader
	search       *search.Service
	events       *events.Hub
	sessions     *session.Manager
	payments     *payments.Follower
	protection   *protection.Service
	blocks       *block.List
	activity     *activity.Log
	devices      *activity.KnownDevices
	traffic      *traffic.Counter
	speed        *speed.Counter
	maintenance  *maintenance.Manager
	maintenances *maintenance.Admin
	accounts     *staff.AccountAdmin
	passes       site.PreviewPasses // to drafts
	studio       *studio.Admin
	console      http.Handler // the API of the console

	gateway    http.Handler
	admin      http.Handler
	adminToken string // of admin requests
}

func (s *server) close() (err error) {
	s.stop()
	for _, fn := range slices.Backward(s.closers) {
		err = errors.Join(err, fn())
	}
	return err
}

// join builds the server from the configuration and stops at the end of ctx. Each step uses the
// parts of earlier steps. Parts do not know each other.
func join(
	ctx context.Context, calls *contract.Catalogue, live *config.Live, log *slog.Logger, o Options,
	access gateway.AccessLog,
) (_ *server, err error) {
	s := &server{
		calls: calls, live: live, log: log, version: o.Version, adminToken: rand.Text(),
		metrics: telemetry.NewMetrics(), signalled: ctx,
		collections: map[string]bff.Collection{},
	}
	s.stopping, s.stop = afterNotice(ctx, live, log)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	for _, open := range []func(context.Context) error{
		s.openStores, s.openTracing, s.openSessions, s.openMaintenance, s.openRecords, s.openPlatforms, s.openResponses,
		s.openPayments, s.openProtection, s.openBlocks, s.openAccounts, s.openStudio, s.openAuditSinks,
		s.openWebhooks, s.openConsole,
	} {
		if err := open(ctx); err != nil {
			return nil, err
		}
	}
	s.admin = s.adminHandler()
	pages, err := openSite(o.DevSite, calls, site.NewInitialData(s.reader.ReadAll))
	if err != nil {
		return nil, err
	}
	observers := []bff.Observer{s.metrics, s.traffic, s.activity}
	if s.tracing != nil {
		observers = append(observers, s.tracing)
	}
	conf := live.Config()
	rows := *s.reader
	rows.Maintenance = func(string, string) bff.MaintenanceState { // the gateway knows the visitors with a pass
		return bff.MaintenanceState{}
	}
	handler := gateway.New(gateway.Options{
		Contract: calls, Brands: live.Brand, Sessions: s.metrics.Sessions(s.sessions),
		Upstream: s.sanitised, Refusal: s.platforms.Refusal, Cache: s.cache,
		Draft: s.studio.Draft, PreviewPass: s.passes.ValidUntil, AllBrands: live.Brands,
		Maintenance: s.maintenance,
		IsNewDevice: s.devices.IsNew, RememberDevice: s.devices.Remember, Suggest: s.search.Suggest,
		Events: s.events, Bus: s.stores.bus, Payments: s.payments, Protection: s.protection,
		Blocks: s.blocks, Limiter: s.metrics.Limiter(s.stores.limiter),
		IdempotencyStore: s.metrics.IdempotencyStore(s.stores.idempotency), Vitals: s.speed.Count,
		Staff: s.console, Site: pages, Partition: partition, Mock: s.mockHandler(),
		Bootstrap: func(s *bff.Scope) ([]byte, error) { return site.Bootstrap(s.Brand, s.Lang) },
		Row: func(ctx context.Context, s *bff.Scope, section string) *bff.Row {
			return site.ReadRow(ctx, s, rows.ReadAll, section)
		},
		Ready:          readiness(ctx, s.stores.ping, s.degraded),
		TrustedProxies: conf.Server.TrustedProxies, CountryHeader: conf.Server.CountryHeader,
		Log: log, AccessLog: access, Observer: telemetry.MultiObserver(observers),
	})
	s.gateway = s.tracing.Handler(handler)
	if s.stores.start != nil {
		s.stores.start.done.Store(true)
	}
	return s, nil
}

// openSite serves the built site, or the site of a running Vite server. A binary without a site
// serves pages with 503.
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
