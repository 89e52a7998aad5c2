package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"croupier/bff"
	"croupier/bff/answers"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/limit"
	"croupier/bff/maintenance"
	"croupier/bff/money"
	"croupier/bff/session"
	"croupier/bff/site"
	"croupier/bff/store/embedded"
	"croupier/bff/telemetry"
	"croupier/bff/upstream"
)

// parts are the joined server: what listens, and what must be ended.
type parts struct {
	gateway     http.Handler
	admin       http.Handler
	maintenance *maintenance.Manager
	store       *embedded.Store
	answers     *answers.Cache
	longest     time.Duration // the longest deadline of any call
}

// close ends what holds files or goroutines.
func (p *parts) close() error {
	if p.answers != nil {
		p.answers.Close()
	}
	return p.store.Close()
}

// join builds every part from the configuration. This function is the map of the server:
// each part gets what it needs here and knows nobody else.
func join(ctx context.Context, conf *config.Config, log *slog.Logger, vite string) (p *parts, err error) {
	made := &parts{}
	p = made
	if p.store, err = embedded.Open(conf.Server.DataDir, embedded.Options{}); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, made.close()) // p is nil by now where a return said so
		}
	}()
	calls, err := contract.Load()
	if err != nil {
		return nil, err
	}
	p.longest = calls.Longest()
	sessions, err := openSessions(conf, p.store)
	if err != nil {
		return nil, err
	}
	casino, err := openMock(conf, calls, log)
	if err != nil {
		return nil, err
	}
	// Maintenance asks the upstream whether it is over, and the upstream tells maintenance
	// that it has begun: the probe is joined once both exist.
	var probe func(context.Context, string) bool
	notices, err := p.store.Records("maintenance")
	if err != nil {
		return nil, err
	}
	p.maintenance, err = maintenance.New(ctx, maintenance.Settings{
		Store: notices,
		Probe: func(ctx context.Context, brand string) bool { return probe(ctx, brand) },
	})
	if err != nil {
		return nil, err
	}
	routes := upstream.NewRoutes(chains(casino, upstream.Settings{
		Messages: calls, Maintenance: p.maintenance,
		Breaker: upstream.BreakerSettings{OnChange: func(lane upstream.Lane, state string) {
			log.Warn("breaker changed", "brand", lane.Brand, "adapter", lane.Adapter, "class", lane.Class, "world", lane.World, "state", state)
		}},
	}))
	if err = routes.Prepare(conf.Brands...); err != nil {
		return nil, err
	}
	probe = prober(conf, calls, routes)
	p.answers = answers.New(answers.Settings{Checker: calls, Unfit: func(r *bff.UpstreamRequest, err error) {
		log.Warn("answer breaks the contract", "brand", r.Brand.ID, "call", r.Call.Name(), "error", err)
	}})
	metrics := telemetry.NewMetrics()
	p.admin = adminHandler(metrics.Handler())

	pages, err := openSite(vite, firsts(calls, p.answers, routes, p.maintenance))
	if err != nil {
		return nil, err
	}
	p.gateway, err = gateway.New(gateway.Options{
		Contract: calls, Brands: conf.Brand, Sessions: sessions, Upstream: routes, Answers: p.answers,
		Maintenance: p.maintenance, Limiter: limit.New(limit.Options{}), Journal: money.NewMemory(money.Options{}),
		Site: pages, Mock: mockHandler(casino, p.answers),
		Bootstrap:      func(s *bff.Scope) ([]byte, error) { return site.Bootstrap(s.Brand, s.Lang, nil) },
		Ready:          readiness(ctx),
		TrustedProxies: conf.Server.TrustedProxies, Log: log, Metrics: metrics,
	})
	return p, err
}

// openSessions opens the key ring, made in the data folder when no file is named.
func openSessions(conf *config.Config, store *embedded.Store) (*session.Manager, error) {
	file := conf.Server.KeysFile
	if file == "" {
		file = filepath.Join(conf.Server.DataDir, "keys.json")
	}
	ring, err := session.OpenRing(file, time.Now())
	if err != nil {
		return nil, err
	}
	return session.New(session.Settings{Ring: ring, Revocations: store})
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

// prober asks a brand's platform whether it is open again.
func prober(conf *config.Config, calls *contract.Catalogue, routes *upstream.Routes) func(context.Context, string) bool {
	return func(ctx context.Context, id string) bool {
		for _, b := range conf.Brands {
			if b.ID != id {
				continue
			}
			call, ok := calls.Lookup("maintenance", "check_status")
			if !ok {
				return false
			}
			data := calls.Complete(call, map[string]any{}, b.DefaultLang())
			a, err := routes.Do(ctx, &bff.UpstreamRequest{
				RequestID: "probe", Brand: b, Call: call, Rules: calls.Resolve(call, data), Data: data, Lang: b.DefaultLang(),
			})
			return err == nil && a.Result
		}
		return true // the brand is gone from the configuration
	}
}

// readiness tells balancers to send nobody here once the server has been told to end.
func readiness(ctx context.Context) func() []string {
	return func() []string {
		if ctx.Err() != nil {
			return []string{gateway.Draining}
		}
		return nil
	}
}
