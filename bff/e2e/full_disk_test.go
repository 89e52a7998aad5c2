package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"croupier/bff/e2e"
)

// On a full disk, logouts are in force, money calls are refused, and the server starts. With space again,
// what was in memory is written, and survives a crash.
func TestFullDisk(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	limit := func(most uint64) {
		t.Helper()
		require.NoError(t, g.LimitFiles(most))
	}
	// logout logs a new session out and returns it. The store reports that it cannot write.
	logout := func() (token string) {
		t.Helper()
		token = g.login(t, "", "demo", "Demo123")
		g.logout(t, token)
		eventually(t, "degraded readiness", func() bool {
			return get(t, g.Address, "/readyz") == `{"status":"degraded","reasons":["store not writable"]}`
		})
		return token
	}
	mustRefuseMoney := func(token string, number int) {
		t.Helper()
		key := fmt.Sprintf("5a0c0d6e-1111-4b4e-9a40-0f6d1f6f1%03d", number)
		pay := g.mustPay(t, token, key, 1)
		assert.True(t, pay.Status == http.StatusServiceUnavailable && pay.Debug == "upstream unavailable",
			"money call: %s", pay.raw)
	}
	kept := g.login(t, "", "zengin", "Demo123")
	limit(0)
	ended := logout()
	sessions := func(when string, ended ...string) {
		t.Helper()
		for _, token := range ended {
			assert.False(t, g.hasSession(t, token), "%s: a logout is not in force", when)
		}
		assert.True(t, g.hasSession(t, kept), "%s: a logout has ended another session", when)
	}
	sessions("full disk", ended)
	mustRefuseMoney(kept, 1)
	metrics := get(t, g.Admin, "/metrics")
	assert.True(t, strings.Contains(metrics, "croupier_store_writable 0") && !strings.Contains(metrics, "croupier_store_unsaved_revocations 0"),
		"the metrics do not report the full disk")
	eventually(t, "the log message", func() bool { return strings.Contains(g.Log(), "write to data folder: failed") })

	limit(unix.RLIM_INFINITY)
	eventually(t, "readiness", func() bool { return get(t, g.Address, "/readyz") == `{"status":"ok"}` })
	g.restart(t)
	sessions("after a crash", ended)

	kill(t, g.Process)
	var err error
	limited := append([]string{"-c", `ulimit -S -f 0 && exec "$0" "$@"`, binary}, serveArgs(g.dir)...)
	g.Process, err = e2e.Start("/bin/sh", g.env, limited...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = g.Stop() })
	g.visitor.address = g.Process.Address
	sessions("started on a full disk", ended, logout())
	mustRefuseMoney(kept, 2)
	n := received(t, g.platform, moneyCall)
	assert.Equal(t, 0, n, "the platform received %d money calls without a claim", n)
	limit(unix.RLIM_INFINITY)
	eventually(t, "readiness", func() bool { return get(t, g.Address, "/readyz") == `{"status":"ok"}` })
	eventually(t, "the admin file", func() bool {
		_, err := os.Stat(filepath.Join(g.dir, "admin.json"))
		return err == nil
	})
	if pay := g.mustPay(t, kept, firstKey, 1); pay.Status != http.StatusOK && pay.Debug == "upstream unavailable" {
		t.Errorf("money call with space again: %s", pay.raw)
	}
}
