package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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
		got := d.metric(t, 0, "croupier_store_writable ")
		assert.Equal(t, []string{"croupier_store_writable " + want}, got, "metric: %v, want %s", got, want)
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
		assert.True(t, v.hasSession(t, token), "%s: the session is invalid", row.name)
		if p := v.mustPay(t, token, key, 1); p.Status != http.StatusServiceUnavailable || p.Debug != "upstream unavailable" ||
			received(t, d.platform, moneyCall) != sent {
			t.Errorf("%s: money call: %s", row.name, p.raw)
		}
		d.redisDo(t, row.repair...)
		ready("")
		eventually(t, "a money call", func() bool { return v.mustPay(t, token, key, 1).Status == http.StatusOK })
		failed, again := strings.Count(p.Log(), "ping redis: failed"), strings.Count(p.Log(),
			"accepts writes again")
		assert.True(t, failed == i+1 && again == i+1,
			"%s: %d messages of failures and %d of their ends, want %d", row.name, failed, again, i+1)
	}

	// An instance starts while Redis refuses writes.
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "1")
	second := startServer(t, d.env, t.TempDir())
	assert.True(t, (visitor{second.Address, "localhost", ""}).hasSession(t, token),
		"the session is invalid on an instance started without writes")
	assert.Contains(t, get(t, second.Address, "/readyz"), "store not writable: OOM", "readiness")
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "0")
	ready("")

	d.redis.Kill()
	ready("store unreachable")
	status, _, _, err := v.client().Do(http.MethodGet, "/healthz", nil, nil)
	assert.True(t, err == nil && status == http.StatusOK, "liveness: %d %v", status, err)
	v.want(t, "", "casino/provider_list", nil, http.StatusOK, "")
	d.redis.Run(t)
	ready("")
}
