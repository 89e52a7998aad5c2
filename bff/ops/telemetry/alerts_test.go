package telemetry_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/telemetry"
)

const deploy = "../../../configs/deploy/"

// alertCase is one course of metrics with the expected alert. Values have the notation of promtool
// with one sample per minute. 0x5 is 0 in minutes 0 to 5, and _x5 is no sample in this time.
type alertCase struct {
	alert, name string
	series      map[string]string
	at          string // of the evaluation
	labels      string // of the alert that fires besides its severity, as k=v
	severity    string
	summary     string // empty: nothing fires
}

// requests returns the series of requests that are answered, and of those that fail.
func requests(ok, status, reason, failed string) map[string]string {
	const name = `croupier_requests_total{brand="pera",status=%q,reason=%q}`
	return map[string]string{fmt.Sprintf(name, "200", ""): ok, fmt.Sprintf(name, status, reason): failed}
}

// breaker returns the series of a circuit and of its override.
func breaker(state, overridden string) map[string]string {
	const labels = `{brand="pera",upstream="main",class="casino"}`
	return map[string]string{
		"croupier_breaker_state" + labels:      state,
		"croupier_breaker_overridden" + labels: overridden,
	}
}

// fourSeconds returns the series of calls that take four seconds.
func fourSeconds(call string) map[string]string {
	bucket := `croupier_request_seconds_bucket{brand="pera",call="` + call + `",le=`
	return map[string]string{bucket + `"2.5"}`: "0x40", bucket + `"5"}`: "0+10x40", bucket + `"+Inf"}`: "0+10x40"}
}

var alertCases = []alertCase{
	{
		"CroupierDown", "an instance that cannot be scraped",
		map[string]string{`up{job="croupier",instance="a:9090"}`: "1 0x5"},
		"4m", "job=croupier,instance=a:9090",
		"page", "a:9090 cannot be scraped",
	},
	{
		"CroupierDown", "one missed scrape",
		map[string]string{`up{job="croupier",instance="a:9090"}`: "1 1 0 1 1"},
		"2m",
		"", "", "",
	},
	{
		"CroupierFailing", "a tenth of the requests fails", requests("0+90x30", "500", "internal error", "0+10x30"),
		"20m", "brand=pera", "page", "10% of pera's requests fail",
	},
	{
		"CroupierFailing", "a brand under maintenance", requests("0+10x30", "503", "maintenance", "0+90x30"), "20m", "",
		"", "",
	},
	{
		"CroupierDefect", "the first defect of a brand",
		map[string]string{`croupier_defects_total{brand="pera",instance="a:9090"}`: "0x20 1x5"},
		"22m", "brand=pera",
		"page", "Internal error in pera. The log has the call and the stack trace",
	},
	{
		"CroupierDefect", "the first defect before the first scrape",
		map[string]string{`croupier_defects_total{brand="pera",instance="a:9090"}`: "_x20 1x5"},
		"22m", "brand=pera",
		"page", "Internal error in pera. The log has the call and the stack trace",
	},
	{
		"CroupierDefect", "a start without defects",
		map[string]string{`croupier_defects_total{brand="pera",instance="a:9090"}`: "_x20 0x5"},
		"22m", "", "", "",
	},
	{
		"CroupierDefect", "a defect an hour ago",
		map[string]string{`croupier_defects_total{brand="pera",instance="a:9090"}`: "0x20 1x60"},
		"80m", "", "", "",
	},
	{"CroupierMoneyUnknown", "the first payment of unknown outcome", map[string]string{
		`croupier_money_total{brand="pera",outcome="unknown",instance="a:9090"}`:   "0x20 1x5",
		`croupier_money_total{brand="zephyr",outcome="unknown",instance="a:9090"}`: "0x25",
	}, "22m", "brand=pera", "page", "Payments of pera have an unknown outcome. Compare them with the platform"},
	{
		"CroupierMoneyUnknown", "the first payment of unknown outcome before the first scrape",
		map[string]string{`croupier_money_total{brand="pera",outcome="unknown",instance="a:9090"}`: "_x20 1x5"},
		"22m",
		"brand=pera", "page", "Payments of pera have an unknown outcome. Compare them with the platform",
	},
	{"CroupierMoneyUnknown", "payments that are answered", map[string]string{
		`croupier_money_total{brand="pera",outcome="unknown"}`:  "0x25",
		`croupier_money_total{brand="pera",outcome="answered"}`: "0+3x25",
	}, "22m", "", "", ""},
	{
		"CroupierMoneyUnknown", "a restart of an instance that had some",
		map[string]string{`croupier_money_total{brand="pera",outcome="unknown",instance="a:9090"}`: "3x20 0x5"},
		"22m",
		"", "", "",
	},
	{
		"CroupierBreakerOpen", "an open breaker", breaker("0 2x5", "0x6"), "4m",
		"brand=pera,upstream=main,class=casino",
		"page", "Circuit breaker open: main, casino of pera",
	},
	{"CroupierBreakerOpen", "a breaker forced open by staff", breaker("0 2x5", "0 1x5"), "4m", "", "", ""},
	{
		"CroupierBreakerOverridden", "an override of two hours",
		map[string]string{`croupier_breaker_overridden{brand="pera",upstream="main",class="casino"}`: "1x120"},
		"2h",
		"brand=pera,upstream=main,class=casino", "ticket",
		"The breaker of pera, main, casino has been overridden for more than an hour",
	},
	{
		"CroupierBreakerOverridden", "an override of half an hour",
		map[string]string{`croupier_breaker_overridden{brand="pera",upstream="main",class="casino"}`: "1x30 0x90"},
		"35m", "", "", "",
	},
	{
		"CroupierSlow", "calls of four seconds", fourSeconds("casino/games_list"), "30m", "brand=pera", "ticket",
		"The 95th percentile of calls of pera is 4.875s",
	},
	{"CroupierSlow", "slow streams, which are no calls", fourSeconds(""), "30m", "", "", ""},
	{
		"CroupierStoreFailing", "a store that fails every second",
		map[string]string{`croupier_store_errors_total{instance="a:9090",store="revocations",operation="revoke"}`: "0+60x20"},
		"15m", "instance=a:9090,store=revocations", "page", "a:9090 cannot reach its store (revocations)",
	},
	{
		"CroupierStoreFailing", "one failure",
		map[string]string{`croupier_store_errors_total{instance="a:9090",store="revocations",operation="revoke"}`: "0x10 1x10"},
		"13m", "", "", "",
	},
	{
		"CroupierAuditSinkBehind", "a sink that has not confirmed entries for long",
		map[string]string{`croupier_audit_sink_lag{instance="a:9090",sink="siem"}`: "0 1+1x20"},
		"20m", "sink=siem", "ticket", "The audit sink siem lacks entries of the last 15 minutes",
	},
	{
		"CroupierAuditSinkBehind", "a sink that confirms entries at last",
		map[string]string{`croupier_audit_sink_lag{instance="a:9090",sink="siem"}`: "0 1x14 0x5"},
		"20m", "", "", "",
	},
	{
		"CroupierStoreNotWritable", "a full disk",
		map[string]string{`croupier_store_writable{instance="a:9090"}`: "1 0x5"},
		"4m", "instance=a:9090", "page",
		"a:9090 cannot write to its store and refuses payments. /readyz names the cause",
	},
	{
		"CroupierStoreNotWritable", "a store that is writable",
		map[string]string{`croupier_store_writable{instance="a:9090"}`: "1x6"},
		"4m", "", "", "",
	},
	{
		"CroupierRevocationsQueued", "queued revocations",
		map[string]string{`croupier_revocations_queued{instance="a:9090"}`: "0 3x5"},
		"4m", "instance=a:9090", "page",
		"3 sessions that a:9090 ended are still valid on other instances, because the store did not accept the change",
	},
	{
		"CroupierRevocationsQueued", "an empty queue",
		map[string]string{`croupier_revocations_queued{instance="a:9090"}`: "0x6"},
		"4m", "", "", "",
	},
	{
		"CroupierStoreMemoryLost", "the first loss",
		map[string]string{`croupier_store_memory_lost_total{instance="a:9090"}`: "0x20 1x5"},
		"22m", "instance=a:9090",
		"page", "a:9090 noticed that Redis lost data. Compare recent payments with the platform",
	},
	{
		"CroupierStoreMemoryLost", "a store that keeps its memory",
		map[string]string{`croupier_store_memory_lost_total{instance="a:9090"}`: "0x25"},
		"22m", "", "", "",
	},
	{
		"CroupierStoreNotMirrored", "a mirror that cannot be written",
		map[string]string{`croupier_store_mirrored{instance="a:9090"}`: "1 0x5"},
		"5m", "instance=a:9090", "ticket",
		"a:9090 cannot copy the data of Redis to its data directory",
	},
	{
		"CroupierStoreNotMirrored", "a moment without",
		map[string]string{`croupier_store_mirrored{instance="a:9090"}`: "1 0 1 1 1 1"},
		"5m", "", "", "",
	},
	{
		"CroupierUnreadableAnswers", "answers of another type",
		map[string]string{`croupier_contract_violations_total{call="casino/games_list",path="$"}`: "0+1x40"},
		"30m",
		"call=casino/games_list", "ticket",
		"Responses to casino/games_list have data of another type than the contract. That part of the site fails",
	},
	{
		"CroupierUnreadableAnswers", "a field of another type",
		map[string]string{`croupier_contract_violations_total{call="casino/games_list",path="$[*].name"}`: "0+1x40"},
		"30m", "", "", "",
	},
	{
		"CroupierConfigRefused", "a refused configuration",
		map[string]string{`croupier_config_broken{instance="a:9090"}`: "0 1x5"},
		"4m", "instance=a:9090", "ticket",
		"a:9090 rejected the saved configuration and continues with the old one. Its log names file, line and field",
	},
	{
		"CroupierConfigRefused", "a valid one",
		map[string]string{`croupier_config_broken{instance="a:9090"}`: "0x6"},
		"4m", "", "", "",
	},
	{
		"CroupierConfigDiffers", "one of two instances refused it",
		map[string]string{
			`croupier_config_broken{instance="a:9090"}`: "0x10",
			`croupier_config_broken{instance="b:9090"}`: "0 1x9",
		},
		"8m", "", "ticket",
		"Some instances rejected a configuration that others have applied",
	},
	{
		"CroupierConfigDiffers", "both refused it",
		map[string]string{
			`croupier_config_broken{instance="a:9090"}`: "0 1x9",
			`croupier_config_broken{instance="b:9090"}`: "0 1x9",
		},
		"8m", "", "", "",
	},
	{
		"CroupierMaintenance", "maintenance of three hours",
		map[string]string{`croupier_maintenance{brand="pera"}`: "1x180"},
		"3h", "brand=pera", "ticket",
		"pera has been under maintenance for more than two hours",
	},
	{
		"CroupierMaintenance", "maintenance of one hour",
		map[string]string{`croupier_maintenance{brand="pera"}`: "1x60 0x120"},
		"3h", "", "", "",
	},
	{
		"CroupierGuessing", "guesses of codes and passwords",
		map[string]string{
			`croupier_rate_limited_total{brand="pera",rule="password_address"}`: "0+50x40",
			`croupier_rate_limited_total{brand="pera",rule="code"}`:             "0+50x40",
		},
		"30m", "brand=pera", "ticket",
		"Passwords or codes of pera are being guessed",
	},
	{
		"CroupierGuessing", "other limits",
		map[string]string{`croupier_rate_limited_total{brand="pera",rule="address"}`: "0+500x40"},
		"30m", "", "", "",
	},
}

// promtool returns the path of the installed promtool, or of the one in bin/tools.
func promtool(t *testing.T) string {
	t.Helper()
	if path, err := exec.LookPath("promtool"); err == nil {
		return path
	}
	path, err := filepath.Abs("../../../bin/tools/promtool")
	if err == nil {
		_, err = os.Stat(path)
	}
	require.NoError(t, err, "promtool is missing: `make promtool` takes it out of the distribution's package (%v)", err)
	return path
}

// test returns the case as promtool reads it.
func (c alertCase) test() map[string]any {
	var series []map[string]string
	for name, values := range c.series {
		series = append(series, map[string]string{"series": name, "values": values})
	}
	expected := []map[string]any{}
	if c.summary != "" {
		labels := map[string]string{"severity": c.severity}
		for pair := range strings.SplitSeq(c.labels, ",") {
			if k, v, ok := strings.Cut(pair, "="); ok {
				labels[k] = v
			}
		}
		annotations := map[string]string{"summary": c.summary, "runbook_url": runbookOf(c.alert)}
		expected = append(expected, map[string]any{"exp_labels": labels, "exp_annotations": annotations})
	}
	return map[string]any{
		"name": c.alert + ": " + c.name, "interval": "1m", "input_series": series,
		"alert_rule_test": []map[string]any{{"eval_time": c.at, "alertname": c.alert, "exp_alerts": expected}},
	}
}

func TestAlertsFire(t *testing.T) {
	rules, err := filepath.Abs(deploy + "prometheus/alerts.yaml")
	require.NoError(t, err)
	var tests []map[string]any
	for _, c := range alertCases {
		tests = append(tests, c.test())
	}
	raw, err := json.MarshalIndent(map[string]any{
		"rule_files": []string{rules}, "evaluation_interval": "1m",
		"tests": tests,
	}, "", "  ")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "tests.yaml") // JSON is YAML
	require.NoError(t, os.WriteFile(file, raw, 0o600))
	out, err := exec.CommandContext(t.Context(), promtool(t), "test", "rules", file).CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

func TestEveryAlertHasAFiringAndAQuietCase(t *testing.T) {
	raw, err := os.ReadFile(deploy + "prometheus/alerts.yaml")
	require.NoError(t, err)
	var file struct {
		Groups []struct{ Rules []struct{ Alert string } }
	}
	require.NoError(t, yaml.Unmarshal(raw, &file))
	cases := map[string][2]bool{}
	for _, c := range alertCases {
		has := cases[c.alert]
		cases[c.alert] = [2]bool{has[0] || c.summary != "", has[1] || c.summary == ""}
	}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			assert.Equal(t, [2]bool{true, true}, cases[r.Alert], r.Alert)
			delete(cases, r.Alert)
		}
	}
	assert.Empty(t, cases, "cases of alerts that do not exist")
}

// everything returns metrics with every series.
func everything(t *testing.T) string {
	t.Helper()
	m := telemetry.NewMetrics()
	m.Watch(sources(new(bool)))
	m.Observe(t.Context(), &bff.Observation{Brand: "b", Call: "c/d", Upstream: time.Second})
	_, _ = m.IdempotencyStore(failing{}).Claim(t.Context(), bff.IdempotencyKey{}, bff.Fingerprint{})
	_, _ = m.Sessions(fakeSessions{}).Begin(t.Context(), &bff.Brand{}, bff.NewSession{})
	_, _ = m.Limiter(denyAll{}).Allow(t.Context(), bff.LimitKey{})
	m.CountViolation("c/d", "$")
	m.CountVitals("b", vitals())
	m.AuditSink("siem")
	return scrape(m)
}

// A renamed metric must not leave a panel empty or an alert silent.
func TestDashboardAndAlertsUseExistingMetrics(t *testing.T) {
	told := everything(t)
	name := regexp.MustCompile(`croupier_[a-z_]+`)
	for _, file := range []string{"grafana/croupier.json", "prometheus/alerts.yaml"} {
		raw, err := os.ReadFile(deploy + file)
		require.NoError(t, err)
		asked := name.FindAllString(string(raw), -1)
		assert.True(t, len(asked) >= 10, "%s asks for %d metrics only", file, len(asked))
		for _, metric := range asked {
			exists := strings.Contains(told, "\n"+metric+"{") || strings.Contains(told, "\n"+metric+" ")
			assert.True(t, exists, "%s asks for %s, which nobody tells", file, metric)
		}
	}
}

func TestDeploymentFilesParse(t *testing.T) {
	for _, file := range []string{
		"grafana/croupier.json", "grafana/datasource.yaml", "grafana/dashboards.yaml", "prometheus/prometheus.yaml",
		"prometheus/alerts.yaml", "compose.yaml",
	} {
		raw, err := os.ReadFile(deploy + file)
		require.NoError(t, err)
		var tree map[string]any
		if strings.HasSuffix(file, ".json") {
			assert.NoError(t, json.Unmarshal(raw, &tree), file)
		} else {
			assert.NoError(t, yaml.UnmarshalWithOptions(raw, &tree, yaml.Strict()), file)
		}
		assert.NotEmpty(t, tree, file)
	}
}
