package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/gateway"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/speed"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/telemetry"
	"croupier/bff/ops/traffic"
	"croupier/bff/ops/webhook"
	"croupier/bff/platform/upstream"
	"croupier/bff/site"
	"croupier/bff/store"
)

// openTracing opens traces, or leaves them nil without a collector in the server file.
func (s *server) openTracing(ctx context.Context) (err error) {
	conf := s.live.Config().Server
	if conf.Telemetry.OTLPEndpoint == "" {
		return nil
	}
	// The exporter reports an unavailable collector only through this handler.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { s.log.Warn("could not export traces", "error", err) }))
	s.tracing, err = telemetry.NewTracing(ctx, telemetry.TracingSettings{
		Endpoint: conf.Telemetry.OTLPEndpoint, Version: s.version, TrustedParent: isFromProxy(conf.TrustedProxies),
	})
	// A background context, because spans are exported after the server's context has ended.
	s.closers = append(s.closers, func() error { return s.tracing.Close(context.Background()) })
	return err
}

// isFromProxy reports whether the peer of a request is a trusted proxy.
func isFromProxy(trusted []netip.Prefix) func(*http.Request) bool {
	return func(r *http.Request) bool {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		return err == nil && slices.ContainsFunc(trusted,
			func(p netip.Prefix) bool { return p.Contains(peer.Addr().Unmap()) })
	}
}

func (s *server) publishState() {
	addBrands := func(c *config.Config) {
		for _, b := range c.Brands {
			s.metrics.AddBrands(b.ID)
		}
	}
	addBrands(s.live.Config())
	s.live.Subscribe(addBrands)
	s.metrics.Watch(telemetry.Sources{
		Circuits: s.platforms.States,
		Cache:    s.cache.Stats,
		Maintenance: func() map[string]bool {
			closed := map[string]bool{}
			for _, b := range s.live.Brands() {
				closed[b.ID] = s.maintenance.State(b.ID, "").On
			}
			return closed
		},
		Memory: s.stores.memory,
		Reloads: func() (applied, refused int, broken bool, at time.Time) {
			stats := s.live.Stats()
			return stats.Applied, stats.Refused, stats.Broken, stats.At
		},
		Store:  s.stores.state,
		Queued: s.sessions.QueuedRevocations,

		Unrecorded:  s.activity.Dropped,
		Undelivered: s.stores.bus.Dropped,
	})
}

// pingInterval is how long a result of ping is reused.
const pingInterval = time.Second

// Reasons of /readyz.
const (
	storeUnreachable    = "store unreachable"
	storeNotWritable    = "store not writable"
	storeMemoryLost     = "store lost its memory" // until the instances have written back what they know
	storeNotMirrored    = "store not mirrored in the data directory"
	exclusionsNotCopied = "exclusions not copied" // a restore would not know every limit and exclusion
	revocationsQueued   = "revocations queued"    // sessions ended here are valid on other instances
)

// readiness returns the reasons to send this instance no traffic. It calls ping at most once per
// pingInterval.
func readiness(ctx context.Context, ping func(context.Context) error, degraded func() []string) func() []string {
	var mu sync.Mutex
	var asked time.Time
	var fault error
	return func() (reasons []string) {
		if ctx.Err() != nil {
			reasons = append(reasons, gateway.Draining)
		}
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(asked) >= pingInterval {
			bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), 300*time.Millisecond) // of /readyz
			fault = ping(bounded)
			cancel()
			asked = now
		}
		var refused *store.RefusedError
		switch {
		case errors.As(fault, &refused):
			reasons = append(reasons, storeNotWritable+": "+refused.Reason)
		case errors.Is(fault, store.ErrNotWritable):
			reasons = append(reasons, storeNotWritable)
		case fault != nil:
			reasons = append(reasons, storeUnreachable)
		}
		return append(reasons, degraded()...)
	}
}

func (s *server) degraded() []string {
	reasons := s.stores.degraded()
	if s.sessions.QueuedRevocations() > 0 {
		reasons = append(reasons, revocationsQueued)
	}
	return reasons
}

// openRecords opens the log of requests and players, and the counters of traffic and speed.
func (s *server) openRecords(context.Context) error {
	s.devices = &activity.KnownDevices{Devices: s.collections[devicesCollection], IndexKey: s.index, Clock: time.Now}
	instance := instanceName()
	s.activity = activity.New(activity.Options{
		Requests: s.collections[requestsCollection], Players: s.collections[playersCollection],
		Devices: s.devices, IndexKey: s.index, Instance: instance, Log: s.log,
	})
	s.every(time.Second, s.activity.Run)
	s.onClose(s.activity.Close)
	s.traffic = traffic.New(
		traffic.Options{Store: s.collections[trafficCollection], Instance: instance, Log: s.log, Clock: time.Now},
	)
	s.repeat(5*time.Second, s.traffic.Write)
	s.onClose(func() { s.traffic.Write(context.Background()) })
	release, _, _ := strings.Cut(s.version, "+")
	s.speed = speed.New(speed.Options{
		Store: s.collections[speedCollection], Instance: instance, Release: release,
		Routes: site.Patterns(site.Built()), Providers: s.providers, Metrics: s.metrics.CountVitals,
		Log: s.log, Clock: time.Now,
	})
	s.repeat(30*time.Second, s.speed.Write)
	s.onClose(func() { s.speed.Write(context.Background()) })
	return nil
}

// providers returns the names of a brand's game providers, and the types of its virtual games.
func (s *server) providers(ctx context.Context, scope *bff.Scope) []string {
	names := slices.Collect(maps.Keys(scope.Brand.Virtual))
	for _, list := range s.reader.ReadAll(ctx, scope, time.Second,
		bff.GuestRead{Class: "casino", Method: "provider_list"},
		bff.GuestRead{Class: "livecasino", Method: "provider_list"},
	) {
		var items []struct {
			Name string `json:"providerName"`
		}
		if list == nil || json.Unmarshal(list.Data, &items) != nil {
			continue
		}
		for _, item := range items {
			names = append(names, item.Name)
		}
	}
	return names
}

// instanceName returns the host name of this process with a random suffix.
func instanceName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return host + "-" + strings.ToLower(rand.Text()[:6])
}

// countedDeviations lists deviations and counts responses with deviations as traffic.
type countedDeviations struct {
	*upstream.DeviationLog
	traffic *traffic.Counter
}

func (d countedDeviations) Observe(
	ctx context.Context, r *bff.UpstreamRequest, upstream string, found []bff.Violation,
) {
	d.DeviationLog.Observe(ctx, r, upstream, found)
	d.traffic.CountViolation(r.Brand.ID, r.Call.Class, upstream)
}

// openAuditSinks opens the audit sinks of the server file.
func (s *server) openAuditSinks(context.Context) error {
	for name, to := range s.live.Config().Server.Audit.Sinks {
		sink := &staff.AuditSink{
			Name: name, To: to, Positions: s.stores.records(sinkRecords), Audit: s.accounts.AuditLog,
		}
		sink.Lag, sink.Failed, sink.Lost = s.metrics.AuditSink(name)
		s.repeat(2*time.Second, sink.Poll)
	}
	return nil
}

// openWebhooks opens the notifier if the server file has receivers. Changes of maintenance wake it
// too.
func (s *server) openWebhooks(context.Context) error {
	settings := s.live.Config().Server.Webhooks
	if len(settings.Receivers) == 0 {
		return nil
	}
	notifier, err := webhook.New(webhook.Options{
		Webhooks: settings, Store: s.stores.records(webhookRecords), Instance: instanceName(),
		Count: s.metrics.CountWebhook, Log: s.log, Clock: time.Now, Brands: s.live.BrandIDs,
		Maintenance: s.maintenance.Status, Circuits: s.platforms.States, Unknown: s.stores.idempotency.ListUnknown,
	})
	if err != nil {
		return err
	}
	s.every(2*time.Second, func(ctx context.Context, ticks <-chan time.Time) {
		defer s.maintenance.Subscribe(func(string) { notifier.Wake() })()
		notifier.Run(ctx, ticks)
	})
	return nil
}
