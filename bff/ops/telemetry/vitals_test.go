package telemetry_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/ops/telemetry"
)

// vitals returns a report with every metric, a started and a failed game.
func vitals() *bff.VitalsReport {
	took := 1500.0
	return &bff.VitalsReport{
		Route: "/", Device: "phone", Release: "1.0.0",
		Metrics: map[string]bff.VitalsFigure{
			"lcp": {Value: 2500, Component: "slide"}, "inp": {Value: 210}, "cls": {Value: .1}, "ttfb": {Value: 300},
		},
		Games: []bff.GameStart{{Provider: "Lunar", MS: &took}, {Provider: "Lunar"}},
	}
}

func TestVitalsAreCountedInFewBuckets(t *testing.T) {
	m := telemetry.NewMetrics()
	m.CountVitals("marmara", vitals())
	const page = `{brand="marmara",device="phone",route="/"`
	mustContain(t, m,
		`croupier_page_lcp_seconds_bucket`+page+`,le="1.2"} 0`,
		`croupier_page_lcp_seconds_bucket`+page+`,le="2.5"} 1`,
		`croupier_page_inp_seconds_bucket`+page+`,le="0.2"} 0`,
		`croupier_page_inp_seconds_bucket`+page+`,le="0.35"} 1`,
		`croupier_page_cls_bucket`+page+`,le="0.1"} 1`,
		`croupier_page_ttfb_seconds_sum`+page+`} 0.3`,
		`croupier_game_start_seconds_bucket{brand="marmara",provider="Lunar",le="2"} 1`,
		`croupier_game_start_seconds_count{brand="marmara",provider="Lunar"} 1`,
		`croupier_game_start_failures_total{brand="marmara",provider="Lunar"} 1`,
	)
	assert.Equal(t, 4*7, strings.Count(scrape(m), page), "series of a page and a kind of device")
}
