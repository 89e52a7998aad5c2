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
}

var _ bff.Observer = (*Metrics)(nil)

// durations are the bounds of both histograms, in seconds: kept answers take microseconds,
// a platform takes up to its deadline.
var durations = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// NewMetrics makes the counters, with those of the process and the Go runtime beside them.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
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
			Name: "croupier_answer_bytes_total", Help: "Bytes of answers' bodies.",
		}, []string{"brand"}),
	}
	m.registry.MustRegister(m.requests, m.took, m.upstream, m.bytes,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Observe counts one request.
func (m *Metrics) Observe(_ context.Context, o *bff.Observation) {
	m.requests.WithLabelValues(o.Brand, o.Call, o.Path, strconv.Itoa(o.Status), m.reasons.label(o.Debug), string(o.Cache)).Inc()
	m.took.WithLabelValues(o.Brand, o.Call).Observe(o.Took.Seconds())
	if o.Upstream > 0 {
		m.upstream.WithLabelValues(o.Brand, o.Call).Observe(o.Upstream.Seconds())
	}
	m.bytes.WithLabelValues(o.Brand).Add(float64(o.Bytes))
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
