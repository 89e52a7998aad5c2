package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

// Sources tell the state of things when the metrics are asked for. A nil one is left out.
type Sources struct {
	Lanes       func() []bff.CircuitState
	Kept        func() bff.CacheStats
	Maintenance func() map[string]bool // whether a brand is closed, by brand
	Reloads     func() (applied, refused int, broken bool, at time.Time)
}

// Follow has the metrics tell the state of sources from now on.
func (m *Metrics) Follow(s Sources) { m.registry.MustRegister(&state{s}) }

// state is a collector that asks its sources each time.
type state struct{ from Sources }

// describe names one metric of state.
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("croupier_"+name, help, labels, nil)
}

var (
	descBreaker  = describe("breaker_state", "What stands between a brand and an upstream: 0 closed, 1 half-open, 2 open; a hold by staff counts.", "brand", "upstream", "class")
	descHeld     = describe("breaker_overridden", "Whether staff hold the breaker.", "brand", "upstream", "class")
	descActive   = describe("upstream_active", "Calls under way.", "brand", "upstream", "class")
	descWaiting  = describe("upstream_waiting", "Calls that wait for a place.", "brand", "upstream", "class")
	descKept     = describe("cache_responses_total", "Answers by where they came from.", "state")
	descStaleAge = describe("cache_stale_age_seconds_total", "Ages of all stale answers given, together.")
	descEvicted  = describe("cache_evictions_total", "Kept answers dropped to keep the bounds.")
	descEntries  = describe("cache_entries", "Answers kept.")
	descBytes    = describe("cache_bytes", "Bytes that kept answers take.")
	descShared   = describe("cache_shared_lookups_total", "Questions to the level of kept answers that instances share.", "outcome")
	descClosed   = describe("maintenance", "Whether a brand is under maintenance.", "brand")
	descReloads  = describe("config_reloads_total", "Saved configurations, applied or refused.", "outcome")
	descBroken   = describe("config_broken", "Whether the configuration on disk was refused, and an older one goes on.")
	descApplied  = describe("config_applied_timestamp_seconds", "When the configuration in force was applied.")
)

// Describe says nothing: which metrics there are depends on the sources.
func (*state) Describe(chan<- *prometheus.Desc) {}

// Collect asks every source.
func (s *state) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	count := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	if s.from.Lanes != nil {
		for _, l := range s.from.Lanes() {
			gauge(descBreaker, openness(l), l.Brand, l.Upstream, l.Class)
			gauge(descHeld, truth(l.Override != bff.OverrideAuto), l.Brand, l.Upstream, l.Class)
			gauge(descActive, float64(l.Active), l.Brand, l.Upstream, l.Class)
			gauge(descWaiting, float64(l.Waiting), l.Brand, l.Upstream, l.Class)
		}
	}
	if s.from.Kept != nil {
		k := s.from.Kept()
		count(descKept, float64(k.Hits), "hit")
		count(descKept, float64(k.Stale), "stale")
		count(descKept, float64(k.Coalesced), "coalesced")
		count(descKept, float64(k.Misses), "miss")
		count(descKept, float64(k.Bypassed), "bypass")
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
			gauge(descClosed, truth(closed), brand)
		}
	}
	if s.from.Reloads != nil {
		applied, refused, broken, at := s.from.Reloads()
		count(descReloads, float64(applied), "applied")
		count(descReloads, float64(refused), "refused")
		gauge(descBroken, truth(broken))
		gauge(descApplied, float64(at.Unix()))
	}
}

// openness is a lane's state as a number: what staff hold is over what the breaker says.
func openness(l bff.CircuitState) float64 {
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

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
