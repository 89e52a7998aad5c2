package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// A Redis that is gone, or that answers reads and refuses writes, degrades the server: it is told on
// /readyz, in the log and as a metric, and nothing else than what must be written is refused.
func TestReadinessReportsTheStore(t *testing.T) {
	parallel(t)
	d := deploy(t, 1)
	v, p := d.visitorAt(0), d.instances[0]
	token := v.login(t, "", "demo", "Demo123")
	ready := func(reasons string) {
		t.Helper()
		want := `{"status":"ok"}`
		if reasons != "" {
			want = `{"status":"degraded","reasons":["` + reasons + `"]}`
		}
		eventually(t, want, func() bool { return get(t, p.Address, "/readyz") == want })
	}
	writable := func(want string) {
		t.Helper()
		if got := d.metric(t, 0, "croupier_store_writable "); !slices.Equal(got, []string{"croupier_store_writable " + want}) {
			t.Errorf("metric: %v, want %s", got, want)
		}
	}
	ready("") // the ping at the start may time out on a busy machine
	for i, row := range []struct {
		name         string
		fail, repair []string
	}{
		{"READONLY", []string{"REPLICAOF", "127.0.0.1", "1"}, []string{"REPLICAOF", "NO", "ONE"}},
		{"OOM", []string{"CONFIG", "SET", "maxmemory", "1"}, []string{"CONFIG", "SET", "maxmemory", "0"}},
		{"NOREPLICAS", []string{"CONFIG", "SET", "min-replicas-to-write", "1"}, []string{"CONFIG", "SET", "min-replicas-to-write", "0"}},
	} {
		key, sent := timedKey(t), received(t, d.platform, moneyCall)
		writable("1")
		d.redisDo(t, row.fail...)
		ready("store not writable: " + row.name)
		eventually(t, "the log message", func() bool { return strings.Contains(p.Log(), `"state":"`+row.name+`"`) })
		writable("0")
		v.want(t, "", "casino/provider_list", nil, http.StatusOK, "")
		if !v.hasSession(t, token) {
			t.Errorf("%s: the session is invalid", row.name)
		}
		if p := v.mustPay(t, token, key, 1); p.Status != http.StatusServiceUnavailable || p.Debug != "upstream unavailable" ||
			received(t, d.platform, moneyCall) != sent {
			t.Errorf("%s: money call: %s", row.name, p.raw)
		}
		d.redisDo(t, row.repair...)
		ready("")
		eventually(t, "a money call", func() bool { return v.mustPay(t, token, key, 1).Status == http.StatusOK })
		if failed, again := strings.Count(p.Log(), "ping redis: failed"), strings.Count(p.Log(),
			"accepts writes again"); failed != i+1 || again != i+1 {
			t.Errorf("%s: %d messages of failures and %d of their ends, want %d", row.name, failed, again, i+1)
		}
	}

	// An instance starts while Redis refuses writes.
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "1")
	second := startServer(t, d.env, t.TempDir())
	if !(visitor{second.Address, "localhost", ""}).hasSession(t, token) {
		t.Error("the session is invalid on an instance started without writes")
	}
	if raw := get(t, second.Address, "/readyz"); !strings.Contains(raw, "store not writable: OOM") {
		t.Errorf("readiness: %s", raw)
	}
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "0")
	ready("")

	d.redis.Kill()
	ready("store unreachable")
	if status, _, _, err := v.client().Do(http.MethodGet, "/healthz", nil, nil); err != nil || status != http.StatusOK {
		t.Errorf("liveness: %d %v", status, err)
	}
	v.want(t, "", "casino/provider_list", nil, http.StatusOK, "")
	d.redis.Run(t)
	ready("")
}
