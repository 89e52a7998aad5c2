package e2e_test

import (
	"testing"
	"time"
)

// Limits of the brand, long enough for a slow machine.
const (
	idleLimit     = 6 * time.Second
	absoluteLimit = 15 * time.Second
	// Tokens have times in seconds and are renewed after a tenth of the idle limit.
	tolerance = 2 * time.Second
)

func TestBrandSessionLimits(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 6s, absolute: 15s }",
	})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	v, z := visitor{p.Address, "localhost", ""}, visitor{p.Address, "zephyr.localhost", ""}
	other := z.login(t, "", "demo", "Demo123")
	for !v.reachesAbsoluteLimit(t) {
		t.Log("retry: the machine was too slow to keep the session active")
	}
	if !z.hasSession(t, other) {
		t.Error("the limits ended a session of another brand")
	}
}

// reachesAbsoluteLimit uses one session until it ends and leaves another one idle. It returns
// false if the pause between two uses was long enough for the idle limit.
func (v visitor) reachesAbsoluteLimit(t *testing.T) bool {
	t.Helper()
	began := time.Now()
	idle, active := v.login(t, "", "demo", "Demo123"), v.login(t, "", "zengin", "Demo123")
	loggedIn := time.Now()
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	lastUse, idleChecked := began, false // lastUse is the time just before the last use
	for ; ; <-ticks.C {
		sentAt := time.Now()
		status, a, next := v.call(t, active, "system/ping", nil)
		if status == 200 {
			if age := sentAt.Sub(loggedIn); age > absoluteLimit+tolerance {
				t.Fatalf("the active session is valid after %s", age)
			}
			if next != "" {
				active = next
			}
			if lastUse = sentAt; !idleChecked && sentAt.Sub(loggedIn) > idleLimit+tolerance {
				idleChecked = true
				if v.hasSession(t, idle) {
					t.Errorf("the idle session is valid after %s", sentAt.Sub(loggedIn))
				}
			}
			continue
		}
		if string(a["debug"]) != `"anonymous user"` || next != "-" {
			t.Errorf("after the end: %d %s, cookie %q", status, a["debug"], next)
		}
		if lived := time.Since(began); time.Since(lastUse) < idleLimit-tolerance && (!idleChecked || lived < absoluteLimit-tolerance) {
			t.Errorf("the active session ended after %s", lived)
		}
		return time.Since(lastUse) < idleLimit-tolerance
	}
}
