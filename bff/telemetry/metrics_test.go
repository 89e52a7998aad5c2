package telemetry_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/telemetry"
)

func TestMetricsCountRequestsByBrandAndCall(t *testing.T) {
	m := telemetry.NewMetrics()
	for range 3 {
		m.Observe(t.Context(), &bff.Observation{
			Brand: "marmara", Call: "casino/games_list", Path: "/endpoint/v1", Status: 200, Cache: bff.CacheMiss,
			Duration: 40 * time.Millisecond, Upstream: 30 * time.Millisecond, Bytes: 100,
		})
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		`croupier_requests_total{brand="marmara",cache="MISS",call="casino/games_list",path="/endpoint/v1",reason="",status="200"} 3`,
		`croupier_request_seconds_bucket{brand="marmara",call="casino/games_list",le="0.05"} 3`,
		`croupier_upstream_seconds_count{brand="marmara",call="casino/games_list"} 3`,
		`croupier_response_bytes_total{brand="marmara"} 300`,
		`go_goroutines`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s is missing in\n%s", want, w.Body)
		}
	}
}

func TestCountersOfAlertsExistBeforeTheirFirstEvent(t *testing.T) {
	m := telemetry.NewMetrics()
	m.AddBrands("marmara")
	scrape := func() string {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return w.Body.String()
	}
	expect := func(when string, lines ...string) {
		t.Helper()
		for _, want := range lines {
			if got := scrape(); !strings.Contains(got, want+"\n") {
				t.Errorf("%s: %s is missing in\n%s", when, want, got)
			}
		}
	}
	expect("before", `croupier_defects_total{brand=""} 0`, `croupier_defects_total{brand="marmara"} 0`,
		`croupier_money_total{brand="marmara",outcome="unknown"} 0`, `croupier_money_total{brand="marmara",outcome="answered"} 0`)
	m.Observe(t.Context(), &bff.Observation{Brand: "marmara", Call: "user/login", Status: 500, Debug: "internal error"})
	_ = m.IdempotencyStore(failing{}).MarkUnknown(t.Context(), bff.IdempotencyKey{Brand: "marmara"}, nil)
	m.AddBrands("marmara", "pera") // a reload with another brand
	expect("after", `croupier_defects_total{brand="marmara"} 1`, `croupier_defects_total{brand="pera"} 0`,
		`croupier_money_total{brand="marmara",outcome="unknown"} 1`, `croupier_money_total{brand="pera",outcome="unknown"} 0`)
}

func TestReasonLabelIsBounded(t *testing.T) {
	m := telemetry.NewMetrics()
	for i := range 1000 {
		m.Observe(t.Context(), &bff.Observation{Brand: "marmara", Status: 200, Debug: fmt.Sprint("order ", i)})
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if n := strings.Count(w.Body.String(), "croupier_requests_total{"); n != 65 {
		t.Errorf("%d series, want 64 and one for the others", n)
	}
	if !strings.Contains(w.Body.String(), `reason="other",status="200"} 936`) {
		t.Error("the others are not counted together")
	}
}
