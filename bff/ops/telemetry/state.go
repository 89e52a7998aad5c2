package telemetry

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

// Sources are the functions that a scrape reads.
type Sources struct {
	Circuits    func() []bff.CircuitState
	Cache       func() bff.CacheStats
	Maintenance func() map[string]bool // by brand id: whether the brand is in maintenance
	Reloads     func() (applied, refused int, broken bool, at time.Time)
	Store       func() (writable bool, unsaved int) // unsaved: the number of revocations that are only in memory
	Queued      func() int                          // revocations that the store has not accepted yet
	Unrecorded  func() uint64                       // requests not recorded due to overload or a failed store
	Undelivered func() uint64                       // messages between instances that a slow subscriber missed
	Memory      func() (lost uint64, mirrored bool) // data losses and state of the mirror, nil without Redis
}

// Watch adds the metrics of sources.
func (m *Metrics) Watch(s Sources) { m.registry.MustRegister(&state{s}) }

// state is a prometheus.Collector over Sources.
type state struct{ from Sources }

// Describe sends nothing because the metrics depend on the sources (an unchecked collector).
func (*state) Describe(chan<- *prometheus.Desc) {}

// scrape receives the metrics of one scrape. Labels alternate between names and values.
type scrape chan<- prometheus.Metric

func (s scrape) gauge(name, help string, value float64, labels ...string) {
	s.send(prometheus.GaugeValue, name, help, value, labels)
}

func (s scrape) count(name, help string, value float64, labels ...string) {
	s.send(prometheus.CounterValue, name, help, value, labels)
}

func (s scrape) counts(name, help, label string, values map[string]uint64, labels ...string) {
	for of, n := range values {
		s.count(name, help, float64(n), append(slices.Clone(labels), label, of)...)
	}
}

func (s scrape) send(kind prometheus.ValueType, name, help string, value float64, labels []string) {
	var names, values []string
	for pair := range slices.Chunk(labels, 2) {
		names, values = append(names, pair[0]), append(values, pair[1])
	}
	s <- prometheus.MustNewConstMetric(prometheus.NewDesc("croupier_"+name, help, names, nil), kind, value, values...)
}

// Collect reads every source.
func (s *state) Collect(metrics chan<- prometheus.Metric) {
	out, from := scrape(metrics), s.from
	for _, l := range from.Circuits() {
		circuit := []string{"brand", l.Brand, "upstream", l.Upstream, "class", l.Class}
		out.gauge("breaker_state",
			"State of the circuit breaker, with overrides: 0 closed, 1 half-open, 2 open.", stateValue(l), circuit...)
		out.gauge("breaker_overridden",
			"1 if staff override the circuit breaker, otherwise 0.", boolValue(l.Override != bff.OverrideAuto),
			circuit...)
		out.gauge("upstream_failover",
			"1 if Croupier uses a failover address of the platform, otherwise 0.",
			boolValue(l.Failover != ""), circuit...)
		out.gauge("upstream_active", "Calls in flight to the platform.", float64(l.Active), circuit...)
		out.gauge("upstream_waiting", "Calls that wait for a slot of the bulkhead.", float64(l.Waiting), circuit...)
		out.gauge("upstream_limit",
			"Adaptive limit of calls in flight, 0 if the platform is not overloaded.", float64(l.Limit), circuit...)
		out.counts("upstream_probes_total",
			"Probes of the platform while the circuit breaker was open. outcome is answered or failed.", "outcome",
			map[string]uint64{"answered": l.ProbesAnswered, "failed": l.ProbesFailed}, circuit...)
	}
	cache := from.Cache()
	out.counts("cache_responses_total", "Responses to cacheable calls. state is hit, stale, coalesced, miss or "+
		"bypass.", "state", map[string]uint64{
		"hit": cache.Hits, "stale": cache.Stale, "coalesced": cache.Coalesced, "miss": cache.Misses,
		"bypass": cache.Bypassed,
	})
	out.count("cache_stale_age_seconds_total", "Sum of the ages of stale responses, in seconds.",
		cache.StaleAge.Seconds())
	out.count("cache_evictions_total", "Cache entries that Croupier evicted to limit memory.", float64(cache.Evicted))
	out.gauge("cache_entries", "Entries in the memory cache.", float64(cache.Entries))
	out.gauge("cache_bytes", "Bytes of the entries in the memory cache.", float64(cache.Bytes))
	out.counts("cache_shared_lookups_total", "Lookups in the shared tier of the cache (Redis). outcome is hit, miss "+
		"or failure.", "outcome",
		map[string]uint64{"hit": cache.SharedHits, "miss": cache.SharedMisses, "failure": cache.SharedFailures})
	for brand, closed := range from.Maintenance() {
		out.gauge("maintenance", "1 if the brand is in maintenance, otherwise 0.", boolValue(closed), "brand", brand)
	}
	if from.Memory != nil {
		lost, mirrored := from.Memory()
		out.count("store_memory_lost_total", "Data losses of Redis that this instance has noticed.", float64(lost))
		out.gauge("store_mirrored",
			"1 if the mirror of Redis on this instance is up to date, otherwise 0.", boolValue(mirrored))
	}
	applied, refused, broken, at := from.Reloads()
	out.counts("config_reloads_total",
		"Reloads of the configuration. outcome is applied or refused.",
		"outcome", map[string]uint64{"applied": uint64(applied), "refused": uint64(refused)})
	out.gauge("config_broken",
		"1 if the configuration on disk is invalid and Croupier uses an older one, otherwise 0.", boolValue(broken))
	out.gauge("config_applied_timestamp_seconds", "Unix time at which Croupier applied the current configuration.",
		float64(at.Unix()))
	writable, unsaved := from.Store()
	out.gauge("store_writable", "1 if the store accepts writes, otherwise 0.", boolValue(writable))
	out.gauge("store_unsaved_revocations",
		"Ended sessions that are only in memory, because the store accepts no writes.", float64(unsaved))
	out.count("requests_unrecorded_total",
		"Requests that staff cannot look up, because there were too many or the store did not accept them.",
		float64(from.Unrecorded()))
	out.count("bus_dropped_total",
		"Messages between instances that a slow subscriber missed. The subscriber then reads the current state.",
		float64(from.Undelivered()))
	out.gauge("revocations_queued",
		"Ended sessions that the store has not accepted yet. They apply only on this instance.", float64(from.Queued()))
}

// stateValue returns the breaker state as a number. An override takes precedence.
func stateValue(l bff.CircuitState) float64 {
	switch {
	case l.Override == bff.OverrideForcedClosed:
		return 0
	case l.Override == bff.OverrideForcedOpen, l.State == "open":
		return 2
	case l.State == "half-open":
		return 1
	}
	return 0
}

func boolValue(b bool) float64 { return map[bool]float64{true: 1}[b] }
