package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
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

// platforms contains the upstreams of the current configuration.
type platforms struct {
	*upstream.Routes
	*upstream.Overrides // of breakers

	casino      http.Handler // nil without a mock upstream
	calls       *contract.Catalogue
	maintenance upstream.Maintenance
	deviations  upstream.Deviations                       // may be nil
	record      func(http.RoundTripper) http.RoundTripper // wraps the transport of an adapter; may be nil
	tracing     *telemetry.Tracing
	pulse       *pulse.Pulse
	renewals    *rest.SharedRenewals // may be nil
	log         *slog.Logger
	settings    map[string]config.Upstream // of the configuration that is prepared
}

// openPlatforms opens the mock and the platforms.
func (s *server) openPlatforms(ctx context.Context) (err error) {
	s.deviations = upstream.NewDeviationLog(upstream.DeviationOptions{
		Log: s.log, Clock: time.Now, Count: s.metrics.CountViolation, IsSecret: telemetry.IsSecret,
	})
	s.platforms = &platforms{
		calls: s.calls, renewals: rest.NewSharedRenewals(s.stores.tickets, s.index), maintenance: s.maintenance,
		deviations: countedDeviations{s.deviations, s.traffic}, tracing: s.tracing, log: s.log,
	}
	if err := s.platforms.open(ctx, s.live, s.stores.records(breakerRecords)); err != nil {
		return err
	}
	s.onClose(s.platforms.Close)
	s.platforms.Changed = func() {
		if err := s.stores.bus.Publish(ctx, bff.TopicBreakers, []byte("{}")); err != nil {
			s.log.WarnContext(ctx, "could not notify consoles of a breaker override", "error", err)
		}
	}
	s.repeat(2*time.Second, func(ctx context.Context) {
		if err := s.platforms.Reload(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "could not reload breaker overrides, the last known overrides remain active",
				"error", err)
		}
	})
	return nil
}

// open prepares the upstreams of the current and of every later configuration. An unusable upstream
// rejects the configuration.
func (p *platforms) open(ctx context.Context, live *config.Live, overrides bff.RecordStore) (err error) {
	now := live.Config()
	if p.casino, err = openMock(now, p.calls, p.log); err != nil {
		return err
	}
	if p.Overrides, err = upstream.OpenOverrides(ctx, overrides); err != nil {
		return err
	}
	p.pulse, p.Routes = pulse.Start(ctx), upstream.NewRoutes(p.chain, p.Overrides)
	if err := p.prepare(now); err != nil {
		return err
	}
	p.Use(now.Brands...)
	live.Guard(p.prepare)
	live.Subscribe(func(c *config.Config) { p.Use(c.Brands...) })
	return nil
}

// prepare builds the upstreams of a configuration before it is applied.
func (p *platforms) prepare(c *config.Config) error {
	p.settings = c.Server.Upstreams
	return p.Prepare(c.Brands...)
}

// chain builds the chain of an upstream. Routes calls it one time per set of rules.
func (p *platforms) chain(rules bff.UpstreamRules) (*upstream.Chain, error) {
	s := p.settings[rules.Name]
	adapter, client, err := p.adapter(rules, s)
	if err != nil {
		return nil, fmt.Errorf("could not create adapter %s: %w", rules.Adapter, err)
	}
	settings := upstream.Settings{
		Name: rules.Name, Deadlines: s.Timeouts, Pulse: p.pulse,
		Bulkhead: upstream.BulkheadSettings{MaxConcurrent: s.Concurrency, Queue: s.Queue},
		Breaker: upstream.BreakerSettings{
			Window: s.Breaker.Window, Minimum: uint32(s.Breaker.Minimum), Ratio: s.Breaker.Ratio,
			OpenFor: s.Breaker.OpenFor, SlowAfter: s.Breaker.SlowAfter,
			OnChange: func(circuit upstream.CircuitKey, state string) {
				p.log.Warn("circuit breaker changed", "brand", circuit.Partition.Brand(), "upstream", circuit.Upstream,
					"class", circuit.Class, "partition", circuit.Partition, "state", state)
			},
		},
		Messages: p.calls, Maintenance: p.maintenance, Propagate500: s.Propagates500(), Overrides: p.Overrides,
		Contract: upstream.ContractSettings{Checker: p.calls, Overrides: s.ContractOverrides, Deviations: p.deviations},
		Probe: upstream.ProbeSettings{
			Health: func(brand *bff.Brand, class string) *bff.UpstreamRequest {
				return healthCall(p.calls, rules, s.Probe.Call, brand, class)
			},
			Interval: s.Probe.Interval,
		},
	}
	if client != nil {
		settings.Probe.Connect, settings.Failover = client.Connect, client.Failover
	}
	return upstream.NewChain(adapter, settings), nil
}

// MockAdapter is the adapter name of the built-in mock.
const MockAdapter = "mock"

// newClient returns the transport of an upstream other than the mock.
func newClient(s config.Upstream, log *slog.Logger) (*transport.Transport, error) {
	return transport.New(transport.Settings{
		URL: s.URL, FailoverURLs: s.FailoverURLs, ReturnAfter: s.Probe.ReturnAfter, Log: log,
		CA: s.TLS.CA, Cert: s.TLS.Cert, Key: s.TLS.Key, Headers: s.Headers, Secret: s.Secret,
		Concurrency: 4 * s.Concurrency, // circuits share the connections, and about 4 of them are full at once
	})
}

// adapter returns the adapter for settings and its transport, which is nil for the mock.
func (p *platforms) adapter(
	rules bff.UpstreamRules, s config.Upstream,
) (a bff.Upstream, client *transport.Transport, err error) {
	if rules.Adapter == MockAdapter {
		a, err = newMockAdapter(p.casino, p.tracing.Transport)
		return a, nil, err
	}
	if client, err = newClient(s, p.log); err != nil {
		return nil, nil, err
	}
	send := p.tracing.Transport(client)
	if p.record != nil {
		send = p.record(send)
	}
	switch rules.Adapter {
	case "envelope":
		a, err = envelope.New(envelope.Settings{URL: rules.URL, Transport: send, Names: s.ServerCallNames()})
		return a, client, err
	case "rest":
		mapping, err := rest.Parse(s.Mapping, s.MappingYAML, p.calls)
		if err != nil {
			return nil, nil, err
		}
		a, err = rest.New(rest.Settings{URL: rules.URL, Mapping: mapping, Transport: send, Renewals: p.renewals})
		return a, client, err
	}
	return nil, nil, errors.New("unknown adapter")
}

// NewAdapter returns an adapter for an upstream other than the mock. record wraps its transport and
// may be nil.
func NewAdapter(
	rules bff.UpstreamRules, settings config.Upstream, calls *contract.Catalogue,
	record func(http.RoundTripper) http.RoundTripper,
) (bff.Upstream, error) {
	p := platforms{calls: calls, record: record}
	a, _, err := p.adapter(rules, settings)
	return a, err
}

// OpenRoutes opens the platforms of a configuration for a command, without a store.
func OpenRoutes(ctx context.Context, live *config.Live, calls *contract.Catalogue) (bff.Upstream, error) {
	p := &platforms{calls: calls, log: slog.New(slog.DiscardHandler)}
	return p, p.open(ctx, live, storedRecords{})
}

// healthCall returns the call that probes an upstream: the configured call, or a guest read without
// data, preferably of the class. It returns nil if there is none.
func healthCall(
	calls *contract.Catalogue, rules bff.UpstreamRules, configured string, brand *bff.Brand, class string,
) *bff.UpstreamRequest {
	var other *bff.UpstreamRequest
	for _, call := range calls.Calls() {
		if configured != "" && call.Name() != configured || call.Local || !brand.Supports(call) ||
			brand.RulesFor(call) != rules || other != nil && call.Class != class {
			continue
		}
		data := calls.Complete(call, map[string]any{}, brand.DefaultLang())
		resolved := calls.Resolve(call, data)
		if resolved.Who != bff.WhoGuest || resolved.Kind != bff.KindRead || calls.CheckRequest(call, data) != nil {
			continue
		}
		r := &bff.UpstreamRequest{
			RequestID: "probe", Brand: brand, Partition: bff.Partition(brand.ID), Call: call, Rules: resolved,
			Data: data, Lang: brand.DefaultLang(),
		}
		if call.Class == class || configured != "" {
			return r
		}
		other = r
	}
	return other
}
