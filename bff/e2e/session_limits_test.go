package e2e_test

import (
	"testing"
	"time"
)

func TestABrandsOwnIdleAndAbsoluteLimits(t *testing.T) {
	t.Parallel()
	const idle, absolute = 2 * time.Second, 6 * time.Second
	file := demo(t, "", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 2s, absolute: 6s }",
	})
	p := start(t, nil, "serve", "--config", file, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	v := visit{p.Address, "localhost", ""}
	began := time.Now()
	left, busy := v.login(t, "", "demo", "Demo123"), v.login(t, "", "zengin", "Demo123")
	z := visit{p.Address, "zephyr.localhost", ""}
	other := z.login(t, "", "demo", "Demo123")
	asked := false
	await(t, "the absolute end", func() bool {
		status, a, next := v.call(t, busy, "system/ping", nil)
		if status != 200 {
			if string(a["debug"]) != `"anonymous user"` || next != "-" {
				t.Errorf("at the end: %d %s, cookie %q", status, a["debug"], next)
			}
			return true
		}
		if next != "" {
			busy = next
		}
		// Tokens tell whole seconds, so that a second more may pass.
		if since := time.Since(began); !asked && since > idle+2*time.Second {
			asked = true
			if v.holds(t, left) {
				t.Errorf("a session that nobody used is open after %s", since)
			}
		}
		return false
	})
	if lived := time.Since(began); !asked || lived < absolute-time.Second {
		t.Errorf("a session in use ended after %s", lived)
	}
	if !z.holds(t, other) {
		t.Error("another brand's session ends by these limits")
	}
}
