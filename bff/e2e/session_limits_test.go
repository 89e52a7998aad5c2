package e2e_test

import (
	"testing"
	"time"
)

// Limits of a brand, long enough for a machine that asks seldom.
const (
	idleLimit     = 6 * time.Second
	absoluteLimit = 15 * time.Second
	// Tokens tell whole seconds, and are renewed after a tenth of the idle limit.
	tolerance = 2 * time.Second
)

func TestBrandSessionLimits(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 6s, absolute: 15s }",
	})
	p := start(t, nil, "serve", "--config", file, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	v, z := visitor{p.Address, "localhost", ""}, visitor{p.Address, "zephyr.localhost", ""}
	other := z.login(t, "", "demo", "Demo123")
	for !v.reachesAbsoluteLimit(t) {
		t.Log("this machine let a session in use be idle; once more")
	}
	if !z.hasSession(t, other) {
		t.Error("another brand's session ends by these limits")
	}
}

// reachesAbsoluteLimit uses a session until its absolute end, and leaves another one alone. It gives false
// where so much time passed between two uses that the idle limit may have ended it.
func (v visitor) reachesAbsoluteLimit(t *testing.T) bool {
	t.Helper()
	began := time.Now()
	left, busy := v.login(t, "", "demo", "Demo123"), v.login(t, "", "zengin", "Demo123")
	entered := time.Now()
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	seen, looked := began, false // seen is a moment before the session's last use
	for ; ; <-ticks.C {
		asks := time.Now()
		status, a, next := v.call(t, busy, "system/ping", nil)
		if status == 200 {
			if open := asks.Sub(entered); open > absoluteLimit+tolerance {
				t.Fatalf("open after %s", open)
			}
			if next != "" {
				busy = next
			}
			if seen = asks; !looked && asks.Sub(entered) > idleLimit+tolerance {
				looked = true
				if v.hasSession(t, left) {
					t.Errorf("a session that nobody used is open after %s", asks.Sub(entered))
				}
			}
			continue
		}
		if string(a["debug"]) != `"anonymous user"` || next != "-" {
			t.Errorf("at the end: %d %s, cookie %q", status, a["debug"], next)
		}
		if lived := time.Since(began); time.Since(seen) < idleLimit-tolerance && (!looked || lived < absoluteLimit-tolerance) {
			t.Errorf("a session in use ended after %s", lived)
		}
		return time.Since(seen) < idleLimit-tolerance
	}
}
