package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

// Sources are read at every scrape. A nil source is omitted.
type Sources struct {
	Circuits    func() []bff.CircuitState
	Cache       func() bff.CacheStats
	Maintenance func() map[string]bool // whether a brand is closed, by brand id
	Reloads     func() (applied, refused int, broken bool, at time.Time)
	Store       func() (writable bool, unsaved int) // unsaved: revocations in memory only
	Queued      func() int                          // revocations that the store has refused so far
	Unrecorded  func() uint64                       // requests that look-ups do not find, for their number or for want of a store
	Undelivered func() uint64                       // messages between instances that a slow subscriber has missed
	Memory      func() (lost uint64, mirrored bool) // how often the shared store lost its memory; whether this instance mirrors it
}

// Watch adds the metrics of sources.
func (m *Metrics) Watch(s Sources) { m.registry.MustRegister(&state{s}) }

// state is a prometheus.Collector over Sources.
type state struct{ from Sources }

// describe returns the descriptor of croupier_name.
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("croupier_"+name, help, labels, nil)
}

var (
	descBreaker    = describe("breaker_state", "Circuit breaker by brand, upstream and class: 0 closed, 1 half-open, 2 open; overrides included.", "brand", "upstream", "class")
	descOverridden = describe("breaker_overridden", "Whether staff override the circuit breaker.", "brand", "upstream", "class")
	descActive     = describe("upstream_active", "Calls in flight.", "brand", "upstream", "class")
	descWaiting    = describe("upstream_waiting", "Calls waiting for a slot of the bulkhead.", "brand", "upstream", "class")
	descLimit      = describe("upstream_limit", "Adaptive limit of calls in flight; 0 while the platform is not overloaded.", "brand", "upstream", "class")
	descProbes     = describe("upstream_probes_total", "Probes of the platform while the circuit breaker was open, by outcome.", "brand", "upstream", "class", "outcome")
	descResponses  = describe("cache_responses_total", "Responses by cache state.", "state")
	descStaleAge   = describe("cache_stale_age_seconds_total", "Sum of the ages of stale responses.")
	descEvicted    = describe("cache_evictions_total", "Cache entries evicted to keep the bounds.")
	descEntries    = describe("cache_entries", "Cache entries.")
	descBytes      = describe("cache_bytes", "Bytes of cache entries.")
	descShared     = describe("cache_shared_lookups_total", "Lookups in the shared tier of the cache.", "outcome")
	descClosed     = describe("maintenance", "Whether a brand is under maintenance.", "brand")
	descMemoryLost = describe("store_memory_lost_total", "Losses of the shared store's memory that this instance has noticed.")
	descMirrored   = describe("store_mirrored", "Whether the latest changes of the shared store are mirrored on the disk of this instance.")
	descReloads    = describe("config_reloads_total", "Configuration reloads, applied or refused.", "outcome")
	descBroken     = describe("config_broken", "Whether the configuration on disk was refused and an older one is in force.")
	descWritable   = describe("store_writable", "Whether the store accepts writes.")
	descQueued     = describe("revocations_queued", "Ended sessions and players that the store has not accepted yet; in force on this instance only.")
	descUnrecorded = describe("requests_unrecorded_total", "Requests that look-ups do not find, because there were too many or the store did not accept them.")
	descMessages   = describe("bus_dropped_total", "Messages between instances that a slow subscriber has missed; it then reads the current state.")
	descUnsaved    = describe("store_unsaved_revocations", "Revocations in memory only, because the store accepts no writes.")
	descApplied    = describe("config_applied_timestamp_seconds", "When the configuration in force was applied.")
)

// Describe sends nothing, as the metrics depend on the sources (an unchecked collector).
func (*state) Describe(chan<- *prometheus.Desc) {}

// Collect reads every source.
func (s *state) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	count := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	if s.from.Circuits != nil {
		for _, l := range s.from.Circuits() {
			gauge(descBreaker, stateValue(l), l.Brand, l.Upstream, l.Class)
			gauge(descOverridden, boolValue(l.Override != bff.OverrideAuto), l.Brand, l.Upstream, l.Class)
			gauge(descActive, float64(l.Active), l.Brand, l.Upstream, l.Class)
			gauge(descWaiting, float64(l.Waiting), l.Brand, l.Upstream, l.Class)
			gauge(descLimit, float64(l.Limit), l.Brand, l.Upstream, l.Class)
			count(descProbes, float64(l.ProbesAnswered), l.Brand, l.Upstream, l.Class, "answered")
			count(descProbes, float64(l.ProbesFailed), l.Brand, l.Upstream, l.Class, "failed")
		}
	}
	if s.from.Cache != nil {
		k := s.from.Cache()
		count(descResponses, float64(k.Hits), "hit")
		count(descResponses, float64(k.Stale), "stale")
		count(descResponses, float64(k.Coalesced), "coalesced")
		count(descResponses, float64(k.Misses), "miss")
		count(descResponses, float64(k.Bypassed), "bypass")
		count(descStaleAge, k.StaleAge.Seconds())
		count(descEvicted, float64(k.Evicted))
		gauge(descEntries, float64(k.Entries))
		gauge(descBytes, float64(k.Bytes))
		count(descShared, float64(k.SharedHits), "hit")
		count(descShared, float64(k.SharedMisses), "miss")
		count(descShared, float64(k.SharedFailures), "failure")
	}
	if s.from.Maintenance != nil {
		for brand, closed := range s.from.Maintenance() {
			gauge(descClosed, boolValue(closed), brand)
		}
	}
	if s.from.Memory != nil {
		lost, mirrored := s.from.Memory()
		count(descMemoryLost, float64(lost))
		gauge(descMirrored, boolValue(mirrored))
	}
	if s.from.Reloads != nil {
		applied, refused, broken, at := s.from.Reloads()
		count(descReloads, float64(applied), "applied")
		count(descReloads, float64(refused), "refused")
		gauge(descBroken, boolValue(broken))
		gauge(descApplied, float64(at.Unix()))
	}
	if s.from.Store != nil {
		writable, unsaved := s.from.Store()
		gauge(descWritable, boolValue(writable))
		gauge(descUnsaved, float64(unsaved))
	}
	if s.from.Unrecorded != nil {
		count(descUnrecorded, float64(s.from.Unrecorded()))
	}
	if s.from.Undelivered != nil {
		count(descMessages, float64(s.from.Undelivered()))
	}
	if s.from.Queued != nil {
		gauge(descQueued, float64(s.from.Queued()))
	}
}

// stateValue returns the breaker state as a number; an override takes precedence.
func stateValue(l bff.CircuitState) float64 {
	switch {
	case l.Override == bff.OverrideForcedOpen:
		return 2
	case l.Override == bff.OverrideForcedClosed:
		return 0
	case l.State == "open":
		return 2
	case l.State == "half-open":
		return 1
	}
	return 0
}

func boolValue(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
