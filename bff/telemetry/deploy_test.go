package telemetry_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/telemetry"
)

const deploy = "../../configs/deploy/"

// everything returns metrics with every series.
func everything(t *testing.T) string {
	t.Helper()
	m := telemetry.NewMetrics()
	m.Watch(telemetry.Sources{
		Circuits:    func() []bff.CircuitState { return []bff.CircuitState{{Brand: "b"}} },
		Cache:       func() bff.CacheStats { return bff.CacheStats{} },
		Maintenance: func() map[string]bool { return map[string]bool{"b": true} },
		Reloads:     func() (int, int, bool, time.Time) { return 0, 0, false, time.Time{} },
		Store:       func() (bool, int) { return true, 0 },
		Memory:      func() (uint64, bool) { return 0, true },
		Queued:      func() int { return 0 },
		Unrecorded:  func() uint64 { return 0 },
	})
	m.Observe(t.Context(), &bff.Observation{Brand: "b", Call: "c/d", Upstream: time.Second})
	_, _ = m.IdempotencyStore(failing{}).Claim(t.Context(), bff.IdempotencyKey{}, bff.Fingerprint{})
	_, _ = m.Sessions(fakeSessions{}).Begin(t.Context(), &bff.Brand{}, bff.NewSession{})
	_, _ = m.Limiter(denyAll{}).Allow(t.Context(), bff.LimitKey{})
	m.CountViolation("c/d", "$")
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// A renamed metric must not leave a panel empty or an alert silent.
func TestDashboardAndAlertsUseExistingMetrics(t *testing.T) {
	told := everything(t)
	name := regexp.MustCompile(`croupier_[a-z_]+`)
	for _, file := range []string{"grafana/croupier.json", "prometheus/alerts.yaml"} {
		raw, err := os.ReadFile(deploy + file)
		if err != nil {
			t.Fatal(err)
		}
		asked := name.FindAllString(string(raw), -1)
		if len(asked) < 10 {
			t.Errorf("%s asks for %d metrics only", file, len(asked))
		}
		for _, metric := range asked {
			if !strings.Contains(told, "\n"+metric+"{") && !strings.Contains(told, "\n"+metric+" ") {
				t.Errorf("%s asks for %s, which nobody tells", file, metric)
			}
		}
	}
}

func TestDeploymentFilesParse(t *testing.T) {
	for _, file := range []string{"grafana/croupier.json", "grafana/datasource.yaml", "grafana/dashboards.yaml", "prometheus/prometheus.yaml", "prometheus/alerts.yaml", "compose.yaml"} {
		raw, err := os.ReadFile(deploy + file)
		if err != nil {
			t.Fatal(err)
		}
		var tree map[string]any
		if strings.HasSuffix(file, ".json") {
			err = json.Unmarshal(raw, &tree)
		} else {
			err = yaml.UnmarshalWithOptions(raw, &tree, yaml.Strict())
		}
		if err != nil || len(tree) == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
}
