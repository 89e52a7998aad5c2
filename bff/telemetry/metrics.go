package telemetry

import (
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"croupier/bff"
)

// Metrics counts requests for Prometheus. Every label has a bounded set of values: brands
// and calls come from configuration and contract, paths are route templates, and of
// reasons, which a platform may make up, only the first are told apart.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	upstream *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	reasons  bounded

	mu    sync.RWMutex
	known map[kind]*series

	stores                                *prometheus.HistogramVec
	storeErrors, limited, money, sessions *prometheus.CounterVec
}

var _ bff.Observer = (*Metrics)(nil)

// durations are the bounds of both histograms, in seconds: kept answers take microseconds,
// a platform takes up to its deadline.
var durations = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// storeDurations are the bounds of stores, in seconds: memory, a disk's fsync, a network.
var storeDurations = []float64{.00001, .0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1}

// NewMetrics makes the counters, with those of the process and the Go runtime beside them.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		known:    map[kind]*series{},
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "croupier_requests_total", Help: "Requests answered, by brand, call or path, status, reason and where the answer came from.",
		}, []string{"brand", "call", "path", "status", "reason", "cache"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "croupier_request_seconds", Help: "Time from a request's first byte to its answer's last.", Buckets: durations,
		}, []string{"brand", "call"}),
		upstream: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "croupier_upstream_seconds", Help: "The part of a request's time that the platform had.", Buckets: durations,
		}, []string{"brand", "call"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "croupier_response_bytes_total", Help: "Bytes of answers' bodies.",
		}, []string{"brand"}),
		stores: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "croupier_store_seconds", Help: "Time that a store took.", Buckets: storeDurations,
		}, []string{"store", "operation"}),
		storeErrors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "croupier_store_errors_total", Help: "Questions to a store that failed.",
		}, []string{"store", "operation"}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "croupier_rate_limited_total", Help: "Requests refused for a limit.",
		}, []string{"brand", "rule"}),
		money: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "croupier_money_total", Help: "What became of money calls.",
		}, []string{"brand", "outcome"}),
		sessions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "croupier_sessions_total", Help: "What became of players' sessions.",
		}, []string{"brand", "outcome"}),
	}
	m.registry.MustRegister(m.requests, m.took, m.upstream, m.bytes, m.stores, m.storeErrors, m.limited, m.money, m.sessions,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// kind is what requests are told apart by.
type kind struct {
	brand, call, path string
	status            int
	reason            string
	cache             bff.CacheState
}

// series are the counters of one kind of request.
type series struct {
	requests, bytes prometheus.Counter
	took, upstream  prometheus.Observer
}

// Observe counts one request.
func (m *Metrics) Observe(_ context.Context, o *bff.Observation) {
	s := m.of(kind{o.Brand, o.Call, o.Path, o.Status, m.reasons.label(o.Debug), o.Cache})
	s.requests.Inc()
	s.took.Observe(o.Took.Seconds())
	if o.Upstream > 0 {
		s.upstream.Observe(o.Upstream.Seconds())
	}
	s.bytes.Add(float64(o.Bytes))
}

// of gives the counters of k. Their labels are looked up once for each kind, not for each
// request.
func (m *Metrics) of(k kind) *series {
	m.mu.RLock()
	s := m.known[k]
	m.mu.RUnlock()
	if s != nil {
		return s
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.known[k]; s != nil {
		return s
	}
	s = &series{
		requests: m.requests.WithLabelValues(k.brand, k.call, k.path, strconv.Itoa(k.status), k.reason, string(k.cache)),
		bytes:    m.bytes.WithLabelValues(k.brand),
		took:     m.took.WithLabelValues(k.brand, k.call),
		upstream: m.upstream.WithLabelValues(k.brand, k.call),
	}
	m.known[k] = s
	return s
}

// Handler answers /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// mostReasons is more than the BFF has of its own and knows of the platform's.
const mostReasons = 64

// bounded is the set of a label's values.
type bounded struct {
	mu   sync.RWMutex
	seen map[string]bool
}

// label gives value, or "other" once there are too many.
func (b *bounded) label(value string) string {
	b.mu.RLock()
	known := value == "" || b.seen[value]
	b.mu.RUnlock()
	if known {
		return value
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.seen) >= mostReasons && !b.seen[value] {
		return "other"
	}
	if b.seen == nil {
		b.seen = map[string]bool{}
	}
	b.seen[value] = true
	return value
}
