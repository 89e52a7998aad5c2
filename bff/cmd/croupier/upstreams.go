package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/pulse"
	"croupier/bff/ops/telemetry"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/rest"
	"croupier/bff/platform/transport"
	"croupier/bff/platform/upstream"
)

// platforms holds the upstreams of the current configuration.
type platforms struct {
	*upstream.Routes
	overrides *upstream.Overrides

	casino      http.Handler // nil without a mock upstream
	calls       *contract.Catalogue
	maintenance upstream.Maintenance
	deviations  upstream.Deviations                       // may be nil
	record      func(http.RoundTripper) http.RoundTripper // wraps the transport of an adapter; may be nil
	tracing     *telemetry.Tracing
	pulse       *pulse.Pulse
	renewals    *rest.SharedRenewals // may be nil
	log         *slog.Logger

	mu       sync.Mutex // serializes prepare
	settings map[string]config.Upstream
}

// openPlatforms prepares the upstreams of the current configuration and of every later one. A
// configuration with unusable settings is refused.
func openPlatforms(
	ctx context.Context, live *config.Live, calls *contract.Catalogue, casino http.Handler,
	overrides bff.RecordStore, renewals *rest.SharedRenewals, maintenance upstream.Maintenance, deviations upstream.Deviations, tracing *telemetry.Tracing, log *slog.Logger,
) (*platforms, error) {
	p := &platforms{casino: casino, calls: calls, renewals: renewals, maintenance: maintenance, deviations: deviations, tracing: tracing, pulse: pulse.Start(ctx), log: log}
	var err error
	if p.overrides, err = upstream.OpenOverrides(ctx, overrides); err != nil {
		return nil, err
	}
	p.Routes = upstream.NewRoutes(p.chain, p.overrides)
	now := live.Config()
	if err := p.prepare(now); err != nil {
		return nil, err
	}
	p.Use(now.Brands...)
	live.Guard(p.prepare)
	live.Subscribe(func(c *config.Config) { p.Use(c.Brands...) })
	return p, nil
}

// prepare builds the upstreams of a configuration before it comes into force.
func (p *platforms) prepare(c *config.Config) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settings = c.Server.Upstreams
	return p.Prepare(c.Brands...)
}

// overrideInterval is the time between reloads of the breaker overrides.
const overrideInterval = 2 * time.Second

// watchOverrides reloads the overrides of other instances until ctx ends.
func (p *platforms) watchOverrides(ctx context.Context) {
	p.overrides.Run(ctx, time.Tick(overrideInterval), func(err error) {
		p.log.WarnContext(ctx, "reload breaker overrides: failed; the last known ones stay in force", "error", err)
	})
}

// chain builds the chain of an upstream; Routes calls it once per set of rules.
func (p *platforms) chain(rules bff.UpstreamRules) (*upstream.Chain, error) {
	s := p.settings[rules.Name]
	adapter, connect, err := p.adapter(rules, s)
	if err != nil {
		return nil, fmt.Errorf("adapter %s: %w", rules.Adapter, err)
	}
	deadlines := map[string]time.Duration{}
	for class, d := range s.Timeouts {
		deadlines[class] = time.Duration(d)
	}
	return upstream.NewChain(adapter, upstream.Settings{
		Name:      rules.Name,
		Deadlines: deadlines,
		Bulkhead:  upstream.BulkheadSettings{MaxConcurrent: s.Concurrency, Queue: s.Queue},
		Breaker: upstream.BreakerSettings{
			Window: time.Duration(s.Breaker.Window), Minimum: uint32(s.Breaker.Minimum), Ratio: s.Breaker.Ratio,
			OpenFor: time.Duration(s.Breaker.OpenFor), SlowAfter: time.Duration(s.Breaker.SlowAfter),
			OnChange: func(circuit upstream.CircuitKey, state string) {
				p.log.Warn("circuit breaker changed", "brand", circuit.Brand, "upstream", circuit.Upstream, "class", circuit.Class, "world", circuit.World, "state", state)
			},
		},
		Messages: p.calls, Maintenance: p.maintenance, Propagate500: s.Propagates500(), Overrides: p.overrides,
		Contract: upstream.ContractSettings{Checker: p.calls, Overrides: s.ContractOverrides, Deviations: p.deviations},
		Probe: upstream.ProbeSettings{
			Connect:  connect,
			Health:   (&healthCalls{calls: p.calls, upstream: rules, configured: s.Probe.Call}).of,
			Interval: time.Duration(s.Probe.Interval),
		},
		Pulse: p.pulse,
	}), nil
}

// mockAdapter is the adapter name of the casino in this process.
const mockAdapter = "mock"

// adapter returns the adapter that an upstream's settings name, and what opens a connection to the
// upstream, nil for the mock.
func (p *platforms) adapter(rules bff.UpstreamRules, s config.Upstream) (a bff.Upstream, connect func(context.Context) error, err error) {
	if rules.Adapter == mockAdapter {
		a, err = newMockAdapter(p.casino, p.tracing.Transport)
		return a, nil, err
	}
	client, err := transport.New(transport.Settings{
		URL: rules.URL, CA: s.TLS.CA, Headers: s.Headers, Secret: s.Secret, Concurrency: expectedBusyCircuits * s.Concurrency,
	})
	if err != nil {
		return nil, nil, err
	}
	send := p.tracing.Transport(client)
	if p.record != nil {
		send = p.record(send)
	}
	switch rules.Adapter {
	case "envelope":
		a, err = envelope.New(envelope.Settings{URL: rules.URL, Transport: send, Names: s.ServerCallNames()})
		return a, client.Connect, err
	case "rest":
		mapping, err := rest.Parse(s.Mapping, s.MappingYAML, p.calls)
		if err != nil {
			return nil, nil, err
		}
		a, err = rest.New(rest.Settings{URL: rules.URL, Mapping: mapping, Transport: send, Renewals: p.renewals})
		return a, client.Connect, err
	}
	return nil, nil, errors.New("unknown adapter")
}

// expectedBusyCircuits is the number of circuits of an upstream expected to be full at once. They
// share one connection pool.
const expectedBusyCircuits = 4
