package telemetry_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/telemetry"
)

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	require.NoError(t, err)
}

// scrape returns the metrics as Prometheus reads them.
func scrape(m *telemetry.Metrics) string {
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// mustContain reports the lines that the metrics lack.
func mustContain(t *testing.T, m *telemetry.Metrics, lines ...string) {
	t.Helper()
	all := scrape(m)
	for _, want := range lines {
		assert.Contains(t, all, want+"\n", "%s is missing in\n%s", want, all)
	}
}

func TestMetricsCountRequestsByBrandAndCall(t *testing.T) {
	m := telemetry.NewMetrics()
	for range 3 {
		m.Observe(t.Context(), &bff.Observation{
			Brand: "marmara", Call: "casino/games_list", Path: "/endpoint/v1", Status: 200, Cache: bff.CacheMiss,
			Duration: 40 * time.Millisecond, Upstream: 30 * time.Millisecond, Bytes: 100,
		})
	}
	mustContain(t, m,
		`croupier_requests_total{brand="marmara",cache="MISS",call="casino/games_list",path="/endpoint/v1",reason="",status="200"} 3`,
		`croupier_request_seconds_bucket{brand="marmara",call="casino/games_list",le="0.05"} 3`,
		`croupier_upstream_seconds_count{brand="marmara",call="casino/games_list"} 3`,
		`croupier_response_bytes_total{brand="marmara"} 300`, `# TYPE go_goroutines gauge`,
	)
}

func TestCountersOfAlertsExistBeforeTheirFirstEvent(t *testing.T) {
	m := telemetry.NewMetrics()
	m.AddBrands("marmara")
	mustContain(t, m, `croupier_defects_total{brand=""} 0`, `croupier_defects_total{brand="marmara"} 0`,
		`croupier_money_total{brand="marmara",outcome="unknown"} 0`, `croupier_money_total{brand="marmara",outcome="answered"} 0`)
	m.Observe(t.Context(), &bff.Observation{Brand: "marmara", Call: "user/login", Status: 500, Debug: "internal error"})
	_ = m.IdempotencyStore(failing{}).MarkUnknown(t.Context(), bff.IdempotencyKey{Brand: "marmara"}, nil)
	m.AddBrands("marmara", "pera") // a reload with another brand
	mustContain(t, m, `croupier_defects_total{brand="marmara"} 1`, `croupier_defects_total{brand="pera"} 0`,
		`croupier_money_total{brand="marmara",outcome="unknown"} 1`, `croupier_money_total{brand="pera",outcome="unknown"} 0`)
}

func TestReasonLabelIsBounded(t *testing.T) {
	m := telemetry.NewMetrics()
	for i := range 1000 {
		m.Observe(t.Context(), &bff.Observation{Brand: "marmara", Status: 200, Debug: fmt.Sprint("order ", i)})
	}
	all := scrape(m)
	n := strings.Count(all, "croupier_requests_total{")
	assert.True(t, n == 65 && strings.Contains(all, `reason="other",status="200"} 936`),
		"%d series, want 64 and one for the 936 others:\n%s", n, all)
}

func TestStateMetrics(t *testing.T) {
	m := telemetry.NewMetrics()
	closed := false
	m.Watch(telemetry.Sources{
		Circuits: func() []bff.CircuitState {
			return []bff.CircuitState{
				{Brand: "marmara", Upstream: "p", Class: "casino", State: "half-open", Override: bff.OverrideAuto, Active: 3, Waiting: 2, Limit: 16, ProbesAnswered: 1, ProbesFailed: 4},
				{Brand: "marmara", Upstream: "p", Class: "user", State: "open", Override: bff.OverrideAuto},
				{Brand: "marmara", Upstream: "p", Class: "finance", State: "open", Override: bff.OverrideForcedClosed},
				{Brand: "marmara", Upstream: "p", Class: "crm", State: "closed", Override: bff.OverrideForcedOpen},
			}
		},
		Cache: func() bff.CacheStats {
			return bff.CacheStats{Hits: 5, Stale: 2, StaleAge: 3 * time.Second, Entries: 7, Bytes: 9, SharedFailures: 1}
		},
		Maintenance: func() map[string]bool { return map[string]bool{"marmara": closed} },
		Memory:      func() (uint64, bool) { return 2, true },
		Reloads:     func() (int, int, bool, time.Time) { return 2, 1, true, time.Unix(1700000000, 0) },
		Store:       func() (bool, int) { return false, 3 },
		Queued:      func() int { return 4 },
	})
	mustContain(t, m,
		`croupier_breaker_state{brand="marmara",class="casino",upstream="p"} 1`,
		`croupier_breaker_state{brand="marmara",class="user",upstream="p"} 2`,
		`croupier_breaker_state{brand="marmara",class="finance",upstream="p"} 0`,
		`croupier_breaker_state{brand="marmara",class="crm",upstream="p"} 2`,
		`croupier_breaker_overridden{brand="marmara",class="crm",upstream="p"} 1`,
		`croupier_upstream_active{brand="marmara",class="casino",upstream="p"} 3`,
		`croupier_upstream_waiting{brand="marmara",class="casino",upstream="p"} 2`,
		`croupier_upstream_limit{brand="marmara",class="casino",upstream="p"} 16`,
		`croupier_upstream_probes_total{brand="marmara",class="casino",outcome="answered",upstream="p"} 1`,
		`croupier_upstream_probes_total{brand="marmara",class="casino",outcome="failed",upstream="p"} 4`,
		`croupier_cache_responses_total{state="hit"} 5`,
		`croupier_cache_stale_age_seconds_total 3`,
		`croupier_cache_entries 7`, `croupier_cache_bytes 9`,
		`croupier_cache_shared_lookups_total{outcome="failure"} 1`,
		`croupier_maintenance{brand="marmara"} 0`,
		`croupier_config_reloads_total{outcome="refused"} 1`,
		`croupier_store_memory_lost_total 2`, `croupier_store_mirrored 1`,
		`croupier_config_broken 1`,
		`croupier_config_applied_timestamp_seconds 1.7e+09`,
		`croupier_store_writable 0`, `croupier_store_unsaved_revocations 3`, `croupier_revocations_queued 4`,
	)
	closed = true
	mustContain(t, m, `croupier_maintenance{brand="marmara"} 1`)
	mustContain(t, telemetry.NewMetrics(), "# TYPE go_goroutines gauge") // without sources there is no state
}
