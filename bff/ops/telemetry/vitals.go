package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

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
