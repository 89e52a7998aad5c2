package e2e_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

func TestReadinessReportsUnreachableStore(t *testing.T) {
	t.Parallel()
	d := deploy(t, 1)
	c := e2e.NewClient(d.instances[0].Address, "localhost", "")
	ready := func() string {
		status, _, raw, err := c.Do(http.MethodGet, "/readyz", nil, nil)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %v %s", status, err, raw)
		}
		return string(raw)
	}
	// The ping at the start may time out on a busy machine.
	eventually(t, "readiness", func() bool { return ready() == `{"status":"ok"}` })
	d.redis.Kill()
	eventually(t, "degraded readiness", func() bool { return ready() == `{"status":"degraded","reasons":["store unreachable"]}` })
	if status, _, _, err := c.Do(http.MethodGet, "/healthz", nil, nil); err != nil || status != http.StatusOK {
		t.Errorf("liveness: %d %v", status, err)
	}
	if status, _ := mustCall(t, c, "casino/provider_list", nil, nil); status != http.StatusOK {
		t.Errorf("guest call: %d", status)
	}
	d.redis.Run(t)
	eventually(t, "readiness after the restart of Redis", func() bool { return ready() == `{"status":"ok"}` })
}

// A Redis that answers reads and refuses writes degrades the server: it is told on /readyz, in the log
// and as a metric, and nothing else than what must be written is refused.
func TestReadinessReportsRefusedWrites(t *testing.T) {
	t.Parallel()
	for name, commands := range map[string][2][]string{
		"READONLY":   {{"REPLICAOF", "127.0.0.1", "1"}, {"REPLICAOF", "NO", "ONE"}},
		"OOM":        {{"CONFIG", "SET", "maxmemory", "1"}, {"CONFIG", "SET", "maxmemory", "0"}},
		"NOREPLICAS": {{"CONFIG", "SET", "min-replicas-to-write", "1"}, {"CONFIG", "SET", "min-replicas-to-write", "0"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deploy(t, 1)
			v := d.visitorAt(0)
			c := e2e.NewClient(v.address, v.host, "")
			token := v.login(t, "", "demo", "Demo123")
			ready := func() string {
				status, _, raw, err := c.Do(http.MethodGet, "/readyz", nil, nil)
				if err != nil || status != http.StatusOK {
					t.Fatalf("%d %v %s", status, err, raw)
				}
				return string(raw)
			}
			writable := func(want string) {
				t.Helper()
				_, _, raw, err := e2e.NewClient(d.instances[0].Admin, "127.0.0.1", "").Do(http.MethodGet, "/metrics", nil, nil)
				if err != nil || !strings.Contains(string(raw), "\ncroupier_store_writable "+want+"\n") {
					t.Errorf("metric: want %s, %v", want, err)
				}
			}
			eventually(t, "readiness", func() bool { return ready() == `{"status":"ok"}` })
			writable("1")
			if _, err := d.redis.Do(commands[0]...); err != nil {
				t.Fatal(err)
			}
			eventually(t, "degraded readiness", func() bool { return ready() == `{"status":"degraded","reasons":["store not writable: `+name+`"]}` })
			eventually(t, "the log message", func() bool { return strings.Contains(d.instances[0].Log(), `"state":"`+name+`"`) })
			writable("0")
			if status, _ := mustCall(t, c, "casino/provider_list", nil, nil); status != http.StatusOK {
				t.Errorf("guest call: %d", status)
			}
			if !v.hasSession(t, token) {
				t.Error("the session is invalid")
			}
			if p := v.mustPay(t, token, firstKey, 1); p.Status != http.StatusServiceUnavailable || p.Debug != "upstream unavailable" || received(t, d.platform, moneyCall) != 0 {
				t.Errorf("money call: %s", p.raw)
			}
			if _, err := d.redis.Do(commands[1]...); err != nil {
				t.Fatal(err)
			}
			eventually(t, "readiness afterwards", func() bool { return ready() == `{"status":"ok"}` })
			eventually(t, "a money call", func() bool { return v.mustPay(t, token, firstKey, 1).Status == http.StatusOK })
			writable("1")
			log := d.instances[0].Log()
			if failed, again := strings.Count(log, "ping redis: failed"), strings.Count(log, "accepts writes again"); failed != 1 || again != 1 {
				t.Errorf("%d messages of the failure and %d of its end", failed, again)
			}
		})
	}
}

func TestInstanceStartsWhileRedisRefusesWrites(t *testing.T) {
	t.Parallel()
	redis, mock := realredis.Start(t), start(t, nil, "mock", "--listen", "127.0.0.1:0")
	env := inFrontOf(mock.Address, "CROUPIER_REDIS_URL="+redis.URL(), "CROUPIER_KEYS_FILE="+filepath.Join(t.TempDir(), "keys.json"))
	serve := func() visitor {
		p := startServer(t, env, t.TempDir())
		return visitor{p.Address, "localhost", ""}
	}
	token := serve().login(t, "", "demo", "Demo123")
	if _, err := redis.Do("CONFIG", "SET", "maxmemory", "1"); err != nil {
		t.Fatal(err)
	}
	second := serve()
	if !second.hasSession(t, token) {
		t.Error("the session is invalid on an instance started without writes")
	}
	_, _, raw, err := e2e.NewClient(second.address, second.host, "").Do(http.MethodGet, "/readyz", nil, nil)
	if err != nil || !strings.Contains(string(raw), "store not writable: OOM") {
		t.Errorf("readiness: %s, %v", raw, err)
	}
}
