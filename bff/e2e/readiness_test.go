package e2e_test

import (
	"net/http"
	"testing"

	"croupier/bff/e2e"
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
