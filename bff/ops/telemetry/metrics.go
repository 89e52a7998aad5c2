package telemetry

import (
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"croupier/bff"
)

// Metrics collects the Prometheus metrics. Every label has a limited number of values. Brands and
// calls come from configuration and contract, and paths are route templates. A platform may return
// any reason, so reasons beyond maxReasons become "other".
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	upstream *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	reasons  boundedLabel

	mu     sync.RWMutex
	series map[seriesKey]*series

	stores                                              *prometheus.HistogramVec
	storeErrors, limited, money, sessions               *prometheus.CounterVec
	violations, refusedLinks, defects, webhooks, events *prometheus.CounterVec

	vitals vitals
}

var _ bff.Observer = (*Metrics)(nil)

// durations are the histogram buckets of requests and upstreams, in seconds.
var durations = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// storeDurations are the histogram buckets of stores, in seconds, from memory to network.
var storeDurations = []float64{.00001, .0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1}

// NewMetrics returns the metrics, including metrics of the process and the Go runtime.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), series: map[seriesKey]*series{}}
	m.reasons.seen = map[string]bool{}
	m.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.requests = m.counter("requests_total",
		"HTTP requests. reason is the debug code of a failed call.",
		"brand", "call", "path", "status", "reason", "cache")
	m.took = m.histogram("request_seconds", "Duration of requests in seconds.", durations, "brand", "call")
	m.upstream = m.histogram("upstream_seconds",
		"Time that requests waited for the platform, in seconds.", durations, "brand", "call")
	m.bytes = m.counter("response_bytes_total", "Bytes of response bodies.", "brand")
	m.stores = m.histogram("store_seconds",
		"Duration of store operations in seconds.", storeDurations, "store", "operation")
	m.storeErrors = m.counter("store_errors_total", "Store operations that failed.", "store", "operation")
	m.limited = m.counter("rate_limited_total", "Requests that a rate limit refused.", "brand", "rule")
	m.money = m.counter("money_total", "Payment calls. outcome is sent, answered, unknown, released, refused, "+
		"repeated, in_flight, reused, still_unknown, settled, "+
		"settled_executed or settled_refused.", "brand", "outcome")
	m.sessions = m.counter("sessions_total",
		"Events of player sessions. outcome is begun, completed, refreshed, ended, ended_all or refused.", "brand",
		"outcome")
	m.violations = m.counter("contract_violations_total",
		"Responses of the platform that violate the contract. path is the JSONPath of the violation.", "call", "path")
	m.refusedLinks = m.counter("refused_links_total",
		"Links that Croupier removed from responses, because origins of the brand does not list their hosts.",
		"brand", "call")
	m.defects = m.counter("defects_total",
		"Requests that failed with an internal error. The log contains a stack trace of each.", "brand")
	m.webhooks = m.counter("webhooks_total",
		"Webhooks. outcome is delivered, failed (one attempt) or dropped (after a day, or because the queue was "+
			"full).", "outcome")
	m.events = m.counter("events_total",
		"Events from other systems. type is unknown before Croupier has accepted the sender and the type. outcome is "+
			"applied, repeated, outdated, refused or failed.", "type", "outcome")
	m.registerVitals()
	m.AddBrands("") // requests of unknown hosts
	m.events.WithLabelValues("unknown", "refused")
	for _, outcome := range []string{"delivered", "failed", "dropped"} {
		m.webhooks.WithLabelValues(outcome)
	}
	return m
}

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	return promauto.With(m.registry).NewCounterVec(prometheus.CounterOpts{Name: "croupier_" + name, Help: help}, labels)
}

func (m *Metrics) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	o := prometheus.HistogramOpts{Name: "croupier_" + name, Help: help, Buckets: buckets}
	return promauto.With(m.registry).NewHistogramVec(o, labels)
}

// CountViolation counts a response that violates the contract. The caller limits the paths.
func (m *Metrics) CountViolation(call, path string) { m.violations.WithLabelValues(call, path).Inc() }

type seriesKey struct {
	brand, call, path string
	status            int
	reason            string
	cache             bff.CacheState
}

type series struct {
	requests, bytes prometheus.Counter
	took, upstream  prometheus.Observer
}

// Observe implements bff.Observer.
func (m *Metrics) Observe(_ context.Context, o *bff.Observation) {
	s := m.seriesOf(seriesKey{o.Brand, o.Call, o.Path, o.Status, m.reasons.label(o.Debug), o.Cache})
	s.requests.Inc()
	s.took.Observe(o.Duration.Seconds())
	if o.Upstream > 0 {
		s.upstream.Observe(o.Upstream.Seconds())
	}
	s.bytes.Add(float64(o.Bytes))
	if o.Debug == bff.ReasonInternal.Debug {
		m.defects.WithLabelValues(o.Brand).Inc()
	}
}

// AddBrands creates the counters with alerts on their first event, with value 0 for each brand.
// Without it, a counter would start at 1 and Prometheus would not see an increase. Call it again
// for brands that a reload adds.
func (m *Metrics) AddBrands(ids ...string) {
	for _, id := range ids {
		m.defects.WithLabelValues(id)
		for _, outcome := range moneyOutcomes {
			m.money.WithLabelValues(id, outcome)
		}
	}
}

// seriesOf returns the metrics of k. It resolves labels only once per key.
func (m *Metrics) seriesOf(k seriesKey) *series {
	m.mu.RLock()
	s := m.series[k]
	m.mu.RUnlock()
	if s != nil {
		return s
	}
	s = &series{
		requests: m.requests.WithLabelValues(k.brand, k.call, k.path, strconv.Itoa(k.status), k.reason,
			string(k.cache)),
		bytes:    m.bytes.WithLabelValues(k.brand),
		took:     m.took.WithLabelValues(k.brand, k.call),
		upstream: m.upstream.WithLabelValues(k.brand, k.call),
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.series[k] = s // may replace an equal one of another request
	return s
}

// LinkRefused counts a link that Croupier removed from a response.
func (m *Metrics) LinkRefused(brand, call string) { m.refusedLinks.WithLabelValues(brand, call).Inc() }

// CountEvent counts an outcome of staff.Options.CountEvent.
func (m *Metrics) CountEvent(kind, outcome string) { m.events.WithLabelValues(kind, outcome).Inc() }

// CountWebhook counts an outcome of webhook.Options.Count.
func (m *Metrics) CountWebhook(outcome string) { m.webhooks.WithLabelValues(outcome).Inc() }

// AuditSink adds the metrics of a sink and returns functions that change them, see staff.AuditSink.
func (m *Metrics) AuditSink(name string) (lag, failed, lost func(float64)) {
	options := func(metric, help string) prometheus.Opts {
		return prometheus.Opts{
			Name: "croupier_audit_sink_" + metric, Help: help, ConstLabels: prometheus.Labels{"sink": name},
		}
	}
	r := promauto.With(m.registry)
	return r.NewGauge(prometheus.GaugeOpts(options("lag", "Links of audit entries that the sink does not have."))).Set,
		r.NewCounter(prometheus.CounterOpts(options("failures_total", "Failed requests to the sink."))).Add,
		r.NewCounter(prometheus.CounterOpts(options("lost_total",
			"Links of audit entries that expired or were deleted before the sink had them."))).Add
}

// Handler serves /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

const maxReasons = 64 // the maximum number of values of the reason label, more than the known reasons

type boundedLabel struct {
	mu   sync.Mutex
	seen map[string]bool
}

// label returns value, or "other" for a new value after maxReasons values.
func (b *boundedLabel) label(value string) string {
	if value == "" {
		return value
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.seen[value] && len(b.seen) >= maxReasons {
		return "other"
	}
	b.seen[value] = true
	return value
}

// vitals are the metrics of reports of browsers. Each metric has few buckets, because a brand has
// up to 45 routes and three kinds of devices: 7 series for each, at most 3780 for a brand. The
// second and the last bucket end at the thresholds of Web Vitals.
type vitals struct {
	pages        map[string]*prometheus.HistogramVec // by name in a report
	starts       *prometheus.HistogramVec
	failedStarts *prometheus.CounterVec
}

func (m *Metrics) registerVitals() {
	page := func(name, help string, bounds ...float64) *prometheus.HistogramVec {
		return m.histogram("page_"+name, help+" of sampled page loads, as browsers report it.", bounds,
			"brand", "route", "device")
	}
	m.vitals.pages = map[string]*prometheus.HistogramVec{
		"lcp":  page("lcp_seconds", "Largest contentful paint in seconds", 1.2, 2.5, 3.2, 4),
		"inp":  page("inp_seconds", "Interaction to next paint in seconds", .1, .2, .35, .5),
		"cls":  page("cls", "Cumulative layout shift", .05, .1, .17, .25),
		"ttfb": page("ttfb_seconds", "Time to first byte in seconds", .4, .8, 1.3, 1.8),
	}
	m.vitals.starts = m.histogram("game_start_seconds",
		"Time in seconds until the frame of a game has loaded, in sampled page loads.",
		[]float64{1, 2, 4, 8, 12}, "brand", "provider")
	m.vitals.failedStarts = m.counter("game_start_failures_total",
		"Starts of games that failed in sampled page loads.", "brand", "provider")
}

// CountVitals counts a report of a browser. The caller limits the routes and providers.
func (m *Metrics) CountVitals(brand string, r *bff.VitalsReport) {
	const milliseconds = 1000
	for name, figure := range r.Metrics {
		value := figure.Value
		if name != "cls" {
			value /= milliseconds
		}
		m.vitals.pages[name].WithLabelValues(brand, r.Route, r.Device).Observe(value)
	}
	for _, game := range r.Games {
		if game.MS == nil {
			m.vitals.failedStarts.WithLabelValues(brand, game.Provider).Inc()
		} else {
			m.vitals.starts.WithLabelValues(brand, game.Provider).Observe(*game.MS / milliseconds)
		}
	}
}
