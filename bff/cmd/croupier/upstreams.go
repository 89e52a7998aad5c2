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
	"croupier/bff/telemetry"
	"croupier/bff/upstream"
	"croupier/bff/upstream/envelope"
	"croupier/bff/upstream/rest"
	"croupier/bff/upstream/transport"
)

// platforms are the upstreams of the configuration in force.
type platforms struct {
	*upstream.Routes
	overrides *upstream.Overrides

	casino      http.Handler // nil: no upstream is the mock
	calls       *contract.Catalogue
	maintenance upstream.Maintenance
	tracing     *telemetry.Tracing
	log         *slog.Logger

	mu       sync.Mutex // one preparation at a time
	settings map[string]config.Upstream
}

// openPlatforms prepares the upstreams of the configuration in force, and of every one
// that follows: settings that cannot be used refuse it.
func openPlatforms(
	ctx context.Context, live *config.Live, calls *contract.Catalogue, casino http.Handler,
	overrides bff.RecordStore, maintenance upstream.Maintenance, tracing *telemetry.Tracing, log *slog.Logger,
) (*platforms, error) {
	p := &platforms{casino: casino, calls: calls, maintenance: maintenance, tracing: tracing, log: log}
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

// prepare makes the upstreams of a configuration that is not in force yet.
func (p *platforms) prepare(c *config.Config) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settings = c.Server.Upstreams
	return p.Prepare(c.Brands...)
}

// overrideInterval is how often overrides are read that another instance may have changed.
const overrideInterval = 2 * time.Second

// follow keeps the overrides those of all instances until ctx ends.
func (p *platforms) watchOverrides(ctx context.Context) {
	ticks := time.NewTicker(overrideInterval)
	defer ticks.Stop()
	p.overrides.Run(ctx, ticks.C, func(err error) {
		p.log.WarnContext(ctx, "held breakers cannot be read, the last known stay", "error", err)
	})
}

// line makes the chain of an upstream; Routes asks once for each set of rules.
func (p *platforms) chain(rules bff.UpstreamRules) (*upstream.Chain, error) {
	s := p.settings[rules.Name]
	adapter, err := p.adapter(rules, s)
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
				p.log.Warn("breaker changed", "brand", circuit.Brand, "upstream", circuit.Upstream, "class", circuit.Class, "world", circuit.World, "state", state)
			},
		},
		Messages: p.calls, Maintenance: p.maintenance, Propagate500: s.Propagate500, Overrides: p.overrides,
	}), nil
}

// mockAdapter is the adapter name of the casino in this process.
const mockAdapter = "mock"

// adapter returns the adapter that an upstream's settings name.
func (p *platforms) adapter(rules bff.UpstreamRules, s config.Upstream) (bff.Upstream, error) {
	if rules.Adapter == mockAdapter {
		return newMockAdapter(p.casino, p.tracing.Transport)
	}
	client, err := transport.New(transport.Settings{
		URL: rules.URL, CA: s.TLS.CA, Headers: s.Headers, Secret: s.Secret, Concurrency: expectedBusyCircuits * s.Concurrency,
	})
	if err != nil {
		return nil, err
	}
	switch rules.Adapter {
	case "envelope":
		return envelope.New(envelope.Settings{URL: rules.URL, Transport: p.tracing.Transport(client)})
	case "rest":
		mapping, err := rest.Parse(s.Mapping, s.MappingYAML, p.calls)
		if err != nil {
			return nil, err
		}
		return rest.New(rest.Settings{URL: rules.URL, Mapping: mapping, Transport: p.tracing.Transport(client)})
	}
	return nil, errors.New("no such adapter")
}

// expectedBusyCircuits is how many lanes of an upstream are expected to be full together; one pool
// of connections serves them all.
const expectedBusyCircuits = 4
